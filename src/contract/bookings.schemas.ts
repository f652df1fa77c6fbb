import { z } from 'zod';
import { BOOKING_STATUSES } from '#domain/booking.ts';
import { id, instant, type CallSchemas } from './schemas.ts';
import { locationType } from './services.schemas.ts';
import { address } from './users.schemas.ts';

/** A rich-text document (product.md §3.6). */
export const delta = z.object({
  ops: z.array(
    z.object({
      insert: z.union([z.string(), z.record(z.string(), z.unknown())]),
      attributes: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
export type Delta = z.infer<typeof delta>;

/** A booking (product.md §3.5) with the fields that rules.md §7 adds. Instants in UTC, money in cents. */
export const booking = z.object({
  id: z.string(),
  service_id: z.string(),
  service_type: z.string(),
  service_name: z.string(),
  format: z.string(),
  start_time: instant,
  end_time: instant,
  status: z.enum(BOOKING_STATUSES),
  client_notes: delta.nullable(),
  /** The browser sends it back as base_updated_at, so that two tabs never overwrite each other silently. */
  notes_updated_at: instant.nullable(),
  published_recommendations: delta.nullable(),
  service_location_type: locationType,
  location: z.object({ name: z.string() }),
  visit_address: address.nullable(),
  price_cents: z.number(),
  refunded_cents: z.number(),
  currency: z.string(),
  receipt_url: z.string().nullable(),
});
export type Booking = z.infer<typeof booking>;
/** A booking without its documents, for calls about its time and payment. */
export const bookingFacts = booking.omit({ client_notes: true, published_recommendations: true });
export type BookingFacts = z.infer<typeof bookingFacts>;

export const getUserBookings = {
  query: z.object({ id: id.optional() }),
  answer: z.array(booking),
} satisfies CallSchemas;
export const bookingCalendar = { query: z.object({ id }) } satisfies CallSchemas;
export const updateUserNotes = {
  query: z.object({ id }),
  body: z.object({
    /** A Delta, its JSON text, or plain text. */
    notes: z.union([z.string(), z.object({ ops: z.array(z.unknown()) })], {
      error: 'Please send a rich-text document or plain text.',
    }),
    base_updated_at: instant.nullish(),
  }),
  answer: z.object({ message: z.string(), client_notes: delta.nullable(), notes_updated_at: instant }),
} satisfies CallSchemas;
