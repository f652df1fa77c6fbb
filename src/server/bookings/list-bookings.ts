import type { Db } from '../db/pool.ts';
import type { Keyring } from '../keyring.ts';
import { type BookingWithDocuments, openDocuments } from './documents.ts';
import { presentBooking } from './present-booking.ts';
import { selectClientBookings } from './store.ts';

/**
 * A client's bookings as the JSON text of an array, in pieces of a few megabytes. Documents go in as the texts that were
 * stored: they were rebuilt when they were saved, and the browser rebuilds them before it shows them.
 */
export async function* listBookingsJson(
  db: Db,
  keyring: Keyring,
  user_id: string,
  now: Date,
): AsyncGenerator<string> {
  const rows = await selectClientBookings(db, user_id, now);
  let separator = '[';
  for await (const page of openDocuments(db, keyring, { user_id, action: 'notes.read' }, rows, now)) {
    for (const booking of page) {
      yield separator + bookingJson(booking);
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : ']';
}

function bookingJson({ row, documents }: BookingWithDocuments): string {
  const { client_notes, published_recommendations } = documents;
  const facts = JSON.stringify(presentBooking(row)).slice(1);
  return `{"client_notes":${client_notes},"published_recommendations":${published_recommendations},${facts}`;
}
