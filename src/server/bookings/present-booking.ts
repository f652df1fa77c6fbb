import { type LooseAddress, normaliseAddress } from '#domain/address.ts';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { balanceCents, isPriceOpen } from '#domain/balance.ts';
import { sliderBounds, startPrice, toCents } from '#domain/money.ts';
import { isPriceChosen } from '#domain/visible-money.ts';
import { practice } from '#content/public/practice.ts';
import type { BookingRow } from './store.ts';

/** Converts a client's own booking to the wire (rules.md §7), without its documents (see read-documents.ts). */
export function presentBooking(row: BookingRow): BookingFacts {
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
    service_location_type: row.location_type as BookingFacts['service_location_type'],
    location: { name: row.location_name },
    visit_address: row.visit_address ? normaliseAddress(row.visit_address as LooseAddress) : null,
    price_cents: row.price_cents,
    refunded_cents: row.refunded_cents,
    ...moneyOf(row),
    currency: row.currency ?? practice.currency,
    receipt_url: row.receipt_url,
  };
}

type OwnMoney = Pick<BookingFacts, 'paid_cents' | 'offline_cents' | 'balance_cents' | 'price_range'>;

/** What the client has paid and still owes. While the client chooses the price, the range stands for it. */
function moneyOf(row: BookingRow): OwnMoney {
  const { price_cents, offline_cents, is_paid_online, price_chosen_by_client } = row;
  const price = { ...row, status: row.status as BookingFacts['status'] };
  const paid_cents = is_paid_online ? price_cents : offline_cents;
  const prices = {
    base_price: row.base_price_cents / 100,
    suggested_price: inDollars(row.suggested_price_cents),
    min_price: inDollars(row.min_price_cents),
    max_price: inDollars(row.max_price_cents),
  };
  const bounds = isPriceOpen(price, isPriceChosen(price_chosen_by_client, row)) ? sliderBounds(prices) : null;
  if (bounds === null)
    return { paid_cents, offline_cents, balance_cents: balanceCents(price), price_range: null };
  const suggested_cents = toCents(startPrice(prices));
  return {
    paid_cents,
    offline_cents,
    balance_cents: suggested_cents,
    price_range: { min_cents: toCents(bounds.min), max_cents: toCents(bounds.max), suggested_cents },
  };
}

const inDollars = (cents: number | null) => (cents === null ? null : cents / 100);
