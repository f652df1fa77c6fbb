import { expect, test } from 'vitest';
import type { PracticeEvent } from '#contract/events.schemas.ts';
import { testApp } from '#tests/support/app.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import { PAYLOADS } from '#tests/support/xss-payloads.ts';

const sample = await testApp();
const { db, clock, visit } = sample;
const said = practiceCommands(sample);
const calendar = async () => (await visit('/get-events')).json<PracticeEvent[]>();
const named = async (title: string) => (await calendar()).find((each) => each.title === title);
const SWAP = [
  'title=Seed exchange',
  'start=2026-03-14T15:00',
  'end=17:00',
  'place=The green gate',
  'description=Take two envelopes, leave one.',
];
/** An event of the sample's, whose class stands with seats taken. */
async function classWithSeats() {
  const rows = await db
    .selectFrom('events as e')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.service_id', '=', 'e.service_id').onRef('a.start_time', '=', 'e.start_time'),
    )
    .select(['e.id', 'e.title', 'a.id as appointment_id', 'a.taken', 'e.start_time'])
    .where('e.start_time', '>', clock.now())
    .where('a.taken', '>', 0)
    .execute();
  return rows[0]!;
}

test('event add puts it on the public calendar, on the practice’s clock', async () => {
  const words = await said('event', 'add', ...SWAP, 'link=https://swap.example/');
  expect(words).toMatch(
    /^On the calendar: [\da-f-]{36} {2}Saturday, March 14, 2026, 3:00 PM to 5:00 PM {2}Seed exchange, The green gate\n/,
  );
  expect(await named('Seed exchange')).toMatchObject({
    start: '2026-03-14T22:00:00.000Z',
    end: '2026-03-15T00:00:00.000Z',
    location: 'The green gate',
    description: 'Take two envelopes, leave one.',
    url: 'https://swap.example/',
    service_id: null,
    available_spots: null,
  });
  expect(await said('events')).toContain('Seed exchange, The green gate');
  expect(await said('events')).not.toContain('Slow Sunday');
  expect(await said('events', 'all')).toContain('Slow Sunday');
});

test('event change updates only the given fields; remove deletes the event', async () => {
  const before = (await named('Seed exchange'))!;
  expect(await said('event', 'change', before.id, 'title=Seeds', 'link=none')).toContain('Changed: ');
  expect(await named('Seeds')).toEqual({ ...before, title: 'Seeds', url: null });
  // Over midnight, and to another day.
  await said('event', 'change', before.id, 'start=2026-03-20T20:00', 'end=2026-03-21T01:00');
  expect(await named('Seeds')).toMatchObject({
    start: '2026-03-21T03:00:00.000Z',
    end: '2026-03-21T08:00:00.000Z',
  });
  // The start alone: the end stays where it was.
  expect(await said('event', 'change', before.id, 'start=2026-03-21T02:00')).toMatch(
    /^WRONG It ends before it begins/,
  );
  expect(await said('event', 'remove', before.id)).toContain(
    'Removed from the calendar: Seeds, Mar 20, 2026 at 8:00 PM.',
  );
  expect(await named('Seeds')).toBeUndefined();
  expect(await said('event', 'remove', before.id)).toMatch(/^WRONG There is no event/);
});

test('the hour that the clock skips in spring does not exist; the one it repeats is the first', async () => {
  const at = (start: string, end: string) =>
    said(
      'event',
      'add',
      ...SWAP.filter((each) => !/^(?:start|end)=/.test(each)),
      `start=${start}`,
      `end=${end}`,
    );
  expect(await at('2026-03-08T02:30', '04:00')).toMatch(
    /^WRONG Cannot read the start 2026-03-08T02:30, or the clock skips it/,
  );
  expect(await at('2026-03-08T01:00', '02:30')).toMatch(
    /^WRONG Cannot read the end 02:30, or the clock skips it/,
  );
  expect(await named('Seed exchange')).toBeUndefined();
  expect(await at('2026-03-08T01:00', '24:00')).toContain('1:00 AM to 12:00 AM');
  expect(await named('Seed exchange')).toMatchObject({
    start: '2026-03-08T09:00:00.000Z',
    end: '2026-03-09T07:00:00.000Z',
  });
  const { id } = (await named('Seed exchange'))!;
  await said('event', 'change', id, 'start=2026-11-01T01:30', 'end=03:00');
  expect(await named('Seed exchange')).toMatchObject({
    start: '2026-11-01T08:30:00.000Z',
    end: '2026-11-01T11:00:00.000Z',
  });
  await said('event', 'remove', id);
});

