import { batchesBySize, selectSealed } from '../db/select-sealed.ts';
import type { Db } from '../db/pool.ts';
import type { SealedDocuments } from './sealed-documents.ts';
import { type BookingRow, IS_SHARED } from './store.ts';

type BookingWithDocuments = { row: BookingRow; documents: SealedDocuments };

const NONE: SealedDocuments = { client_notes: null, published_recommendations: null };

export const hasDocuments = (rows: readonly BookingRow[]): boolean =>
  rows.some(({ documents_bytes }) => documents_bytes > 0);

/**
 * Reads bookings with their sealed notes and published recommendations in batches, to bound memory. Drafts are never
 * read. The caller audits the reading.
 */
export async function* readDocuments(
  db: Db,
  rows: readonly BookingRow[],
  /** `onlyShared`: of the client's notes those that the client shares now. */
  { onlyShared = false }: { onlyShared?: boolean } = {},
): AsyncGenerator<BookingWithDocuments[]> {
  if (!hasDocuments(rows)) {
    yield rows.map((row) => ({ row, documents: NONE }));
    return;
  }
  for (const batch of batchesBySize(rows, ({ documents_bytes }) => documents_bytes)) {
    const ids = batch.filter(({ documents_bytes }) => documents_bytes > 0).map(({ id }) => id);
    const notes = onlyShared
      ? await selectSealed(db, 'bookings.client_notes', ids, IS_SHARED)
      : await selectSealed(db, 'bookings.client_notes', ids);
    const published = await selectSealed(db, 'bookings.published_recommendations', ids);
    yield batch.map((row) => ({
      row,
      documents: {
        client_notes: notes.get(row.id) ?? null,
        published_recommendations: published.get(row.id) ?? null,
      },
    }));
  }
}
