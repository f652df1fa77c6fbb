import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { updateUserNotes } from '#contract/bookings.calls.ts';
import type { Booking, Delta as StoredDelta } from '#contract/bookings.schemas.ts';
import { type Delta, isEmptyNote } from '#domain/notes.ts';
import { ApiError, call } from '#web/client/api.ts';
import { MESSAGES } from '#web/client/error-messages.ts';
import { NoteConflict } from '#web/bookings/notes/note-conflict.tsx';
import { UnsavedDrafts } from '#web/bookings/notes/unsaved-drafts.tsx';
import {
  dropNoteDraftIfUnchanged,
  dropNoteDraft,
  isSameNote,
  type StoredDraft,
  listNoteDrafts,
  newSlot,
  type NoteDraft,
  toDelta,
} from '#web/bookings/notes/note-draft.ts';
import { NoteEditor } from '#web/bookings/notes/note-editor.tsx';
import { megabytes, noteBytes, sizeState } from '#web/bookings/notes/note-size.ts';
import { SavedNote } from '#web/bookings/notes/saved-note.tsx';
import { useAutosave } from '#web/bookings/notes/use-autosave.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { NotebookPenIcon } from '#web/ui/icons/notebook-pen.tsx';
import { PencilIcon } from '#web/ui/icons/pencil.tsx';
import { PlusIcon } from '#web/ui/icons/plus.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now } from '#web/ui/use-now.ts';

/** A note as stored by the server. */
type StoredNote = { client_notes: StoredDelta | null; notes_updated_at: string | null };

/** Long enough to upload a note with pictures over a slow connection. */
const TIMEOUT_MS = 60_000;

type Reflections = {
  section: ReactNode;
  /** The buttons while writing or choosing a version; they stay visible. */
  footer: ReactNode;
  /** There are unsaved changes. */
  dirty: boolean;
  saving: boolean;
};

