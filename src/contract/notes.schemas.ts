import { z } from 'zod';
import { delta } from './bookings.schemas.ts';
import { id, instant, type CallSchemas } from './schemas.ts';

// What the practitioner writes for herself about a client's visits (rules.md §9). Clients never see it.

const params = z.object({ id });
/** A Delta, its JSON text, or plain text. */
const body = z.union([z.string(), z.object({ ops: z.array(z.unknown()) })], {
  error: 'Please send a rich-text document or plain text.',
});
/** The version that the writer saw; 0: there was none. */
const version = z.number().int().min(0);

const signature = z.object({
  at: instant,
  /** The name of the member of staff. */
  by: z.string(),
});
const addendum = z.object({ id, body: delta, signed: signature });
const note = z.object({
  body: delta,
  version,
  updated_at: instant,
  /** Null: a draft. A signed note is final; only addenda come after it. */
  signed: signature.nullable(),
  /** Oldest first. */
  addenda: z.array(addendum),
});
export type SessionNote = z.infer<typeof note>;

const pinned = z.object({ body: delta, version, updated_at: instant });
export type PinnedNote = z.infer<typeof pinned>;

/** The `details` of NOTE_CHANGED and NOTE_SIGNED: the note as it is now; null: there is none. */
export type SessionNoteDetails = { note: SessionNote | null };
/** The `details` of NOTE_CHANGED of a pinned note. */
export type PinnedNoteDetails = { pinned_note: PinnedNote | null };

export const staffSessionNote = {
  params,
  answer: z.object({
    visit: z.object({
      booking_id: id,
      client: z.object({ id, name: z.string(), first_name: z.string() }),
      service_name: z.string(),
      start_time: instant,
      end_time: instant,
    }),
    note: note.nullable(),
    /** The note of the last visit before this one that has a note. */
    last_note: note.extend({ booking_id: id, service_name: z.string(), start_time: instant }).nullable(),
    /** 'Important': what is pinned to the client. */
    pinned_note: pinned.nullable(),
    /** Seals what is typed on the device, as the key of an unlock does. */
    draft_key: z.string(),
  }),
} satisfies CallSchemas;
export type NotesOfVisit = z.infer<(typeof staffSessionNote)['answer']>;
export const staffSaveSessionNote = {
  params,
  body: z.object({ body, version }),
  answer: z.object({ version, updated_at: instant }),
} satisfies CallSchemas;
export const staffSignSessionNote = {
  params,
  body: z.object({ action_id: z.uuid(), version }),
  answer: note,
} satisfies CallSchemas;
export const staffAddToSessionNote = {
  params,
  body: z.object({ action_id: z.uuid(), body }),
  answer: note,
} satisfies CallSchemas;
export const staffSavePinnedNote = {
  params,
  body: z.object({ body, version }),
  answer: z.object({ version, updated_at: instant }),
} satisfies CallSchemas;
