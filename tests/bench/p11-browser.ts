/// <reference lib="dom" />
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { build } from 'vite';
import { findChromium } from '#scripts/lib/chromium.ts';
import { type RunningApp, startApp } from '#scripts/lib/running-app.ts';
import { atMost, type Figure, figureOf, ratio, skipped } from './support/figures.ts';
import { BOOK_SLOT, find, hydrated, isThere, OPEN_DAY, press, SEE_AVAILABILITY } from './support/press.ts';
import { DEMO } from './support/visitor.ts';

/** P11, P12 and P15: what a browser really loads, counted as gzip, and how fast it answers a slow phone's touches. */
export async function measureInBrowser(): Promise<Figure[]> {
  const executablePath = await findChromium();
  if (executablePath === undefined) {
    return ['P11', 'P12', 'P15'].map((row) => skipped(row, 'In a browser', 'no Chromium on this machine'));
  }
  const app = await startApp();
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
  try {
    return [
      ...(await measureLanding(browser, app)),
      ...(await measureBooking(browser, app)),
      ...(await measureAnswers(browser, app)),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function measureLanding(browser: Browser, app: RunningApp): Promise<Figure[]> {
  const { eager, scripts } = await loadPage(browser, app.baseUrl);
  // The code of the page is the same for every link.
  const link = await loadPage(browser, `${app.baseUrl}/visit/${'x'.repeat(43)}`);
  const thanks = await loadPage(browser, `${app.baseUrl}/visit/thanks`);
  const cancelled = await loadPage(browser, `${app.baseUrl}/visit/cancelled`);
  const floor = await gzipOfFloor();
  return [
    figureOf(
      'P11',
      'Landing page, eager JS, gzip',
      '130 kB (aim 115 kB)',
      `${kB(eager)} in ${scripts.size} files`,
      atMost(eager, { must: 130_000, aim: 115_000 }),
    ),
    figureOf(
      'P11',
      'The same, of an empty page of React + router built in the same run',
      '1.20x (aim 1.05x)',
      `${ratio(eager / floor)} (of ${kB(floor)})`,
      atMost(eager / floor, { must: 1.2, aim: 1.05 }),
    ),
    figureOf(
      'P14',
      'Eager chunks of the landing page',
      '8 (aim 5)',
      `${scripts.size}`,
      atMost(scripts.size, { must: 8, aim: 5 }),
    ),
    figureOf(
      'P11',
      'Page of a visit by its link, and those after the payment, eager JS, gzip',
      '130 kB (aim 115 kB)',
      `${kB(link.eager)}; thanks ${kB(thanks.eager)}, cancelled ${kB(cancelled.eager)}`,
      atMost(Math.max(link.eager, thanks.eager, cancelled.eager), { must: 130_000, aim: 115_000 }),
    ),
  ];
}

/** What a fresh visitor loads with a page. */
async function loadPage(browser: Browser, url: string) {
  const { page, scripts } = await openPage(browser);
  await page.goto(url, { waitUntil: 'networkidle0' });
  await hydrated(page);
  const eager = await gzipOf(scripts);
  await page.close();
  return { eager, scripts };
}

async function measureBooking(browser: Browser, app: RunningApp): Promise<Figure[]> {
  const { page, scripts } = await openPage(browser);
  await signIn(page, app);
  await page.goto(`${app.baseUrl}/wellness-services`, { waitUntil: 'networkidle0' });
  await hydrated(page);
  await press(page, SEE_AVAILABILITY);
  await press(page, OPEN_DAY);
  await find(page, BOOK_SLOT);
  await page.waitForNetworkIdle();
  const bytes = await gzipOf(scripts);
  await page.close();
  return [
    figureOf(
      'P12',
      'Services page and dialog until a slot can be chosen, JS, gzip',
      '170 kB (aim 140 kB)',
      `${kB(bytes)} in ${scripts.size} files`,
      atMost(bytes, { must: 170_000, aim: 140_000 }),
    ),
  ];
}

/** P15: the longest time from a touch to the next picture, at a quarter of the processor. */
async function measureAnswers(browser: Browser, app: RunningApp): Promise<Figure[]> {
  const { page } = await openPage(browser);
  await signIn(page, app);
  await page.evaluateOnNewDocument(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seenInteractions: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        if (entry.interactionId) seen.push(entry.duration);
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.goto(`${app.baseUrl}/wellness-services`, { waitUntil: 'networkidle0' });
  await hydrated(page);
  await page.emulateCPUThrottling(4);
  const worst: Record<string, number> = {};
  let months = [NEXT_MONTH, PREVIOUS_MONTH];
  for (const [name, button] of [
    ['open the dialog', () => SEE_AVAILABILITY],
    ['change month', () => months[0]!],
    ['change back', () => months[1]!],
    ['choose a day', () => OPEN_DAY],
    ['choose a slot', () => BOOK_SLOT],
  ] as const) {
    // The dialog opens at the first day with a slot, which may be in the last month that can be shown.
    if (name === 'change month' && !(await isThere(page, NEXT_MONTH))) months = months.toReversed();
    const what = button();
    await find(page, what);
    await page.waitForNetworkIdle({ idleTime: 300 });
    await page.evaluate(() => {
      (globalThis as unknown as { seenInteractions: number[] }).seenInteractions.length = 0;
    });
    await press(page, what);
    await page.waitForNetworkIdle({ idleTime: 300 });
    worst[name] = await page.evaluate(
      // An observer does not report less than 16 ms.
      () => Math.max(16, ...(globalThis as unknown as { seenInteractions: number[] }).seenInteractions),
    );
  }
  await page.close();
  const most = Math.max(...Object.values(worst));
  return [
    figureOf(
      'P15',
      'INP at 4x CPU: dialog, month, day, slot',
      '200 ms (aim 100 ms)',
      `${most.toFixed(0)} ms (${Object.entries(worst)
        .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
        .join(', ')})`,
      atMost(most, { must: 200, aim: 100 }),
    ),
  ];
}

const NEXT_MONTH = '[Nn]ext month';
const PREVIOUS_MONTH = '[Pp]revious month';

/** A fresh visitor's page, and the scripts that it has loaded so far. */
async function openPage(browser: Browser): Promise<{ page: Page; scripts: Set<string> }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.add(response.url());
  });
  return { page, scripts };
}

async function signIn(page: Page, app: RunningApp): Promise<void> {
  await page.goto(`${app.baseUrl}/healthz`);
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/sign-in', { method: 'POST', headers, body })).status;
    },
    JSON.stringify({ username: DEMO.email, password: DEMO.password }),
  );
  if (status !== 200) throw new Error(`Signing in answered ${status}`);
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** What these scripts weigh over the wire to a browser that takes gzip. */
async function gzipOf(urls: ReadonlySet<string>): Promise<number> {
  let bytes = 0;
  for (const url of urls) {
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    const length = Number(answer.headers.get('content-length'));
    const plain = Buffer.from(await answer.arrayBuffer());
    bytes +=
      answer.headers.get('content-encoding') === 'gzip' && length > 0 ? length : gzipSync(plain).length;
  }
  return bytes;
}

async function gzipOfFloor(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'support/react-router-page.ts'),
        // The root is what a route module would be: nothing of it may be shaken off.
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  return outputs.reduce(
    (sum, part) => sum + (part.type === 'chunk' ? gzipSync(part.code, { level: 9 }).length : 0),
    0,
  );
}
