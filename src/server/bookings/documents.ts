import { audit } from '../audit.ts';
import type { Db } from '../db/pool.ts';
import type { Keyring } from '../keyring.ts';
import { openDocumentText } from './sealed-documents.ts';
import { notesField, publishedField } from './sealed-fields.ts';
import { type BookingRow, selectDocuments } from './store.ts';

/** The documents of a booking as JSON texts; null where there is none. */
type Documents = { client_notes: string | null; published_recommendations: string | null };
export type BookingWithDocuments = { row: BookingRow; documents: Documents };

/** Bytes of sealed documents that are read and opened at once: a few large notes, or hundreds of usual ones. */
const PAGE_BYTES = 2 * 1024 * 1024;
const NONE: Documents = { client_notes: null, published_recommendations: null };

/** Rows page by page, in their order: as many as have documents of PAGE_BYTES together, at least one. */
function pagesOf(rows: readonly BookingRow[]): BookingRow[][] {
  const pages: BookingRow[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    if (bytes + row.documents_bytes > PAGE_BYTES) {
      pages.push([]);
      bytes = 0;
    }
    pages.at(-1)!.push(row);
    bytes += row.documents_bytes;
  }
  return pages;
}

/**
 * A client's bookings with their notes and published recommendations (rules.md §7), opened with the client's key page
 * by page, so that no number of large notes fills the memory. Drafts are never read. Reading health data is audited.
 */
export async function* openDocuments(
  db: Db,
  keyring: Keyring,
  { user_id, action }: { user_id: string; action: string },
  rows: readonly BookingRow[],
  now: Date,
): AsyncGenerator<BookingWithDocuments[]> {
  if (rows.every(({ documents_bytes }) => documents_bytes === 0)) {
    yield rows.map((row) => ({ row, documents: NONE }));
    return;
  }
  const key = await keyring.keyOf(db, user_id, now);
  await audit(db, { actor: 'client', user_id, action }, now);
  for (const page of pagesOf(rows)) {
    const sealed = new Map(
      (await selectDocuments(db, idsWithDocuments(page))).map((each) => [each.id, each]),
    );
    yield page.map((row) => {
      const { client_notes = null, published_recommendations = null } = sealed.get(row.id) ?? {};
      return {
        row,
        documents: {
          client_notes: client_notes && openDocumentText(key, notesField(row.id), client_notes),
          published_recommendations:
            published_recommendations &&
            openDocumentText(key, publishedField(row.id), published_recommendations),
        },
      };
    });
  }
}

/** Never empty: `in ()` is no SQL. */
function idsWithDocuments(page: readonly BookingRow[]): string[] {
  const ids = page.filter(({ documents_bytes }) => documents_bytes > 0).map(({ id }) => id);
  return ids.length > 0 ? ids : [page[0]!.id];
}
