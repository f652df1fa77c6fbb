import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Slot } from '#contract/services.schemas.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { until } from '#tests/support/ask.ts';
import { lockTime } from '../seats/lock-time.ts';

const sample = await testApp();
const { db, signInClient } = sample;
let theo: TestClient;
const said = practiceCommands(sample);

beforeAll(async () => {
  theo = await signInClient('new@example.com');
});

test('help names every command; an unknown one is reported', async () => {
  expect(await said('help')).toContain('close FROM TO [REASON]');
  expect(await said()).toContain('rotate-key');
  expect(await said('dance')).toMatch(/^WRONG There is no command dance\. Commands: hours, /);
});

test('close waits for a hold in progress and lists its booking', async () => {
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'start_time', 'end_time'])
    .where('status', '=', 'CONFIRMED')
    .executeTakeFirstOrThrow();
  const start_time = new Date('2026-03-20T18:00:00Z');
  const end_time = new Date('2026-03-20T19:00:00Z');
  const holder = await db.startTransaction().execute();
  await lockTime(holder, [{ start_time, blocked_until: end_time }]);
  const closing = said('close', '2026-03-20', '2026-03-20');
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length > 0;
  };
  expect(await until(isWaiting, 10_000)).toBe(true);
  await holder.updateTable('bookings').set({ start_time, end_time }).where('id', '=', booking.id).execute();
  await holder.commit().execute();
  expect(await closing).toContain(`Still booked in that time (1):\n  ${booking.id}`);
  await db.updateTable('bookings').set(booking).where('id', '=', booking.id).execute();
  await db.deleteFrom('closures').execute();
});

test('close covers whole days and lists remaining bookings; reopen removes the closure', async () => {
  // Tuesday the 10th: Maren's class
  const words = await said('close', '2026-03-10', '2026-03-11', 'a', 'cold');
  expect(words).toContain('Closed from Mar 10, 2026 at 12:00 AM to Mar 12, 2026 at 12:00 AM.');
  // With its id, for who closes a day has to cancel what is booked on it.
  expect(words).toMatch(/^ {2}[\da-f-]{36} {2}Mar 10, 2026 at 7:30 AM {2}Slow Morning Flow$/m);
  const id = /^(\S+) .*a cold$/m.exec(await said('closures'))![1]!;
  expect(await said('reopen', id)).toBe('Open again.');
  expect(await said('reopen', id)).toMatch(/^WRONG There is no closure/);
  expect(await said('close', 'tomorrow', '2026-03-11')).toMatch(/^WRONG Cannot read tomorrow/);
  expect(await said('close', '2026-02-01', '2026-02-02')).toMatch(/^WRONG That time is in the past/);
  expect(await said('close', '2026-03-11T10:00', '2026-03-11T09:00')).toMatch(/is not after/);
});

test('open adds an extra opening of a service', async () => {
  const service = await db
    .selectFrom('services')
    .select('id')
    .where('key', '=', 'private-yoga')
    .executeTakeFirstOrThrow();
  const sunday = '2026-03-15';
  const slots = async () =>
    (await theo.send<Slot[]>('POST', '/auth/get-slots', { service: service.id, date: sunday })).json.map(
      (slot) => slot.start,
    );
  expect(await slots()).toEqual([]);
  expect(await said('open', 'private-yoga', sunday, '08:00', '09:45')).toContain('Sunday, March 15, 2026');
  expect(await slots()).toEqual(['8:00 AM', '8:30 AM']);
  const id = /^(\S+) {2}Sunday, March 15, 2026, 08:00 to 09:45 {2}Private Yoga$/m.exec(
    await said('openings'),
  )![1]!;
  expect(await said('withdraw', id)).toContain('Withdrawn');
  expect(await slots()).toEqual([]);
  expect(await said('openings')).not.toContain(id);
  expect(await said('withdraw', id)).toMatch(/^WRONG There is no opening/);
  expect(await said('open', 'private-yoga', sunday, '08:00', '08:30')).toMatch(/takes 60 minutes/);
  expect(await said('open', 'private-yoga', '2026-03-02', '08:00', '10:00')).toMatch(/Only future days/);
  expect(await said('open', 'private-yoga', sunday, '08:00', '10:00', 'house-call')).toMatch(
    /not offered there/,
  );
  expect(await said('open', 'nothing', sunday, '08:00', '10:00')).toMatch(/See: services/);
});

test('withdraw removes extra openings only', async () => {
  const weekly = await db
    .selectFrom('rules')
    .select('id')
    .where('end_date', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(await said('withdraw', weekly.id)).toMatch(/^WRONG There is no opening/);
  const left = await db
    .selectFrom('rules')
    .select('is_active')
    .where('id', '=', weekly.id)
    .executeTakeFirstOrThrow();
  expect(left.is_active).toBe(true);
});
