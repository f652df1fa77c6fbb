import type { Address } from '#domain/people/address.ts';
import type { LocationType, ServiceFormat } from '#domain/slots/services.ts';

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
  /** Whether the client chose the price on a sliding scale. */
  price_chosen_by_client: boolean;
  /** The client's address, for a house call. */
  visit_address: Address | null;
  /** The provider's product, if the service names one. */
  product_id: string | null;
  /** The cart's spelling: a date in the practice's zone and 'h:mm AM/PM'. */
  date: string;
  start: string;
};

/**
 * One seat to take: a line of a checkout, or a session that staff place. The latter needs no rule, no open time and no
 * active service.
 */
export type SeatLine = Omit<CheckoutLine, 'rule_id' | 'product_id' | 'date' | 'start'> &
  ({ rule_id: string; date: string } | { rule_id: null; by_staff: true });

export const subtotalOf = (lines: readonly CheckoutLine[]) =>
  lines.reduce((total, line) => total + line.price_cents, 0);

/** Returns a line as the cart item that an answer to the client names. */
export const conflictOf = (
  line: Pick<CheckoutLine, 'service_id' | 'rule_id' | 'date' | 'start' | 'service_name'>,
) => ({
  service_id: line.service_id,
  schedule_id: line.rule_id,
  selectedDate: line.date,
  start_time: line.start,
  service_name: line.service_name,
});
