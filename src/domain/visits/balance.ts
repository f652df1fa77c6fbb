/** What a booking still costs, outside the cart (rules.md §3, §9). */
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { Payment } from '#domain/slots/placement-warnings.ts';

/** How money is taken outside the payment page. */
export const OFFLINE_METHODS = ['CASH', 'CARD_READER', 'TRANSFER', 'OTHER'] as const;
export type OfflineMethod = (typeof OFFLINE_METHODS)[number];

/** How long a payment link works. */
export const PAYMENT_LINK_DAYS = 30;

/** How many other visits a payment link can be for. */
export const MOST_OTHER_VISITS = 20;

/** Amounts in cents, without tax. */
export type BookingPrice = {
  status: BookingStatus;
  /** FREE: a supported visit, a gift, or a price that was waived. */
  payment: Payment;
  price_cents: number;
  /** It has a paid checkout. A refund does not make it unpaid. */
  is_paid_online: boolean;
  /** All offline payments, less their corrections. */
  offline_cents: number;
};

/** Only a visit that takes place, took place or was missed costs something. */
const OWING: readonly BookingStatus[] = ['CONFIRMED', 'COMPLETED', 'NO_SHOW'];

/** Returns what is left to pay: never negative. */
export function balanceCents(booking: BookingPrice): number {
  if (!canOwe(booking)) return 0;
  return Math.max(0, booking.price_cents - Math.max(0, booking.offline_cents));
}

/** True if neither the payment page nor a waiver has settled the price. */
const canOwe = ({ status, payment, is_paid_online }: BookingPrice): boolean =>
  payment !== 'FREE' && !is_paid_online && OWING.includes(status);

/**
 * True if the client still chooses the price: a sliding-scale visit that is unpaid and for which staff have typed no
 * amount. Its price_cents is only the suggestion.
 */
export function isPriceOpen(booking: BookingPrice, is_chosen_by_client: boolean): boolean {
  return is_chosen_by_client && canOwe(booking) && booking.offline_cents <= 0;
}

/** True if no money was taken for it, so that its price can change. */
export function isPriceChangeable({
  status,
  is_paid_online,
  offline_cents,
}: Omit<BookingPrice, 'price_cents' | 'payment'>): boolean {
  return !is_paid_online && offline_cents <= 0 && OWING.includes(status);
}
