/** The waitlist (rules.md §10): who is offered a time that became free, and how long they have to answer. */
import type { LocationType } from '#domain/slots/services.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import { addDays, dayOfWeek, type LocalDate } from '#domain/time/calendar.ts';
import { formatDayMonth, WEEKDAYS } from '#domain/time/date-formats.ts';
import { inTwelveHours, parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf, localMinutesOf } from '#domain/time/zone.ts';

export const ENTRY_STATES = ['WAITING', 'OFFERED', 'BOOKED', 'LEFT', 'PAUSED', 'EXPIRED'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];
/** TAKEN: paid and booked. LOST: paid, but its time was closed meanwhile. */
export type OfferOutcome = 'TAKEN' | 'DECLINED' | 'MISSED' | 'WITHDRAWN' | 'LOST';

/** A client who missed this many offers is paused until they say that they still wait. */
export const MOST_MISSED = 2;
/** How many places in line one client may have at a time. */
export const MOST_PLACES = 10;

/**
 * The times that a client waits for: sessions that begin and end between the times (HH:MM, '24:00' for midnight) of these
 * dates. `weekdays` is a sum: 1 for Sunday, 2 for Monday, to 64 for Saturday.
 */
export type WishedTimes = {
  from_date: LocalDate;
  to_date: LocalDate;
  weekdays: number;
  from_time: string;
  to_time: string;
};
/** An entry in line. Moments in epoch ms. */
export type Waiting = WishedTimes & {
  id: string;
  service_id: string;
  place: LocationType;
  /** The one date of a class that is waited for; null: any time that fits. */
  class_start: number | null;
  /** Approved for the place, one whom the service is for, and not yet in that class. */
  may_book: boolean;
  /** The sessions that were offered before. */
  offers: readonly (Span & { at: number })[];
};
/** A bookable time. `blocked`: the end of its buffer. */
export type FreeTime = { place: LocationType; start: number; end: number; blocked: number };
/**
 * Time that became free. `since`: an offer made from then on was for this time already. `except`: times in it that are not
 * offered.
 */
export type Freed = Span & { since: number; except?: readonly Span[] };

const meet = (one: Span, other: Span) => one.start < other.end && one.end > other.start;

/**
 * Returns the first entry in line that waits for one of the times in what became free, with the earliest such time; null if
 * none does. `entries` are in order of joining, the times of each service in order of time.
 */
export function firstMatch<Entry extends Waiting, Time extends FreeTime>(
  entries: readonly Entry[],
  timesOf: (service_id: string) => readonly Time[],
  freed: readonly Freed[],
  zone: string,
): { entry: Entry; time: Time; since: number } | null {
  for (const entry of entries) {
    for (const time of timesOf(entry.service_id)) {
      if (!suits(entry, time, zone)) continue;
      const now_free = freed.find(
        (span) =>
          meet({ start: time.start, end: time.blocked }, span) &&
          !span.except?.some((kept) => meet(kept, time)) &&
          !entry.offers.some((offer) => offer.at >= span.since && meet(offer, time)),
      );
      if (now_free) return { entry, time, since: now_free.since };
    }
  }
  return null;
}

/** Returns whether an entry waits for a time of its service, and its client may book it. */
export const suits = (entry: Waiting, time: Omit<FreeTime, 'blocked'>, zone: string): boolean =>
  entry.may_book && isWished(entry, time, zone);

/** Returns whether an entry waits for a time of its service. */
export function isWished(
  entry: WishedTimes & Pick<Waiting, 'place' | 'class_start'>,
  { place, start, end }: Omit<FreeTime, 'blocked'>,
  zone: string,
): boolean {
  if (place !== entry.place) return false;
  if (entry.class_start !== null) return entry.class_start === start;
  const from = localMinutesOf(start, zone);
  return (
    isOnDay(entry, localDateOf(start, zone)) &&
    from >= parseTime(entry.from_time)! &&
    from + (end - start) / MINUTE_MS <= parseTime(entry.to_time)!
  );
}

