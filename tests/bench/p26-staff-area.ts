import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { findChromium } from '#scripts/lib/chromium.ts';
import { startApp } from '#scripts/lib/running-app.ts';
import { medianLcp } from './p13-lighthouse.ts';
import { holdsByApp } from './p3-holds.ts';
import {
  atLeast,
  atMost,
  type Figure,
  figureOf,
  inTurn,
  median,
  ratio,
  sized,
  skipped,
  whole,
} from './support/figures.ts';
import { BROWSER_ENCODINGS, type LoadResult, rawRequest } from './support/load.ts';
import { allGood } from './support/shared-servers.ts';
import { openSite } from './support/site.ts';

const LCP = 'LCP of Today, signed in, at 4x and slow 4G';

/** P26: what clients notice of the staff area (nothing), and how fast its first screen is on a phone. */
export async function measureStaffArea(): Promise<Figure[]> {
  return [...(await measureClients()), await measureToday()];
}

/** The same requests to a process with the staff area and to one without, in turn. */
async function measureClients(): Promise<Figure[]> {
  const site = await openSite();
  try {
    const withStaff = await site.start({ kind: 'app', staffArea: 'on' });
    const without = await site.start({ kind: 'app', staffArea: 'off' });
    const holds = sized(1344, 112);
    const checkout = await inTurn(
      () => holdsByApp(site, 4, holds, withStaff),
      () => holdsByApp(site, 4, holds, without),
    );
    const request = rawRequest('GET', '/wellness-services', {
      headers: { 'accept-encoding': BROWSER_ENCODINGS },
    });
    const load = ({ port }: typeof withStaff, ms: number) =>
      site.load.run({ port, connections: 16, requests: [request], ms, once: false });
    // Each has the page compressed before it is measured.
    for (const server of [withStaff, without]) await load(server, 500);
    await wait(2000);
    const page = await inTurn(
      (ms) => load(withStaff, ms),
      (ms) => load(without, ms),
    );
    return [compare('Booking hold, c=4', checkout), compare('Public page, cached, c=16', page)];
  } finally {
    await site.stop();
  }
}

function compare(what: string, { one, other }: { one: LoadResult[]; other: LoadResult[] }): Figure {
  allGood([...one, ...other]);
  const rateOf = (results: readonly LoadResult[]) => median(results.map(({ perSecond }) => perSecond));
  const [on, off] = [rateOf(one), rateOf(other)];
  return figureOf(
    'P26',
    `${what}, with the staff area`,
    '0.90x of the same with STAFF_AREA=off (aim 0.97x)',
    `${ratio(on / off)} (${whole(on)}/s of ${whole(off)}/s)`,
    atLeast(on / off, { must: 0.9, aim: 0.97 }),
  );
}

async function measureToday(): Promise<Figure> {
  const executablePath = await findChromium();
  if (executablePath === undefined) return skipped('P26', LCP, 'no Chromium on this machine');
  const app = await startApp();
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const port = Number(new URL(browser.wsEndpoint()).port);
    const cookie = await signIn(app.baseUrl);
    const { lcp, runs } = await medianLcp(`${app.baseUrl}/staff`, port, { cookie });
    return figureOf(
      'P26',
      LCP,
      '2.5 s (aim 2.0 s)',
      `${(lcp / 1000).toFixed(2)} s, median of ${runs}`,
      atMost(lcp, { must: 2500, aim: 2000 }),
    );
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Signs the demo owner in; returns the cookie of the session. */
async function signIn(base: string): Promise<string> {
  const send = async (path: string, body: object, cookie = ''): Promise<string> => {
    const answer = await fetch(`${base}/api/staff/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0]!)
      .filter((each) => !each.endsWith('='))
      .join('; ');
  };
  const { email, password } = demoOwner;
  const pending = await send('sign-in', { email, password });
  const { code } = (await (await fetch(`${base}/api/staff/demo-code`)).json()) as { code: string };
  return await send('sign-in/code', { code }, pending);
}
