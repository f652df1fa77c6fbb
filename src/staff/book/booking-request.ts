import { practice } from '#content/public/practice.ts';
import type {
  CheckedPlacement,
  CreatedBookings,
  PlacementDetails,
  Warning,
} from '#contract/placement.schemas.ts';
import { staffRecordPayment, staffSendPaymentLink } from '#contract/till.calls.ts';
import { formatDayOf } from '#domain/date-formats.ts';
import { localDateOf } from '#domain/zone.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import type { ApiError } from '#web/client/request.ts';
import { now } from '#web/ui/use-now.ts';

const { zone } = practice;

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
  const textOf = (each: typeof warned, key: 'text' | 'private_text') =>
    [...Map.groupBy(each, (warning) => warning[key])]
      .map(([text, of]) => `${of.map(({ start }) => formatDayOf(start, zone)).join(', ')}: ${text}`)
      .join(' ');
  return [...Map.groupBy(warned, ({ code }) => code)].map(([code, each]) => ({
    code,
    text: textOf(each, 'text'),
    private_text: textOf(each, 'private_text'),
  }));
}

/** How the bookings are paid, as the call takes it. */
export function paymentOf({ payment }: BookingDraft) {
  switch (payment) {
    case 'SUPPORTED':
    case 'GIFT':
      return { payment: 'FREE', free_reason: payment } as const;
    case 'LINK':
      return { payment: 'ONLINE' } as const;
    case 'VISIT':
    case 'PAID':
      return { payment: 'LATER' } as const;
  }
}

/** After the booking: what was paid now is recorded, or the payment link is sent. */
export async function settlePayment(
  { payment, paid_by }: BookingDraft,
  bookings: CreatedBookings['bookings'],
  cents: number,
): Promise<void> {
  const [first, ...others] = bookings.map(({ id }) => id);
  if (payment === 'LINK' && first !== undefined)
    await callStaff(staffSendPaymentLink, {
      params: { id: first },
      body: { action_id: newActionId(), also_for: others },
    });
  if (payment !== 'PAID' || cents === 0) return;
  const received_on = localDateOf(now(), zone);
  for (const { id } of bookings)
    await callStaff(staffRecordPayment, {
      params: { id },
      body: { action_id: newActionId(), cents, method: paid_by, received_on },
    });
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
