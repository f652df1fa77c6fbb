import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { holdsByApp } from './p3-holds.ts';
import {
  atMost,
  type Figure,
  figureOf,
  inRounds,
  inTurn,
  median,
  ratio,
  sized,
  whole,
} from './support/figures.ts';
import { type LoadResult, rawRequest } from './support/load.ts';
import { allGood, sharedServers } from './support/shared-servers.ts';
import { openSite, type Site } from './support/site.ts';
import { signInStaff } from './support/staff.ts';

const FEW = sized(10_000, 2000);
const MANY = sized(1_000_000, 20_000);
const SESSIONS_A_DAY = 10;
/** How often a tab asks, and how many tabs there are. */
const POLL_MS = 10_000;
const TABS = 6;

/** P23: what staff read, one request at a time, and what their polling costs the clients who book. */
export async function measureAgenda(): Promise<Figure[]> {
  const few = await openSite();
  try {
    await few.fill(FEW, SESSIONS_A_DAY);
    const token = await signInStaff(few);
    const figures = [
      ...(await measureReads(few, token, [
        { what: `Today, with ${whole(FEW)} bookings`, path: todayPath(), must: 15, aim: 8 },
        { what: 'Calendar, a week of 60 sessions', path: calendarPath(6), must: 25, aim: 15 },
        { what: 'Calendar, a month of 300 sessions', path: calendarPath(30), must: 60, aim: 40 },
      ])),
      await measurePolling(few, token),
    ];
    return [...figures.slice(0, 1), ...(await measureMany()), ...figures.slice(1)];
  } finally {
    await few.stop();
  }
}

async function measureMany(): Promise<Figure[]> {
  const many = await openSite();
  try {
    await many.fill(MANY, SESSIONS_A_DAY);
    const what = `Today, with ${whole(MANY)} bookings`;
    return await measureReads(many, await signInStaff(many), [
      { what, path: todayPath(), must: 20, aim: 10 },
    ]);
  } finally {
    await many.stop();
  }
}

type Read = { what: string; path: string; must: number; aim: number };

/** Tomorrow is a full day whenever the bench runs. */
const tomorrow = () => addDays(localDateOf(new Date(), practice.zone), 1);
const todayPath = () => `/api/staff/today?date=${tomorrow()}`;
const calendarPath = (days: number) =>
  `/api/staff/calendar?from=${tomorrow()}&to=${addDays(tomorrow(), days - 1)}`;

async function measureReads(site: Site, token: string, reads: readonly Read[]): Promise<Figure[]> {
  const { app, floor } = await sharedServers(site);
  const ask = (port: number, request: string) => (ms: number) =>
    site.load.run({ port, connections: 1, requests: [request], ms, once: false });
  const [row, ...results] = await inRounds([
    ask(floor.port, rawRequest('GET', '/row')),
    ...reads.map(({ path }) =>
      ask(app.port, rawRequest('GET', path, { headers: { cookie: `staff=${token}` } })),
    ),
  ]);
  const p95 = (rounds: readonly LoadResult[]) => median(rounds.map((each) => each.p95));
  const bare = p95(row!);
  return reads.map(({ what, must, aim }, n) => {
    allGood(results[n]!);
    const ms = p95(results[n]!);
    return figureOf(
      'P23',
      what,
      `${must} ms (aim ${aim} ms)`,
      `${ms.toFixed(1)} ms (${ratio(ms / bare)} of a bare select, ${bare.toFixed(2)} ms)`,
      atMost(ms, { must, aim }),
    );
  });
}

/** Holds while six tabs poll Today, against holds without them. */
async function measurePolling(site: Site, token: string): Promise<Figure> {
  const { app } = await sharedServers(site);
  const holds = sized(1344, 112);
  const poll = async () => {
    const answer = await fetch(`http://127.0.0.1:${app.port}${todayPath()}`, {
      headers: { cookie: `staff=${token}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`Today answered ${answer.status}`);
  };
  const { one, other } = await inTurn(
    async () => {
      const polls: Promise<void>[] = [];
      const timer = setInterval(() => void polls.push(poll()), POLL_MS / TABS);
      polls.push(poll());
      const result = await holdsByApp(site, 4, holds);
      clearInterval(timer);
      await Promise.all(polls);
      return result;
    },
    () => holdsByApp(site, 4, holds),
  );
  allGood([...one, ...other]);
  const p99 = (rounds: readonly LoadResult[]) => median(rounds.map((each) => each.p99));
  const share = p99(one) / p99(other);
  return figureOf(
    'P23',
    `Booking hold, c=4, with ${TABS} polling tabs of staff: p99`,
    '1.10x of the same without them (aim 1.05x)',
    `${ratio(share)} (${p99(one).toFixed(1)} ms of ${p99(other).toFixed(1)} ms)`,
    atMost(share, { must: 1.1, aim: 1.05 }),
  );
}
