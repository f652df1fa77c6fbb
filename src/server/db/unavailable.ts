/** Network errors of a database that is away, restarting or out of reach. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the socket of the embedded one, while it restarts
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** PostgreSQL's own words for "not now": connection exceptions (08), shutdown (57P), too many (53), no entry (55000), cancelled. */
const SQL_STATES = /^(08|53|57P|55000$|57014$|25P03$|25P04$)/;

/** Errors that node-postgres gives no code. */
const MESSAGES =
  /Query read timeout|timeout exceeded when trying to connect|Connection terminated|not queryable|timeout expired|Cannot use a pool after calling end|has been discarded/;

/**
 * True if the failure says that the database cannot answer now, so that the caller may try again
 * later (503), rather than that the question was wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    return SYSTEM_CODES.has(code) || (code.length === 5 && SQL_STATES.test(code));
  }
  return MESSAGES.test(error.message);
}
