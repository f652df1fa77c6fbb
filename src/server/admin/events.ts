import { addDays } from '#domain/calendar.ts';
import { formatClock, formatLongDate, formatShortDateAtTime } from '#domain/date-formats.ts';
import { isClassFormat } from '#domain/slots.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import { lockTime } from '../seats/lock-time.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { spotsLeft } from '../events/spots.ts';
import {
  deleteEvent,
  type EventRow,
  insertEvent,
  selectEvent,
  selectEvents,
  selectSeatsAt,
  updateEvent,
} from '../events/store.ts';
import { readPracticeFacts, selectServices } from '../seats/practice-facts.ts';
import { isUuid } from '../runtime/uuid.ts';
import { type Command, done, type Outcome, type AdminDeps, usageError } from './command.ts';
import { parseArgs, NONE } from './parse-args.ts';
import { DATE_HINT, parseDateTime, formatDateTime } from './parse-datetime.ts';
import { isWebAddress } from './web-address.ts';

type NewEvent = Omit<EventRow, 'id'>;

const FIELDS = ['title', 'start', 'end', 'place', 'description', 'class', 'link'];
/** Characters. */
const MAX_LENGTH: Readonly<Record<string, number>> = {
  title: 150,
  place: 150,
  description: 1000,
  link: 1000,
};
const KEEP = 'keep-bookings';
const VISIBLE_SOON = 'The site shows it within half a minute.';

export const events: Command = {
  name: 'events',
  usage: '[all]',
  summary: 'upcoming events, or all of them, with their ids and the booked seats of classes',
  async run({ db, zone, now }, [all]) {
    if (all !== undefined && all !== 'all') return usageError('Usage: events [all]');
    const today = startOfDay(localDateOf(now, zone), zone);
    const found = (await selectEvents(db)).filter((each) => all !== undefined || each.end_time > today);
    if (found.length === 0) return done('There are no events.');
    const lines: string[] = [];
    for (const each of found) lines.push(lineOf(each, zone, await seatsOf(db, each)));
    return done(...lines);
  },
};

export const event: Command = {
  name: 'event',
  usage: `add title=… start=… end=… place=… description=… [class=SERVICE] [link=…] | change ID title=… | remove ID`,
  summary:
    'add an event to the calendar, change it, or remove it; with class=… clients can book its seats (see: events, services)',
  async run(deps, [act, ...args]) {
    if (act === 'add') return await addEvent(deps, args);
    const [id, ...more] = args;
    if (act !== 'change' && act !== 'remove')
      return usageError('Usage: event add … | event change ID … | event remove ID');
    if (!id || !isUuid(id)) return usageError('Name the event by its id. See: events');
    return act === 'change' ? await changeEvent(deps, id, more) : await removeEvent(deps, id, more);
  },
};

async function addEvent(deps: AdminDeps, args: string[]): Promise<Outcome> {
  const parsed = parseArgs(args, FIELDS);
  if (!parsed.ok) return usageError(parsed.message);
  const missing = ['title', 'start', 'end', 'place', 'description'].filter((name) => !parsed.given.get(name));
  if (missing.length > 0)
    return usageError(`It needs ${missing.map((name) => `${name}=…`).join(' ')} as well. ${DATE_HINT}`);
  return await inTransaction(deps.db, async (trx) => {
    const read = await eventFrom(deps, trx, parsed.given, null);
    if (!read.ok) return usageError(read.message);
    const id = await insertEvent(trx, read.event);
    return done(
      `On the calendar: ${lineOf({ ...read.event, id }, deps.zone, null)}`,
      ...read.notes,
      VISIBLE_SOON,
    );
  });
}

