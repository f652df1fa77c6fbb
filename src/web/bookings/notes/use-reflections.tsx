import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { updateUserNotes } from '#contract/bookings.calls.ts';
import type { Booking, Delta as StoredDelta } from '#contract/bookings.schemas.ts';
import { type Delta, isEmptyNote } from '#domain/notes.ts';
import { ApiError, call } from '#web/client/api.ts';
import { MESSAGES } from '#web/client/error-messages.ts';
import { NoteConflict } from '#web/bookings/notes/note-conflict.tsx';
import { LeftOver } from '#web/bookings/notes/left-over.tsx';
import {
  dropIfUnchanged,
  dropNoteDraft,
  isSameNote,
  type KeptNote,
  listNoteDrafts,
  newSlot,
  type NoteDraft,
  noteOf,
} from '#web/bookings/notes/note-draft.ts';
import { NoteEditor } from '#web/bookings/notes/note-editor.tsx';
import { megabytes, noteBytes, sizeState } from '#web/bookings/notes/note-size.ts';
import { OwnNote } from '#web/bookings/notes/own-note.tsx';
import { useKeptDraft } from '#web/bookings/notes/use-kept-draft.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { NotebookPenIcon } from '#web/ui/icons/notebook-pen.tsx';
import { PencilIcon } from '#web/ui/icons/pencil.tsx';
import { PlusIcon } from '#web/ui/icons/plus.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now } from '#web/ui/use-now.ts';

/** A note as the server has it. */
type StoredNote = { client_notes: StoredDelta | null; notes_updated_at: string | null };

/** Time for a note with pictures to reach the server over a slow line, in milliseconds. */
const PATIENCE_MS = 60_000;

type Reflections = {
  section: ReactNode;
  /** The buttons while writing or choosing; they stay in sight. */
  footer: ReactNode;
  /** Something is written and not saved. */
  dirty: boolean;
  saving: boolean;
};

