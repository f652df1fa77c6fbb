import type { ErrorCode } from '#contract/errors.ts';

/**
 * The error code for breaking a named constraint: each "only one" of the database has its code here and nowhere else.
 */
const CONSTRAINT_CODES: Readonly<Record<string, ErrorCode>> = {
  one_practitioner: 'SLOT_TAKEN',
  one_occurrence_per_start: 'SLOT_TAKEN',
  seats_within_capacity: 'SLOT_TAKEN',
  one_seat_per_client: 'ALREADY_BOOKED',
  one_post_per_slug: 'SLUG_TAKEN',
  one_draft_per_slug: 'SLUG_TAKEN',
  one_record_per_identity: 'RECORD_EXISTS',
  // The record and its sessions were deleted while the request was in progress.
  user_keys_user_id_fkey: 'NOT_SIGNED_IN',
  submissions_user_id_fkey: 'NOT_SIGNED_IN',
  calendar_feeds_user_id_fkey: 'NOT_SIGNED_IN',
  upload_tickets_user_id_fkey: 'NOT_SIGNED_IN',
  waitlist_entries_user_id_fkey: 'NOT_SIGNED_IN',
};

/** The constraint that refused a statement; undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  // Class 23 of SQLSTATE: integrity constraint violations, including exclusion.
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string'
    ? constraint
    : undefined;
}

/** The error code of the constraint that refused a statement; undefined if callers get none. */
export function codeOfBrokenConstraint(error: unknown): ErrorCode | undefined {
  const constraint = brokenConstraint(error);
  return constraint === undefined ? undefined : CONSTRAINT_CODES[constraint];
}