async function changeEvent(deps: AdminDeps, id: string, args: string[]): Promise<Outcome> {
  const parsed = parseArgs(args, FIELDS);
  if (!parsed.ok) return usageError(parsed.message);
  if (parsed.given.size === 0)
    return usageError(`Say what changes: ${FIELDS.map((name) => `${name}=…`).join(' ')}`);
  return await changeLocked(deps.db, id, async (trx, there) => {
    const read = await eventFrom(deps, trx, parsed.given, there);
    if (!read.ok) return usageError(read.message);
    const seats = await seatsOf(trx, there);
    if (seats > 0 && isMoved(there, read.event)) return usageError(bookedMessage(there, seats, deps.zone));
    await updateEvent(trx, id, read.event);
    return done(`Changed: ${lineOf({ ...read.event, id }, deps.zone, null)}`, ...read.notes, VISIBLE_SOON);
  });
}

async function removeEvent(
  { db, zone, now }: AdminDeps,
  id: string,
  [keep, ...more]: string[],
): Promise<Outcome> {
  if ((keep !== undefined && keep !== KEEP) || more.length > 0)
    return usageError(`Usage: event remove ID [${KEEP}]`);
  return await changeLocked(db, id, async (trx, there) => {
    const seats = there.end_time > now ? await seatsOf(trx, there) : 0;
    if (seats > 0 && keep === undefined)
      return usageError(
        `${bookedMessage(there, seats, zone)} To remove only the announcement: event remove ${id} ${KEEP}`,
      );
    await deleteEvent(trx, id);
    const lines = [
      `Removed from the calendar: ${there.title}, ${formatShortDateAtTime(there.start_time, zone)}.`,
    ];
    if (seats > 0) lines.push(`${seatsText(seats)} still booked in its class.`);
    if (there.service_id !== null && there.end_time > now)
      lines.push(
        `Its class can still be booked at that time. To end that: close ${formatDateTime(there.start_time, zone)} ${formatDateTime(there.end_time, zone)}`,
      );
    return done(...lines);
  });
}

/** Locks the time of an event, waiting for bookings in progress as `close` does, and then changes it. */
async function changeLocked(
  db: Db,
  id: string,
  change: (trx: Db, there: EventRow) => Promise<Outcome>,
): Promise<Outcome> {
  const known = await selectEvent(db, id);
  if (!known) return usageError(`There is no event ${id}. See: events`);
  return await inTransaction(db, async (trx) => {
    // An event may last for weeks; its class begins at the start.
    const blocked_until = new Date(known.start_time.getTime() + 1);
    await lockTime(trx, [{ start_time: known.start_time, blocked_until }]);
    const there = await selectEvent(trx, id, 'lock');
    if (there?.start_time.getTime() !== known.start_time.getTime())
      return usageError('Someone else has just changed that event. Check it and try again.');
    return await change(trx, there);
  });
}

type ReadEvent = { ok: true; event: NewEvent; notes: string[] } | { ok: false; message: string };

/** Merges the arguments with the stored event and validates the result. */
async function eventFrom(
  { zone, now }: AdminDeps,
  db: Db,
  given: ReadonlyMap<string, string>,
  there: EventRow | null,
): Promise<ReadEvent> {
  const no = (message: string): ReadEvent => ({ ok: false, message });
  for (const [name, value] of given) {
    if (value === '' && name !== 'link' && name !== 'class') return no(`${name} is empty.`);
    if (MAX_LENGTH[name] !== undefined && value.length > MAX_LENGTH[name])
      return no(`${name} is too long: ${MAX_LENGTH[name]} letters at most.`);
  }
  const start_time = parseWithTime(given.get('start'), zone) ?? there?.start_time;
  const end_time =
    endOf(given.get('end'), given.get('start'), there, zone) ??
    (given.has('end') ? undefined : there?.end_time);
  if (!start_time || (given.has('start') && !parseWithTime(given.get('start'), zone)))
    return no(`Cannot read the start ${given.get('start')}, or the clock skips it. ${DATE_HINT}`);
  if (!end_time)
    return no(
      `Cannot read the end ${given.get('end')}, or the clock skips it. ${DATE_HINT} On the same day a time will do: 17:00.`,
    );
  if (end_time <= start_time)
    return no('It ends before it begins. Give start=… and end=…, on the clock of the practice.');
  const isTimed = given.has('start') || given.has('end');
  if (isTimed && end_time <= now) return no('That time is in the past.');

  const link = given.has('link') ? emptyIfNone(given.get('link')!) : (there?.url ?? null);
  if (link !== null && given.has('link') && !isWebAddress(link))
    return no(`A link begins with https://; this one is ${link}`);

  let service_id = there?.service_id ?? null;
  const key = given.has('class') ? emptyIfNone(given.get('class')!) : undefined;
  if (key !== undefined) {
    const service = key === null ? null : (await selectServices(db)).find((each) => each.key === key);
    if (service === undefined) return no(`There is no service ${key}. See: services`);
    if (service && !isClassFormat(service.format))
      return no(
        `${service.name} is for one person at a time and has no seats to announce. Leave class out, or name a class.`,
      );
    service_id = service?.id ?? null;
  }
  const event: NewEvent = {
    title: given.get('title') ?? there!.title,
    description: given.get('description') ?? there!.description,
    start_time,
    end_time,
    location: given.get('place') ?? there!.location,
    url: link,
    service_id,
  };
  if (service_id === null || (!isTimed && key === undefined)) return { ok: true, event, notes: [] };
  const spots = await spotsOf(db, event, now, zone);
  if (spots === null)
    return no(
      `That class is not open on ${formatShortDateAtTime(start_time, zone)}, or the practice is closed, so it could not be ` +
        'booked. Open it first (see: open, and closures), or leave class out.',
    );
  return { ok: true, event, notes: [`${spots} ${spots === 1 ? 'seat is' : 'seats are'} free in its class.`] };
}

