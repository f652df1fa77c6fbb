import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { datesOpened } from '#domain/slots/rule-dates.ts';
import { clock24, parseTime } from '#domain/time/wall-time.ts';
import type { Rule } from '#domain/slots/availability.ts';
import type { NewRule } from '#domain/week/week.ts';
import type { Trx } from '../db/pool.ts';
import { endAfter } from '../hours/rule-days.ts';
import { insertRule, type StoredService } from '../hours/store.ts';
import { hoursText } from './service-problems.ts';

/**
 * Gives the hours of a class their new end. The old ones end and new ones begin, so that a checkout in progress cannot
 * hold a seat in the old ones (decision 0013). Returns a line for each.
 */
export async function moveClassHours(
  trx: Trx,
  service: StoredService,
  rules: readonly Rule[],
  today: LocalDate,
): Promise<string[]> {
  const lines: string[] = [];
  for (const rule of rules) {
    const [next] = datesOpened(rule, addDays(today, 1), 1);
    if (next === undefined) continue;
    const end_time = clock24(parseTime(rule.start_time)! + service.duration);
    const start_date = rule.start_date > today ? rule.start_date : next;
    const moved: NewRule = { ...rule, start_date, end_time };
    await endAfter(trx, rule, today, today);
    const id = await insertRule(trx, moved);
    lines.push(`Its hours become ${hoursText({ ...moved, id, is_active: true })}.`);
  }
  return lines;
}
