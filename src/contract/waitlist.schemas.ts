import { z } from 'zod';
import { ENTRY_STATES } from '#domain/slots/waitlist.ts';
import { priceRange } from './payment-links.schemas.ts';
import { clientName, personal } from './personal.schemas.ts';
import { action_id, clockTime, id, instant, localDate, text, type CallSchemas } from './schemas.ts';
import { locationType } from './services.schemas.ts';

// Places in line for a time, and offers of times that became free (rules.md §10).

/** Sessions that begin and end between the times of these dates. */
const wishedTimes = z.object({
  from_date: localDate,
  to_date: localDate,
  /** The sum of 1 for Sunday, 2 for Monday, to 64 for Saturday. */
  weekdays: z.number().int().min(1).max(127),
  from_time: clockTime,
  to_time: z.union([clockTime, z.literal('24:00')]),
});
/** What a client waits for: one date of a class, or any time that fits. */
const wish = z.object({
  service_id: id,
  place: locationType,
  class_start: instant.nullable(),
  times: wishedTimes.nullable(),
});

const entry = z.object({
  id,
  service_id: id,
  service_name: z.string(),
  place: locationType,
  location_name: z.string(),
  /** 'Thursdays after 12:00 PM, until 20 Dec', or the date of the class. */
  text: z.string(),
  /** Of a class: the client's WAITLISTED booking. */
  booking_id: id.nullable(),
  state: z.enum(ENTRY_STATES),
  /** Place in line, from 1; null while paused. */
  position: z.number().nullable(),
  /** The start of the class; null: any time that fits. */
  class_start: instant.nullable(),
  /** What joins the line again. */
  wish,
});
export type WaitlistEntry = z.infer<typeof entry>;

const offer = z.object({
  id,
  booking_id: id,
  service_name: z.string(),
  start_time: instant,
  end_time: instant,
  location_name: z.string(),
  ends_at: instant,
  /** It was taken, and its payment page is open. */
  is_being_paid: z.boolean(),
  price_cents: z.number(),
  /** The range from which the client chooses the price. */
  price_range: priceRange.nullable(),
});
export type WaitlistOffer = z.infer<typeof offer>;

export const getWaitlist = {
  query: z.object({ service_id: id, place: locationType, class_start: instant }).partial(),
  answer: z.object({
    entries: z.array(entry),
    offers: z.array(offer),
    /** The place that one more would get in the line that was asked for; null: none was. */
    next_position: z.number().nullable(),
  }),
} satisfies CallSchemas;
export type Waitlist = z.infer<(typeof getWaitlist)['answer']>;
export const joinWaitlist = { body: wish, answer: entry, status: 201 } satisfies CallSchemas;
export const leaveWaitlist = { query: z.object({ id }), answer: z.object({ id }) } satisfies CallSchemas;

/** Cents, where the offer has a price range. */
const selected_price = z.number().int().min(0).max(100_000_000).optional();
const answerOfOffer = z.enum(['TAKE', 'DECLINE']);
export const answerOffer = {
  body: z.object({ id, answer: answerOfOffer, selected_price }),
  /** The payment page; null: declined. */
  answer: z.object({ url: z.string().nullable() }),
} satisfies CallSchemas;
export const declineByLink = {
  params: z.object({ token: id }),
  answer: z.object({ url: z.null() }),
} satisfies CallSchemas;

const staffEntry = entry.extend({
  /** Without an address the client gets no e-mail. */
  client: z.object({ id, name: clientName, phone: personal(z.string().nullable()), has_email: z.boolean() }),
  joined_at: instant,
  /** How many times were offered before. */
  offered: z.number(),
  /** What is offered now. */
  offer: z
    .object({ booking_id: id, text: z.string(), ends_at: instant, is_being_paid: z.boolean() })
    .nullable(),
  /** The next free times that fit, while nothing is offered, and until when each could be answered. */
  free: z.array(z.object({ start: instant, text: z.string(), ends_at: instant })),
});
export type StaffEntry = z.infer<typeof staffEntry>;

export const staffWaitlist = {
  answer: z.object({ entries: z.array(staffEntry) }),
  also: [304],
} satisfies CallSchemas;
export const staffJoinWaitlist = {
  body: wish.extend({ action_id, client_id: id }),
  answer: z.object({ client_id: id }),
  status: 201,
} satisfies CallSchemas;
export const staffOffer = {
  params: z.object({ id }),
  body: z.object({
    action_id,
    start: instant,
    /** Why others who wait longer for such a time are passed over. */
    reason: text(200).optional(),
  }),
  answer: z.object({ id }),
} satisfies CallSchemas;
export const staffRemoveEntry = {
  params: z.object({ id }),
  body: z.object({ action_id }),
  answer: z.object({ id }),
} satisfies CallSchemas;
