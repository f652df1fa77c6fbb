import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import type { HoursAnswer, WeekChangeInput } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { holdsByApp } from './p3-holds.ts';
import { atMost, type Figure, figureOf, inTurn, median, ROUNDS, sized, whole } from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { openSite, type Site } from './support/site.ts';
import { signInStaff } from './support/staff.ts';

const TO_COME = sized(5000, 500);
const PAST = 1000;
const PREVIEWS = sized(100, 10);
const HOLDS = sized(1344, 112);
/** After the last day that clients can book, so that no hold collides with them. */
const FIRST_DAY = 40;
const MONDAY = 1;

/**
 * P29: what a change of the hours of a service with thousands of bookings costs. Its preview, one request at a time; and how
 * much longer clients wait who book another service on the same days, while changes are applied one after the other.
 */
export async function measureWeekChanges(): Promise<Figure[]> {
  const site = await openSite();
  try {
    await site.fill(PAST);
    const service_id = await addBookedService(site);
    const cookie = `staff=${await signInStaff(site)}`;
    return [await measurePreviews(site, service_id, cookie), await measureWaiting(site, service_id, cookie)];
  } finally {
    await site.stop();
  }
}

/** A service from eight to eight every day, with a booking in every hour of the clock: half of them outside. */
async function addBookedService({ pool }: Site): Promise<string> {
  const service_id = randomUUID();
  await pool.query(
    `insert into services (id, key, name, description, format, duration, buffer_time, base_price_cents, type, category,
       service_location_type, location_name, scheduling_type, max_capacity)
     select $1, 'booked', 'Booked', description, format, 45, 15, base_price_cents, type, category,
       service_location_type, location_name, scheduling_type, max_capacity from services where key = 'measured'`,
    [service_id],
  );
  await pool.query(
    `insert into rules (id, service_id, location_type, day_of_week, pattern, start_date, start_time, end_time, slot_step_min)
     select gen_random_uuid(), $1, 'FIXED_LOCATION', day, 'WEEKLY', '2026-01-01', '08:00', '20:00', 60
     from generate_series(0, 6) as day`,
    [service_id],
  );
  const first = startOfDay(addDays(localDateOf(new Date(), practice.zone), FIRST_DAY), practice.zone);
  await pool.query(
    `insert into bookings (user_id, status, price_cents, service_id, service_name, service_type, format, start_time,
       end_time, blocked_until, location_type, location_name, created_at, updated_at, payment)
     select u.id, 'CONFIRMED', 8500, $1, 'Booked', 'YOGA', 'ONE_ON_ONE', start, start + interval '45 min',
       start + interval '1 hour', 'FIXED_LOCATION', 'Secret Studio', now(), now(), 'LATER'
     from generate_series(0, $3::int - 1) as n, lateral (select $2::timestamptz + n * interval '1 hour' as start) as at,
       lateral (select id from users order by id offset n % 100 limit 1) as u`,
    [service_id, first, TO_COME],
  );
  await pool.query('vacuum analyze bookings, rules, services');
  return service_id;
}

/** With `or`, an answer with this status counts as well. */
type Asker = <T>(method: 'GET' | 'POST', path: string, body?: object, or?: number) => Promise<T>;

function askerOf(port: number, cookie: string): Asker {
  return async <T>(method: 'GET' | 'POST', path: string, body?: object, or?: number): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json: unknown = await answer.json();
    if (!answer.ok && answer.status !== or)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(json)}`);
    return json as T;
  };
}

/** Mondays end at noon; if they do already, an hour earlier. */
async function changeOf(ask: Asker, service_id: string): Promise<WeekChangeInput> {
  const { hours } = await ask<HoursAnswer>('GET', '/api/staff/hours');
  const mondays = hours.filter((row) => row.service_id === service_id && row.day === MONDAY);
  const { id, place, start, end, step } = mondays.at(-1)!;
  return {
    kind: 'CHANGE_HOURS',
    rule_id: id,
    day: MONDAY,
    hours: {
      place,
      start,
      end: end === '12:00' ? '11:00' : '12:00',
      every: 'WEEK',
      from: null,
      until: null,
      step,
      seats: null,
    },
  };
}

async function measurePreviews(site: Site, service_id: string, cookie: string): Promise<Figure> {
  const { app } = await sharedServers(site);
  const change = await changeOf(askerOf(app.port, cookie), service_id);
  const request = rawRequest('POST', '/api/staff/hours/preview', { headers: { cookie }, body: { change } });
  const requests = Array.from({ length: PREVIEWS }, () => request);
  const results: LoadResult[] = [];
  for (let round = 0; round <= ROUNDS; round++)
    results.push(await site.load.run({ port: app.port, connections: 1, requests, ms: 120_000, once: true }));
  allGood(results);
  const ms = median(results.slice(1).map(({ p99 }) => p99));
  return figureOf(
    'P29',
    `Preview of changed hours, with ${whole(TO_COME)} bookings to come: p99, c=1`,
    '400 ms (aim 200 ms)',
    `${ms.toFixed(1)} ms (${ROUNDS} rounds of ${PREVIEWS})`,
    atMost(ms, { must: 400, aim: 200 }),
  );
}

/** Holds while hours change again and again, against holds without that. */
async function measureWaiting(site: Site, service_id: string, cookie: string): Promise<Figure> {
  const { app } = await sharedServers(site);
  const ask = askerOf(app.port, cookie);
  const applied: number[] = [];
  let shownAgain = 0;
  const changeHours = async () => {
    const change = await changeOf(ask, service_id);
    const { preview_hash } = await ask<Preview>('POST', '/api/staff/hours/preview', { change });
    const begun = performance.now();
    const body = { action_id: randomUUID(), change, preview_hash, decisions: [] };
    // Clients who book in between change the next bookable dates: then the change is worked out, and shown again.
    const answer = await ask<{ code?: string }>('POST', '/api/staff/hours/apply', body, 409);
    if (answer.code === 'PREVIEW_CHANGED') shownAgain += 1;
    applied.push(performance.now() - begun);
  };
  const { one, other } = await inTurn(
    async () => {
      let isOver = false;
      const changing = (async () => {
        while (!isOver) await changeHours();
      })();
      const result = await holdsByApp(site, 4, HOLDS);
      isOver = true;
      await changing;
      return result;
    },
    () => holdsByApp(site, 4, HOLDS),
  );
  const p99 = (rounds: readonly LoadResult[]) => median(rounds.map((each) => each.p99));
  const more = p99(one) - p99(other);
  return figureOf(
    'P29',
    `Booking hold, c=4, while hours with ${whole(TO_COME)} bookings change: p99, more than without`,
    '50 ms (aim 20 ms)',
    `${more.toFixed(1)} ms (${p99(one).toFixed(1)} of ${p99(other).toFixed(1)} ms; ${applied.length} changes, ${shownAgain} of them shown again, each ${median(applied).toFixed(0)} ms)`,
    atMost(more, { must: 50, aim: 20 }),
  );
}
