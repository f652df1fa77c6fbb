import { addDays, dayOfWeek, isLocalDate } from '#domain/calendar.ts';
import { formatClock, formatLongDate, formatShortDateAtTime } from '#domain/date-words.ts';
import { parseTime } from '#domain/wall-time.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import { lockTime } from '../checkout/lock-time.ts';
import type { Db } from '../db/pool.ts';
import { isUuid } from '../uuid.ts';
import { type Command, done, wrong } from './command.ts';
import { clock24, HOW_TO_WRITE, momentFrom } from './moments.ts';
import {
  deleteClosure,
  endOpening,
  insertClosure,
  insertOpening,
  selectClosures,
  selectOpenings,
  selectServiceKeys,
  selectSessions,
} from './store.ts';

const PLACES: Readonly<Record<string, string>> = {
  studio: 'FIXED_LOCATION',
  'house-call': 'HOUSE_CALL',
  online: 'VIRTUAL',
};
const DAYS_OF_A_WEEK = 7;

type Closing = { starts_at: Date; ends_at: Date; reason: string };

export const close: Command = {
  name: 'close',
  takes: 'FROM TO [REASON]',
  does: 'offer nothing from FROM to TO, both included when they are dates; what is booked stays',
  async run({ db, zone, now }, [from, to, ...words]) {
    if (!from || !to) return wrong(`Say from when to when. ${HOW_TO_WRITE}`);
    const starts_at = momentFrom(from, zone);
    const ends_at = momentFrom(to, zone, true);
    if (!starts_at || !ends_at) return wrong(`I cannot read ${starts_at ? to : from}. ${HOW_TO_WRITE}`);
    if (ends_at <= starts_at) return wrong(`${to} is not after ${from}.`);
    if (ends_at <= now) return wrong('That time is over: nothing of it can be booked.');
    const sessions = await closeTime(db, { starts_at, ends_at, reason: words.join(' ') }, now);
    const booked = sessions.filter(({ status }) => status !== 'COMPLETED');
    const lines = [
      `Closed from ${formatShortDateAtTime(starts_at, zone)} to ${formatShortDateAtTime(ends_at, zone)}.`,
    ];
    if (booked.length > 0)
      lines.push(
        `Still booked in that time (${booked.length}):`,
        ...booked.map(
          ({ id, service_name, start_time }) =>
            `  ${id}  ${formatShortDateAtTime(start_time, zone)}  ${service_name}`,
        ),
      );
    return done(...lines);
  },
};

/** Later than anything that can be booked or held now. */
const BOOKABLE_MS = 32 * 24 * 3_600_000;

/**
 * Closes, and answers what is booked in that time: who is holding a seat there at this moment is waited for and named,
 * and whoever comes after it finds it closed.
 */
async function closeTime(db: Db, closure: Closing, now: Date): Promise<Session[]> {
  const { starts_at, ends_at } = closure;
  const start_time = new Date(Math.max(starts_at.getTime(), now.getTime()));
  const blocked_until = new Date(Math.min(ends_at.getTime(), now.getTime() + BOOKABLE_MS));
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      await lockTime(trx, [{ start_time, blocked_until }]);
      await insertClosure(trx, closure);
      return await selectSessions(trx, starts_at, ends_at);
    });
}

export const closures: Command = {
  name: 'closures',
  takes: '',
  does: 'closed times from now on, with their ids',
  async run({ db, now, zone }) {
    const found = await selectClosures(db, now, null);
    if (found.length === 0) return done('Nothing is closed.');
    return done(
      ...found.map(({ id, starts_at, ends_at, reason }) =>
        `${id}  ${formatShortDateAtTime(starts_at, zone)} to ${formatShortDateAtTime(ends_at, zone)}  ${reason}`.trimEnd(),
      ),
    );
  },
};

export const reopen: Command = {
  name: 'reopen',
  takes: 'CLOSURE',
  does: 'take a closed time back (see: closures)',
  async run({ db }, [id]) {
    if (!id || !isUuid(id)) return wrong('Name the closure by its id. See: closures');
    return (await deleteClosure(db, id))
      ? done('Open again.')
      : wrong(`There is no closure ${id}. See: closures`);
  },
};

