import { isLocalDate } from '#domain/calendar.ts';
import { formatLongDate } from '#domain/date-formats.ts';
import { localDateOf } from '#domain/zone.ts';
import { isUuid } from '../../runtime/uuid.ts';
import { type Command, done, wrong } from '../command.ts';
import { bookedLines, eventLines } from '../left-standing.ts';
import { addingToWeek, changingWeek } from './weekly-change.ts';
import { unreadDate } from '../moments.ts';
import { openingFrom } from './weekly-rules.ts';
import {
  insertRule,
  isOpening,
  selectOpenings,
  selectSessionsByRules,
  switchOff,
  type Week,
} from './store.ts';

export const open: Command = {
  name: 'open',
  takes: 'SERVICE DATE START END [studio|house-call|online]',
  does: 'open a service for once, e.g. open private-yoga 2026-12-24 09:00 12:00 (see: services)',
  async run(practice, [key, date, start, end, place]) {
    if (!key || !date || !start || !end) return wrong('Say which service, on which date, from when to when.');
    const today = localDateOf(practice.now, practice.zone);
    return await addingToWeek(practice, async (trx, week) => {
      const service = week.services.find((each) => each.key === key && each.is_active);
      if (!service) return wrong(`There is no service ${key}. See: services`);
      if (!isLocalDate(date)) return wrong(unreadDate(date));
      if (date <= today) return wrong('Only days to come can be opened: nothing is booked for the same day.');
      const read = openingFrom({ date, start, end, place }, { service, week, today });
      if (!read.ok) return wrong(read.message);
      const { start_time, end_time } = read.rule;
      const id = await insertRule(trx, read.rule);
      return done(
        `${service.name} is open on ${formatLongDate(date)} from ${start_time} to ${end_time}.`,
        `To take it back: withdraw ${id}`,
      );
    });
  },
};

export const openings: Command = {
  name: 'openings',
  takes: '',
  does: 'extra openings from today on, with their ids',
  async run({ db, zone, now }) {
    const found = await selectOpenings(db, localDateOf(now, zone));
    if (found.length === 0) return done('Nothing is open for once.');
    return done(
      ...found.map(
        ({ id, name, start_date, start_time, end_time }) =>
          `${id}  ${formatLongDate(start_date)}, ${start_time} to ${end_time}  ${name}`,
      ),
    );
  },
};

export const withdraw: Command = {
  name: 'withdraw',
  takes: 'OPENING',
  does: 'take an extra opening back (see: openings); what is booked stays',
  async run(practice, [id]) {
    if (!id || !isUuid(id)) return wrong('Name the opening by its id. See: openings');
    const { now, zone } = practice;
    const find = ({ rules }: Week) => {
      const rule = rules.find((each) => each.id === id && isOpening(each));
      return rule
        ? { ok: true as const, rules: [rule] }
        : { ok: false as const, message: `There is no opening ${id}. See: openings` };
    };
    return await changingWeek(practice, find, async (trx, _, [rule]) => {
      await switchOff(trx, id);
      return done(
        'Taken back: nothing more is offered in it.',
        ...bookedLines('Still booked in it', await selectSessionsByRules(trx, [id], now), zone),
        ...(await eventLines(trx, rule!.service_id, { now, zone })),
      );
    });
  },
};
