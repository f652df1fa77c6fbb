/// <reference lib="dom" />
import puppeteer, { type CDPSession, type Page } from 'puppeteer-core';
import { findChromium } from '#scripts/lib/chromium.ts';
import { type RunningApp, startApp } from '#scripts/lib/running-app.ts';
import { atMost, type Figure, figureOf, leastOf, skipped } from './support/figures.ts';
import { BOOK_SLOT, hydrated, OPEN_DAY, press, SEE_AVAILABILITY } from './support/press.ts';
import { Visitor } from './support/visitor.ts';

const WHAT = 'First booking, landing page to payment page, cold cache: requests, bytes over the wire';
/** The phone that Lighthouse simulates for P13. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
type Account = { email: string; password: string };

/** P22: all that a browser with an empty cache asks for until a client who has signed up before can pay. */
export async function measureFirstBooking(): Promise<Figure[]> {
  const executablePath = await findChromium();
  if (executablePath === undefined) return [skipped('P22', WHAT, 'no Chromium on this machine')];
  const app = await startApp();
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
  try {
    const account = await new Visitor(app.baseUrl).signUp();
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewport(PHONE);
    const sent = await watchRequests(await page.createCDPSession());
    await bookFirst(page, app, account);
    const ofSite = sent().filter(({ url }) => url.startsWith(app.baseUrl));
    const bytes = ofSite.reduce((sum, one) => sum + one.bytes, 0);
    const pages = ofSite.filter(({ url }) => !/\/assets\/|\/fonts\//.test(url));
    return [
      figureOf(
        'P22',
        WHAT,
        '60 requests, 600 kB (aim 40, 450 kB)',
        `${ofSite.length} requests (${pages.length} of them pages and calls), ${(bytes / 1000).toFixed(0)} kB`,
        leastOf(atMost(ofSite.length, { must: 60, aim: 40 }), atMost(bytes, { must: 600_000, aim: 450_000 })),
      ),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Each step once the one before has nothing more to load, as a person who reads would take it. */
async function bookFirst(page: Page, app: RunningApp, { email, password }: Account): Promise<void> {
  const settled = async () => {
    await hydrated(page);
    await page.waitForNetworkIdle({ idleTime: 500 });
  };
  const follow = async (link: string, path: string) => {
    await page.locator(link).click();
    await page.waitForFunction((wanted) => location.pathname === wanted, {}, path);
    await settled();
  };
  await page.goto(app.baseUrl);
  await settled();
  await follow('main a[href="/wellness-services"]', '/wellness-services');
  await follow('main a[href^="/sign-in"]', '/sign-in');
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await press(page, '^Sign in$');
  await page.waitForFunction(() => location.pathname === '/wellness-services');
  for (const button of [SEE_AVAILABILITY, OPEN_DAY, BOOK_SLOT, '^Slot In Cart']) {
    await settled();
    await press(page, button);
  }
  await page.waitForFunction(() => location.pathname === '/cart');
  await settled();
  await press(page, '^Checkout$');
  await page.waitForFunction((origin) => location.origin === origin, {}, new URL(app.sandboxUrl).origin);
}

type Sent = { url: string; bytes: number };

/** Every request that goes over the wire, redirects one by one, with the bytes of its answer, headers included. */
async function watchRequests(session: CDPSession): Promise<() => Sent[]> {
  const all = new Set<Sent>();
  const open = new Map<string, Sent>();
  session.on('Network.requestWillBeSent', ({ requestId, request, redirectResponse }) => {
    const redirected = open.get(requestId);
    if (redirected && redirectResponse) redirected.bytes = redirectResponse.encodedDataLength;
    if (!request.url.startsWith('http')) return;
    const sent = { url: request.url, bytes: 0 };
    open.set(requestId, sent);
    all.add(sent);
  });
  const forget = (requestId: string): void => {
    const kept = open.get(requestId);
    if (kept) all.delete(kept);
  };
  session.on('Network.requestServedFromCache', ({ requestId }) => forget(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) forget(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const sent = open.get(requestId);
    if (sent) sent.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return () => [...all];
}
