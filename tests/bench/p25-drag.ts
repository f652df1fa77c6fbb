/// <reference lib="dom" />
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { findChromium } from '#scripts/lib/chromium.ts';
import { type RunningApp, startApp } from '#scripts/lib/running-app.ts';
import { shareEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createDb } from '#server/db/pool.ts';
import { DEMO_OWNER, insertStaffSession } from '../support/staff.ts';
import { atMost, type Figure, figureOf, median, skipped } from './support/figures.ts';
import { type TraceEvent, workPerFrame } from './support/trace.ts';

const ROUNDS = 3;
const MOVES = 90;
const SLOWED = 4;
const log = { info: () => undefined, warn: () => undefined };

/** P25: a session dragged across the week of staff at a quarter of the processor. */
export async function measureDrag(): Promise<Figure[]> {
  const executablePath = await findChromium();
  if (executablePath === undefined) return [skipped('P25', 'Drag', 'no Chromium on this machine')];
  const app = await startApp();
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
  try {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await dragOnce(browser, app));
    const work = median(rounds.map((each) => each.drag.work));
    const frame = median(rounds.map((each) => each.drag.frame));
    const idleWork = median(rounds.map((each) => each.idle.work));
    const idleFrame = median(rounds.map((each) => each.idle.frame));
    const drop = median(rounds.map((each) => each.drop));
    const sheet = median(rounds.map((each) => each.sheet));
    return [
      figureOf(
        'P25',
        'Drag at 4x CPU: the p95 of the work in a frame',
        '32 ms',
        `${work.toFixed(1)} ms, frames of ${frame.toFixed(1)} ms (the same way without a drag: ${idleWork.toFixed(1)} ms, ${idleFrame.toFixed(1)} ms)`,
        atMost(work, { must: 32, aim: 32 }),
      ),
      figureOf(
        'P25',
        'Drag at 4x CPU: from the drop to its picture',
        '100 ms',
        `${drop.toFixed(0)} ms; the sheet that asks after ${sheet.toFixed(0)} ms`,
        atMost(drop, { must: 100, aim: 100 }),
      ),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** The p95 in ms of how long the page worked in a frame, and of how long the frames were. */
type Frames = { work: number; frame: number };
type Round = { drag: Frames; idle: Frames; drop: number; sheet: number };

async function dragOnce(browser: Browser, app: RunningApp): Promise<Round> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.setCookie({ name: 'staff', value: await tokenOf(app), url: app.baseUrl });
  const date = addDays(localDateOf(new Date(), practice.zone), 7);
  await page.goto(`${app.baseUrl}/staff/calendar?view=week&date=${date}`, { waitUntil: 'networkidle0' });
  const from = await startOfDrag(page);

  await page.mouse.move(from.x, from.y);
  const idle = await framesWhile(page, from);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const drag = await framesWhile(page, from);
  await page.mouse.move(from.x, from.y - 30);
  await page.waitForFunction(() => document.querySelector('.cal-tag') !== null);
  await page.evaluate(() => {
    const seen = globalThis as unknown as { dropped: number; shown: number; asked: number };
    const painted = (is: () => boolean, report: (time: number) => void): void => {
      if (!is()) return void requestAnimationFrame(() => painted(is, report));
      // The picture of this frame is done when the next one begins.
      requestAnimationFrame(() => report(performance.now()));
    };
    addEventListener(
      'pointerup',
      (event) => {
        seen.dropped = event.timeStamp;
        painted(
          () => !document.querySelector('.cal-tag'),
          (time) => (seen.shown = time),
        );
        painted(
          () => Boolean(document.querySelector('dialog[open]')),
          (time) => (seen.asked = time),
        );
      },
      { capture: true, once: true },
    );
  });
  await page.mouse.up();
  await page.waitForFunction(() => (globalThis as unknown as { asked?: number }).asked !== undefined);
  const after = await page.evaluate(() => {
    const { dropped, shown, asked } = globalThis as unknown as Record<string, number>;
    return { drop: shown! - dropped!, sheet: asked! - dropped! };
  });
  await context.close();
  return { drag, idle, ...after };
}

/** The token in the cookie of the owner. */
async function tokenOf(app: RunningApp): Promise<string> {
  const { url } = await shareEmbeddedPostgres({ dataDir: app.dataDir, log });
  const { db, close } = createDb(url, { max: 1 });
  const { token } = await insertStaffSession(db, DEMO_OWNER, new Date(), new Date(Date.now() + 86_400_000));
  await close();
  return token;
}

/** A point near the top of a session of the left half that can be moved. */
async function startOfDrag(page: Page): Promise<{ x: number; y: number }> {
  await page.waitForSelector('.cal-block');
  return await page.evaluate(() => {
    const blocks = [
      ...document.querySelectorAll('.cal-block:not(.is-class):not(.is-being-paid):not(.is-over)'),
    ];
    const [block] = blocks.filter((each) => each.getBoundingClientRect().x < 800);
    if (!block) throw new Error('The samples have no session next week.');
    block.scrollIntoView({ block: 'center' });
    const { x, y } = block.getBoundingClientRect();
    return { x: x + 20, y: y + 5 };
  });
}

const MARK = 'bench-frame';

/**
 * The frames while the pointer goes over three days and back. Their length is that at a quarter of the processor. Their work
 * is four times the processor time of the page's main thread without the throttle: what other processes take is not in
 * it, and a busy machine, which throttles less than it should, does not make it less.
 */
async function framesWhile(page: Page, from: { x: number; y: number }): Promise<Frames> {
  await page.emulateCPUThrottling(1);
  await page.tracing.start({
    categories: ['-*', 'blink.user_timing', 'disabled-by-default-devtools.timeline'],
  });
  await framesAlong(page, from);
  const trace = new TextDecoder().decode(await page.tracing.stop());
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const work = workPerFrame(traceEvents, MARK).map((each) => each * SLOWED);
  await page.emulateCPUThrottling(SLOWED);
  return { work: p95(work), frame: p95(await framesAlong(page, from)) };
}

/** Milliseconds from frame to frame while the pointer goes there and back, up and down; each has a mark in the trace. */
async function framesAlong(page: Page, from: { x: number; y: number }): Promise<number[]> {
  await page.evaluate((mark) => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    let last = performance.now();
    const next = (time: number): void => {
      if ((globalThis as unknown as { frames: unknown }).frames !== frames) return;
      frames.push(time - last);
      performance.mark(mark);
      last = time;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }, MARK);
  for (let move = 1; move <= MOVES; move++) {
    const turn = Math.sin((move / MOVES) * Math.PI);
    await page.mouse.move(from.x + turn * 420, from.y + turn * 160 + 8);
  }
  return await page.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: number[] };
    // Ends the loop.
    Object.assign(globalThis, { frames: null });
    return frames.slice(1);
  });
}

function p95(values: readonly number[]): number {
  if (values.length === 0) throw new Error('There was no frame.');
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!;
}
