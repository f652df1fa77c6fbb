import type { ExplainedDate, NearTime, ReasonedTime } from '#contract/services.schemas.ts';
import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import type { ClientReason } from '#domain/slots/client-reasons.ts';
import { formatLongDay, WEEKDAYS } from '#domain/time/date-formats.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { formatCount, formatList } from '#domain/text/sentences.ts';

/**
 * Why a time cannot be booked, and why a day inside the booking window has no times (rules.md §4). Days outside have texts
 * of their own.
 */
const REASONS: Readonly<Record<ClientReason, { time: string; day: string | null }>> = {
  TOO_SOON: { time: 'It is too soon.', day: null },
  TOO_FAR: { time: 'It is too far ahead.', day: null },
  NO_RULE: { time: 'It is not offered.', day: 'It is not offered on this day.' },
  OFF_WEEK: { time: 'It is not offered.', day: 'It is not offered in this week.' },
  CLOSED: { time: 'The practice is closed.', day: 'The practice is closed on this day.' },
  DAY_FULL: { time: 'No more sessions at this time.', day: 'Nothing free on this day.' },
  FULL: { time: 'Taken.', day: 'Every time of this day is taken.' },
  BUFFER: {
    time: 'Too close to another session.',
    day: 'What is left of this day is too close to another session.',
  },
  ALREADY_BOOKED: { time: 'You already have a seat.', day: 'You already have a seat in this class.' },
  HELD: {
    time: 'Being paid for right now. It may become free again.',
    day: 'What is left of this day is being paid for right now. It may become free again.',
  },
};

/** Why a time cannot be booked: what the practice says about it, if it is closed. */
export const timeReason = ({ reason, public_text }: Pick<ReasonedTime, 'reason' | 'public_text'>): string =>
  public_text ? `${public_text}.` : REASONS[reason].time;

/** The same of a day without times. */
export const dayReason = (reason: ClientReason, public_text?: string | null): string | null =>
  public_text ? `${public_text}.` : REASONS[reason].day;

/** 'It is on Mondays and Fridays, and once on Sunday, December 13.' for a day that is not among its hours. */
export function hoursText({
  reason,
  weekdays,
  extra_dates,
}: Pick<ExplainedDate, 'reason' | 'weekdays' | 'extra_dates'>): string | null {
  if (reason !== 'NO_RULE' && reason !== 'OFF_WEEK') return null;
  const days = formatList(weekdays.map((weekday) => `${WEEKDAYS[weekday]!}s`));
  const once = formatList(extra_dates.map(formatLongDay));
  if (!days) return once ? `It is only on ${once}.` : null;
  return once ? `It is on ${days}, and once on ${once}.` : `It is on ${days}.`;
}

/** How far a time is from a date, or from a time of it: '2 days later', '1 h 30 min earlier'. */
export function distanceText(date: LocalDate, start: string | null, { date: other, slot }: NearTime): string {
  const days = dayNumberOf(other) - dayNumberOf(date);
  if (days !== 0) return `${formatCount(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`;
  const minutes = (parseTime(slot.start) ?? 0) - (parseTime(start ?? '') ?? 0);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const length = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
  return `${length} ${minutes > 0 ? 'later' : 'earlier'}`;
}
