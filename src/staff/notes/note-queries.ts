import type { QueryKey } from '@tanstack/react-query';
import {
  staffSavePinnedNote,
  staffSaveRecommendation,
  staffSaveSessionNote,
  staffSessionNote,
} from '#contract/staff.calls.ts';
import type {
  ContactOf,
  NotesOfVisit,
  PinnedNote,
  PinnedNoteDetails,
  Recommendation,
  RecommendationDetails,
  SuggestedSession,
  SessionNote,
  SessionNoteDetails,
} from '#contract/notes.schemas.ts';
import type { Delta } from '#domain/text/notes.ts';
import { isSameSuggestion } from '#domain/visits/suggestions.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { HEALTH } from '#staff/api/unlock.ts';
import type { SaveResult, Stored } from '#staff/parts/draft-saver.ts';
import { ApiError } from '#web/api/request.ts';
import { isSameNote } from '#web/editor/same-note.ts';

/** Long enough to send a note with pictures over a slow connection. */
const TIMEOUT_MS = 60_000;
const EMPTY: Delta = { ops: [] };

const keyOf = (booking_id: string): readonly [typeof HEALTH, ...QueryKey] => [HEALTH, 'notes', booking_id];

/** The notes of a visit. Asked once: the answer to a save says if another browser has saved meanwhile. */
export const notesQuery = (booking_id: string) => ({
  queryKey: keyOf(booking_id),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callStaff(staffSessionNote, { params: { id: booking_id } }, { signal }),
});

/** What a note is about: a visit; or without one a contact, and the id is the note's own. */
export type NoteSubject = {
  booking_id: string;
  client: Pick<NotesOfVisit['visit']['client'], 'first_name'>;
  contact?: ContactOf;
};

/** A session note as its draft saver sees it. */
export const storedNote = (note: SessionNote | null): Stored<Delta> => ({
  body: note?.body ?? EMPTY,
  version: note?.version ?? 0,
  updated_at: note?.updated_at ?? null,
  is_final: note?.signed !== null && note !== null,
});

/** A pinned note as its draft saver sees it. */
export const storedPinned = (note: PinnedNote | null): Stored<Delta> => ({
  body: note?.body ?? EMPTY,
  version: note?.version ?? 0,
  updated_at: note?.updated_at ?? null,
  is_final: false,
});

/** What is written for a client: the text, and the session that is suggested with it. */
export type RecommendationDraft = { text: Delta; next_step: SuggestedSession | null };

/** Whether nothing has to be saved between these two. */
export const isSameDraft = (a: RecommendationDraft, b: RecommendationDraft): boolean =>
  isSameSuggestion(a.next_step, b.next_step) && isSameNote(a.text, b.text);

/** A recommendation as its draft saver sees it: its draft, or what is published while nothing of it has changed. */
export const storedRecommendation = ({
  draft,
  published,
  ...rest
}: Recommendation): Stored<RecommendationDraft> => storedText({ ...rest, text: draft ?? published });

const storedText = ({
  text,
  next_step,
  version,
}: Pick<Recommendation, 'next_step' | 'version'> & { text: Delta | null }): Stored<RecommendationDraft> => ({
  body: { text: text ?? EMPTY, next_step },
  version,
  updated_at: null,
  is_final: false,
});

/** Saves the draft of a session note; calls `onSigned` with a note that was signed meanwhile. */
export const saveSessionNote =
  ({ booking_id, contact }: NoteSubject, onSigned: (note: SessionNote) => void) =>
  async (body: Delta, version: number): Promise<SaveResult<Delta>> =>
    await answered(
      callStaff(
        staffSaveSessionNote,
        { params: { id: booking_id }, body: { body: JSON.stringify(body), version, contact } },
        { timeoutMs: TIMEOUT_MS },
      ),
      ({ note }: SessionNoteDetails) => {
        if (note?.signed) onSigned(note);
        return storedNote(note);
      },
    );

export const saveRecommendation =
  (booking_id: string) =>
  async (
    { text, next_step }: RecommendationDraft,
    version: number,
  ): Promise<SaveResult<RecommendationDraft>> =>
    await answered(
      callStaff(
        staffSaveRecommendation,
        { params: { id: booking_id }, body: { draft: JSON.stringify(text), version, next_step } },
        { timeoutMs: TIMEOUT_MS },
      ),
      ({ recommendation }: RecommendationDetails) => storedText(recommendation),
    );

export const savePinnedNote =
  (user_id: string) =>
  async (body: Delta, version: number): Promise<SaveResult<Delta>> =>
    await answered(
      callStaff(
        staffSavePinnedNote,
        { params: { id: user_id }, body: { body: JSON.stringify(body), version } },
        { timeoutMs: TIMEOUT_MS },
      ),
      ({ pinned_note }: PinnedNoteDetails) => storedPinned(pinned_note),
    );

async function answered<Details, Body>(
  saved: Promise<{ version: number; updated_at: string }>,
  theirsOf: (details: Details) => Stored<Body>,
): Promise<SaveResult<Body>> {
  try {
    return { kind: 'SAVED', ...(await saved) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'NOTE_CHANGED' || error.code === 'NOTE_SIGNED')
      return { kind: 'CONFLICT', theirs: theirsOf(error.details as Details) };
    // A proxy in front of the app refuses a large body without a message of ours.
    if (error.status === 413)
      return { kind: 'REFUSED', message: 'This is too large. Please remove a picture.' };
    return { kind: 'FAILED', message: error.message };
  }
}
