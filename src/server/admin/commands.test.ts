import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.schemas.ts';
import type { Slot } from '#contract/services.schemas.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { until } from '#tests/support/ask.ts';
import { lockTime } from '../seats/lock-time.ts';
import { documentFromText } from './document-from-text.ts';

const sample = await testApp();
const { db, clock, signInClient } = sample;
let maren: TestClient;
let theo: TestClient;
const files: Record<string, string> = {
  'note.md': '# After today\n\nKeep **one** thing:\n\n- soup\n- [the walk](https://park.example)\n',
  'empty.md': '\n\n',
};
const said = practiceCommands(sample, { files });

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  theo = await signInClient('new@example.com');
});

test('help names every command; an unknown one is told so', async () => {
  expect(await said('help')).toContain('publish-note BOOKING FILE');
  expect(await said()).toContain('approve-house-calls EMAIL');
  expect(await said('dance')).toMatch(/^WRONG There is no command dance\. Commands: week, /);
});

test('approve-house-calls lets a client book house calls at once', async () => {
  const service = await db
    .selectFrom('services')
    .select('id')
    .where('key', '=', 'ayurvedic-house-call')
    .executeTakeFirstOrThrow();
  const ask = () =>
    theo.send('POST', '/auth/get-availabilities', {
      service: service.id,
      service_location_type: 'HOUSE_CALL',
    });
  expect((await ask()).status).toBe(403);
  expect(await said('approve-house-calls', ' NEW@example.com')).toBe(
    'Theo Lindqvist may now book house calls.',
  );
  expect((await ask()).status).toBe(200);
  expect(await said('revoke-house-calls', 'new@example.com')).toContain('no longer');
  expect((await ask()).status).toBe(403);
  expect(await said('approve-house-calls', 'nobody@example.com')).toMatch(/^WRONG No client has the address/);
});

test('publish-note shows the practitioner’s notes to the client', async () => {
  const { id } = (await maren.get<Booking[]>('/auth/get-user-bookings')).json.find(
    (each) => each.service_name === 'Yoga Nidra by Candle' && each.status === 'COMPLETED',
  )!;
  expect(await said('bookings', 'demo@example.com')).toContain(id);
  expect(await said('publish-note', id, 'note.md')).toContain('Published for Yoga Nidra by Candle');
  const booking = (await maren.get<Booking[]>('/auth/get-user-bookings')).json.find((each) => each.id === id);
  expect(booking?.published_recommendations).toEqual(documentFromText(files['note.md']!));
  expect(await said('publish-note', id, 'missing.md')).toMatch(/^WRONG The file missing.md cannot be read/);
  expect(await said('publish-note', id, 'empty.md')).toMatch(/has no text/);
  expect(await said('publish-note', 'x', 'note.md')).toMatch(/not the id of a booking/);
  const nameless = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', 'is', null)
    .limit(1)
    .execute();
  expect(await said('publish-note', nameless[0]!.id, 'note.md')).toMatch(/^WRONG No client has the booking/);
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
  expect(await said('week', '2026-03-10')).toContain(
    'Tuesday, March 10, 2026\n  closed  all day  a cold\n  7:30 AM',
  );
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

test('week tells who comes', async () => {
  const words = await said('week', '2026-03-10');
  expect(words).toContain('7:30 AM - 8:45 AM  Slow Morning Flow: Maren Okafor, 4 without a name');
});

/** The first booking of Maren with that status. */
const bookingOf = async (status: Booking['status']) =>
  (await maren.get<Booking[]>('/auth/get-user-bookings')).json.find((each) => each.status === status)!;

const mailsOf = (id: string) =>
  db.selectFrom('outbox').selectAll().where('dedupe_key', '=', `booking-cancelled:${id}`).execute();

test('day lists bookings with contact details and the ids that other commands take', async () => {
  const { id, start_time } = await bookingOf('CONFIRMED');
  const words = await said('day', start_time.slice(0, 10));
  expect(words).toContain('Maren Okafor, demo@example.com, (503) 555-0142');
  expect(words).toContain(id);
  expect(await said('day', '2026-12-25')).toBe('Friday, December 25, 2026\n  nothing booked');
  expect(await said('day', 'friday')).toMatch(/^WRONG Cannot read the date friday/);
});

test('cancel releases the seat, refunds the money and notifies the client, once', async () => {
  const { id, service_name } = await bookingOf('CONFIRMED');
  await db.updateTable('bookings').set({ price_cents: 2500 }).where('id', '=', id).execute();
  const held = () =>
    db.selectFrom('bookings').select('appointment_id').where('id', '=', id).executeTakeFirst();
  expect((await held())?.appointment_id).not.toBeNull();
  expect(await said('cancel', id)).toMatch(
    new RegExp(
      `^Cancelled: ${service_name}, .+\\. The time is free again\\.\n.+\ndemo@example.com is notified by mail\\.$`,
    ),
  );
  expect((await held())?.appointment_id).toBeNull();
  expect(
    (await maren.get<Booking[]>('/auth/get-user-bookings')).json.find((each) => each.id === id),
  ).toMatchObject({
    status: 'CANCELLED',
  });
  const [mail, ...more] = await mailsOf(id);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to_address: 'demo@example.com', subject: `Cancelled: ${service_name}` });
  expect(mail!.text).not.toContain('the price is not returned');
  expect(await said('cancel', id)).toMatch(/^WRONG .* is not a confirmed booking/);
  expect(await said('cancel', 'x')).toMatch(/^WRONG Name the booking by its id/);
  expect(await said('cancel', id, 'please')).toMatch(/^WRONG Usage: cancel BOOKING/);
  expect(await mailsOf(id)).toHaveLength(1);
});

test('cancel by-client says that nothing goes back once the terms of the sale say so', async () => {
  const { id, start_time } = await bookingOf('CONFIRMED');
  await db.updateTable('bookings').set({ price_cents: 2500 }).where('id', '=', id).execute();
  clock.set(new Date(new Date(start_time).getTime() - 3_600_000));
  expect(await said('cancel', id, 'by-client')).toContain('No refund is due.');
  expect((await mailsOf(id))[0]!.text).toContain('the price is not returned');
});

test('no-show removes a missed session from the journey', async () => {
  const { id, service_name } = await bookingOf('COMPLETED');
  expect(await said('no-show', id)).toContain(`No-show recorded: ${service_name}`);
  expect(
    (await maren.get<Booking[]>('/auth/get-user-bookings')).json.find((each) => each.id === id),
  ).toMatchObject({
    status: 'NO_SHOW',
  });
  expect(await said('no-show', id)).toMatch(/^WRONG .* is not a booking that has begun/);
  const next = await bookingOf('CONFIRMED');
  clock.set(new Date(new Date(next.start_time).getTime() - 1));
  expect(await said('no-show', next.id)).toMatch(/^WRONG .* is not a booking that has begun/);
  clock.set(new Date(next.start_time));
  expect(await said('no-show', next.id)).toContain('No-show recorded');
});
