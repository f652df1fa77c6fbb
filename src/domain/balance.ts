/** What a booking still costs, outside the cart (rules.md §3, §9). */
import type { BookingStatus } from '#domain/booking.ts';

/** How money is taken outside the payment page. */
export const OFFLINE_METHODS = ['CASH', 'CARD_READER', 'TRANSFER', 'OTHER'] as const;
export type OfflineMethod = (typeof OFFLINE_METHODS)[number];

/** Amounts in cents, without tax. */
export type BookingPrice = {
  status: BookingStatus;
  /** FREE: a supported visit, a gift, or a price that was waived. */
  payment: 'ONLINE' | 'LATER' | 'FREE';
  price_cents: number;
  /** It has a paid checkout. A refund does not make it unpaid. */
  is_paid_online: boolean;
  /** All offline payments, less their corrections. */
  offline_cents: number;
};

/** Only a visit that takes place, took place or was missed costs something. */
const OWING: readonly BookingStatus[] = ['CONFIRMED', 'COMPLETED', 'NO_SHOW'];

/** Returns what is left to pay: never negative. */
export function balanceCents({
  status,
  payment,
  price_cents,
  is_paid_online,
  offline_cents,
}: BookingPrice): number {
  if (payment === 'FREE' || is_paid_online || !OWING.includes(status)) return 0;
  return Math.max(0, price_cents - Math.max(0, offline_cents));
}