export const open: Command = {
  name: 'open',
  takes: 'SERVICE DATE START END [studio|house-call|online]',
  does: 'open a service for once, e.g. open private-yoga 2026-12-24 09:00 12:00 (see: services)',
  async run({ db, zone, now }, [key, date, start, end, place]) {
    if (!key || !date || !start || !end) return wrong('Say which service, on which date, from when to when.');
    const services = await selectServiceKeys(db);
    const service = services.find((each) => each.key === key);
    if (!service) return wrong(`There is no service ${key}. See: services`);
    if (!isLocalDate(date)) return wrong(`I cannot read the date ${date}. Write it as 2026-12-24.`);
    if (date <= localDateOf(now, zone))
      return wrong('Only days to come can be opened: nothing is booked for the same day.');
    const [from, to] = [parseTime(start), parseTime(end)];
    if (from === null || to === null) return wrong('Write times as 09:00.');
    if (to - from < service.duration)
      return wrong(`${service.name} takes ${service.duration} minutes; that does not fit.`);
    const location_type = place === undefined ? service.service_location_type[0] : PLACES[place];
    if (!location_type) return wrong(`The place is one of: ${Object.keys(PLACES).join(', ')}.`);
    if (!service.service_location_type.includes(location_type))
      return wrong(`${service.name} is not offered there.`);
    const id = await insertOpening(db, {
      service_id: service.id,
      location_type,
      date,
      day_of_week: dayOfWeek(date),
      start_time: clock24(from),
      end_time: clock24(to),
    });
    return done(
      `${service.name} is open on ${formatLongDate(date)} from ${clock24(from)} to ${clock24(to)}.`,
      `To take it back: withdraw ${id}`,
    );
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
  async run({ db }, [id]) {
    if (!id || !isUuid(id)) return wrong('Name the opening by its id. See: openings');
    return (await endOpening(db, id))
      ? done('Taken back: nothing more is offered in it.')
      : wrong(`There is no opening ${id}. See: openings`);
  },
};

export const services: Command = {
  name: 'services',
  takes: '',
  does: 'what is sold, with the names that commands take',
  async run({ db }) {
    const found = await selectServiceKeys(db);
    return done(...found.map(({ key, name, duration }) => `${key}  ${name}, ${duration} minutes`));
  },
};

export const week: Command = {
  name: 'week',
  takes: '[DATE]',
  does: 'sessions and closed times of seven days, from today or DATE',
  async run({ db, zone, now }, [given]) {
    const first = given ?? localDateOf(now, zone);
    if (!isLocalDate(first)) return wrong(`I cannot read the date ${first}. Write it as 2026-12-24.`);
    const end = startOfDay(addDays(first, DAYS_OF_A_WEEK), zone);
    const sessions = await selectSessions(db, startOfDay(first, zone), end);
    const closed = await selectClosures(db, startOfDay(first, zone), end);
    const lines: string[] = [];
    for (let day = 0; day < DAYS_OF_A_WEEK; day += 1) {
      const date = addDays(first, day);
      const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
      lines.push(formatLongDate(date));
      for (const closure of closed)
        if (closure.starts_at < to && closure.ends_at > from)
          lines.push(
            `  closed  ${spanWithin(closure.starts_at, closure.ends_at, from, to, zone)}  ${closure.reason}`.trimEnd(),
          );
      const today = sessions.filter(({ start_time }) => start_time >= from && start_time < to);
      for (const group of groupByStart(today)) {
        const { start_time, end_time, service_name, location_type } = group[0]!;
        const place = location_type === 'HOUSE_CALL' ? ', house call' : '';
        lines.push(
          `  ${formatClock(start_time, zone)} - ${formatClock(end_time, zone)}  ${service_name}${place}: ${whoComes(group)}`,
        );
      }
      if (lines.at(-1) === formatLongDate(date)) lines.push('  nothing booked');
    }
    return done(...lines);
  },
};

type Session = Awaited<ReturnType<typeof selectSessions>>[number];

/** Seats of one class stand together. */
function groupByStart(sessions: readonly Session[]): Session[][] {
  const groups = new Map<string, Session[]>();
  for (const session of sessions) {
    const key = `${session.start_time.getTime()} ${session.service_name}`;
    const group = groups.get(key);
    if (group) group.push(session);
    else groups.set(key, [session]);
  }
  return [...groups.values()];
}

function whoComes(group: readonly Session[]): string {
  const names = group.flatMap(({ first_name, last_name, status }) => {
    const name = `${first_name ?? ''} ${last_name ?? ''}`.trim();
    return name ? [status === 'PENDING' ? `${name} (not paid yet)` : name] : [];
  });
  const nameless = group.length - names.length;
  if (nameless > 0) names.push(`${nameless} without a name`);
  return names.join(', ');
}

function spanWithin(starts: Date, ends: Date, from: Date, to: Date, zone: string): string {
  if (starts <= from && ends >= to) return 'all day';
  const start = starts > from ? starts : from;
  const end = ends < to ? ends : to;
  return `${formatClock(start, zone)} - ${formatClock(end, zone)}`;
}
