import { createHash } from 'node:crypto';
import type { Conflict } from '#contract/checkout.schemas.ts';
import type { Address } from '#domain/address.ts';
import type { LocationType } from '#domain/availability.ts';
import type { ServiceFormat } from '#domain/slots.ts';

/**
 * One session of a checkout as the client chose it. It has everything that the hold, the payment page and a second hold
 * for a late payment need. Instants are ISO texts, because it is stored as JSON.
 */
export type CheckoutLine = {
  /** Chosen in advance, so that a seat that is taken again is the same booking. */
  booking_id: string;
  service_id: string;
  rule_id: string;
  service_name: string;
  service_type: string;
  format: ServiceFormat;
  start_time: string;
  end_time: string;
  blocked_until: string;
  capacity: number;
  location_type: LocationType;
  location_name: string;
  price_cents: number;
  /** The client's address, for a house call. */
  visit_address: Address | null;
  /** The provider's product, if the service names one. */
  product_id: string | null;
  /** The cart's spelling: a date in the practice's zone and 'h:mm AM/PM'. */
  date: string;
  start: string;
};

/** Converts a line to the cart item that an answer to the client names. */
export function conflictOf(
  line: Pick<CheckoutLine, 'service_id' | 'rule_id' | 'date' | 'start' | 'service_name'>,
): Conflict {
  return {
    service_id: line.service_id,
    schedule_id: line.rule_id,
    selectedDate: line.date,
    start_time: line.start,
    service_name: line.service_name,
  };
}

/**
 * Hashes services, times, places and prices of a cart. Equal carts have equal hashes, whatever the order of their
 * items.
 */
export function cartHash(lines: readonly CheckoutLine[]): string {
  const parts = lines.map((line) =>
    JSON.stringify([line.service_id, line.rule_id, line.start_time, line.price_cents, line.visit_address]),
  );
  return createHash('sha256').update(parts.sort().join('\n')).digest('hex');
}

export const subtotalOf = (lines: readonly CheckoutLine[]) =>
  lines.reduce((total, line) => total + line.price_cents, 0);