const isOnDay = ({ from_date, to_date, weekdays }: WishedTimes, date: LocalDate): boolean =>
  date >= from_date && date <= to_date && (weekdays & (1 << dayOfWeek(date))) !== 0;

/** Returns whether an entry for any time that fits has hours in a free span of one day. */
export function waitsWithin(entry: WishedTimes, { start, end }: Span, zone: string): boolean {
  const from = localMinutesOf(start, zone);
  const until = from + (end - start) / MINUTE_MS;
  return (
    isOnDay(entry, localDateOf(start, zone)) &&
    from < parseTime(entry.to_time)! &&
    until > parseTime(entry.from_time)!
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** From how long before its start a time is offered, and for how long; the first that fits. */
const LENGTHS = [
  { lead: 72 * HOUR_MS, length: 12 * HOUR_MS },
  { lead: 24 * HOUR_MS, length: 3 * HOUR_MS },
  { lead: 3 * HOUR_MS, length: HOUR_MS },
];
const [QUIET_UNTIL, QUIET_FROM] = [8 * 60, 21 * 60];

/**
 * Returns until when a client may answer the offer of a session; null if it begins so soon that it is not offered. The time
 * from 9:00 PM to 8:00 AM does not count, and the offer ends at least three hours before the session.
 */
export function offerEndsAt(now: Date, start: Date, zone: string): Date | null {
  const lead = start.getTime() - now.getTime();
  const length = LENGTHS.find((each) => lead >= each.lead)?.length;
  if (length === undefined) return null;
  let [at, left] = [now.getTime(), length];
  let date = localDateOf(now, zone);
  for (;;) {
    const opens = instantOf(date, QUIET_UNTIL, zone)!.getTime();
    const closes = instantOf(date, QUIET_FROM, zone)!.getTime();
    at = Math.max(at, opens);
    const counted = Math.max(0, Math.min(left, closes - at));
    at += counted;
    left -= counted;
    if (left === 0) break;
    date = addDays(date, 1);
  }
  return new Date(Math.min(at, start.getTime() - LENGTHS.at(-1)!.lead));
}

const WEEKEND = 0b1000001;
const WEEK = 0b1111111;

/** The hours from which a client chooses, and for how many weeks. */
export const HOURS_TO_WAIT_FOR = [
  { label: 'Any time', from_time: '00:00', to_time: '24:00' },
  { label: 'Before 12:00 PM', from_time: '00:00', to_time: '12:00' },
  { label: 'Before 3:00 PM', from_time: '00:00', to_time: '15:00' },
  { label: 'After 12:00 PM', from_time: '12:00', to_time: '24:00' },
  { label: 'After 3:00 PM', from_time: '15:00', to_time: '24:00' },
  { label: 'After 5:00 PM', from_time: '17:00', to_time: '24:00' },
] as const;
export const WEEKS_TO_WAIT = [1, 2, 4, 8, 12] as const;

/** Returns the days from which a client chooses who asks about a date. */
export const daysToWaitFor = (date: LocalDate): { label: string; weekdays: number }[] =>
  [1 << dayOfWeek(date), WEEK - WEEKEND, WEEKEND, WEEK].map((weekdays) => ({
    weekdays,
    label: daysText(weekdays),
  }));

/** Writes what a client waits for: 'Thursdays after 12:00 PM, until 20 Dec'. */
export function wishText({ weekdays, from_time, to_time, to_date }: WishedTimes): string {
  const after = from_time === '00:00' ? '' : ` after ${inTwelveHours(from_time)}`;
  const before = to_time === '24:00' ? '' : ` before ${inTwelveHours(to_time)}`;
  return `${daysText(weekdays)}${after}${after && before && ' and'}${before}, until ${formatDayMonth(to_date)}`;
}

function daysText(weekdays: number): string {
  if (weekdays === WEEK) return 'Any day';
  if (weekdays === WEEKEND) return 'Weekends';
  if (weekdays === WEEK - WEEKEND) return 'Weekdays';
  const days = WEEKDAYS.filter((_, day) => weekdays & (1 << day));
  return days.map((day) => (days.length === 1 ? `${day}s` : day.slice(0, 3))).join(', ');
}
