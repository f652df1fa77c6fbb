import ICAL from 'ical.js';
import { type EventBlock, type Property, splitCalendar, UnusableFile } from './calendar-blocks.ts';
import { floating, ianaZone, UTC, type Zone, zoneFinder } from './zones.ts';

/** One time of a calendar, in epoch ms. `is_free`: the event is marked as free. */
export type CalendarTime = { start: number; end: number; all_day: boolean; is_free: boolean };
/** What a calendar file says, without a title, a place or a person. */
export type ReadCalendar = {
  /** By start; no two with the same start and end. */
  times: CalendarTime[];
  /** Events that cannot be read, or that end before they begin. */
  skipped: number;
  /** Events in a time zone that nothing defines: they are read in the practice's. */
  unknown_zones: number;
  /** Events that came from this site. */
  own: number;
};
/** What a file is read for. Times in epoch ms. */
export type ReadingOf = {
  /** IANA name of the practice's zone. */
  zone: string;
  from: number;
  to: number;
  /** The domain of this site's own event ids. */
  own_domain: string;
  /** The e-mail addresses of whose calendar it is, as far as its address names them. */
  owners: readonly string[];
};

const MOST_TIMES = 5000;
const DAY_MS = 86_400_000;
const OWN_UID = /^(?:booking|appointment)-[\da-f-]{36}@(.+)$/i;

/** A wall time, in ms as if it were UTC, in its zone. */
type Moment = { wall: number; zone: Zone; is_date: boolean };
type Length = { days: number; ms: number };
/** One event as its lines say it. */
type Event = {
  uid: string;
  start: Moment;
  length: Length;
  /** The occurrence that this one replaces, and whether later ones follow it. */
  replaces: { at: Moment; with_later: boolean } | null;
  sequence: number;
  rules: readonly string[];
  added: readonly { at: Moment; length: Length | null }[];
  removed: readonly Moment[];
  /** Null: it closes nothing and is not counted, such as a cancelled one. */
  is_free: boolean | null;
};

/**
 * Reads the times of a calendar file between two moments, repeated ones included.
 * @throws UnusableFile if it is no calendar or too large
 */
