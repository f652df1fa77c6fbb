/// <reference lib="dom" />
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { Delta, Op } from '#domain/text/notes.ts';
import { findChromium } from '#scripts/lib/chromium.ts';
import { type RunningApp, startApp } from '#scripts/lib/running-app.ts';
import { shareEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createDb } from '#server/db/pool.ts';
import { DEMO_OWNER, insertStaffSession } from '../support/staff.ts';
import { atMost, type Figure, figureOf, median, sized, skipped } from './support/figures.ts';
import { type TraceEvent, workPerFrame } from './support/trace.ts';

const ROUNDS = sized(3, 1);
const KEYS = 60;
const SLOWED = 4;
const WORDS = 20_000;
const WORDS_OF_A_LINE = 25;
const log = { info: () => undefined, warn: () => undefined };

/**
 * P28: typing in a session note of 20,000 words, which is saved meanwhile. What the page is responsible for is the work of its
 * main thread from one key to the next: its processor time, four times as long, as P25. What the browser reports as INP
 * has what other processes took.
 */
export async function measureNoteTyping(): Promise<Figure[]> {
  const executablePath = await findChromium();
  if (executablePath === undefined)
    return [skipped('P28', 'Typing in a note', 'no Chromium on this machine')];
  const app = await startApp();
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
  try {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await typeOnce(browser, app));
    const work = median(rounds.map((each) => each.work));
    const middle = median(rounds.map((each) => each.middle));
    const inp = median(rounds.map((each) => each.inp));
    return [
      figureOf(
        'P28',
        'Typing in a note of 20,000 words at 4x CPU: INP',
        '200 ms',
        `${work.toFixed(0)} ms of work, the median of the keys ${middle.toFixed(0)} ms; by the clock, not slowed down: ${inp.toFixed(0)} ms`,
        atMost(work, { must: 200, aim: 100 }),
      ),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** A note with headings, lists and bold words, as it grows over years of copying the last one. */
function longNote(): Delta {
  const ops: Op[] = [];
  for (let line = 0; line * WORDS_OF_A_LINE < WORDS; line++) {
    const words = Array.from({ length: WORDS_OF_A_LINE - 1 }, (_, n) => `word${(line * 7 + n) % 997}`).join(
      ' ',
    );
    ops.push({ insert: `${words} ` }, { insert: 'bold', attributes: { bold: true } });
    ops.push(line % 8 === 0 ? { insert: '\n', attributes: { list: 'bullet' } } : { insert: '\n' });
  }
  return { ops };
}

const MARK = 'bench-key';
type Round = { work: number; middle: number; inp: number };

async function typeOnce(browser: Browser, app: RunningApp): Promise<Round> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const { token, booking_id } = await prepare(app);
  await page.setCookie({ name: 'staff', value: token, url: app.baseUrl });
  await page.goto(`${app.baseUrl}/staff/bookings/${booking_id}/notes`, { waitUntil: 'networkidle0' });
  await writeNote(page, booking_id);
  await page.reload({ waitUntil: 'networkidle0' });
  await page.waitForSelector('.note-card.is-mine .ql-editor');
  await page.focus('.note-card.is-mine .ql-editor');
  await page.keyboard.press('PageDown');
  await page.evaluate((mark) => {
    const seen = globalThis as unknown as { keys: Map<number, number> };
    seen.keys = new Map();
    addEventListener('keydown', () => performance.mark(mark), { capture: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0)
          seen.keys.set(
            entry.interactionId,
            Math.max(seen.keys.get(entry.interactionId) ?? 0, entry.duration),
          );
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  }, MARK);
  await page.tracing.start({
    categories: ['-*', 'blink.user_timing', 'disabled-by-default-devtools.timeline'],
  });
  // As fast as someone types, with a pause in which it is saved.
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
    await new Promise((resolve) => setTimeout(resolve, key === KEYS / 2 ? 2500 : 120));
  }
  const trace = new TextDecoder().decode(await page.tracing.stop());
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const work = workPerFrame(traceEvents, MARK).map((each) => each * SLOWED);
  const durations = await page.evaluate(() => [
    ...(globalThis as unknown as { keys: Map<number, number> }).keys.values(),
  ]);
  await context.close();
  // A key that took less than 16 ms is not reported.
  const reported = [...durations, ...Array.from({ length: Math.max(0, KEYS - durations.length) }, () => 16)];
  return { work: longest(work), middle: median(work), inp: longest(reported) };
}

/** As INP is defined: the longest of fewer than 50 interactions, and one fewer for each 50. */
const longest = (values: readonly number[]): number =>
  values.toSorted((a, b) => b - a)[Math.floor(values.length / 50)]!;

/** A visit that is over, and a session that has just unlocked health data. */
async function prepare(app: RunningApp): Promise<{ token: string; booking_id: string }> {
  const { url } = await shareEmbeddedPostgres({ dataDir: app.dataDir, log });
  const { db, close } = createDb(url, { max: 1 });
  const now = new Date();
  const expires_at = new Date(now.getTime() + 60 * 60_000);
  const { token } = await insertStaffSession(db, DEMO_OWNER, now, expires_at, { unlocked: true });
  const { id: booking_id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'COMPLETED')
    .where('user_id', 'is not', null)
    .orderBy('start_time', 'desc')
    .executeTakeFirstOrThrow();
  await close();
  return { token, booking_id };
}

/** Saves the long note over whatever there is. */
async function writeNote(page: Page, booking_id: string): Promise<void> {
  const status = await page.evaluate(
    async (path, body) => {
      const { note } = (await (await fetch(path)).json()) as { note: { version: number } | null };
      const answer = await fetch(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ body, version: note?.version ?? 0 }),
      });
      return answer.status;
    },
    `/api/staff/bookings/${booking_id}/session-note`,
    JSON.stringify(longNote()),
  );
  if (status !== 200) throw new Error(`The note was not saved: ${status}`);
}