const emptyIfNone = (value: string) => (value === '' || value === NONE ? null : value);

function parseWithTime(text: string | undefined, zone: string): Date | null {
  return text === undefined || !/\d:\d\d$/.test(text) ? null : parseDateTime(text, zone);
}

/** A time without a date means the day of the start. */
function endOf(
  end: string | undefined,
  start: string | undefined,
  there: EventRow | null,
  zone: string,
): Date | null {
  if (end === undefined) return null;
  if (!/^\d{1,2}:\d{2}$/.test(end)) return parseWithTime(end, zone);
  const date = start?.slice(0, 10) ?? (there && localDateOf(there.start_time, zone));
  if (!date) return null;
  return end === '24:00' ? startOfDay(addDays(date, 1), zone) : parseDateTime(`${date}T${end}`, zone);
}

async function spotsOf(db: Db, event: NewEvent, now: Date, zone: string): Promise<number | null> {
  const date = localDateOf(event.start_time, zone);
  const facts = await readPracticeFacts(db, { user_id: null, from: date, to: date });
  return spotsLeft(event, facts, now, zone);
}

const isMoved = (there: EventRow, event: NewEvent) =>
  there.start_time.getTime() !== event.start_time.getTime() || there.service_id !== event.service_id;

/** Booked and held seats in the class that an event announces. */
async function seatsOf(db: Db, { service_id, start_time }: EventRow): Promise<number> {
  return service_id === null ? 0 : await selectSeatsAt(db, service_id, start_time);
}

const seatsText = (seats: number) => (seats === 1 ? 'One seat is' : `${seats} seats are`);

function bookedMessage({ title, start_time }: EventRow, seats: number, zone: string): string {
  const date = localDateOf(start_time, zone);
  return (
    `${seatsText(seats)} booked or held in ${title}, ${formatShortDateAtTime(start_time, zone)}, so it cannot be moved or ` +
    'removed: nothing was changed. Close that time first to stop new bookings, then cancel each booking in the staff ' +
    `area (/staff?date=${date}), which refunds it and notifies its client.`
  );
}

function lineOf(each: EventRow, zone: string, seats: number | null): string {
  const { id, title, start_time, end_time, location } = each;
  const [first, last] = [localDateOf(start_time, zone), localDateOf(end_time.getTime() - 1, zone)];
  const end = `${last > first ? `${formatLongDate(last)}, ` : ''}${formatClock(end_time, zone)}`;
  const taken = seats === null || each.service_id === null ? '' : ` (a class: ${seats} booked or held)`;
  return `${id}  ${formatLongDate(first)}, ${formatClock(start_time, zone)} to ${end}  ${title}, ${location}${taken}`;
}
