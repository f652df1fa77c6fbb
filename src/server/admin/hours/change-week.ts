import type { Rule } from '#domain/availability.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { bookableWindow } from '#domain/availability.ts';
import { datesOpened } from '#domain/rule-dates.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import { lockTime } from '../../seats/lock-time.ts';
import type { Db } from '../../db/pool.ts';
import { type Outcome, type AdminDeps, usageError } from '../command.ts';
import { lockWeek, readWeek, setLastDate, switchOff, type Week } from './store.ts';

/** What is about to change: rules, with the words that said which. */
type Known = { ok: true; rules: readonly Rule[] } | { ok: false; message: string };

/**
 * Changes rules of the week. Who is holding a seat in one of them at this moment is waited for, as in `close`, and
 * whoever comes after it finds it as it is then. `find` is asked twice: before anything is locked, and by `act`.
 */
export async function changeWeek(
  { db, now, zone }: Pick<AdminDeps, 'db' | 'now' | 'zone'>,
  find: (week: Week) => Known,
  act: (trx: Db, week: Week, rules: readonly Rule[]) => Promise<Outcome>,
): Promise<Outcome> {
  const today = localDateOf(now, zone);
  const known = find(await readWeek(db, today));
  if (!known.ok) return usageError(known.message);
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      await lockTime(trx, daysOf(known.rules, today, zone));
      await lockWeek(trx);
      const week = await readWeek(trx, today);
      const there = find(week);
      if (!there.ok || JSON.stringify(there.rules) !== JSON.stringify(known.rules))
        return usageError('Those hours have just been changed by somebody else. Please look again.');
      return await act(trx, week, there.rules);
    });
}

/** Adds to the week, one command after the other: what it looks at stays so until it is done. */
export async function addToWeek(
  deps: Pick<AdminDeps, 'db' | 'now' | 'zone'>,
  act: (trx: Db, week: Week) => Promise<Outcome>,
): Promise<Outcome> {
  return await changeWeek(deps, () => ({ ok: true, rules: [] }), act);
}

/** The days on which a seat can be taken by these rules, and one more: midnight may come meanwhile. */
function daysOf(rules: readonly Rule[], today: LocalDate, zone: string) {
  const last = addDays(bookableWindow([], today).latest, 1);
  const dates = rules.flatMap((rule) => datesOpened(rule, addDays(today, 1), 6));
  return dates
    .filter((date) => date <= last)
    .map((date) => ({
      start_time: startOfDay(date, zone),
      blocked_until: startOfDay(addDays(date, 1), zone),
    }));
}

/** Ends a rule after a date. One that will never have opened is switched off, so that no single day is left of it. */
export async function endAfter(trx: Db, rule: Rule, last: LocalDate, today: LocalDate): Promise<void> {
  const ends = rule.end_date !== null && rule.end_date < last ? rule.end_date : last;
  const hasOpened = rule.start_date < today;
  const willOpen = datesOpened({ ...rule, end_date: ends }, addDays(today, 1), 1).length > 0;
  if (hasOpened || willOpen) await setLastDate(trx, rule.id, ends);
  else await switchOff(trx, rule.id);
}
