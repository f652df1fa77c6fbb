import { practice } from '#content/public/practice.ts';
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { shortName } from '#domain/people/names.ts';
import { nameOr } from '#domain/people/personal.ts';
import { type Audience, LOCATION_TYPES } from '#domain/slots/services.ts';
import { overviewOfDays } from '#domain/slots/slots.ts';
import { formatList } from '#domain/text/sentences.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { Db } from '../db/pool.ts';
import type { EventRow } from '../events/store.ts';
import { selectLostEvents } from '../hours/lost-events.ts';
import { readPracticeFacts, slotFactsOf } from '../seats/practice-facts.ts';
import { type EntryRow, selectEntries } from '../waitlist/store.ts';
import { countText } from './service-lines.ts';
import { type OpenPage, selectBookedSeats, selectOpenPages, selectOutsiders } from './service-store.ts';

const { zone } = practice;
/** Payment pages and dates that a preview names one by one. */
const NAMED_PAGES = 20;
const NAMED_DATES = 6;

/** What depends on a service at one moment. */
export type Dependants = {
  booked: { count: number; version: string };
  pages: OpenPage[];
  lost_events: EventRow[];
  waiting: EntryRow[];
  /** The times that clients can book, by date. */
  times: ReadonlyMap<string, number>;
};

/** Reads what depends on a service. Before and after a change, in its transaction, the difference is its effect. */
export async function readDependants(db: Db, service_id: string, now: Date): Promise<Dependants> {
  return {
    booked: await selectBookedSeats(db, service_id, now),
    pages: await selectOpenPages(db, service_id),
    lost_events: await selectLostEvents(db, service_id, { now, zone }),
    waiting: await selectEntries(db, { service_id }),
    times: await readTimes(db, service_id, now),
  };
}

async function readTimes(db: Db, service_id: string, now: Date): Promise<Map<string, number>> {
  const from = localDateOf(now, zone);
  const facts = await readPracticeFacts(db, { user_id: null, from, to: addDays(from, BOOKABLE_DAYS) });
  const own = slotFactsOf(facts, { service_id, location_types: LOCATION_TYPES, now, zone });
  if (!own) return new Map();
  return new Map(overviewOfDays(own).map(({ date, open_slots }) => [date, open_slots]));
}

/** The parts of a preview that list what a change touches. */
export function listEffects(
  before: Dependants,
  after: Dependants,
): Pick<Preview, 'holds' | 'events' | 'next_dates'> {
  const lostBefore = new Set(before.lost_events.map(({ id }) => id));
  const dates = [...new Set([...before.times.keys(), ...after.times.keys()])].sort();
  return {
    holds: before.pages.slice(0, NAMED_PAGES).map((page) => ({
      id: page.id,
      text: payingText(page),
      until: page.hold_expires_at.toISOString(),
    })),
    events: after.lost_events
      .filter(({ id }) => !lostBefore.has(id))
      .map(({ id, title, start_time }) => ({
        id,
        text: `The event “${title}” on ${formatDayOf(start_time, zone)} announces it at a time that can’t be booked any more.`,
      })),
    next_dates: dates
      .map((date) => ({ date, times: after.times.get(date) ?? 0, before: before.times.get(date) ?? 0 }))
      .filter(({ times, before: was }) => times !== was)
      .slice(0, NAMED_DATES),
  };
}

function payingText({ start_time, ...payer }: OpenPage): string {
  return `${nameOr(shortName(payer), 'Someone')} is paying for ${formatDayTime(start_time, zone)}`;
}

/** What a new audience leaves to clients outside of it: 'Booked by others, and stays: Maren K., Thu 5 Mar, 10:00 AM.' */
export async function outsideLines(
  db: Db,
  service_id: string,
  audience: Audience,
  { pages }: Dependants,
  now: Date,
): Promise<string[]> {
  const outsiders = await selectOutsiders(db, service_id, audience, now);
  const names = outsiders.map(({ start_time, ...client }, n) =>
    n === 20 ? 'and more' : `${nameOr(shortName(client), 'Someone')}, ${formatDayTime(start_time, zone)}`,
  );
  return [
    ...(names.length > 0 ? [`Booked by others, and stays: ${names.join('; ')}.`] : []),
    ...(pages.length > 0 ? ['Payment pages that are open can still be paid.'] : []),
  ];
}

/** Who waits for a service that can no longer be booked: '2 clients wait for it. Their wait ends.', and who has to be called. */
export function waitLines({ waiting }: Dependants): string[] {
  const clients = [...new Map(waiting.map((entry) => [entry.user_id, entry])).values()];
  if (clients.length === 0) return [];
  const unreached = clients
    .filter(({ email }) => email === '')
    .map((entry) => nameOr(shortName(entry), 'Someone'));
  const have = unreached.length === 1 ? 'has' : 'have';
  return [
    `${countText(clients.length, 'client')} ${clients.length === 1 ? 'waits' : 'wait'} for it. Their wait ends, and an e-mail says so.`,
    ...(unreached.length > 0 ? [`${formatList(unreached)} ${have} no e-mail address: please call.`] : []),
  ];
}

/** The ids and versions of what a change touches (staff/preview.ts). */
export function versionsOf(before: Dependants, { events }: { events: readonly { id: string }[] }): string[] {
  return [
    `booked ${before.booked.version}`,
    ...before.pages.map(({ id }) => `page ${id}`),
    ...events.map(({ id }) => `event ${id}`),
  ];
}

/**
 * '12 bookings and 1 open payment page keep their prices', or null if there are none. It names no amount: a booking may
 * have been sold at another one.
 */
export function keepText({ booked, pages }: Dependants, what: 'price' | 'time' | 'terms'): string | null {
  const kinds = [
    ...(booked.count > 0 ? [countText(booked.count, 'booking')] : []),
    ...(pages.length > 0 ? [countText(pages.length, 'open payment page')] : []),
  ];
  if (kinds.length === 0) return null;
  if (booked.count + pages.length === 1) return `${kinds.join(' and ')} keeps its ${what}`;
  return `${kinds.join(' and ')} keep their ${what === 'terms' ? what : `${what}s`}`;
}
