import { bookableWindow, type Rule } from '#domain/slots/availability.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { datesOpened } from '#domain/slots/rule-dates.ts';
import { startOfDay } from '#domain/time/zone.ts';
import type { Trx } from '../db/pool.ts';
import { setLastDate, switchOff } from './store.ts';

const WEEKS_BOOKABLE = 6;

/** The days on which these rules can be booked, plus one in case midnight passes meanwhile. */
export function daysOf(rules: readonly Rule[], today: LocalDate, zone: string) {
  const last = addDays(bookableWindow([], today).latest, 1);
  const dates = rules.flatMap((rule) => datesOpened(rule, addDays(today, 1), WEEKS_BOOKABLE));
  return dates.filter((date) => date <= last).map((date) => dayOf(date, zone));
}

/** The time of a whole day, as holds take it. */
export const dayOf = (date: LocalDate, zone: string) => ({
  start_time: startOfDay(date, zone),
  blocked_until: startOfDay(addDays(date, 1), zone),
});

/**
 * Ends a rule after a date. A rule that will never have opened is deactivated, so that it cannot turn into an opening
 * of one day.
 */
export async function endAfter(trx: Trx, rule: Rule, last: LocalDate, today: LocalDate): Promise<void> {
  const ends = rule.end_date !== null && rule.end_date < last ? rule.end_date : last;
  const hasOpened = rule.start_date < today;
  const willOpen = datesOpened({ ...rule, end_date: ends }, addDays(today, 1), 1).length > 0;
  if (hasOpened || willOpen) await setLastDate(trx, rule.id, ends);
  else await switchOff(trx, rule.id);
}
