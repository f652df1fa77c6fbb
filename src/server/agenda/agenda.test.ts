import { expect, test } from 'vitest';
import { staffBooking, staffCalendar, staffToday } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';

const site = await testApp();
const staff = await site.signInStaff();

test('Today has the sessions and classes of the date by start, with free time between them', async () => {
  const { status, json: today } = await staff.call(staffToday, { query: { date: '2026-03-03' } });
  expect(status).toBe(200);
  expect(today).toMatchObject({ date: '2026-03-03', today: '2026-03-02', clock_change: null });
  expect(today.sessions.map(({ service_name, start_time }) => [service_name, start_time])).toEqual([
    ['Marma Session', '2026-03-03T20:30:00.000Z'],
    ['Ayurvedic Consultation', '2026-03-03T22:30:00.000Z'],
  ]);
  expect(today.classes).toMatchObject([{ service_name: 'Slow Morning Flow', taken: 10, capacity: 10 }]);
  expect(today.gaps).toEqual([
    { start: '2026-03-03T17:00:00.000Z', end: '2026-03-03T20:15:00.000Z' },
    { start: '2026-03-03T21:30:00.000Z', end: '2026-03-03T22:30:00.000Z' },
  ]);
  expect(today.tomorrow.sessions).toMatchObject([
    { client: { name: 'Tomas Varga' }, service_name: 'Herbal Consultation' },
    { service_name: 'Ayurvedic House Call', place: 'HOUSE_CALL' },
  ]);
});

test('an unchanged answer is 304 without a body', async () => {
  const first = await staff.call(staffToday);
  const etag = String(first.headers.etag);
  const ask = { url: '/api/staff/today', headers: { 'if-none-match': etag } };
  const again = await staff.request(ask);
  expect([again.statusCode, again.body]).toEqual([304, '']);
  site.clock.advance(86_400_000);
  expect((await staff.request(ask)).statusCode).toBe(200);
  site.clock.advance(-86_400_000);
});

test('the calendar has classes without bookings, and working hours by day', async () => {
  const { json: calendar } = await staff.call(staffCalendar, {
    query: { from: '2026-03-02', to: '2026-03-08' },
  });
  expect(calendar).toMatchObject({ zone: 'America/Los_Angeles', bookable_until: '2026-04-01' });
  expect(calendar.openings).toHaveLength(7);
  expect(
    calendar.classes.filter(({ taken }) => taken === 0).map(({ service_name }) => service_name),
  ).toContain('Chair Yoga for Stiff Days');
});

test('the panel of a booking has client, money, forms and history', async () => {
  const { id } = await site.db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select('bookings.id')
    .where('users.email', '=', 'demo@example.com')
    .where('status', '=', 'COMPLETED')
    .where('service_name', '=', 'Marma Session')
    .orderBy('start_time', 'desc')
    .executeTakeFirstOrThrow();
  const { status, json: panel } = await staff.call(staffBooking, { params: { id } });
  expect(status).toBe(200);
  expect(panel).toMatchObject({
    client: { name: 'Maren Okafor', visits: 9 },
    money: { is_hidden: false, price_cents: 8500, paid_cents: 8500, refunded_cents: 0 },
    history: [{ text: 'Booked by Maren' }, { text: 'Took place' }],
    allowed_actions: ['NO_SHOW', 'REFUND'],
  });
});

test('a client’s session opens no staff call', async () => {
  const maren = await site.signInClient('demo@example.com');
  expect((await maren.call(staffToday)).status).toBe(401);
});
