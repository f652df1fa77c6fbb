import type { Rule } from '#domain/availability.ts';
import { addDays, isLocalDate, type LocalDate } from '#domain/calendar.ts';
import { formatLongDate, WEEKDAYS } from '#domain/date-formats.ts';
import { datesOpened } from '#domain/rule-dates.ts';
import { isClassFormat } from '#domain/slots.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import { isOpening, type NewRule, serviceOf } from '#domain/week.ts';
import type { Db } from '../../db/pool.ts';
import { isUuid } from '../../runtime/uuid.ts';
import { type Command, done, type Outcome, type AdminDeps, usageError } from '../command.ts';
import { parseArgs, NONE } from '../parse-args.ts';
import { bookedLines, eventLines } from '../affected-bookings.ts';
import { DATE_HINT } from '../parse-datetime.ts';
import { endAfter } from '../../hours/rule-days.ts';
import { addToWeek, changeWeek } from './change-week.ts';
import { bookableLines } from './bookable-dates.ts';
import { ruleFromArgs } from './rule-from-args.ts';
import {
  insertRule,
  type StoredService,
  readWeek,
  selectBookingsOfRules,
  setLastDate,
  type Week,
} from '../../hours/week-store.ts';
import { formatRule, ruleName } from './rule-text.ts';

const CHANGES = ['day', 'start', 'end', 'place', 'every', 'from', 'until', 'step', 'seats'];
const FIELDS = ['service', ...CHANGES];
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];

export const hours: Command = {
  name: 'hours',
  usage: '[SERVICE]',
  summary:
    'the weekly hours of all services or one, with their ids (for single days see: openings, closures)',
  async run({ db, now, zone }, [key, ...more]) {
    if (more.length > 0) return usageError('Usage: hours [SERVICE]');
    const today = localDateOf(now, zone);
    const week = await readWeek(db, today);
    const asked = week.services.find((service) => service.key === key);
    if (key !== undefined && !asked) return usageError(`There is no service ${key}. See: services`);
    const shown = week.rules.filter((rule) => {
      const service = serviceOf(week.services, rule.service_id);
      return isHour(rule, today) && (asked ? service === asked : service.is_active);
    });
    const lines = asked && !asked.is_active ? [`${asked.name} is retired: nothing of this is offered.`] : [];
    if (shown.length === 0)
      return done(...lines, asked ? `${asked.name} has no hours.` : 'There are no hours.');
    for (const day of MONDAY_FIRST) {
      const rules = shown.filter(({ day_of_week }) => day_of_week === day);
      if (rules.length > 0) lines.push(WEEKDAYS[day]!);
      for (const rule of rules)
        lines.push(`  ${formatRule(rule, serviceOf(week.services, rule.service_id), today)}`);
    }
    return done(...lines);
  },
};

export const hour: Command = {
  name: 'hour',
  usage:
    'add service=… day=… start=… end=… [place=… every=… from=… until=… step=… seats=…] | change ID day=… | end ID [LAST-DATE]',
  summary:
    'add weekly hours of a service (every=two-weeks, every=second of the month, …), change them, or end them; existing bookings stay (see: hours, services)',
  async run(deps, [act, ...args]) {
    if (act === 'add') return await addHours(deps, args);
    const [id, ...more] = args;
    if (act !== 'change' && act !== 'end')
      return usageError('Usage: hour add … | hour change ID … | hour end ID [LAST-DATE]');
    if (!id || !isUuid(id)) return usageError('Name the hours by their id. See: hours');
    return act === 'change' ? await changeHours(deps, id, more) : await endHours(deps, id, more);
  },
};

async function addHours(deps: AdminDeps, args: string[]): Promise<Outcome> {
  const { now, zone } = deps;
  const parsed = parseArgs(args, FIELDS);
  if (!parsed.ok) return usageError(parsed.message);
  const { given } = parsed;
  const today = localDateOf(now, zone);
  return await addToWeek(deps, async (trx, week) => {
    const service = week.services.find(({ key }) => key === given.get('service'));
    if (given.has('service') && !service)
      return usageError(`There is no service ${given.get('service')}. See: services`);
    const needed = ['service', 'day', 'start'];
    if (!service || !isClassFormat(service.format)) needed.push('end');
    const missing = needed.filter((name) => !given.get(name));
    if (!service || missing.length > 0)
      return usageError(`It needs ${missing.map((name) => `${name}=…`).join(' ')} as well.`);
    if (!service.is_active)
      return usageError(`${service.name} is retired. To offer it again: service restore ${service.key}`);
    const read = ruleFromArgs(given, { service, week, today, there: null });
    if (!read.ok) return usageError(read.message);
    return done('New hours:', ...(await addedLines(trx, read.rule, service, deps)));
  });
}

/** Inserts a rule and describes it with its next bookable dates. */
async function addedLines(
  trx: Db,
  rule: NewRule,
  service: StoredService,
  { now, zone }: AdminDeps,
): Promise<string[]> {
  const added: Rule = { ...rule, id: await insertRule(trx, rule), is_active: true };
  return [
    `${WEEKDAYS[rule.day_of_week]}  ${formatRule(added, service, localDateOf(now, zone))}`,
    ...(await bookableLines(trx, added, { now, zone })),
  ];
}

const unknownHours = (id: string) => `There are no hours ${id}. See: hours`;

