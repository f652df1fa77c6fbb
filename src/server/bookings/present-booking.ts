import { type LooseAddress, normaliseAddress } from '#domain/people/address.ts';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { balanceCents } from '#domain/visits/balance.ts';
import type { CheckoutState } from '#domain/checkout/checkout-states.ts';
import { paidMoney } from '#domain/checkout/paid-money.ts';
import { practice } from '#content/public/practice.ts';
import { type Site, withJoinUrl } from '../sessions/join-link.ts';
import { priceRangeOf } from './price-range.ts';
import type { BookingRow } from './store.ts';

/** Converts a client's own booking to the wire (rules.md §7), without its documents (see read-documents.ts). */
export function presentBooking(row: BookingRow, site: Site): BookingFacts {
  const { join_url: url } = withJoinUrl(site)(row);
  return {
    id: row.id,
    service_id: row.service_id,
    service_type: row.service_type,
    service_name: row.service_name,
    format: row.format,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    status: row.status as BookingFacts['status'],
    notes_updated_at: row.notes_updated_at?.toISOString() ?? null,
    client_notes_shared_at: row.client_notes_shared_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    republished_at: row.republished_at?.toISOString() ?? null,
    recommendation_withdrawn_at: row.recommendation_withdrawn_at?.toISOString() ?? null,
    service_location_type: row.location_type as BookingFacts['service_location_type'],
    location: { name: row.location_name },
    visit_address: row.visit_address ? normaliseAddress(row.visit_address as LooseAddress) : null,
    join: url && row.status === 'CONFIRMED' ? { url, has_room: row.has_room } : null,
    price_cents: row.price_cents,
    ...moneyOf(row),
    currency: row.currency ?? practice.currency,
    receipt_url: row.receipt_url,
  };
}

type OwnMoney = Pick<
  BookingFacts,
  'paid_cents' | 'refunded_cents' | 'offline_cents' | 'balance_cents' | 'price_range'
>;

/** What the client has paid and still owes. While the client chooses the price, the range stands for it. */
export function moneyOf(row: BookingRow): OwnMoney {
  const { offline_cents, state, subtotal_cents, items } = row;
  const price = { ...row, status: row.status as BookingFacts['status'] };
  const price_range = priceRangeOf(price);
  const card = paidMoney(
    row,
    state === null || subtotal_cents === null
      ? null
      : { ...row, state: state as CheckoutState, subtotal_cents, lines: items ?? [] },
  );
  return {
    paid_cents: card.paid_cents + offline_cents,
    refunded_cents: card.refunded_cents,
    offline_cents,
    balance_cents: price_range?.suggested_cents ?? balanceCents(price),
    price_range,
  };
}
