import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { nameOr } from '#domain/people/personal.ts';
import { formatCents } from '#domain/money/money.ts';
import type { PanelData } from './panel-store.ts';

const { zone } = practice;

type Step = PanelData['history'][number];

/** Presents the history of a booking, with what staff did besides, as sentences with who did it; oldest first. */
export function presentHistory(
  { history, actions }: Pick<PanelData, 'history' | 'actions'>,
  client_name: string | null,
): BookingPanel['history'] {
  const client = nameOr(client_name, 'the client');
  const steps = [
    ...history.map((step) => ({
      at: step.at,
      text: sentenceOf(step, client),
      message: step.message,
    })),
    ...actions.map((action) => ({ at: action.at, text: actionText(action), message: null })),
  ];
  return steps
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...step }) => ({ at: new Date(at).toISOString(), ...step }));
}

const staffOf = (name: string | null): string => name?.split(' ')[0] ?? 'the practice';

function actionText({ action, to, cents, staff_name }: PanelData['actions'][number]): string {
  const staff = staffOf(staff_name);
  switch (action) {
    case 'booking.attendance':
      return to === 'ARRIVED' ? `Arrival recorded by ${staff}` : `Arrival taken back by ${staff}`;
    case 'booking.record-payment':
      return `Payment of ${formatCents(cents ?? 0)} recorded by ${staff}`;
    case 'booking.correct-payment':
      return `${formatCents(cents ?? 0)} taken back by ${staff}`;
    case 'booking.refund':
      // A hidden amount is not recorded.
      return cents === null ? `Refund made by ${staff}` : `${formatCents(cents)} refunded by ${staff}`;
    case 'booking.payment-link':
      return `Payment link sent by ${staff}`;
    case 'booking.message':
      return `Message sent by ${staff}`;
    case 'booking.remind-of-forms':
      return `Form reminder sent by ${staff}`;
    case 'booking.room':
      return `Online room changed by ${staff}`;
  }
}

function sentenceOf(step: Step, client: string): string {
  const { from_status, to_status, cause, staff_name, moved_from, moved_to } = step;
  const staff = staffOf(staff_name);
  if (moved_from !== null && moved_to !== null) {
    const who = cause === 'client rescheduled' ? client : staff;
    return `Rescheduled by ${who}: ${formatDayTime(moved_from, zone)} → ${formatDayTime(moved_to, zone)}`;
  }
  if (from_status === to_status) {
    if (cause === 'paid') return 'Paid online';
    if (cause === 'price waived') return `Price waived by ${staff}`;
    if (cause === 'price changed') return `Price changed by ${staff}`;
  }
  switch (to_status) {
    case 'CONFIRMED':
      if (cause === 'booked') return `Booked by ${staff} for ${client}`;
      return from_status === 'COMPLETED' ? 'Open again: the session had not ended' : `Booked by ${client}`;
    case 'CANCELLED':
      if (cause === 'record deleted') return 'Cancelled: the record was deleted';
      if (cause === 'account deleted') return 'Cancelled: the account was deleted';
      if (cause === 'client cancelled') return `Cancelled by ${client}`;
      return cause === 'client asked'
        ? `Cancelled by ${staff} because ${client} asked`
        : `Cancelled by ${staff}`;
    case 'NO_SHOW':
      return `Marked as a no-show by ${staff}`;
    case 'COMPLETED':
      return from_status === 'NO_SHOW' ? `Marked as attended by ${staff}` : 'Took place';
    case 'PENDING':
      return `Held for ${client}`;
    case 'WAITLISTED':
      return `${client} joined the waitlist`;
  }
}
