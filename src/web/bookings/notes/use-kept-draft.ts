import { useEffect, useRef, useState } from 'react';
import type { Notes } from '#domain/notes.ts';
import {
  dropIfUnchanged,
  dropNoteDraft,
  isSameNote,
  keepNoteDraft,
  type KeptNote,
  type NoteDraft,
} from '#web/bookings/notes/note-draft.ts';
import { noteBytes } from '#web/bookings/notes/note-size.ts';
import { now } from '#web/ui/use-now.ts';

/** A pause in typing after which the draft is put away, in milliseconds. */
const PAUSE_MS = 400;

type KeptDraft = {
  /** What the draft takes on its way to the server, as of the last pause; 0 while nothing is typed. */
  bytes: number;
  /** Whether it is kept, in words. */
  words: string;
  /** Puts the newest away now. */
  flush: () => void;
  /** Saved or given up: what is still waiting is not put away any more. */
  stop: () => void;
};

/** Where a draft is kept, and which one it goes on with, so that this one moves and does not stay twice. */
type Place = { userId: string; bookingId: string; slot: string; from: KeptNote | null };

/**
 * Keeps a draft on this device while it is written: after every pause, and at once when the page is hidden or left.
 * A draft that says what is stored already is none.
 */
export function useKeptDraft(
  { userId, bookingId, slot, from }: Place,
  draft: NoteDraft | null,
  stored: Notes,
): KeptDraft {
  const [bytes, setBytes] = useState(0);
  const [words, setWords] = useState('');
  const waiting = useRef<(() => void) | null>(null);
  const notes = draft?.notes;
  const base_updated_at = draft?.base_updated_at ?? null;

  const flush = () => {
    waiting.current?.();
    waiting.current = null;
  };

  useEffect(() => {
    if (!notes) return;
    waiting.current = () => {
      setBytes(noteBytes(notes));
      if (isSameNote(notes, stored)) {
        dropNoteDraft(userId, bookingId, slot);
        setWords('');
        return;
      }
      const moment = now().getTime();
      const kept = keepNoteDraft(userId, bookingId, slot, { notes, base_updated_at }, moment);
      if (kept && from && from.slot !== slot) dropIfUnchanged(userId, bookingId, from, moment);
      setWords(
        kept ? 'Kept on this device until you save' : 'This device cannot keep a draft. Please save soon.',
      );
    };
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [userId, bookingId, slot, from, notes, base_updated_at, stored]);

  useEffect(() => {
    const hidden = () => flush();
    window.addEventListener('pagehide', hidden);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', hidden);
      document.removeEventListener('visibilitychange', hidden);
      flush();
    };
  }, []);

  return {
    bytes: notes ? bytes : 0,
    words: notes ? words : '',
    flush,
    stop: () => {
      waiting.current = null;
    },
  };
}
