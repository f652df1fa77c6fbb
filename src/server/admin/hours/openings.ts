import { isLocalDate } from '#domain/calendar.ts';
import { formatLongDate } from '#domain/date-formats.ts';
import { localDateOf } from '#domain/zone.ts';
import { isOpening } from '#domain/week.ts';
import { isUuid } from '../../runtime/uuid.ts';
import { type Command, done, listing, usageError } from '../command.ts';
import { bookedLines, eventLines } from '../affected-bookings.ts';
import { addToWeek, changeWeek } from './change-week.ts';
import { invalidDate } from '../parse-datetime.ts';
import { openingFromArgs } from './rule-from-args.ts';
import {
  insertRule,
  selectOpenings,
  selectBookingsOfRules,
  switchOff,
  type Week,
} from '../../hours/week-store.ts';

export const open: Command = {
  name: 'open',
  usage: 'SERVICE DATE START END [studio|house-call|online]',
  summary: 'add an extra opening, e.g. open private-yoga 2026-12-24 09:00 12:00 (see: services)',
  async run(deps, [key, date, start, end, place]) {
    if (!key || !date || !start || !end)
      return usageError('Usage: open SERVICE DATE START END [studio|house-call|online]');
    const today = localDateOf(deps.now, deps.zone);
    return await addToWeek(deps, async (trx, week) => {
      const service = week.services.find((each) => each.key === key && each.is_active);
      if (!service) return usageError(`There is no service ${key}. See: services`);
      if (!isLocalDate(date)) return usageError(invalidDate(date));
      if (date <= today)
        return usageError('Only future days can be opened: same-day booking is not offered.');
      const read = openingFromArgs({ date, start, end, place }, { service, week, today });
      if (!read.ok) return usageError(read.message);
      const { start_time, end_time } = read.rule;
      const id = await insertRule(trx, read.rule);
      return done(
        `${service.name} is open on ${formatLongDate(date)} from ${start_time} to ${end_time}.`,
        `To remove it: withdraw ${id}`,
      );
    });
  },
};

export const openings = listing({
  name: 'openings',
  summary: 'current and future extra openings, with their ids',
  empty: 'There are no extra openings.',
  async lines({ db, zone, now }) {
    const found = await selectOpenings(db, localDateOf(now, zone));
    return found.map(
      ({ id, name, start_date, start_time, end_time }) =>
        `${id}  ${formatLongDate(start_date)}, ${start_time} to ${end_time}  ${name}`,
    );
  },
});

export const withdraw: Command = {
  name: 'withdraw',
  usage: 'OPENING',
  summary: 'remove an extra opening (see: openings); existing bookings stay',
  async run(deps, [id]) {
    if (!id || !isUuid(id)) return usageError('Name the opening by its id. See: openings');
    const { now, zone } = deps;
    const find = ({ rules }: Week) => {
      const rule = rules.find((each) => each.id === id && isOpening(each));
      return rule
        ? { ok: true as const, rules: [rule] }
        : { ok: false as const, message: `There is no opening ${id}. See: openings` };
    };
    return await changeWeek(deps, find, async (trx, _, [rule]) => {
      await switchOff(trx, id);
      return done(
        'Withdrawn: it offers no more times.',
        ...bookedLines('Still booked in it', await selectBookingsOfRules(trx, [id], now), zone),
        ...(await eventLines(trx, rule!.service_id, { now, zone })),
      );
    });
  },
};
