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