export function readCalendar(text: string, reading: ReadingOf): ReadCalendar {
  const { events: blocks, zones, about } = splitCalendar(text);
  const findZone = zoneFinder(zones);
  const practice = ianaZone(reading.zone);
  const named = about.get('X-WR-TIMEZONE');
  const owners = [...reading.owners, about.get('X-WR-CALNAME') ?? ''].map((each) => each.toLowerCase());
  const context: Context = { findZone, practice, floating: (named && findZone(named)) || practice, owners };
  const read: ReadCalendar = { times: [], skipped: 0, unknown_zones: 0, own: 0 };
  const byUid = new Map<string, Event[]>();
  for (const [n, block] of blocks.entries()) {
    const uid = valueOf(block, 'UID');
    if (OWN_UID.exec(uid)?.[1]?.toLowerCase() === reading.own_domain.toLowerCase()) {
      read.own += 1;
      continue;
    }
    const event = eventOf(block, uid || `#${n}`, context);
    if (event === null) {
      read.skipped += 1;
      continue;
    }
    if (block.some(({ params }) => params.has('TZID') && !findZone(params.get('TZID')!)))
      read.unknown_zones += 1;
    const known = byUid.get(event.uid);
    if (known) known.push(event);
    else byUid.set(event.uid, [event]);
  }
  const found = new Map<string, CalendarTime>();
  for (const events of byUid.values()) {
    try {
      for (const time of occurrencesOf(events, reading)) add(found, time);
    } catch (error) {
      if (error instanceof UnusableFile) throw error;
      // A rule that the library refuses.
      read.skipped += 1;
    }
  }
  read.times = [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  return read;
}

/** Of two events at the same time, the one that is busy counts. */
function add(found: Map<string, CalendarTime>, time: CalendarTime): void {
  const key = `${time.start} ${time.end}`;
  const other = found.get(key);
  if (!other || (other.is_free && !time.is_free)) found.set(key, time);
  if (found.size > MOST_TIMES) throw new UnusableFile('TOO_MANY_TIMES');
}

type Context = {
  findZone: (name: string) => Zone | undefined;
  practice: Zone;
  /** Of times without a zone. */
  floating: Zone;
  owners: readonly string[];
};

const propertyOf = (block: EventBlock, name: string) => block.find((each) => each.name === name);
const allOf = (block: EventBlock, name: string) => block.filter((each) => each.name === name);
const valueOf = (block: EventBlock, name: string) => propertyOf(block, name)?.value ?? '';

const VALUE = /^([1-9]\d{3})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/;

/** Reads a date or a time; null if it is none. `zone`: of a time without one. */
function momentOf(
  value: string,
  tzid: string | undefined,
  zone: Zone,
  { findZone, practice }: Context,
): Moment | null {
  const match = VALUE.exec(value.trim());
  if (!match) return null;
  const [, year, month, day, hours, minutes = 0, seconds = 0, utc] = match;
  const wall = Date.UTC(+year!, +month! - 1, +day!, +(hours ?? 0), +minutes, +seconds);
  if (new Date(wall).getUTCDate() !== +day!) return null;
  // A date is a day of the practice, wherever it was written.
  if (hours === undefined) return { wall, zone: practice, is_date: true };
  return { wall, zone: utc ? UTC : tzid ? (findZone(tzid) ?? practice) : zone, is_date: false };
}

const single = ({ value, params }: Property, zone: Zone, context: Context) =>
  momentOf(value, params.get('TZID'), zone, context);

const instantOf = ({ wall, zone }: Moment) => zone(wall);

function eventOf(block: EventBlock, uid: string, context: Context): Event | null {
  const started = propertyOf(block, 'DTSTART');
  const start = started && single(started, context.floating, context);
  if (!start) return null;
  const length = lengthOf(block, start, context);
  if (!length) return null;
  const replaced = propertyOf(block, 'RECURRENCE-ID');
  const at = replaced && single(replaced, start.zone, context);
  const moments = (name: string) =>
    allOf(block, name).flatMap(({ value, params }) =>
      value.split(',').flatMap((each) => {
        const [from = '', to] = each.split('/');
        const moment = momentOf(from, params.get('TZID'), start.zone, context);
        return moment ? [{ at: moment, length: to ? periodOf(moment, to, context) : null }] : [];
      }),
    );
  return {
    uid,
    start,
    length,
    replaces: at ? { at, with_later: replaced.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE' } : null,
    sequence: Number(valueOf(block, 'SEQUENCE')) || 0,
    rules: allOf(block, 'RRULE').map(({ value }) => value.toUpperCase()),
    added: moments('RDATE'),
    removed: moments('EXDATE').map((each) => each.at),
    is_free: isFree(block, context),
  };
}

/** Null if it ends before it begins, or its end cannot be read. */
function lengthOf(block: EventBlock, start: Moment, context: Context): Length | null {
  const ended = propertyOf(block, 'DTEND');
  if (ended) {
    const end = single(ended, start.zone, context);
    if (!end) return null;
    if (start.is_date) {
      // Some programs write the first day as the end.
      const days = Math.round((end.wall - start.wall) / DAY_MS) || 1;
      return days > 0 ? { days, ms: 0 } : null;
    }
    const ms = instantOf(end) - instantOf(start);
    return ms >= 0 ? { days: 0, ms } : null;
  }
  const lasting = propertyOf(block, 'DURATION');
  if (!lasting) return { days: start.is_date ? 1 : 0, ms: 0 };
  return durationOf(lasting.value, start.is_date);
}

function durationOf(value: string, is_date: boolean): Length | null {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(value);
    if (isNegative) return null;
    const length = { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
    return is_date ? { days: Math.max(1, length.days), ms: 0 } : length;
  } catch {
    return null;
  }
}

function periodOf(start: Moment, to: string, context: Context): Length | null {
  if (/^\+?P/i.test(to)) return durationOf(to, start.is_date);
  const end = momentOf(to, undefined, start.zone, context);
  return end && { days: 0, ms: Math.max(0, instantOf(end) - instantOf(start)) };
}

/** Whether it closes nothing; null if it does not take place, or not for whose calendar it is. */
function isFree(block: EventBlock, { owners }: Context): boolean | null {
  if (valueOf(block, 'STATUS').toUpperCase() === 'CANCELLED') return null;
  const own = allOf(block, 'ATTENDEE').find(({ value }) =>
    owners.includes(value.replace(/^mailto:/i, '').toLowerCase()),
  );
  if (own?.params.get('PARTSTAT')?.toUpperCase() === 'DECLINED') return null;
  const microsoft = valueOf(block, 'X-MICROSOFT-CDO-BUSYSTATUS').toUpperCase();
  if (microsoft) return microsoft === 'FREE' || microsoft === 'WORKINGELSEWHERE';
  return valueOf(block, 'TRANSP').toUpperCase() === 'TRANSPARENT';
}

type Shape = Pick<Event, 'length' | 'is_free'>;
type Span = Pick<ReadingOf, 'from' | 'to'>;

/** The times of the events of one id: a series with its exceptions, or single ones. */
function* occurrencesOf(events: readonly Event[], span: Span): Generator<CalendarTime> {
  const exceptions = new Map<string, Event>();
  for (const event of events) {
    if (!event.replaces) continue;
    const key = keyOf(event.replaces.at);
    const other = exceptions.get(key);
    if (!other || other.sequence <= event.sequence) exceptions.set(key, event);
  }
  const later = [...exceptions.values()]
    .filter(({ replaces }) => replaces!.with_later)
    .sort((a, b) => instantOf(b.replaces!.at) - instantOf(a.replaces!.at));
  for (const exception of exceptions.values()) yield* timeOf(exception, exception.start, span);
  for (const series of events) {
    if (series.replaces) continue;
    const removed = new Set(series.removed.map(keyOf));
    for (const { at, length } of datesOf(series, span)) {
      if (hasKey(removed, at) || hasKey(exceptions, at)) continue;
      const moved = later.find(({ replaces }) => instantOf(replaces!.at) <= instantOf(at));
      if (moved) yield* timeOf(moved, followed(at, moved), span);
      else yield* timeOf({ ...series, length: length ?? series.length }, at, span);
    }
  }
}

const keyOf = (at: Moment): string => (at.is_date ? `day ${at.wall}` : String(instantOf(at)));
/** A date stands for whatever begins on it. */
const hasKey = (keys: { has(key: string): boolean }, at: Moment): boolean =>
  keys.has(keyOf(at)) || keys.has(`day ${Math.floor(at.wall / DAY_MS) * DAY_MS}`);

/** Where an occurrence goes that follows a moved one: by as much on the wall clock. */
function followed(at: Moment, { start, replaces }: Event): Moment {
  const wallIn = (instant: number) => {
    const offset = (wall: number) => wall - start.zone(wall);
    return instant + offset(instant + offset(instant));
  };
  const by = start.wall - wallIn(instantOf(replaces!.at));
  return { ...start, wall: wallIn(instantOf(at)) + by };
}

function* timeOf({ length, is_free }: Shape, at: Moment, { from, to }: Span): Generator<CalendarTime> {
  if (is_free === null) return;
  const start = instantOf(at);
  const end = at.zone(at.wall + length.days * DAY_MS) + length.ms;
  // What begins and ends at once closes nothing.
  if (end > from && start < to && end > start) yield { start, end, all_day: at.is_date, is_free };
}

/** Where the occurrences of a series begin, up to the end of the span; those long before it are left out. */
function* datesOf(series: Event, span: Span): Generator<Event['added'][number]> {
  const { start, rules, added, length } = series;
  if (rules.length === 0) yield { at: start, length: null };
  yield* added;
  // Walls and moments are at most a day apart.
  const first = span.from - length.days * DAY_MS - length.ms - 2 * DAY_MS;
  for (const rule of rules)
    for (const wall of wallsOf(rule, start, span.to + 2 * DAY_MS)) {
      if (wall >= first) yield { at: { ...start, wall }, length: null };
    }
}

/** The wall times of a rule, from the first that fits it. */
function* wallsOf(text: string, start: Moment, last: number): Generator<number> {
  const parts = new Map(text.split(';').map((part) => part.split('=') as [string, string | undefined]));
  const until = untilOf(parts.get('UNTIL') ?? '', start);
  const count = Number(parts.get('COUNT')) || Infinity;
  const left = text.split(';').filter((part) => part !== '' && !/^(UNTIL|COUNT)=/.test(part));
  const iterator = ICAL.Recur.fromString(left.join(';')).iterator(floating(start.wall));
  let next = iterator.next();
  // The library gives the start even if the rule leaves it out.
  if (next && !iterator.check_contracting_rules()) next = iterator.next();
  for (let n = 0; next && n < count; n++, next = iterator.next()) {
    const wall = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second);
    if (wall > last || (wall > until.wall - 2 * DAY_MS && until.isBefore(wall))) return;
    yield wall;
  }
  // Without its count and its end a rule goes on for ever, unless the library cannot follow it.
  if (!next) throw new Error('The rule names no more times');
}

/** A date as the end of a timed series means all of that day. */
function untilOf(value: string, start: Moment): { wall: number; isBefore: (wall: number) => boolean } {
  const match = VALUE.exec(value);
  if (!match) return { wall: Infinity, isBefore: () => false };
  const [, year, month, day, hours, minutes = 0, seconds = 0, utc] = match;
  const wall = Date.UTC(+year!, +month! - 1, +day!, +(hours ?? 0), +minutes, +seconds);
  if (hours === undefined || (start.is_date && wall % DAY_MS === 0))
    return { wall, isBefore: (at) => at >= wall + DAY_MS };
  return { wall, isBefore: (at) => (utc ? start.zone(at) > wall : at > wall) };
}
