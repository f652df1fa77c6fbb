import { beforeAll, expect, test } from 'vitest';
import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '#contract/client.calls.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';

const { db, signInClient, visit } = await testApp();
let maren: TestClient;

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
});

const pathOf = (url: string) => new URL(url).pathname;
const make = async () => (await maren.call(createCalendarFeed)).json.url;

test('a feed is made, read without signing in, given a new address, and turned off', async () => {
  expect((await maren.call(getCalendarFeed)).json).toEqual({ active: false, created_at: null });
  const first = pathOf(await make());
  expect((await maren.call(getCalendarFeed)).json.active).toBe(true);
  const read = await visit(first);
  expect(read.statusCode).toBe(200);
  expect(read.headers['content-type']).toContain('text/calendar');
  expect(read.body).toMatch(/END:VCALENDAR\r\n$/);
  expect(read.headers['cache-control']).toContain('no-store');

  const second = pathOf(await make());
  expect(second).not.toBe(first);
  expect((await visit(first)).statusCode).toBe(404);
  expect((await visit(second)).statusCode).toBe(200);

  expect((await maren.call(revokeCalendarFeed)).status).toBe(200);
  expect((await visit(second)).statusCode).toBe(404);
  expect((await maren.call(revokeCalendarFeed)).status).toBe(200);
});

test('it lists sessions and cancellations, and nothing of notes; only the address’s hash is stored', async () => {
  const path = pathOf(await make());
  const { body } = await visit(path);
  const events = body.split('BEGIN:VEVENT').slice(1);
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('user_id', '=', maren.user_id)
    .execute();
  const expected = rows.filter(({ status }) => status !== 'NO_SHOW');
  expect(events).toHaveLength(expected.length);
  for (const { id, status } of expected) {
    const event = events.find((each) => each.includes(`UID:booking-${id}@`))!;
    expect(event).toContain(status === 'CANCELLED' ? 'STATUS:CANCELLED' : 'STATUS:CONFIRMED');
    expect(event).toContain(status === 'CANCELLED' ? 'SEQUENCE:1' : 'SEQUENCE:0');
    expect(event).toMatch(/DTSTART:\d{8}T\d{6}Z/);
  }
  expect(body).not.toMatch(/lunch|breakfast/);
  const stored = await db.selectFrom('calendar_feeds').select('token_hash').execute();
  expect(stored[0]!.token_hash.toString('base64url')).not.toContain(path.slice(10, 30));
});

test('a guessed, malformed or foreign address is not found', async () => {
  for (const file of [`${'A'.repeat(43)}.ics`, 'x.ics', '%2e%2e.ics', 'feed.xml'])
    expect((await visit(`/calendar/${file}`)).statusCode).toBe(404);
});
