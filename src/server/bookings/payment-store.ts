import { sql } from 'kysely';

/**
 * Whether the amounts of a booking `b` with its checkout `c` are hidden from staff (rules.md §9): the client chose its price,
 * or another one of the same payment, whose total, receipt and refunds would reveal it.
 */
export const IS_HIDDEN = sql<boolean>`(b.price_chosen_by_client or coalesce(c.has_chosen_price, false))`;

/** What the payment `c` has left, after all refunds that are made or queued. */
export const PAYMENT_LEFT = sql<number>`(coalesce(c.total_cents, c.subtotal_cents) - c.refunded_cents - coalesce((
  select sum(r.amount_cents) from refunds r where r.checkout_id = c.id and r.done_at is null), 0))::int`;

/** What is queued to be refunded for the booking `b`. */
export const OWED = sql<number>`coalesce((
  select sum(r.amount_cents) from refunds r where r.booking_id = b.id and r.done_at is null), 0)::int`;
