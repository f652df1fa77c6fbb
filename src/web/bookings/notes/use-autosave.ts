import { useEffect, useRef, useState } from 'react';
import type { Notes } from '#domain/text/notes.ts';
import {
  dropNoteDraftIfUnchanged,
  dropNoteDraft,
  saveNoteDraft,
  type StoredDraft,
  type NoteDraft,
} from '#web/bookings/notes/note-draft.ts';
import { isSameNote } from '#web/editor/same-note.ts';
import { noteBytes } from '#web/editor/note-size.ts';
import { now } from '#web/ui/use-now.ts';

/** A draft is stored after a pause in typing of this length. */
const DEBOUNCE_MS = 400;

type Autosave = {
  /** The size of the draft on the wire at the last autosave; 0 while nothing is typed. */
  bytes: number;
  /** Says whether the draft is stored. */
  status: string;
  /** Stores the current draft now. */
  flush: () => void;
  /** Cancels the pending autosave, after saving or discarding the note. */
  stop: () => void;
};

/** Where a draft is stored, and the draft that it resumes, which is deleted so that it is not listed twice. */
type Target = { userId: string; bookingId: string; slot: string; resumed: StoredDraft | null };

/**
 * Stores a draft on this device while the client types: after every pause, and at once when the page is onHidden or left.
 * A draft that equals the saved note is deleted.
 */
export function useAutosave(
  { userId, bookingId, slot, resumed }: Target,
  draft: NoteDraft | null,
  stored: Notes,
): Autosave {
  const [bytes, setBytes] = useState(0);
  const [status, setStatus] = useState('');
  const pending = useRef<(() => void) | null>(null);
  const notes = draft?.notes;
  const base_updated_at = draft?.base_updated_at ?? null;

  const flush = () => {
    pending.current?.();
    pending.current = null;
  };

  useEffect(() => {
    if (!notes) return;
    pending.current = () => {
      setBytes(noteBytes(notes));
      if (isSameNote(notes, stored)) {
        dropNoteDraft(userId, bookingId, slot);
        setStatus('');
        return;
      }
      const savedAt = now().getTime();
      const isStored = saveNoteDraft(userId, bookingId, slot, { notes, base_updated_at }, savedAt);
      if (isStored && resumed && resumed.slot !== slot)
        dropNoteDraftIfUnchanged(userId, bookingId, resumed, savedAt);
      setStatus(
        isStored ? 'Draft saved on this device' : 'This device cannot store drafts. Please save soon.',
      );
    };
    const timer = setTimeout(flush, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [userId, bookingId, slot, resumed, notes, base_updated_at, stored]);

  useEffect(() => {
    const onHidden = () => flush();
    window.addEventListener('pagehide', onHidden);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('pagehide', onHidden);
      document.removeEventListener('visibilitychange', onHidden);
      flush();
    };
  }, []);

  return {
    bytes: notes ? bytes : 0,
    status: notes ? status : '',
    flush,
    stop: () => {
      pending.current = null;
    },
  };
}
