import { expect, test } from 'vitest';
import type { PracticeEvent } from '#contract/events.schemas.ts';
import { testApp } from '#tests/support/app.ts';

const { db, visit, clock } = await testApp();
const events = async () => (await visit('/get-events')).json<PracticeEvent[]>();

test('lists events by start, past ones too; an event of a class states the seats left', async () => {
  const all = await events();
  const starts = all.map(({ start }) => start);
  expect(starts).toEqual([...starts].sort());
  expect(starts[0]! < clock.now().toISOString()).toBe(true);
  const tea = all.find(({ title, start }) => title === 'Tea blending' && start > clock.now().toISOString())!;
  const appointment = await db
    .selectFrom('appointments')
    .select(['capacity', 'taken'])
    .where('start_time', '=', new Date(tea.start))
    .executeTakeFirstOrThrow();
  expect(tea).toMatchObject({ service_type: 'HERBALISM', location: 'Secret Studio' });
  expect(tea.available_spots).toBe(appointment.capacity - appointment.taken);
});

test('an extra opening without a sold seat has all seats; talks and past classes state none', async () => {
  const all = await events();
  expect(all.find(({ title }) => title === 'Yoga Nidra, an extra Friday')?.available_spots).toBe(12);
  expect(all.find(({ title }) => title.startsWith('Kitchen spices'))?.available_spots).toBeNull();
  for (const { start, available_spots } of all)
    if (start < clock.now().toISOString()) expect(available_spots).toBeNull();
});

test('states no seats that cannot be booked: the practice is closed, or the hour is taken', async () => {
  const friday = async () => (await events()).find(({ title }) => title === 'Yoga Nidra, an extra Friday')!;
  const { start, available_spots } = await friday();
  expect(available_spots).toBe(12);
  const starts_at = new Date(start);
  const ends_at = new Date(starts_at.getTime() + 30 * 60_000);
  await db.insertInto('closures').values({ starts_at, ends_at, reason: 'ill' }).execute();
  expect((await friday()).available_spots).toBeNull();
  await db.deleteFrom('closures').where('reason', '=', 'ill').execute();
  expect((await friday()).available_spots).toBe(12);

  const consultation = await db
    .selectFrom('rules')
    .innerJoin('services', 'services.id', 'rules.service_id')
    .select(['rules.id', 'rules.service_id'])
    .where('services.format', '=', 'ONE_ON_ONE')
    .limit(1)
    .executeTakeFirstOrThrow();
  const held = { start_time: starts_at, end_time: ends_at, blocked_until: ends_at, capacity: 1, taken: 1 };
  const { id: rule_id, service_id } = consultation;
  await db
    .insertInto('appointments')
    .values({ ...held, rule_id, service_id, location_type: 'FIXED_LOCATION' })
    .execute();
  expect((await friday()).available_spots).toBe(0);
});
