import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import { PLACEMENT_WARNINGS } from '#domain/slots/placement-warnings.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { atMost, type Figure, figureOf, median, ROUNDS, sized } from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { openSite, type Site } from './support/site.ts';
import { signInStaff } from './support/staff.ts';

const BOOKINGS = sized(10_000, 2000);
const SESSIONS_A_DAY = 10;
const REQUESTS = sized(100, 20);
const HOUR_MS = 3_600_000;
/** Hours that the filled calendar leaves free (support/site.ts). */
const isFree = (minutes: number) =>
  (minutes >= 600 && minutes < 660) ||
  (minutes >= 840 && minutes < 960) ||
  (minutes >= 1020 && minutes < 1080);

/** P24: staff check times while they drag a session, book for clients and move bookings; one request at a time. */
export async function measurePlacement(): Promise<Figure[]> {
  const site = await openSite();
  try {
    await site.fill(BOOKINGS, SESSIONS_A_DAY);
    const headers = { cookie: `staff=${await signInStaff(site)}` };
    const { service_id } = site.session;
    const times = freeTimes(site);
    // Every check also looks for the nearest times: between two slots, clients can't book.
    const checks = times.map((start) =>
      rawRequest('POST', '/api/staff/bookings/check', {
        headers,
        body: {
          client_id: site.clients[0]!.id,
          service_id,
          place: 'FIXED_LOCATION',
          start: new Date(Date.parse(start) + 5 * 60_000).toISOString(),
        },
      }),
    );
    const bookings = times.map((start, n) =>
      rawRequest('POST', '/api/staff/bookings', {
        headers,
        body: {
          action_id: randomUUID(),
          client_id: site.clients[n]!.id,
          service_id,
          place: 'FIXED_LOCATION',
          starts: [start],
          payment: 'LATER',
          accept: PLACEMENT_WARNINGS,
          notify: true,
          ask_for_forms: true,
        },
      }),
    );
    return [
      await measure(site, 'Check of a time', checks, { must: 40, aim: 20 }),
      await measure(site, 'Booking by staff', bookings, { must: 60, aim: 30 }),
      await measure(site, 'Move by staff', await movesOf(site, headers), { must: 60, aim: 30 }),
    ];
  } finally {
    await site.stop();
  }
}

/** Each booking by staff moves to an hour of its own, after all the others. */
async function movesOf({ pool }: Site, headers: { cookie: string }): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; updated_at: Date }>(
    'select id, updated_at from bookings where booked_by is not null order by start_time',
  );
  const last = await pool.query<{ at: Date }>('select max(blocked_until) as at from appointments');
  const from = Math.ceil(last.rows[0]!.at.getTime() / HOUR_MS) * HOUR_MS;
  return rows.map(({ id, updated_at }, n) =>
    rawRequest('POST', `/api/staff/bookings/${id}/reschedule`, {
      headers,
      body: {
        action_id: randomUUID(),
        base_updated_at: updated_at.toISOString(),
        start: new Date(from + n * HOUR_MS).toISOString(),
        accept: PLACEMENT_WARNINGS,
        notify: true,
      },
    }),
  );
}

/** A round to warm up, then those that count; no request is sent twice. */
async function measure(
  site: Site,
  what: string,
  requests: readonly string[],
  goal: { must: number; aim: number },
): Promise<Figure> {
  const { app } = await sharedServers(site);
  const results: LoadResult[] = [];
  for (let round = 0; round <= ROUNDS; round++)
    results.push(
      await site.load.run({
        port: app.port,
        connections: 1,
        requests: requests.slice(round * REQUESTS, (round + 1) * REQUESTS),
        ms: 60_000,
        once: true,
      }),
    );
  allGood(results);
  const ms = median(results.slice(1).map(({ p95 }) => p95));
  return figureOf(
    'P24',
    what,
    `${goal.must} ms (aim ${goal.aim} ms)`,
    `${ms.toFixed(1)} ms (${ROUNDS} rounds of ${REQUESTS})`,
    atMost(ms, goal),
  );
}

/** As many free starts as there are requests, day by day. */
function freeTimes(site: Site): string[] {
  const times: string[] = [];
  for (let n = 0; n < site.slots && times.length < (ROUNDS + 1) * REQUESTS; n++) {
    const { selectedDate, start_time } = site.slot(n);
    const minutes = parseTime(start_time)!;
    if (isFree(minutes)) times.push(instantOf(selectedDate, minutes, practice.zone)!.toISOString());
  }
  return times;
}
