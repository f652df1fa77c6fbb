/** This many failures before the first success mean that the store behind the rows is down. */
const FAILURES_AT_START = 10;

/**
 * Processes rows one after the other and postpones a row that fails, so that it does not stop the others. Throws the
 * first failure at the end, so that the run counts as failed. Ends early only if the first ten rows fail. Returns the
 * number of rows that succeeded.
 */
export async function eachRow<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
  postpone: (row: Row, error: unknown) => Promise<void>,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (const row of rows) {
    if (done === 0 && failures.length === FAILURES_AT_START) break;
    try {
      await work(row);
      done += 1;
    } catch (error) {
      failures.push(error);
      await postpone(row, error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

/** Returns the code or name of an error for a row. Never its message, which may contain a path or an address. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
