import { z } from 'zod';
import { clientName, personal } from './personal.schemas.ts';
import { OFFLINE_METHODS } from '#domain/visits/balance.ts';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';
import { ROOM_LIMIT } from '#domain/visits/online-room.ts';
import { FREE_REASONS } from '#domain/slots/placement-warnings.ts';
import { sessionRow } from './agenda.schemas.ts';
import { reach, reached } from './reach.schemas.ts';
import { askedForm } from './submissions.schemas.ts';
import {
  action_id,
  id,
  instant,
  localDate,
  multilineText,
  opaque,
  text,
  type CallSchemas,
} from './schemas.ts';

// One booking as staff see it, and what they do with it (rules.md §9). Instants in UTC, money in cents.

const refundState = z.object({
  cents: z.number().nullable(),
  state: z.enum(['QUEUED', 'DONE', 'FAILED']),
  /** GOODWILL: by staff, of a booking that stays. */
  cause: z.enum(['CANCELLED', 'GOODWILL']),
  /** What staff wrote for a refund of goodwill; else ''. */
  reason: personal(z.string()),
  /** Made at the provider's own dashboard, or by a lost dispute: of the whole payment, not of one booking. */
  is_external: z.boolean(),
  at: instant,
});
/** Money that was taken outside the payment page. Staff type these amounts, so they are never hidden. */
const offlinePayment = z.object({
  id,
  receipt_number: z.number(),
  /** Negative: a correction. */
  cents: z.number(),
  method: z.enum(OFFLINE_METHODS),
  received_on: localDate,
  note: personal(z.string()),
  at: instant,
  staff_name: z.string().nullable(),
  /** The payment that this row corrects. */
  corrects: id.nullable(),
  /** False: a correction, or corrected already. */
  can_correct: z.boolean(),
});
export type OfflinePayment = z.infer<typeof offlinePayment>;
const panelClient = z.object({
  id,
  name: clientName,
  first_name: clientName,
  pronouns: personal(z.string().nullable()),
  phone: personal(z.string().nullable()),
  email: personal(z.string()),
  photo: personal(z.string().nullable()),
  /** Visits that took place or are booked, up to and with this one. */
  visits: z.number(),
  last_visit: instant.nullable(),
  house_call_approved: z.boolean(),
  updated_at: instant,
});
/** Money of one booking. Amounts are null while hidden: the client chose the price (rules.md §9). */
export const bookingMoney = z.object({
  is_hidden: z.boolean(),
  price_cents: z.number().nullable(),
  tax_cents: z.number().nullable(),
  paid_cents: z.number().nullable(),
  paid_at: instant.nullable(),
  refunded_cents: z.number().nullable(),
  currency: z.string(),
  receipt_url: z.string().nullable(),
  refunds: z.array(refundState),
  /** Something is left to pay, though perhaps not how much. */
  has_balance: z.boolean(),
  /** Null: the client still chooses the price, on the payment page or at the visit. */
  balance_cents: z.number().nullable(),
  /** Cash and the like, less corrections. */
  offline_cents: z.number(),
  offline_payments: z.array(offlinePayment),
  /** What can go back to the card; null while it is hidden. */
  left_cents: z.number().nullable(),
  free_reason: z.enum(FREE_REASONS).nullable(),
});
export type BookingMoney = z.infer<typeof bookingMoney>;
/** Everything about one booking, for staff. */
export const panel = z.object({
  booking: sessionRow,
  client: panelClient.nullable(),
  money: bookingMoney.extend({
    /** Other visits of the client with a balance, which the same payment link can be for. Empty if this one has none. */
    also_owed: z.array(
      z.object({
        id,
        service_name: z.string(),
        start_time: instant,
        /** Null: the client still chooses the price. */
        balance_cents: z.number().nullable(),
      }),
    ),
  }),
  /** The forms that this visit asks for. */
  forms: z.array(askedForm),
  mails: z.array(
    z.object({
      /** Subjects of mails to a client have amounts that staff may not see, so the kind stands for it. */
      kind: z.string(),
      at: instant,
      state: z.enum(['SENT', 'WAITING', 'FAILED']),
    }),
  ),
  /** Whole sentences with who did it: 'Booked by Maren' */
  history: z.array(
    z.object({
      at: instant,
      text: z.string(),
      message: personal(z.string().nullable()),
    }),
  ),
  /** The sessions that were booked together with it and are not cancelled, by start, and it; empty: it was booked alone. */
  series: z.array(z.object({ id, start_time: instant, status: z.enum(BOOKING_STATUSES) })),
  /** Its own online room, which wins over that of the practice; '' for none. */
  own_room: z.string(),
  allowed_actions: z.array(
    z.enum([
      'CANCEL',
      'ARRIVED',
      'NOT_ARRIVED',
      'NO_SHOW',
      'ATTENDED',
      'END_HOLD',
      'CHANGE_PRICE',
      'RECORD_PAYMENT',
      'SEND_PAYMENT_LINK',
      'REFUND',
    ]),
  ),
});
export type BookingPanel = z.infer<typeof panel>;

const bookingId = z.object({ id });
export const staffBooking = { params: bookingId, answer: panel, also: [304] } satisfies CallSchemas;

/** What a cancellation refunds. `cents` is null where the amount is hidden. */
const outcome = z.object({ refund: z.enum(['FULL', 'PART', 'NONE']), cents: z.number().nullable() });
export const staffCancellation = {
  params: bookingId,
  answer: z.object({
    /** Who is offered the time, if it is offered again. */
    next_in_line: clientName.nullable(),
    /** With what the practice gives back. */
    reach,
    by_practice: outcome,
    by_client: outcome,
    /** Hours until the start, rounded down. */
    hours_before: z.number(),
    /** How the client's outcome changes by the policy; the one before ends with the instant `after`. */
    by_client_later: z.array(outcome.extend({ after: instant })),
    /** Sent back with the cancellation; it changes with the outcome. */
    quote: z.string(),
    updated_at: instant,
  }),
} satisfies CallSchemas;
export type Cancellation = z.infer<(typeof staffCancellation)['answer']>;
export const staffCancelBooking = {
  params: bookingId,
  body: z.object({
    action_id,
    base_updated_at: instant,
    by: z.enum(['PRACTICE', 'CLIENT']),
    /** Cents: not below the policy, and not more than is left. */
    refund: z.union([z.enum(['POLICY', 'FULL']), z.number().int().min(0).max(100_000_000)]),
    quote: opaque(200),
    /** To the client, in the mail. */
    message: multilineText(1000).optional(),
    /** CLOSE: the time is closed for everybody else. */
    time: z.enum(['OPEN', 'CLOSE']),
    notify: z.boolean(),
  }),
  answer: panel.extend({ reached }),
} satisfies CallSchemas;
export const staffAttendance = {
  params: bookingId,
  body: z.object({
    action_id,
    base_updated_at: instant,
    to: z.enum(['ARRIVED', 'NOT_ARRIVED', 'NO_SHOW', 'ATTENDED']),
  }),
  answer: panel,
} satisfies CallSchemas;
/** Sets the booking's own online room; '' for that of the practice. */
export const staffChangeRoom = {
  params: bookingId,
  body: z.object({ action_id, base_updated_at: instant, room_url: text(ROOM_LIMIT) }),
  answer: panel,
} satisfies CallSchemas;
export const staffRevealAmount = {
  params: bookingId,
  body: z.object({ action_id }),
  answer: z.object({
    price_cents: z.number(),
    tax_cents: z.number().nullable(),
    paid_cents: z.number(),
    refunded_cents: z.number(),
    left_cents: z.number(),
  }),
} satisfies CallSchemas;
