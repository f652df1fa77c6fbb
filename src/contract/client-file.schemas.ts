import { z } from 'zod';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';
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

export const staffClientFile = {
  params: z.object({ id }),
  query: z.object({
    /** `next` of the page before. */
    after: id.optional(),
  }),
  answer: z.object({
    /** On the first page, like `since_last_time`. */
    pinned_note: pinnedNote.nullable(),
    /** Null: the client has not been here before today. */
    since_last_time: sinceLastTime.nullable(),
    /** The latest first. A page ends after 20 visits, or earlier where they have large notes. */
    visits: z.array(visitFile),
    /** Null: this is the last page. */
    next: id.nullable(),
  }),
} satisfies CallSchemas;
export type ClientFile = z.infer<(typeof staffClientFile)['answer']>;
