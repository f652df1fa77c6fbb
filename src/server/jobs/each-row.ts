/** So many failures before the first success mean that the store behind the rows is away. */
const FAILURES_AT_START = 10;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;

/**
 * Works off rows one after the other; a row that fails is postponed and stops none of the others.
 * The first failure is thrown at the end, so that the run counts as failed. The run ends early only if its first ten
 * rows fail.
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

/** 1, 2, 4 … minutes, at most a day. `attempts` counts the failed one. */
export function retryAt(attempts: number, now: Date): Date {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
  return new Date(now.getTime() + pause);
}

/** What a row keeps of a failure: a code or a name, never the text, which may hold a path or an address. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
