import type { CheckedPlacement, PlacementDetails, Warning } from '#contract/placement.schemas.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import type { ApiError } from '#web/api/request.ts';

/** The warnings of all sessions, each kind once. */
export function uniqueWarnings(warnings: CheckedPlacement['warnings']): CheckedPlacement['warnings'] {
  const seen = new Map(warnings.toReversed().map((warning) => [warning.code, warning]));
  return [...seen.values()].toReversed();
}

/** The warnings of a series, each kind once with its dates: 'Tue 8 Dec, Tue 15 Dec: In your time off.' */
export function datedWarnings(
  checks: readonly Pick<CheckedPlacement, 'start' | 'warnings'>[],
  zone: string,
): Warning[] {
  const warned = checks.flatMap(({ start, warnings }) => warnings.map((warning) => ({ start, ...warning })));
  const textOf = (each: typeof warned) =>
    [...Map.groupBy(each, (warning) => warning.text)]
      .map(([text, of]) => `${of.map(({ start }) => formatDayOf(start, zone)).join(', ')}: ${text}`)
      .join(' ');
  return [...Map.groupBy(warned, ({ code }) => code)].map(([code, each]) => ({
    code,
    text: textOf(each),
  }));
}

/** How the bookings are paid, as the call takes it. */
export function paymentOf({ payment, paid_by }: BookingDraft) {
  switch (payment) {
    case 'SUPPORTED':
    case 'GIFT':
      return { payment: 'FREE', free_reason: payment } as const;
    case 'LINK':
      return { payment: 'ONLINE' } as const;
    case 'VISIT':
      return { payment: 'LATER' } as const;
    case 'PAID':
      return { payment: 'LATER', paid_by } as const;
  }
}

/** The placements as they are now, where a refusal has them. */
export const placementsOf = ({ code, details }: ApiError) =>
  code === 'SLOT_TAKEN' || code === 'WARNINGS_CHANGED' ? (details as PlacementDetails).placements : [];

/** Why nothing was booked. */
export function failureText({ code, message }: ApiError, { client }: BookingDraft): string {
  switch (code) {
    case 'SLOT_TAKEN':
      return 'That time has just been taken. Nothing was booked.';
    case 'ALREADY_BOOKED':
      return `${client?.first_name ?? 'The client'} already has a seat in this class.`;
    case 'ACTION_REUSED':
      return 'The first try was booked after all. Look at the calendar before you book again.';
    default:
      return message;
  }
}
