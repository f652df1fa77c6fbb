import { z } from 'zod';
import { CHECKOUT_VIEWS } from '#domain/checkout/checkout-states.ts';
import { bookingFacts } from './bookings.schemas.ts';
import { id, localDate, opaque, text, type CallSchemas } from './schemas.ts';

const time = text(20);
/**
 * A checkout item (product.md §3.14). The server reads only the fields that choose a slot, and the chosen price. Names,
 * prices, formats and capacities are accepted and dropped, because the database has them (rules.md §5).
 */
const item = z.object({
  service_id: id,
  schedule_id: id,
  start_time: time,
  end_time: time,
  selectedDate: localDate,
  selected_price: z.number().int().min(0).max(100_000_000),
  is_subscription: z.boolean().nullish(),
});
export type CheckoutItem = z.infer<typeof item>;

export const createCheckout = {
  body: z.object({
    items: z.array(item).min(1, 'Your cart is empty').max(10, 'Please book at most 10 sessions at once.'),
    /** Cents: the sum of all selected_price. */
    total_amount: z.number().int().min(0),
    /** Accepted (product.md §7.1.4) and compared with the session. They never choose the checkout's owner. */
    user_id: id.nullish(),
    stripe_customer_id: opaque(200).nullish(),
    customer_email: opaque(254).nullish(),
  }),
  answer: z.object({ url: z.string() }),
} satisfies CallSchemas;

const conflict = z.object({
  service_id: z.string(),
  schedule_id: z.string(),
  selectedDate: localDate,
  start_time: z.string(),
  service_name: z.string(),
  /** PRICE_CHANGED only, cents. */
  selected_price: z.number().optional(),
  expected_price: z.number().optional(),
});
export type Conflict = z.infer<typeof conflict>;

export const checkoutStatus = {
  query: z.object({ session_id: id }),
  answer: z.object({
    /** CHECKING: paid, but this site has no such checkout; the practice settles it (decision 0021). */
    status: z.enum([...CHECKOUT_VIEWS, 'CHECKING']),
    bookings: z.array(bookingFacts),
    subtotal_cents: z.number(),
    tax_cents: z.number().nullable(),
    total_cents: z.number().nullable(),
    refunded_cents: z.number(),
    currency: z.string(),
    receipt_url: z.string().nullable(),
    /** True if the practice refunded the payment at the provider, not because the time was gone. */
    refunded_elsewhere: z.boolean(),
    /** The sessions that a refunded payment could not book, with the keys of cart items. */
    lost: z.array(conflict),
  }),
} satisfies CallSchemas;
export const removeBookings = {
  query: z.object({ id }),
  answer: z.object({ message: z.string(), removed: z.number() }),
  also: [202],
} satisfies CallSchemas;
