import { z } from 'zod';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';
import { CONTACTS } from '#domain/visits/contacts.ts';
import { SERVICE_TYPES } from '#domain/slots/services.ts';
import { delta } from './bookings.schemas.ts';
import { pinnedNote, recommendation, sessionNote, sinceLastTime, visitFacts } from './notes.schemas.ts';
import { id, instant, type CallSchemas } from './schemas.ts';

// The health data of one client, as the practitioner reads it (rules.md §9). Clients never see it in this form.

const visitFile = visitFacts.extend({
  service_type: z.enum(SERVICE_TYPES),
  end_time: instant,
  status: z.enum(BOOKING_STATUSES),
  note: sessionNote.nullable(),
  /** Null: none was begun. */
  recommendation: recommendation.nullable(),
  /** The client's own note, while the client shares it. */
  shared_reflection: z.object({ body: delta, written_at: instant.nullable(), shared_at: instant }).nullable(),
});
export type VisitFile = z.infer<typeof visitFile>;
const contactFile = z.object({
  note_id: id,
  contact: z.enum(CONTACTS),
  begun_at: instant,
  note: sessionNote,
});
export type ContactFile = z.infer<typeof contactFile>;

export const staffClientFile = {
  params: z.object({ id }),
  query: z.object({
    /** `next` of the page before. */
    after: id.optional(),
    /** The entry with which the first page begins. */
    from: id.optional(),
  }),
  answer: z.object({
    /** On the first page, like `since_last_time`. */
    pinned_note: pinnedNote.nullable(),
    /** Null: the client has not been here before today. */
    since_last_time: sinceLastTime.nullable(),
    /** Visits, and notes without one, the latest first. A page ends after 20, or earlier where they have large notes. */
    visits: z.array(z.union([visitFile, contactFile])),
    /** Seals what is typed on the device. */
    draft_key: z.string(),
    /** Null: this is the last page. */
    next: id.nullable(),
  }),
} satisfies CallSchemas;
export type ClientFile = z.infer<(typeof staffClientFile)['answer']>;
