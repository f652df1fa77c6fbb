import { z } from 'zod';
import { PLACEMENT_WARNINGS } from '#domain/slots/placement-warnings.ts';
import { reach } from './reach.schemas.ts';
import { id, instant, localDate } from './schemas.ts';
import { locationType } from './services.schemas.ts';

/** What can become of a booking that a change touches. */
const BOOKING_CHOICES = ['KEEP', 'RESCHEDULE', 'CANCEL'] as const;

/** One line of a preview: what it is about, and a sentence. */
const line = z.object({ id: z.string(), text: z.string() });

/** What a change would do, computed by making it and rolling it back (rules.md §9). */
export const preview = z.object({
  /** Sent with the apply, which refuses if the effects are others by then. */
  preview_hash: z.string(),
  /** Sentences, the most important one first. */
  summary: z.array(z.string()),
  bookings: z.array(
    line.extend({
      updated_at: instant,
      choices: z.array(z.enum(BOOKING_CHOICES)),
      start_time: instant,
      service_id: id,
      place: locationType,
      /** A seat in this one of `classes`; null: a one-to-one session. */
      class_id: z.string().nullable(),
      /** Where the change would put it, and what speaks against that; null: it stays where it is. */
      to: z
        .object({
          start: instant,
          is_taken: z.boolean(),
          warnings: z.array(z.object({ code: z.enum(PLACEMENT_WARNINGS), text: z.string() })),
          /** By whom it is taken. */
          by: z.string().nullable(),
        })
        .nullable(),
      reach,
    }),
  ),
  /** Seats that are being paid for, and until when. */
  holds: z.array(line.extend({ until: instant.nullable() })),
  classes: z.array(line),
  events: z.array(line),
  /** Classes whose waitlist ends, or moves with them, and whom that reaches. */
  waitlist: z.array(line.extend({ reach: z.array(reach) })),
  /** How many times each of the next dates has, and had. */
  next_dates: z.array(z.object({ date: localDate, times: z.number(), before: z.number() })),
});
export type Preview = z.infer<typeof preview>;

/** Part of the body of every apply. */
export const applied = { action_id: z.uuid(), preview_hash: id };
