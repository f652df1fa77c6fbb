import { z } from 'zod';
import { id, instant, type CallSchemas } from './schemas.ts';
import { locationType } from './services.schemas.ts';

// Paying the balance of visits (rules.md §5). Instants in UTC, money in cents.

/** The range from which the client chooses the price of a sliding-scale visit that has none yet. */
export const priceRange = z.object({
  min_cents: z.number(),
  max_cents: z.number(),
  suggested_cents: z.number(),
});
export type PriceRange = z.infer<typeof priceRange>;

const line = z.object({
  service_name: z.string(),
  start_time: instant,
  end_time: instant,
  place: locationType,
  location_name: z.string(),
  /** 0: paid in the meantime. With a price range, the suggested price. */
  balance_cents: z.number(),
  price_range: priceRange.nullable(),
});
export type PaymentLine = z.infer<typeof line>;

/** The chosen price of each line with a price range, by its place in `lines`; others are not sent. */
export const selected_prices = z
  .array(
    z.object({
      line: z.number().int().min(0).max(20),
      cents: z.number().int().min(0).max(100_000_000),
    }),
  )
  .max(21)
  .default([]);
/** The payment page at the provider. */
export const paymentPage = z.object({ url: z.string() });

/** What a link asks for. */
export const payment = z.object({
  lines: z.array(line),
  /** 0: nothing is left to pay. */
  total_cents: z.number(),
  currency: z.string(),
});

export const openPaymentLink = { params: z.object({ token: id }), status: 303 } satisfies CallSchemas;
export const payBalance = {
  body: z.object({
    booking_id: id,
    /** Cents, where the booking has a price range. */
    selected_price: z.number().int().min(0).max(100_000_000).optional(),
  }),
  answer: paymentPage,
} satisfies CallSchemas;
