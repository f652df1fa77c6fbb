import { type LooseAddress, tidyAddress } from '#domain/address.ts';
import { parseNotes } from '#domain/notes.ts';
import type { Booking, Delta } from '#contract/bookings.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { audit } from '../audit.ts';
import type { Db } from '../db/pool.ts';
import type { ClientKey, Keyring } from '../keyring.ts';
import { notesField, publishedField } from './sealed-fields.ts';
import type { BookingRow } from './store.ts';

/** Opens a sealed document; what renders is the same whoever wrote it. */
export function openDocument(key: ClientKey, field: string, sealed: Buffer): Delta {
  return parseNotes(key.open(field, sealed)) as Delta;
}

/**
 * A client's own bookings as the wire has them (spec §3, rules.md §7): notes and published recommendations opened
 * with her key, drafts never. Reading health data is audited.
 */
export async function presentBookings(
  db: Db,
  keyring: Keyring,
  user_id: string,
  rows: readonly BookingRow[],
  now: Date,
): Promise<Booking[]> {
  const sealed = rows.some((row) => row.client_notes || row.published_recommendations);
  if (!sealed) return rows.map((row) => presentBooking(row, null));
  const key = await keyring.keyOf(db, user_id, now);
  const bookings = rows.map((row) => presentBooking(row, key));
  await audit(db, { actor: 'client', user_id, action: 'notes.read' }, now);
  return bookings;
}

/** Without the key the documents stay out. */
function presentBooking(row: BookingRow, key: ClientKey | null): Booking {
  const { client_notes, published_recommendations } = row;
  return {
    id: row.id,
    service_id: row.service_id,
    service_type: row.service_type,
    service_name: row.service_name,
    format: row.format,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    status: row.status as Booking['status'],
    client_notes: key && client_notes ? openDocument(key, notesField(row.id), client_notes) : null,
    notes_updated_at: row.notes_updated_at?.toISOString() ?? null,
    published_recommendations:
      key && published_recommendations
        ? openDocument(key, publishedField(row.id), published_recommendations)
        : null,
    service_location_type: row.location_type as Booking['service_location_type'],
    location: { name: row.location_name },
    visit_address: row.visit_address ? tidyAddress(row.visit_address as LooseAddress) : null,
    price_cents: row.price_cents,
    refunded_cents: row.refunded_cents,
    currency: row.currency ?? practice.currency,
    receipt_url: row.receipt_url,
  };
}
