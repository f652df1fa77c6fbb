import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { CalendarAnswer, ClassRoster } from '#contract/agenda.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { addDays } from '#domain/time/calendar.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import { ensureChromium, launchOptions } from './lib/chromium.ts';
import { type RunningApp, startApp } from './lib/running-app.ts';

// npm run make-screenshot: the pictures in README.md and docs/staff.md, taken from the running site with its demo content.
const DOCS = join(import.meta.dirname, '../docs');
const { zone } = practice;

/** All pictures show the same time of the day. */
const MORNING_MINUTES = 9 * 60 + 52;
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 780 };
/** Of 100: text stays sharp at a fifth of the size of a PNG. */
const WEBP_QUALITY = 82;

async function takeLandingPage(browser: Browser, app: RunningApp): Promise<void> {
  const page = await browser.newPage({ viewport: WIDE, reducedMotion: 'reduce' });
  await page.goto(app.baseUrl);
  await page.locator('html[data-hydrated]').waitFor();
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(DOCS, 'screenshot.png') });
  await page.close();
}

async function takeStaffArea(browser: Browser, app: RunningApp): Promise<void> {
  const today = localDateOf(new Date(), zone);
  const morning = instantOf(today, MORNING_MINUTES, zone)!;
  const context = await browser.newContext({ baseURL: app.baseUrl, reducedMotion: 'reduce' });
  const setUp = await openSetUp(context, app);
  await take(setUp, 'set-up', PHONE);
  await setUp.close();

  const page = await context.newPage();
  await signIn(page);
  // Only the page follows this clock; the server keeps its own.
  await page.clock.setFixedTime(morning);

  await page.setViewportSize(PHONE);
  await page.goto('/staff');
  await page.locator('.is-next').first().waitFor();
  await take(page, 'today', PHONE);

  await page.setViewportSize(WIDE);
  await page.goto('/staff/calendar?view=week');
  await page.locator('.cal-block').first().waitFor();
  await take(page, 'calendar', WIDE);

  const answer = await page.request.get(`/api/staff/calendar?from=${today}&to=${addDays(today, 20)}`);
  const { sessions, classes } = (await answer.json()) as CalendarAnswer;
  const paid = sessions.find(
    ({ status, start_time, chips }) =>
      status === 'CONFIRMED' &&
      Date.parse(start_time) > Math.max(Date.now(), morning.getTime()) &&
      chips.some(({ kind }) => kind === 'PAID'),
  )!;
  await page.goto(`/staff/calendar?view=week&date=${localDateOf(paid.start_time, zone)}&booking=${paid.id}`);
  await page.getByRole('button', { name: 'Cancel…' }).click();
  await page.getByRole('radio', { name: /^I am/ }).check();
  await page.getByRole('button', { name: /^Cancel and refund/ }).waitFor();
  await take(page, 'cancel', WIDE);

  await page.goto(`/staff/book?client=${paid.client!.id}&service=${paid.service_id}`);
  await page
    .getByRole('button', { name: /, \d+ free times?$/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^\d+:\d\d [AP]M - / })
    .first()
    .click();
  await page.getByRole('button', { name: /^Book \w{3} \d/ }).waitFor();
  await page.getByText(/^Nothing is missing|^Missing:/).waitFor();
  await take(page, 'book', WIDE);

  await page.goto(`/staff/clients/${paid.client!.id}`);
  await page.getByRole('heading', { level: 2 }).waitFor();
  await page.getByText('Last visits').waitFor();
  await take(page, 'client', WIDE);

  await page.setViewportSize(PHONE);
  await page.goto(`/staff/classes/${await classWithNames(page, classes)}`);
  await page.locator('.roster-list').waitFor();
  await take(page, 'class', PHONE);
  await context.close();
}

/** The sample classes have seats of former clients; one with clients only shows more. */
async function classWithNames(page: Page, classes: CalendarAnswer['classes']): Promise<string> {
  for (const { service_id, start_time, taken } of classes.filter((each) => each.taken > 1)) {
    const path = `${service_id}/${start_time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const answer = await page.request.get(`/api/staff/classes/${path}`);
    const { seats } = (await answer.json()) as ClassRoster;
    if (seats.filter(({ client }) => client !== null).length === taken) return path;
  }
  throw new Error('Every class of the sample calendar has seats of former clients.');
}

/** Opens the link that the owner command prints. */
async function openSetUp(context: BrowserContext, app: RunningApp): Promise<Page> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'practice.ts'), 'owner', 'add', 'asha@example.com', 'Asha Rao'],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: app.dataDir, SANDBOX: '1' } },
  );
  const path = /\/staff\/set-up\/[\w-]+/.exec(stdout)?.[0];
  if (!path) throw new Error(`The command printed no link:\n${stdout}${stderr}`);
  const page = await context.newPage();
  await page.setViewportSize(PHONE);
  await page.goto(path);
  await page.getByLabel('Password', { exact: true }).fill('Kitchen-table-42');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Add your authenticator app' }).waitFor();
  return page;
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/staff/sign-in');
  await page.getByLabel('Email').fill(demoOwner.email);
  await page.getByLabel('Password', { exact: true }).fill(demoOwner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Demo code' }).click();
  await page.waitForFunction(`document.querySelector('[name=code]').value.length === 6`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Staff area' }).waitFor();
}

/** Saves what the window shows as WebP, which the browser writes itself. */
async function take(page: Page, name: string, { width, height }: typeof WIDE): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.evaluate(`document.activeElement?.blur()`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: WEBP_QUALITY,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  writeFileSync(join(DOCS, `staff/${name}.webp`), Buffer.from(data, 'base64'));
}

const app = await startApp();
try {
  const browser = await chromium.launch(launchOptions(await ensureChromium()));
  await takeLandingPage(browser, app);
  await takeStaffArea(browser, app);
  await browser.close();
  console.log('docs/screenshot.png, docs/staff/*.webp');
} finally {
  await app.stop();
}
