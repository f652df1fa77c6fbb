import { z } from 'zod';
import { OFFLINE_METHODS } from '#domain/visits/balance.ts';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';
import { asSent, id, instant, localDate, text, type CallSchemas } from './schemas.ts';
import { priceRange } from './payment-links.schemas.ts';
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
/** A document as it is sent: a Delta, its JSON text, or plain text. domain/text/notes.ts cleans it. */
export const noteInput = z.union([z.string().overwrite(asSent), z.object({ ops: z.array(z.unknown()) })], {
  error: 'Please send a rich-text document or plain text.',
});

/** A booking (product.md §3.5) with the fields that rules.md §7 adds. Instants in UTC, money in cents. */
const booking = z.object({
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
  /** Since when the practitioner may read the note; null: it is the client's alone. */
  client_notes_shared_at: instant.nullable(),
  published_recommendations: delta.nullable(),
  /** When they were published, last changed, or withdrawn. */
  published_at: instant.nullable(),
  republished_at: instant.nullable(),
  recommendation_withdrawn_at: instant.nullable(),
  service_location_type: locationType,
  location: z.object({ name: z.string() }),
  visit_address: address.nullable(),
  /** The client's page of a confirmed online session, and whether a room is set; null for others. */
  join: z.object({ url: z.string(), has_room: z.boolean() }).nullable(),
  price_cents: z.number(),
  /** What went back or is on its way back to the card. */
  refunded_cents: z.number(),
  /** Paid for this booking, tax included: by card and, as `offline_cents` says, at the visit. */
  paid_cents: z.number(),
  offline_cents: z.number(),
  /** What is left to pay. With a price range, the suggested price. */
  balance_cents: z.number(),
  /** The range from which the client chooses the price when paying; null where it is decided. */
  price_range: priceRange.nullable(),
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
    notes: noteInput,
    base_updated_at: instant.nullish(),
  }),
  answer: z.object({ message: z.string(), client_notes: delta.nullable(), notes_updated_at: instant }),
} satisfies CallSchemas;
export const shareNotes = {
  body: z.object({ id, shared: z.boolean() }),
  answer: z.object({ shared_at: instant.nullable() }),
} satisfies CallSchemas;

/** Why the client can't do this online: the codes of the two calls. */
const refusal = z.enum([
  'NOT_CANCELLABLE',
  'NOT_RESCHEDULABLE',
  'TOO_LATE_TO_RESCHEDULE',
  'NO_RESCHEDULES_LEFT',
]);
export const bookingOptions = {
  query: z.object({ id }),
  answer: z.object({
    /** Sent back as base_updated_at by a reschedule. */
    updated_at: instant,
    cancel: z.object({
      /** Null: the booking can be cancelled. */
      why_not: refusal.nullable(),
      /** What a cancellation refunds now; sent back as expected_cents. */
      refund_cents: z.number(),
      /** What it refunds from `changes_at` on. */
      later_refund_cents: z.number(),
      /** Null: the refund stays as it is until the start. */
      changes_at: instant.nullable(),
    }),
    reschedule: z.object({
      /** Null: the booking can be rescheduled. */
      why_not: refusal.nullable(),
      reschedules_left: z.number(),
      /** How often the client may reschedule a booking, and until how many hours before its start. */
      max_reschedules: z.number(),
      hours_before: z.number(),
      /** The last moment. */
      reschedule_until: instant,
    }),
  }),
} satisfies CallSchemas;
export type BookingOptions = z.infer<(typeof bookingOptions)['answer']>;
export const cancelBooking = {
  body: z.object({
    id,
    /** The refund that the client has seen, in cents. */
    expected_cents: z.number().int().min(0).max(100_000_000),
  }),
  answer: bookingFacts,
} satisfies CallSchemas;
export const rescheduleBooking = {
  body: z.object({
    id,
    /** A slot of the same service at the same kind of place, as the listing names it. */
    schedule_id: id,
    date: localDate,
    /** 'h:mm AM/PM', in the practice's zone. */
    start: text(20),
    base_updated_at: instant,
  }),
  answer: bookingFacts,
} satisfies CallSchemas;

/** A visit of a statement. Instead of an instant it has the date of service in the practice's zone. */
export const statementVisit = z.object({
  id: z.string(),
  date: localDate,
  service_name: z.string(),
  status: z.enum(BOOKING_STATUSES),
  /** Tax included. Null while it is hidden from staff: the client chose it, or an amount of the same payment. */
  paid_cents: z.number().nullable(),
  refunded_cents: z.number().nullable(),
  methods: z.array(z.enum(['CARD', ...OFFLINE_METHODS])),
});
/** What statements are made of: the visits that have begun, the earliest first. No diagnosis, no procedure codes. */
export const statement = z.object({
  /** Of the practice, as it has set them; '' for none. */
  license: z.string(),
  tax_number: z.string(),
  made_on: localDate,
  visits: z.array(statementVisit),
});
export type Statement = z.infer<typeof statement>;
export const getStatement = { answer: statement } satisfies CallSchemas;
