import type { ErrorCode } from '#contract/errors.ts';

/**
 * What breaking a named constraint means to a caller: each "only one" of the database has its
 * error code here and nowhere else.
 */
const CONSTRAINT_CODES: Readonly<Record<string, ErrorCode>> = {
  one_practitioner: 'SLOT_TAKEN',
  one_occurrence_per_start: 'SLOT_TAKEN',
  seats_within_capacity: 'SLOT_TAKEN',
  one_seat_per_client: 'ALREADY_BOOKED',
  one_record_per_identity: 'RECORD_EXISTS',
  // The record went while the request was under way: her logins were ended with it.
  user_keys_user_id_fkey: 'NOT_SIGNED_IN',
  submissions_user_id_fkey: 'NOT_SIGNED_IN',
  calendar_feeds_user_id_fkey: 'NOT_SIGNED_IN',
  upload_tickets_user_id_fkey: 'NOT_SIGNED_IN',
};

/** The constraint that refused a statement, or `undefined` if the error is something else. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  // Class 23 of SQLSTATE: integrity constraint violations, exclusion included.
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string'
    ? constraint
    : undefined;
}

/** The error code of the constraint that refused a statement, or `undefined` if none is meant for callers. */
export function codeOfBrokenConstraint(error: unknown): ErrorCode | undefined {
  const constraint = brokenConstraint(error);
  return constraint === undefined ? undefined : CONSTRAINT_CODES[constraint];
}
