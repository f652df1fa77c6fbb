import { addDays, type LocalDate } from '#domain/calendar.ts';
import { formatLongDate } from '#domain/date-formats.ts';
import { collidingClass, datesOpened } from '#domain/rule-dates.ts';
import { isClassFormat } from '#domain/slots.ts';
import { parseTime } from '#domain/wall-time.ts';
import { localDateOf } from '#domain/zone.ts';
import type { Rule } from '#domain/availability.ts';
import type { Db } from '../../db/pool.ts';
import { done, type Outcome, type AdminDeps, usageError } from '../command.ts';
import { bookedLines } from '../affected-bookings.ts';
import { clock24 } from '../parse-datetime.ts';
import { formatService, serviceFromArgs } from './service-fields.ts';
import { lockService, selectBookingsOfService, updateService } from './store.ts';
import { endAfter } from '../../hours/rule-days.ts';
import { changeWeek } from '../hours/change-week.ts';
import {
  classesOf,
  insertRule,
  isOpening,
  type StoredService,
  type NewRule,
  serviceOf,
  type Week,
} from '../../hours/week-store.ts';
import { formatRule, placeName } from '../hours/rule-text.ts';

const MIDNIGHT = 24 * 60;

/**
 * Changes a service: description, prices, minutes, places and seats. Existing bookings keep their own copy of the
 * terms.
 */
export async function changeService(
  deps: AdminDeps,
  key: string,
  given: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const today = localDateOf(deps.now, deps.zone);
  const find = (week: Week) => {
    const service = offeredService(week, key);
    if (!service.ok) return service;
    const { id, format } = service.service;
    const movesHours = given.has('duration') && isClassFormat(format);
    return { ok: true as const, rules: movesHours ? rulesOf(week, id) : [] };
  };
  return await changeWeek(deps, find, async (trx, week) => {
    const there = await lockService(trx, key);
    if (!there) return usageError(`There is no service ${key}. See: services`);
    const read = serviceFromArgs(there, given);
    if (!read.ok) return usageError(read.message);
    const { service: next } = read;
    const problem = problemOf(next, there, week, today);
    if (problem !== null) return usageError(problem);
    const movesHours = isClassFormat(next.format) && next.duration !== there.duration;
    if (movesHours) {
      const booked = await selectBookingsOfService(trx, next.id, deps.now);
      if (booked.length > 0)
        return usageError(
          [
            `${there.name} has bookings, so its ${there.duration} minutes cannot change: cancel them first, in the staff area.`,
            ...bookedLines('Booked or held', booked, deps.zone),
          ].join('\n'),
        );
    }
    await updateService(trx, next);
    const lines = formatService(next);
    if (movesHours) lines.push(...(await moveHours(trx, next, rulesOf(week, next.id), today)));
    lines.push(...tooShortLines(next, week, today));
    lines.push(
      'Bookings and open checkouts keep their terms; carts show the new price and ask for confirmation.',
    );
    if (there.stripe_product_id !== null)
      lines.push('To update the payment provider: npm run stripe:sync -- --apply');
    return done('Changed:', ...lines);
  });
}

/** The service with this key if it is offered, else an error message. */
export function offeredService(
  { services }: Week,
  key: string,
): { ok: true; service: StoredService } | { ok: false; message: string } {
  const service = services.find((each) => each.key === key);
  if (!service) return { ok: false, message: `There is no service ${key}. See: services` };
  return service.is_active
    ? { ok: true, service }
    : { ok: false, message: `${service.name} is retired. To offer it again: service restore ${key}` };
}

export const rulesOf = ({ rules }: Week, service_id: string): Rule[] =>
  rules.filter((rule) => rule.service_id === service_id);

const lengthOf = (rule: Rule) => parseTime(rule.end_time)! - parseTime(rule.start_time)!;

/** Which of the service's hours a change would break; null for none. */
function problemOf(next: StoredService, there: StoredService, week: Week, today: LocalDate): string | null {
  const rules = rulesOf(week, next.id);
  const homeless = rules.find((rule) => !next.service_location_type.includes(rule.location_type));
  if (homeless)
    return `It has hours at ${placeName(homeless.location_type)}: ${formatRule(homeless, there, today)}. End them first: ${isOpening(homeless) ? 'withdraw' : 'hour end'} ${homeless.id}`;
  if (!isClassFormat(next.format)) {
    const longest = Math.max(...rules.map(lengthOf));
    return rules.length === 0 || next.duration === there.duration || next.duration <= longest
      ? null
      : `${there.name} is never open for more than ${longest} minutes at a time, so it could not be booked.`;
  }
  if (next.duration === there.duration && next.buffer_time <= there.buffer_time) return null;
  for (const rule of rules) {
    if (parseTime(rule.start_time)! + next.duration > MIDNIGHT)
      return `From ${rule.start_time} it would go on past midnight.`;
    const one = { rule, duration: next.duration, buffer_time: next.buffer_time };
    const found = collidingClass(one, classesOf(week, next), addDays(today, 1));
    if (found) {
      const { name } = serviceOf(week.services, found.other.rule.service_id);
      return `On ${formatLongDate(found.date)} it would collide with ${name}, ${found.other.rule.start_time} to ${found.other.rule.end_time}: neither could be booked.`;
    }
  }
  return null;
}

/**
 * Ends the hours of a class and inserts new ones with the new end, so that a checkout in progress cannot hold a seat in
 * the old ones.
 */
async function moveHours(
  trx: Db,
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
    lines.push(`    ${formatRule({ ...moved, id, is_active: true }, service, today)}`);
  }
  return lines.length === 0 ? [] : ['Its hours are now:', ...lines];
}

function tooShortLines(service: StoredService, week: Week, today: LocalDate): string[] {
  if (isClassFormat(service.format)) return [];
  const short = rulesOf(week, service.id).filter((rule) => lengthOf(rule) < service.duration);
  if (short.length === 0) return [];
  return [
    'Now too short for it, so they offer no times (see: hour change):',
    ...short.map((rule) => `    ${formatRule(rule, service, today)}`),
  ];
}
