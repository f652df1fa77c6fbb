import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOfWeek } from '#domain/calendar.ts';
import { WEEKDAYS } from '#domain/date-formats.ts';
import { startOfDay } from '#domain/zone.ts';
import type { Slot } from '#contract/services.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { clock24 } from '../parse-datetime.ts';

const sample = await testApp();
const { db, clock, signInClient } = sample;
const said = practiceCommands(sample);
const NOW = clock.now();
const TODAY = '2026-03-02';
let client: TestClient;
let ids: Map<string, string>;

beforeAll(async () => {
  client = await signInClient('new@example.com');
  await db
    .updateTable('users')
    .set({ house_call_approved: true })
    .where('email', '=', 'new@example.com')
    .execute();
  const services = await db.selectFrom('services').select(['key', 'id']).execute();
  ids = new Map(services.map(({ key, id }) => [key, id]));
});

const slots = async (service: string, date: string, availabilities: { id: string }[]) =>
  (await client.send<Slot[]>('POST', '/auth/get-slots', { service, date, availabilities })).json;

/** The first line that promises something, and the day from which it can be booked. */
function promiseIn(words: string) {
  const line = words
    .split('\n')
    .find((each) => /^ {2}\w+day, .*: (?:one time|\d+ times|\d+ seats)/.test(each));
  if (!line) return null;
  const dateOf = (text: string) => new Date(`${text} UTC`).toISOString().slice(0, 10);
  const [, date, what] = /^ {2}\w+, (\w+ \d+, \d+): (.*)$/.exec(line)!;
  const start = /\d+:\d\d [AP]M/.exec(what!)![0];
  const from = /booked from (\w+ \d+, \d+) on/.exec(what!)?.[1];
  return { date: dateOf(date!), start, from: from ? dateOf(from) : null };
}

test('what hour add promises first is listed to clients, on the day from which it says so', async () => {
  const words = fc.record({
    service: fc.nat(),
    day: fc.constantFrom(...WEEKDAYS),
    start: fc.integer({ min: 24, max: 88 }),
    minutes: fc.integer({ min: 2, max: 20 }),
    place: fc.option(fc.constantFrom('studio', 'house-call', 'online')),
    every: fc.option(fc.constantFrom('week', 'two-weeks', 'first', 'second', 'third', 'fourth', 'fifth')),
    from: fc.option(fc.integer({ min: 1, max: 60 })),
    lasts: fc.option(fc.integer({ min: 0, max: 40 })),
    step: fc.option(fc.integer({ min: 5, max: 90 })),
    seats: fc.option(fc.integer({ min: 1, max: 12 })),
    stays: fc.boolean(),
  });
  const seen = { accepted: 0, promised: 0, later: 0, nothing: 0 };
  await fc.assert(
    fc.asyncProperty(words, async (given) => {
      const keys = [...ids.keys()];
      const key = keys[given.service % keys.length]!;
      const isClass = /flow|nidra|chair|workshop/.test(key);
      const from = given.from === null ? null : addDays(TODAY, given.from);
      const args = [
        `service=${key}`,
        `day=${given.day.toLowerCase()}`,
        `start=${clock24(given.start * 15)}`,
        ...(isClass ? [] : [`end=${clock24(Math.min(given.start * 15 + given.minutes * 15, 1440))}`]),
        ...(given.place ? [`place=${given.place}`] : []),
        ...(given.every ? [`every=${given.every}`] : []),
        ...(from ? [`from=${onDay(from, given)}`] : []),
        ...(given.lasts === null ? [] : [`until=${addDays(from ?? addDays(TODAY, 10), given.lasts + 7)}`]),
        ...(given.step && !isClass ? [`step=${given.step}`] : []),
        ...(given.seats && isClass ? [`seats=${given.seats}`] : []),
      ];
      clock.set(NOW);
      const answer = await said('hour', 'add', ...args);
      if (answer.startsWith('WRONG')) return;
      seen.accepted += 1;
      const rule = /[\da-f]{8}-[\da-f-]{27}/.exec(answer)![0];
      const promise = promiseIn(answer);
      if (promise === null) seen.nothing += 1;
      else {
        seen.promised += 1;
        if (promise.from !== null) {
          seen.later += 1;
          // A moment before, it is not there yet.
          clock.set(new Date(startOfDay(promise.from, practice.zone).getTime() - 1));
          expect(await slots(ids.get(key)!, promise.date, [{ id: rule }])).toEqual([]);
          clock.set(startOfDay(promise.from, practice.zone));
        }
        const own = await slots(ids.get(key)!, promise.date, [{ id: rule }]);
        expect(own[0], `${args.join(' ')}\n${answer}`).toMatchObject({
          start: promise.start,
          schedule_id: rule,
        });
        const all = await slots(ids.get(key)!, promise.date, []);
        expect(all.map(({ start }) => start)).toContain(promise.start);
      }
      clock.set(NOW);
      if (!given.stays) expect(await said('hour', 'end', rule)).toMatch(/^Ended: /);
    }),
    { numRuns: 200 },
  );
  expect(seen.accepted).toBeGreaterThan(20);
  expect(seen.promised).toBeGreaterThan(15);
  expect(seen.later).toBeGreaterThan(0);
}, 60_000);

/** Every two weeks counts from a first date that is such a day. */
function onDay(from: string, { every, day }: { every: string | null; day: string }): string {
  if (every !== 'two-weeks') return from;
  return addDays(from, (WEEKDAYS.indexOf(day as 'Sunday') - dayOfWeek(from) + 7) % 7);
}