/**
 * 'Your Reflections' of one booking (product.md §4.15): read, write, and choose between two versions if the note was
 * changed elsewhere. A draft stays on this device until it is saved (rules.md §7).
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
  /** Drafts from earlier or from another tab, newest first; shown, but never in place of the note. */
  const [drafts, setDrafts] = useState(() => unsavedDrafts(userId, id, client_notes));
  /** The slot of the current draft. */
  const [slot, setSlot] = useState('');
  /** The initial content of the editor, and the draft that it resumes, if any. */
  const [initial, setInitial] = useState<(NoteDraft & { resumed: StoredDraft | null }) | null>(null);
  /** The content of the editor; null until something is typed. */
  const [typed, setTyped] = useState<Delta | null>(null);
  const [ready, setReady] = useState(false);
  const [serverVersion, setServerVersion] = useState<StoredNote | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const base_updated_at = initial?.base_updated_at ?? null;
  const resumed = initial?.resumed ?? null;
  const autosave = useAutosave(
    { userId, bookingId: id, slot, resumed },
    typed && initial && { notes: typed, base_updated_at },
    client_notes,
  );
  const current = typed ?? initial?.notes ?? null;
  const changed = current !== null && !isSameNote(current, client_notes);
  const tooLarge = sizeState(autosave.bytes) === 'too-large';

  const showNote = () => {
    // Synchronously, so that the button that takes the focus is rendered.
    flushSync(() => {
      setInitial(null);
      setTyped(null);
      setReady(false);
      setServerVersion(null);
    });
    opener.current?.focus();
  };
  const settle = async (note: StoredNote) => {
    autosave.stop();
    dropNoteDraft(userId, id, slot);
    if (resumed) dropNoteDraftIfUnchanged(userId, id, resumed, now().getTime());
    setDrafts(unsavedDrafts(userId, id, note.client_notes));
    await onStored(note);
    showNote();
  };

  const save = useMutation({
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
      else setServerVersion(stored);
    },
  });

  const write = (draft: NoteDraft, resumedDraft: StoredDraft | null) => {
    save.reset();
    setSlot(newSlot());
    setInitial({ notes: draft.notes, base_updated_at: draft.base_updated_at, resumed: resumedDraft });
  };
  const cancel = () => {
    autosave.flush();
    save.reset();
    const draft = typed && initial ? { ...initial, notes: typed, slot, saved_at: now().getTime() } : resumed;
    const others = unsavedDrafts(userId, id, client_notes);
    setDrafts(
      // From memory, in case the device could not store it.
      draft && changed ? [draft, ...others.filter((each) => each.slot !== draft.slot)] : others,
    );
    showNote();
  };
  const submit = (base: string | null) => {
    if (!current) return;
    autosave.flush();
    if (sizeState(noteBytes(current)) === 'too-large') {
      // Counts a resumed draft as typed, so that its size is shown.
      setTyped(current);
      return;
    }
    save.mutate({ notes: current, base });
  };

  const error = save.error && !serverVersion ? failureMessage(save.error) : null;
  const common = { dirty: changed, saving: save.isPending };

  if (initial && serverVersion && current)
    return {
      ...common,
      section: (
        <NoteConflict
          mine={current}
          theirs={serverVersion.client_notes}
          failed={save.isError && !conflictingNote(save.error)}
        />
      ),
      footer: (
        <>
          <Button look="secondary" disabled={save.isPending} onClick={() => void settle(serverVersion)}>
            Keep the saved version
          </Button>
          <Button busy={save.isPending} onClick={() => submit(serverVersion.notes_updated_at)}>
            Save my version
          </Button>
        </>
      ),
    };

  if (initial)
    return {
      ...common,
      section: (
        // Inert while saving, because changes would not be saved.
        <section inert={save.isPending} className="grid gap-3">
          <Heading />
          <NoteEditor
            initial={initial.notes}
            label="Your Reflections"
            onReady={() => setReady(true)}
            onChange={setTyped}
          />
          <DraftStatus bytes={autosave.bytes} status={autosave.status} />
          {error && (
            <Banner tone="error" inSight>
              {error}
            </Banner>
          )}
        </section>
      ),
      footer: (
        <>
          <Button look="secondary" disabled={save.isPending} onClick={cancel}>
            Cancel
          </Button>
          <Button disabled={!ready || tooLarge} busy={save.isPending} onClick={() => submit(base_updated_at)}>
            Save Notes
          </Button>
        </>
      ),
    };

  const empty = isEmptyNote(client_notes);
  return {
    dirty: false,
    saving: false,
    footer: null,
    section: (
      <section className="grid gap-3">
        <Heading>
          <Button
            ref={opener}
            look="secondary"
            size="sm"
            icon={empty ? <PlusIcon /> : <PencilIcon />}
            onClick={() => {
              const [newest] = drafts;
              if (newest) write(newest, newest);
              else write({ notes: toDelta(client_notes), base_updated_at: notes_updated_at }, null);
            }}
          >
            {empty ? 'Add Notes' : 'Edit Notes'}
          </Button>
        </Heading>
        {drafts.length > 0 && (
          <UnsavedDrafts
            drafts={drafts}
            onContinue={(draft) => write(draft, draft)}
            onDiscard={(draft) => {
              dropNoteDraft(userId, id, draft.slot);
              setDrafts(drafts.filter((each) => each !== draft));
            }}
          />
        )}
        <SavedNote notes={client_notes} />
      </section>
    ),
  };
}

function Heading({ children }: { children?: ReactNode }) {
  return (
    <div className="flex min-h-target flex-wrap items-center justify-between gap-3">
      <h3 className="flex items-center gap-2.5 text-lg">
        <NotebookPenIcon className="icon text-sage" />
        Your Reflections
      </h3>
      {children}
    </div>
  );
}

/** The drafts on this device that differ from the saved note. */
function unsavedDrafts(userId: string, bookingId: string, stored: StoredDelta | null): StoredDraft[] {
  return listNoteDrafts(userId, bookingId, now().getTime()).filter(({ notes }) => !isSameNote(notes, stored));
}

/** Whether the draft is stored, and its size once it is large. */
function DraftStatus({ bytes, status }: { bytes: number; status: string }) {
  const size = sizeState(bytes);
  if (size === 'too-large')
    return (
      <Banner tone="error">
        These notes are {megabytes(bytes)}, more than the limit of 2 MB. Please remove a picture.
      </Banner>
    );
  return (
    <p className="min-h-5 text-xs text-muted">
      {status}
      {size === 'large' && ` · ${megabytes(bytes)} of 2 MB`}
    </p>
  );
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