/**
 * 'Your Reflections' of one booking (product.md §4.15): reading, writing, and choosing between two versions when the note
 * was changed elsewhere. A draft is kept on this device until it is saved (rules.md §7).
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
  /** Left over from before or from another tab, newest first: shown, never put in the note's place. */
  const [leftOver, setLeftOver] = useState(() => unsaved(userId, id, client_notes));
  /** Where this writing is kept. */
  const [slot, setSlot] = useState('');
  /** What the editor began with, and the draft that this was, if it was one. */
  const [begun, setBegun] = useState<(NoteDraft & { from: KeptNote | null }) | null>(null);
  /** What the editor holds; null until something is typed. */
  const [typed, setTyped] = useState<Delta | null>(null);
  const [ready, setReady] = useState(false);
  const [theirs, setTheirs] = useState<StoredNote | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const base_updated_at = begun?.base_updated_at ?? null;
  const from = begun?.from ?? null;
  const kept = useKeptDraft(
    { userId, bookingId: id, slot, from },
    typed && begun && { notes: typed, base_updated_at },
    client_notes,
  );
  const held = typed ?? begun?.notes ?? null;
  const changed = held !== null && !isSameNote(held, client_notes);
  const tooLarge = sizeState(kept.bytes) === 'too-large';

  const read = () => {
    // At once, because the button that takes the focus comes with it.
    flushSync(() => {
      setBegun(null);
      setTyped(null);
      setReady(false);
      setTheirs(null);
    });
    opener.current?.focus();
  };
  const settle = async (note: StoredNote) => {
    kept.stop();
    dropNoteDraft(userId, id, slot);
    if (from) dropIfUnchanged(userId, id, from, now().getTime());
    setLeftOver(unsaved(userId, id, note.client_notes));
    await onStored(note);
    read();
  };

  const save = useMutation({
    mutationFn: ({ notes, base }: { notes: Delta; base: string | null }) =>
      call(
        updateUserNotes,
        // Notes that are no text are sent as JSON text (product.md §7.1.5).
        { query: { id }, body: { notes: JSON.stringify(notes), base_updated_at: base } },
        { timeoutMs: PATIENCE_MS },
      ),
    onSuccess: async (note) => {
      showToast('Notes saved');
      await settle(note);
    },
    onError: async (error, { notes }) => {
      const stored = storedElsewhere(error);
      if (!stored) return;
      // An answer that was lost on its way: what stands there is this very note.
      if (isSameNote(stored.client_notes, notes)) await settle(stored);
      else setTheirs(stored);
    },
  });

  const write = (draft: NoteDraft, goesOn: KeptNote | null) => {
    save.reset();
    setSlot(newSlot());
    setBegun({ notes: draft.notes, base_updated_at: draft.base_updated_at, from: goesOn });
  };
  const cancel = () => {
    kept.flush();
    save.reset();
    const left = typed && begun ? { ...begun, notes: typed, slot, saved_at: now().getTime() } : from;
    const others = unsaved(userId, id, client_notes);
    setLeftOver(
      // From memory, for a device that could not keep it.
      left && changed ? [left, ...others.filter((each) => each.slot !== left.slot)] : others,
    );
    read();
  };
  const submit = (base: string | null) => {
    if (!held) return;
    kept.flush();
    if (sizeState(noteBytes(held)) === 'too-large') {
      // A draft from before counts as typed, so that its size is told.
      setTyped(held);
      return;
    }
    save.mutate({ notes: held, base });
  };

  const error = save.error && !theirs ? failureWords(save.error) : null;
  const common = { dirty: changed, saving: save.isPending };

  if (begun && theirs && held)
    return {
      ...common,
      section: (
        <NoteConflict
          mine={held}
          theirs={theirs.client_notes}
          failed={save.isError && !storedElsewhere(save.error)}
        />
      ),
      footer: (
        <>
          <Button look="secondary" disabled={save.isPending} onClick={() => void settle(theirs)}>
            Keep the saved version
          </Button>
          <Button busy={save.isPending} onClick={() => submit(theirs.notes_updated_at)}>
            Save my version
          </Button>
        </>
      ),
    };

  if (begun)
    return {
      ...common,
      section: (
        // What would be written while it is saved would not be in it.
        <section inert={save.isPending} className="grid gap-3">
          <Heading />
          <NoteEditor
            initial={begun.notes}
            label="Your Reflections"
            onReady={() => setReady(true)}
            onChange={setTyped}
          />
          <SizeLine bytes={kept.bytes} words={kept.words} />
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
              const [newest] = leftOver;
              if (newest) write(newest, newest);
              else write({ notes: noteOf(client_notes), base_updated_at: notes_updated_at }, null);
            }}
          >
            {empty ? 'Add Notes' : 'Edit Notes'}
          </Button>
        </Heading>
        {leftOver.length > 0 && (
          <LeftOver
            drafts={leftOver}
            onContinue={(draft) => write(draft, draft)}
            onDiscard={(draft) => {
              dropNoteDraft(userId, id, draft.slot);
              setLeftOver(leftOver.filter((each) => each !== draft));
            }}
          />
        )}
        <OwnNote notes={client_notes} />
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

/** What was written on this device and says something else than the note. */
function unsaved(userId: string, bookingId: string, stored: StoredDelta | null): KeptNote[] {
  return listNoteDrafts(userId, bookingId, now().getTime()).filter(({ notes }) => !isSameNote(notes, stored));
}

/** Whether the draft is kept; how large it is, once that matters. */
function SizeLine({ bytes, words }: { bytes: number; words: string }) {
  const size = sizeState(bytes);
  if (size === 'too-large')
    return (
      <Banner tone="error">
        These notes are {megabytes(bytes)} large and can be 2 MB. Please take out a picture.
      </Banner>
    );
  return (
    <p className="min-h-5 text-xs text-muted">
      {words}
      {size === 'large' && ` · ${megabytes(bytes)} of 2 MB`}
    </p>
  );
}

/** The note that stands at the server, if that is why ours was refused. */
function storedElsewhere(error: Error | null): StoredNote | null {
  if (!(error instanceof ApiError) || error.code !== 'NOTE_CHANGED') return null;
  const { client_notes = null, notes_updated_at = null } = (error.details ?? {}) as Partial<StoredNote>;
  return { client_notes, notes_updated_at };
}

/** 'Server responded with status: {status}' (product.md §8.6); without an answer, the reason. */
function failureWords(error: Error): string {
  // What to do stands in the answer; the draft stays as it is.
  if (error instanceof ApiError && error.code === 'NOTE_TOO_LONG') return error.message;
  if (error instanceof ApiError && error.status > 0) return MESSAGES.notes.failed(error.status);
  return 'There is no connection. Your notes are kept on this device; please try again.';
}
