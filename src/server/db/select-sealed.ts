import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';
import { number, readRows, text } from './rows.ts';

/** Bytes of sealed documents that are read and opened at once: a few large ones, or hundreds of usual ones. */
const BATCH_BYTES = 2 * 1024 * 1024;

/** Groups rows in order into batches of BATCH_BYTES; a larger row forms a batch of its own. */
export function batchesBySize<Row>(rows: readonly Row[], bytesOf: (row: Row) => number): Row[][] {
  const batches: Row[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    if (bytes + bytesOf(row) > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(row);
    bytes += bytesOf(row);
  }
  return batches;
}

/** A multiple of three, so that base64 needs no padding between the pieces. */
const PIECE_BYTES = 24_000;
const PIECE = { id: text, bytes: number, offset: number, piece: text };

/**
 * Reads the sealed values of one column by row id, without rows that have none. Values can be large: request only as
 * many as fit into memory. The driver reads bytes as hexadecimal text: 60 MB blocked the event loop for 120 ms. As
 * base64, in pieces small enough for the young generation of the heap, they take 22 ms.
 */
export async function selectSealed(
  db: Db,
  column:
    | 'bookings.client_notes'
    | 'bookings.recommendations_draft'
    | 'bookings.published_recommendations'
    | 'submissions.answers'
    | 'session_notes.body'
    | 'pinned_notes.body',
  ids: readonly string[],
  /** Decided by the same statement, so that nothing is read that it no longer allows. */
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Map<string, Buffer<ArrayBuffer>>> {
  const [table, name] = column.split('.') as [string, string];
  const value = sql.ref(name);
  const id = sql.ref(table === 'pinned_notes' ? 'user_id' : 'id');
  const pieces = sql`
    select ${id} as id, octet_length(${value}) as bytes, start - 1 as offset,
      encode(substring(${value} from start for ${PIECE_BYTES}), 'base64') as piece
    from ${sql.table(table)}, generate_series(1, octet_length(${value}), ${PIECE_BYTES}::int) as start
    where ${id} = any(${ids}::uuid[]) and ${condition}`;
  const values = new Map<string, Buffer<ArrayBuffer>>();
  for (const { id, bytes, offset, piece } of await readRows(db, PIECE, pieces)) {
    const value = values.get(id) ?? Buffer.allocUnsafe(bytes);
    value.write(piece, offset, 'base64');
    values.set(id, value);
  }
  return values;
}
