/** The named warnings of a placement, and how a booking by staff is paid for (rules.md §9). */

/** What speaks against a time. Each is possible for staff once accepted; overlap never is. */
export const PLACEMENT_WARNINGS = [
  'OUTSIDE_HOURS',
  'TIME_OFF',
  'OWN_CALENDAR',
  'TODAY',
  'PAST',
  'TOO_FAR',
  'BUFFER',
  'LIMIT',
  'CLASS_SCHEDULED',
  'NOT_APPROVED',
  'AUDIENCE',
  'RETIRED',
  'SAME_DAY',
] as const;
export type PlacementWarning = (typeof PLACEMENT_WARNINGS)[number];

/** All warnings: SUPPORTED_LIMIT, more supported visits than the month has, depends on no time of day. */
export const STAFF_WARNINGS = [...PLACEMENT_WARNINGS, 'SUPPORTED_LIMIT'] as const;

/** ONLINE: on the payment page. LATER: at the visit. */
export const PAYMENTS = ['ONLINE', 'LATER', 'FREE'] as const;
export type Payment = (typeof PAYMENTS)[number];
/** CORRECTION: the price was waived afterwards. */
export const FREE_REASONS = ['SUPPORTED', 'GIFT', 'CORRECTION'] as const;
export type FreeReason = (typeof FREE_REASONS)[number];
