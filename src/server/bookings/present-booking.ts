import { type LooseAddress, normaliseAddress } from '#domain/address.ts';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
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
    currency: row.currency ?? practice.currency,
    receipt_url: row.receipt_url,
  };
}