/** Finds weekly hours by id if they open in the future. Extra openings have commands of their own. */
const named =
  (id: string, today: LocalDate) =>
  ({ rules }: Week): { ok: true; rules: Rule[] } | { ok: false; message: string } => {
    const rule = rules.find((each) => each.id === id);
    if (!rule) return { ok: false, message: unknownHours(id) };
    if (isOpening(rule))
      return { ok: false, message: `That is an extra opening. To remove it: withdraw ${id}` };
    return isHour(rule, today) ? { ok: true, rules: [rule] } : { ok: false, message: unknownHours(id) };
  };

const isHour = (rule: Rule, today: LocalDate) =>
  !isOpening(rule) && datesOpened(rule, addDays(today, 1), 1).length > 0;

async function endHours(deps: AdminDeps, id: string, [date, ...more]: string[]): Promise<Outcome> {
  const { now, zone } = deps;
  const today = localDateOf(now, zone);
  if (more.length > 0) return usageError('Usage: hour end ID [LAST-DATE]');
  if (date !== undefined && !isLocalDate(date))
    return usageError(`Cannot read the date ${date}. ${DATE_HINT}`);
  if (date !== undefined && date < today)
    return usageError(`${date} is in the past. Leave it out to end them now.`);
  const last = date ?? today;
  return await changeWeek(deps, named(id, today), async (trx, week, [rule]) => {
    if (rule!.end_date !== null && rule!.end_date <= last)
      return usageError(
        `They end on ${rule!.end_date} already. To let them go on: hour change ${id} until=…`,
      );
    const service = serviceOf(week.services, rule!.service_id);
    await endAfter(trx, rule!, last, today);
    const left = await affectedLines(trx, deps, rule!, addDays(last, 1));
    const name = ruleName(rule!, service);
    const opensUntilThen = datesOpened({ ...rule!, end_date: last }, addDays(today, 1), 1).length > 0;
    return !opensUntilThen
      ? done(`Ended: ${name}. They offer no more times.`, ...left)
      : done(`${name}: offered until ${formatLongDate(last)}, and no longer.`, ...left);
  });
}

/** Bookings of a rule from a date on, and events whose class can no longer be booked. */
async function affectedLines(
  trx: Db,
  { now, zone }: AdminDeps,
  rule: Rule,
  from: LocalDate,
): Promise<string[]> {
  const sessions = await selectBookingsOfRules(trx, [rule.id], startOfDay(from, zone));
  return [
    ...bookedLines('Still booked in them', sessions, zone),
    ...(await eventLines(trx, rule.service_id, { now, zone })),
  ];
}

/**
 * Changes hours by ending the stored rule and inserting a new one, so that bookings keep the rule they were made by.
 * Only a change of the last date alone updates the stored rule.
 */
async function changeHours(deps: AdminDeps, id: string, args: string[]): Promise<Outcome> {
  const { now, zone } = deps;
  const today = localDateOf(now, zone);
  const parsed = parseArgs(args, CHANGES);
  if (!parsed.ok) return usageError(parsed.message);
  const { given } = parsed;
  if (given.size === 0)
    return usageError(`Say what changes: ${CHANGES.map((name) => `${name}=…`).join(' ')}`);
  return await changeWeek(deps, named(id, today), async (trx, week, [rule]) => {
    const there = rule!;
    const service = serviceOf(week.services, there.service_id);
    const hasBegun = there.start_date <= today;
    if (hasBegun && given.has('from') && given.size === 1)
      return usageError(`They have begun. Say what else changes from ${given.get('from')} on.`);
    if (given.size === 1 && given.has('until'))
      return await moveEnd(trx, deps, { given, week, service, there });
    const read = ruleFromArgs(given, { service, week, today, there });
    if (!read.ok) return usageError(read.message);
    const from = given.get('from') ?? addDays(today, 1);
    await endAfter(trx, there, hasBegun ? addDays(from, -1) : today, today);
    const lines = await addedLines(trx, read.rule, service, deps);
    return done(
      'Changed. The hours are now:',
      ...lines,
      ...(hasBegun && given.has('from') ? [`Until then: ${ruleName(there, service)}.`] : []),
      ...(await affectedLines(trx, deps, there, hasBegun ? from : today)),
    );
  });
}

type Ending = { given: ReadonlyMap<string, string>; week: Week; service: StoredService; there: Rule };

async function moveEnd(trx: Db, deps: AdminDeps, { given, week, service, there }: Ending): Promise<Outcome> {
  const { now, zone } = deps;
  const today = localDateOf(now, zone);
  const until = given.get('until')!;
  if (until !== NONE && isLocalDate(until) && until <= today)
    return usageError(`${until} is not in the future. To end them now: hour end ${there.id}`);
  const read = ruleFromArgs(given, { service, week, today, there, staysTheSame: true });
  if (!read.ok) return usageError(read.message);
  const { end_date } = read.rule;
  await setLastDate(trx, there.id, end_date);
  const changed = { ...there, end_date };
  return done(
    'Changed. The hours are now:',
    `${WEEKDAYS[there.day_of_week]}  ${formatRule(changed, service, today)}`,
    ...(await bookableLines(trx, changed, { now, zone })),
    ...(end_date === null ? [] : await affectedLines(trx, deps, there, addDays(end_date, 1))),
  );
}
