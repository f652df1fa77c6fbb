import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { audit } from '../runtime/audit.ts';
import type { Db } from '../db/pool.ts';
import type { Keyring } from '../runtime/keyring.ts';
import type { Site } from '../sessions/join-link.ts';
import { piecesOf } from '../http/json-pieces.ts';
import { hasDocuments, readDocuments } from './read-documents.ts';
import { presentBooking } from './present-booking.ts';
import { type DocumentsJson, openDocuments } from './sealed-documents.ts';
import { selectClientBookings } from './store.ts';

const NONE: DocumentsJson = { client_notes: null, published_recommendations: null };

/**
 * Streams a client's bookings as a JSON array in UTF-8, booking by booking. Documents are copied as stored: they were
 * normalised when they were saved, and the browser normalises them before it shows them.
 */
export async function* listBookingsJson(
  { db, keyring, config }: { db: Db; keyring: Keyring; config: Site },
  user_id: string,
  now: Date,
): AsyncGenerator<Buffer> {
  const rows = await selectClientBookings(db, user_id, now);
  let separator = '[';
  const key = hasDocuments(rows) ? await keyring.keyOf(db, user_id, now) : null;
  if (key) await audit(db, { actor: 'client', user_id, action: 'notes.read' }, now);
  for await (const batch of readDocuments(db, rows)) {
    for (const { row, documents } of batch) {
      yield* bookingJson(
        separator,
        presentBooking(row, config),
        key ? openDocuments(key, row.id, documents) : NONE,
      );
      separator = ',';
    }
  }
  yield Buffer.from(separator === '[' ? '[]' : ']');
}

function bookingJson(separator: string, facts: BookingFacts, documents: DocumentsJson): Buffer[] {
  return piecesOf([
    `${separator}{"client_notes":`,
    documents.client_notes ?? 'null',
    ',"published_recommendations":',
    documents.published_recommendations ?? 'null',
    `,${JSON.stringify(facts).slice(1)}`,
  ]);
}
