/** The dates on which rules open, and collisions between rules. The practice needs them when it changes its hours. */
import { type OpeningRule, openingOf, opensOnDay } from '#domain/slots/availability.ts';
import { dateOfDayNumber, dayNumberOf, type LocalDate, weekdayOfDayNumber } from '#domain/time/calendar.ts';
import type { ScheduledClass } from '#domain/slots/slot-facts.ts';
import { parseTime } from '#domain/time/wall-time.ts';

/** Ten years: two patterns that ever share a date share one by then. */
const SEARCHED_WEEKS = 522;

/** Returns the next dates on which the rule opens, `from` included: at most `count`, fewer if the rule ends before. */
export function datesOpened(rule: OpeningRule, from: LocalDate, count: number): LocalDate[] {
  const opening = openingOf(rule);
  const dates: LocalDate[] = [];
  if (opening.first === Infinity) return dates;
  const first = Math.max(opening.first, dayNumberOf(from));
  let day = first + ((opening.weekday - weekdayOfDayNumber(first) + 7) % 7);
  for (let week = 0; week < SEARCHED_WEEKS && day <= opening.last && dates.length < count; week++, day += 7)
    if (opensOnDay(opening, day).open) dates.push(dateOfDayNumber(day));
  return dates;
}

/** True if the rule opens on a date. */
export const opensOn = (rule: OpeningRule, date: LocalDate): boolean =>
  opensOnDay(openingOf(rule), dayNumberOf(date)).open;

/** Returns the first date from `from` on that both rules open; null if there is none. */
export function firstSharedDate(one: OpeningRule, other: OpeningRule, from: LocalDate): LocalDate | null {
  if (one.day_of_week !== other.day_of_week) return null;
  const opening = openingOf(other);
  const dates = datesOpened(one, from > other.start_date ? from : other.start_date, SEARCHED_WEEKS);
  return dates.find((date) => opensOnDay(opening, dayNumberOf(date)).open) ?? null;
}

/**
 * Finds a class that overlaps another, buffers included, on a date from `from` on. Neither of the two could be booked.
 * A rule does not collide with itself.
 */
export function collidingClass(
  one: ScheduledClass,
  others: readonly ScheduledClass[],
  from: LocalDate,
): { other: ScheduledClass; date: LocalDate } | null {
  for (const other of others) {
    if (other.rule.id === one.rule.id || !isNear(one, other)) continue;
    const date = firstSharedDate(one.rule, other.rule, from);
    if (date !== null) return { other, date };
  }
  return null;
}

function isNear(one: ScheduledClass, other: ScheduledClass): boolean {
  const [start, begin] = [parseTime(one.rule.start_time)!, parseTime(other.rule.start_time)!];
  return start < begin + other.duration + other.buffer_time && begin < start + one.duration + one.buffer_time;
}
