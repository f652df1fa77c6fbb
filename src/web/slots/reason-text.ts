import type { ExplainedDate, NearTime, ReasonedTime } from '#contract/services.schemas.ts';
import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import type { ClientReason } from '#domain/slots/client-reasons.ts';
import { formatLongDay, WEEKDAYS } from '#domain/time/date-formats.ts';
import { parseTime } from '#domain/time/wall-time.ts';

/** Why a time cannot be booked (rules.md §4). */
const TIME_REASONS: Readonly<Record<ClientReason, string>> = {
  TOO_SOON: 'It is too soon.',
  TOO_FAR: 'It is too far ahead.',
  NO_RULE: 'It is not offered.',
  OFF_WEEK: 'It is not offered.',
  CLOSED: 'The practice is closed.',
  FULL: 'Taken.',
  BUFFER: 'Too close to another session.',
  ALREADY_BOOKED: 'You already have a seat.',
  HELD: 'Being paid for right now. It may become free again.',
};

export function timeReason({ reason, public_text }: Pick<ReasonedTime, 'reason' | 'public_text'>): string {
  return public_text ? `${public_text}.` : TIME_REASONS[reason];
}

/** 'It is on Mondays and Fridays, and once on Sunday, December 13.' for a day that is not among its hours. */
export function hoursText({
  reason,
  weekdays,
  extra_dates,
}: Pick<ExplainedDate, 'reason' | 'weekdays' | 'extra_dates'>): string | null {
  if (reason !== 'NO_RULE' && reason !== 'OFF_WEEK') return null;
  const days = listed(weekdays.map((weekday) => `${WEEKDAYS[weekday]!}s`));
  const once = listed(extra_dates.map(formatLongDay));
  if (!days) return once ? `It is only on ${once}.` : null;
  return once ? `It is on ${days}, and once on ${once}.` : `It is on ${days}.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;

/** How far a time is from a date, or from a time of it: '2 days later', '1 h 30 min earlier'. */
export function distanceText(date: LocalDate, start: string | null, { date: other, slot }: NearTime): string {
  const days = dayNumberOf(other) - dayNumberOf(date);
  if (days !== 0) return `${countText(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`;
  const minutes = (parseTime(slot.start) ?? 0) - (parseTime(start ?? '') ?? 0);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const length = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
  return `${length} ${minutes > 0 ? 'later' : 'earlier'}`;
}

const countText = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
