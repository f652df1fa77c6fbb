import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { isFull, report, size } from '../support/profile.ts';
import type { WallClockAnswers, WallClockDay, WallClockQuestions } from './support/wall-clock-answers.ts';

/** Of the practice: an hour, half an hour, at midnight, in the southern year, and never. */
const PRACTICE_ZONES = isFull
  ? ['America/Los_Angeles', 'Europe/London', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kolkata']
  : ['America/Los_Angeles', 'Australia/Lord_Howe'];
/** Of the machines: the server's two, the browser's two. One is half a day from the other. */
const MACHINE_ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Auckland'];
/** The smoke's 60 days hold 8 March in Los Angeles and 5 April on Lord Howe. */
const QUESTIONS: WallClockQuestions = {
  zones: PRACTICE_ZONES,
  from: isFull ? '2026-01-01' : '2026-02-15',
  days: size(60, 400),
};
const SCRIPT = join(import.meta.dirname, 'support/wall-clock-answers.ts');
const folder = mkdtempSync(join(tmpdir(), 'wall-clock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function askIn(machine_zone: string): Promise<WallClockAnswers> {
  const file = join(folder, `${machine_zone.replace('/', '-')}.json`);
  await promisify(execFile)(process.execPath, [SCRIPT, JSON.stringify(QUESTIONS), file], {
    env: { ...process.env, TZ: machine_zone },
  });
  return JSON.parse(readFileSync(file, 'utf8')) as WallClockAnswers;
}

/** The instants at which the clock of the zone shows each half hour of a date: asked of Intl alone, each moment. */
function halfHours(date: string, zone: string, clock: Intl.DateTimeFormat): Map<string, number[]> {
  const shown = new Map<string, number[]>();
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // No zone is further than 14 hours from UTC, and all changes are of whole half hours.
  for (let ms = midnight - 14 * 3_600_000; ms < midnight + 38 * 3_600_000; ms += 1_800_000) {
    const [day, time] = clock.format(ms).split(' ') as [string, string];
    if (day === date) shown.set(time, [...(shown.get(time) ?? []), ms]);
  }
  return shown;
}

const twelveHour = (time: string) => {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** Returns a sentence for each fault of a day. */
function wrongs(day: WallClockDay, clock: Intl.DateTimeFormat): string[] {
  const found: string[] = [];
  const say = (what: string) => found.push(`${day.zone} ${day.date}: ${what}`);
  const shown = halfHours(day.date, day.zone, clock);

  // 09:00 stays 09:00: on every day, at the moment at which the wall clock shows it.
  const nine = shown.get('09:00')?.[0];
  if (nine === undefined) say('no nine o’clock at all');
  else if (day.nine.join() !== `9:00 AM ${new Date(nine).toISOString()}`) say(`nine is ${day.nine.join()}`);

  // Every time that the clock shows is offered once, at the first moment that shows it; none that it does not show.
  const expected = [...shown]
    .filter(([, [first]]) => first! + 1_800_000 <= endOf(shown))
    .map(([time, [first]]) => `${twelveHour(time)} ${new Date(first!).toISOString()}`);
  const offered = day.slots.map(({ start, at }) => `${start} ${at}`);
  if (offered.toSorted().join() !== expected.toSorted().join()) {
    const missing = expected.filter((slot) => !offered.includes(slot));
    const extra = offered.filter((slot) => !expected.includes(slot));
    say(`missing ${missing.join() || 'none'}, extra ${extra.join() || 'none'}`);
  }
  if (new Set(day.slots.map(({ start }) => start)).size !== day.slots.length) say('a time is listed twice');
  if (new Set(day.slots.map(({ at }) => at)).size !== day.slots.length) say('a moment is listed twice');

  // The instant reads as the listed time, and the server accepts it.
  for (const { start, read, state } of day.slots) {
    if (!read.startsWith(`${day.date} | ${start} | `) || !read.endsWith(' | accepted'))
      say(`${start} reads ${read}`);
    const isNine = start === '9:00 AM';
    if ((state === 'SAME_SERVICE') !== isNine) say(`${start} with nine in the cart: ${state}`);
  }
  return found;
}

const endOf = (shown: Map<string, number[]>) => Math.max(...[...shown.values()].flat()) + 1_800_000;

it('R11: summer time', { timeout: 1_800_000 }, async () => {
  const answers: WallClockAnswers[] = [];
  for (const zone of MACHINE_ZONES) answers.push(await askIn(zone));
  // The machines really are elsewhere.
  expect(answers.map(({ machine_zone }) => machine_zone)).toEqual(MACHINE_ZONES);
  expect(new Set(answers.map(({ machine_hour }) => machine_hour)).size).toBeGreaterThan(2);

  const days = answers[0]!.days;
  const differing = answers.filter((other) => JSON.stringify(other.days) !== JSON.stringify(days)).length;
  const clocks = new Map(
    PRACTICE_ZONES.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    ]),
  );
  const found = days.flatMap((day) => wrongs(day, clocks.get(day.zone)!));
  const slots = days.reduce((count, day) => count + day.slots.length, 0);
  // The span would prove nothing without days that are shorter or longer than others.
  const lengths = new Set(days.map((day) => day.slots.length));
  report(
    'R11',
    '09:00 stays 09:00, no slot in the gap, none twice, same answer everywhere',
    `${QUESTIONS.days} days × ${PRACTICE_ZONES.length} zones of the practice × ${MACHINE_ZONES.length} of the machines: ` +
      `${slots} slots, ${found.length} wrong, ${differing} machines that differ`,
    found.length + differing === 0,
  );
  expect(days).toHaveLength(QUESTIONS.days * PRACTICE_ZONES.length);
  expect(lengths.size).toBeGreaterThan(1);
  expect(found).toEqual([]);
  expect(differing).toBe(0);
});
