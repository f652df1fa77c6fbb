import { useMutation } from '@tanstack/react-query';
import { type RefObject, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { updateUserNotes } from '#contract/client.calls.ts';
import type { Booking, Delta as StoredDelta } from '#contract/bookings.schemas.ts';
import type { Delta } from '#domain/text/notes.ts';
import { ApiError, call } from '#web/api/api.ts';
import { MESSAGES } from '#web/api/error-messages.ts';
import {
  dropNoteDraft,
  dropNoteDraftIfUnchanged,
  listNoteDrafts,
  newSlot,
  type NoteDraft,
  type StoredDraft,
} from '#web/bookings/notes/note-draft.ts';
import { isSameNote, toDelta } from '#web/editor/same-note.ts';
import { noteBytes, sizeState } from '#web/editor/note-size.ts';
import { useAutosave } from '#web/bookings/notes/use-autosave.ts';
import { showToast } from '#web/ui/toast.tsx';
import { now } from '#web/ui/use-now.ts';

/** A note as stored by the server. */
type StoredNote = { client_notes: StoredDelta | null; notes_updated_at: string | null };

type Writing = {
  /** Where the current draft is stored. */
  slot: string;
  /** The initial content of the editor, and the draft that it resumes, if any. */
  initial: NoteDraft;
  resumed: StoredDraft | null;
  /** The content of the editor; null until something is typed. */
  typed: Delta | null;
  /** The editor has loaded. */
  ready: boolean;
  /** The note on the server, if it was changed elsewhere: then the client chooses between the two. */
  serverVersion: StoredNote | null;
};

type ReflectionsState = {
  /** Drafts from earlier or from another tab, newest first; shown, but never in place of the note. */
  drafts: readonly StoredDraft[];
  /** Null while the note is only shown. */
  writing: Writing | null;
};

type ReflectionsAction =
  | { type: 'write'; slot: string; draft: NoteDraft; resumed: StoredDraft | null }
  | { type: 'editorReady' }
  | { type: 'change'; notes: Delta }
  | { type: 'conflict'; serverVersion: StoredNote }
  | { type: 'show'; drafts: readonly StoredDraft[] }
  | { type: 'discard'; draft: StoredDraft };

function reflectionsReducer(state: ReflectionsState, action: ReflectionsAction): ReflectionsState {
  const change = (writing: Partial<Writing>): ReflectionsState =>
    state.writing ? { ...state, writing: { ...state.writing, ...writing } } : state;
  switch (action.type) {
    case 'write': {
      const { slot, resumed, draft } = action;
      const initial = { notes: draft.notes, base_updated_at: draft.base_updated_at };
      return {
        ...state,
        writing: { slot, initial, resumed, typed: null, ready: false, serverVersion: null },
      };
    }
    case 'editorReady':
      return change({ ready: true });
    case 'change':
      return change({ typed: action.notes });
    case 'conflict':
      return change({ serverVersion: action.serverVersion });
    case 'show':
      return { drafts: action.drafts, writing: null };
    case 'discard':
      return { ...state, drafts: state.drafts.filter((each) => each !== action.draft) };
  }
}

/** Long enough to upload a note with pictures over a slow connection. */
const TIMEOUT_MS = 60_000;

export type Reflections = ReflectionsState & {
  /** The note that the server holds. */
  stored: StoredDelta | null;
  /** The content of the editor; null while the note is only shown. */
  current: Delta | null;
  /** There are unsaved changes. */
  dirty: boolean;
  saving: boolean;
  tooLarge: boolean;
  autosave: { bytes: number; status: string };
  /** Why the note could not be saved. */
  error: string | null;
  /** The button that opens the editor; takes the focus when the editor closes. */
  opener: RefObject<HTMLButtonElement | null>;
  /** Opens the editor with the newest draft, else with the note. */
  edit: () => void;
  resume: (draft: StoredDraft) => void;
  discard: (draft: StoredDraft) => void;
  editorReady: () => void;
  change: (notes: Delta) => void;
  save: () => void;
  cancel: () => void;
  keepMine: () => void;
  keepTheirs: () => void;
};

/**
 * The state of 'Your Reflections' of one booking (product.md §4.15): read, write, and choose between two versions if the
 * note was changed elsewhere. A draft stays on this device until it is saved (rules.md §7).
 */
export function useReflections({
  userId,
  booking,
  onStored,
}: {
  userId: string;
  booking: Pick<Booking, 'id' | 'client_notes' | 'notes_updated_at'>;
  onStored: (note: StoredNote) => Promise<void>;
}): Reflections {
  const { id, client_notes, notes_updated_at } = booking;
  const [state, dispatch] = useReducer(reflectionsReducer, null, () => ({
    drafts: unsavedDrafts(userId, id, client_notes),
    writing: null,
  }));
  const { writing } = state;
  const { initial, typed = null, resumed = null, slot = '', serverVersion = null } = writing ?? {};
  const base_updated_at = initial?.base_updated_at ?? null;
  const opener = useRef<HTMLButtonElement>(null);

  const autosave = useAutosave(
    { userId, bookingId: id, slot, resumed },
    typed && { notes: typed, base_updated_at },
    client_notes,
  );
  const current = typed ?? initial?.notes ?? null;
  const dirty = current !== null && !isSameNote(current, client_notes);

  const show = (drafts: readonly StoredDraft[]) => {
    // Synchronously, so that the button that takes the focus is rendered.
    flushSync(() => dispatch({ type: 'show', drafts }));
    opener.current?.focus();
  };
  const settle = async (note: StoredNote) => {
    autosave.stop();
    dropNoteDraft(userId, id, slot);
    if (resumed) dropNoteDraftIfUnchanged(userId, id, resumed, now().getTime());
    const drafts = unsavedDrafts(userId, id, note.client_notes);
    await onStored(note);
    show(drafts);
  };

  const mutation = useMutation({
    mutationFn: ({ notes, base }: { notes: Delta; base: string | null }) =>
      call(
        updateUserNotes,
        // Sent as JSON text (product.md §7.1.5).
        { query: { id }, body: { notes: JSON.stringify(notes), base_updated_at: base } },
        { timeoutMs: TIMEOUT_MS },
      ),
    onSuccess: async (note) => {
      showToast('Notes saved');
      await settle(note);
    },
    onError: async (error, { notes }) => {
      const stored = conflictingNote(error);
      if (!stored) return;
      // A response was lost: the server has stored this very note.
      if (isSameNote(stored.client_notes, notes)) await settle(stored);
      else dispatch({ type: 'conflict', serverVersion: stored });
    },
  });

  const write = (draft: NoteDraft, resumedDraft: StoredDraft | null) => {
    mutation.reset();
    dispatch({ type: 'write', slot: newSlot(), draft, resumed: resumedDraft });
  };
  const submit = (base: string | null) => {
    if (!current) return;
    autosave.flush();
    // A resumed draft counts as typed, so that its size is shown.
    if (sizeState(noteBytes(current)) === 'too-large') dispatch({ type: 'change', notes: current });
    else mutation.mutate({ notes: current, base });
  };
  const cancel = () => {
    autosave.flush();
    mutation.reset();
    const draft = typed && initial ? { ...initial, notes: typed, slot, saved_at: now().getTime() } : resumed;
    const others = unsavedDrafts(userId, id, client_notes);
    // From memory, in case the device could not store it.
    show(draft && dirty ? [draft, ...others.filter((each) => each.slot !== draft.slot)] : others);
  };

  return {
    ...state,
    stored: client_notes,
    current,
    dirty,
    saving: mutation.isPending,
    tooLarge: sizeState(autosave.bytes) === 'too-large',
    autosave,
    error: mutation.error && !conflictingNote(mutation.error) ? failureMessage(mutation.error) : null,
    opener,
    edit() {
      const [newest] = state.drafts;
      if (newest) write(newest, newest);
      else write({ notes: toDelta(client_notes), base_updated_at: notes_updated_at }, null);
    },
    resume: (draft) => write(draft, draft),
    discard(draft) {
      dropNoteDraft(userId, id, draft.slot);
      dispatch({ type: 'discard', draft });
    },
    editorReady: () => dispatch({ type: 'editorReady' }),
    change: (notes) => dispatch({ type: 'change', notes }),
    save: () => submit(base_updated_at),
    cancel,
    keepMine: () => submit(serverVersion?.notes_updated_at ?? null),
    keepTheirs: () => void (serverVersion && settle(serverVersion)),
  };
}

/** The drafts on this device that differ from the saved note. */
function unsavedDrafts(userId: string, bookingId: string, stored: StoredDelta | null): StoredDraft[] {
  return listNoteDrafts(userId, bookingId, now().getTime()).filter(({ notes }) => !isSameNote(notes, stored));
}

/** The note on the server, if it was changed since this one was loaded. */
function conflictingNote(error: Error | null): StoredNote | null {
  if (!(error instanceof ApiError) || error.code !== 'NOTE_CHANGED') return null;
  const { client_notes = null, notes_updated_at = null } = (error.details ?? {}) as Partial<StoredNote>;
  return { client_notes, notes_updated_at };
}

/** 'Server responded with status: {status}' (product.md §8.6); without a response, the reason. */
function failureMessage(error: Error): string {
  // The response says what to do; the draft stays unchanged.
  if (error instanceof ApiError && error.code === 'NOTE_TOO_LONG') return error.message;
  if (error instanceof ApiError && error.status > 0) return MESSAGES.notes.failed(error.status);
  return 'There is no connection. Your notes are kept on this device; please try again.';
}