test('an event of a class tells its free seats, and is only taken at a time at which they can be booked', async () => {
  const add = (...more: string[]) =>
    said(
      'event',
      'add',
      'title=An evening',
      'place=Secret Studio',
      'description=Blankets.',
      'class=yoga-nidra-by-candle',
      ...more,
    );
  const date = '2026-03-21';
  expect(await add(`start=${date}T18:00`, 'end=19:00')).toMatch(
    /^WRONG That class is not open on Mar 21, 2026 at 6:00 PM/,
  );
  expect(await said('open', 'yoga-nidra-by-candle', date, '18:00', '19:00')).toContain('is open');
  expect(await add(`start=${date}T18:00`, 'end=19:00')).toContain('12 seats are free in its class.');
  expect(await named('An evening')).toMatchObject({ available_spots: 12, service_type: 'YOGA' });
  const { id } = (await named('An evening'))!;
  expect(await said('event', 'change', id, `start=${date}T17:00`, 'end=19:00')).toMatch(
    /^WRONG That class is not open/,
  );
  expect(await said('event', 'change', id, 'class=marma-session')).toMatch(
    /^WRONG Marma Session is for one person/,
  );
  expect(await said('event', 'change', id, 'class=dance')).toMatch(/^WRONG There is no service dance/);
  const words = await said('event', 'remove', id);
  expect(words).toContain(`To end that: close ${date}T18:00 ${date}T19:00`);
});

test('an event with booked seats cannot be moved, and is removed only with keep-bookings', async () => {
  const { id, title, taken, start_time, appointment_id } = await classWithSeats();
  const refused = await said('event', 'remove', id);
  expect(refused).toMatch(new RegExp(`^WRONG (?:One seat is|${taken} seats are) booked or held in ${title}`));
  expect(refused).toContain('then cancel each booking in the staff area (/staff?date=');
  expect(refused).toContain(`event remove ${id} keep-bookings`);
  expect(await said('event', 'change', id, 'class=none')).toMatch(/^WRONG .* so it cannot be moved/);
  expect(await said('events')).toContain(`(a class: ${taken} booked or held)`);
  expect((await calendar()).some((each) => each.id === id)).toBe(true);
  // What is merely said of it may change.
  expect(await said('event', 'change', id, 'title=Tea, and more')).toContain('Changed: ');
  expect((await calendar()).find((each) => each.id === id)).toMatchObject({
    title: 'Tea, and more',
    start: start_time.toISOString(),
  });
  expect(await said('event', 'remove', id, 'please')).toMatch(/^WRONG Usage: event remove ID/);
  expect(await said('event', 'remove', id, 'keep-bookings')).toMatch(/still booked in its class/);
  const standing = await db
    .selectFrom('appointments')
    .select('taken')
    .where('id', '=', appointment_id)
    .executeTakeFirst();
  expect(standing?.taken).toBe(taken);
});

test.each([
  [['add'], /It needs title=… start=… end=… place=… description=… as well/],
  [['add', 'Seed', 'exchange'], /Cannot read Seed\. Write title=…/],
  [['add', ...SWAP, 'title=x'], /title appears twice/],
  [['add', ...SWAP, 'spots=4'], /Cannot read spots=4/],
  [['add', ...SWAP.map((each) => each.replace('15:00', '18:00'))], /ends before it begins/],
  [['add', ...SWAP.map((each) => each.replace('2026-03-14', '2026-02-14'))], /That time is in the past/],
  [['add', ...SWAP.map((each) => each.replace('T15:00', ''))], /Cannot read the start 2026-03-14/],
  [['add', ...SWAP.map((each) => each.replace('2026-03-14', '2026-02-30'))], /Cannot read the start/],
  [['add', ...SWAP, 'link=javascript:alert(1)'], /A link begins with https/],
  [['add', ...SWAP, 'link=http://a.example'], /A link begins with https/],
  [['add', ...SWAP.slice(1), `title=${'x'.repeat(151)}`], /title is too long/],
  [['add', ...SWAP.slice(1), 'title=a\u0000b'], /control character/],
  [['add', ...SWAP.slice(1), 'title= '], /needs title/],
  [['change', '11111111-1111-4111-8111-111111111111', 'title=x'], /There is no event/],
  [['change', 'x', 'title=x'], /Name the event by its id/],
  [['dance'], /Usage: event add/],
])('event %j is refused in words, and nothing is written', async (args, words) => {
  const before = await calendar();
  const answer = await said('event', ...args);
  expect(answer).toMatch(/^WRONG /);
  expect(answer).toMatch(words);
  expect(await calendar()).toEqual(before);
});

test('S7: payloads in its words stay words, and none becomes a link', async () => {
  for (const bad of PAYLOADS) {
    expect(await said('event', 'add', ...SWAP, `link=${bad}`)).toMatch(/^WRONG /);
  }
  const bad = PAYLOADS[0]!;
  await said('event', 'add', `title=${bad}`, ...SWAP.slice(1, 3), `place=${bad}`, `description=${bad}`);
  expect(await named(bad)).toMatchObject({ title: bad, location: bad, description: bad, url: null });
});
