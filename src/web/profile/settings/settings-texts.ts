import type { User } from '#web/api/session.ts';
import { formatList } from '#domain/text/sentences.ts';
import { practice } from '#content/public/practice.ts';
import type { AccessLog } from '#contract/users.schemas.ts';
import { formatMonthDay } from '#domain/time/date-formats.ts';
import type { Booking, BookingOptions } from '#contract/bookings.schemas.ts';
import { formatExactCents } from '#domain/money/money.ts';

type Paid = Pick<Booking, 'paid_cents' | 'offline_cents' | 'refunded_cents'>;

/** What happens to the money of a booking that is cancelled with the account: '$85.00 goes back to your card'. */
export function refundText(
  { paid_cents, offline_cents, refunded_cents }: Paid,
  { refund_cents, later_refund_cents, changes_at }: BookingOptions['cancel'],
  now: Date,
): string {
  const isLater = changes_at !== null && Date.parse(changes_at) < now.getTime();
  const cents = isLater ? later_refund_cents : refund_cents;
  if (cents > 0) return `${formatExactCents(cents)} goes back to your card`;
  if (paid_cents - offline_cents - refunded_cents > 0) return 'no refund by the policy you booked under';
  if (offline_cents > 0) return 'what you paid at the visit doesn’t go back by itself';
  return paid_cents > 0 ? 'refunded already' : 'nothing was paid';
}

type Read = AccessLog['reads'][number];

/** 'Nalini read your Ayurvedic Intake on Dec 7, 2026.' */
export function readText({ by, kind, name, visit_start }: Read, date: string): string {
  const who = by.split(' ', 1)[0]!;
  switch (kind) {
    case 'ANSWERS':
      return `${who} read your ${name ?? 'answers'} on ${date}.`;
    case 'REFLECTION': {
      const visit = name && visit_start ? ` on ${name} of ${formatMonthDay(visit_start, practice.zone)}` : '';
      return `${who} read your reflection${visit} on ${date}.`;
    }
    case 'FILE':
      return `${who} saved your record as a file on ${date}.`;
  }
}

type Needed = Pick<User, 'pronouns' | 'birthdate' | 'phone'>;

const NAMES = [
  ['pronouns', 'pronouns'],
  ['birthdate', 'birthday'],
  ['phone', 'phone'],
] as const;

/** What is still to be filled in before booking: 'Pronouns and birthday are still missing' */
export function missingText(user: Needed): string {
  const names = NAMES.filter(([field]) => !user[field]?.trim()).map(([, name]) => name);
  const list = formatList(names);
  const verb = names.length === 1 && names[0] !== 'pronouns' ? 'is' : 'are';
  return `${list.slice(0, 1).toUpperCase()}${list.slice(1)} ${verb} still missing`;
}
