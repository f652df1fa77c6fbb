/** Network errors of a database that is stopped, restarting or unreachable. */
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

/**
 * SQLSTATEs that mean "not now": connection exceptions (08), shutdown (57P), too many (53), no entry (55000),
 * cancelled, and read-only (25006) as on a standby.
 */
const SQL_STATES = /^(08|53|57P|55000$|57014$|25P03$|25P04$|25006$)/;

/** Errors for which node-postgres sets no code. */
const MESSAGES =
  /Query read timeout|timeout exceeded when trying to connect|Connection terminated|not queryable|timeout expired|Cannot use a pool after calling end|has been discarded/;

/** Errors raised by the pool: the same codes on a client's connection say nothing about the database. */
const raisedByDatabase = new WeakSet<Error>();

/** Marks an error as raised by the database and returns it for throwing. */
export function fromDatabase<T>(error: T): T {
  if (error instanceof Error) raisedByDatabase.add(error);
  return error;
}

/** Whether an error arose at the database and means that it cannot answer now, so that the caller may retry (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !raisedByDatabase.has(error)) return false;
  return saysUnavailable(error);
}

function saysUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(saysUnavailable);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    return SYSTEM_CODES.has(code) || (code.length === 5 && SQL_STATES.test(code));
  }
  return MESSAGES.test(error.message);
}

/** Whether a statement gave up waiting for a lock (transactions.ts): someone else holds it right now. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '55P03';
}
