import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { staffAttention, staffCreateBookings, staffExplain, staffFreeTimes } from '#contract/staff.calls.ts';
import { openShop, sessionOf } from '#tests/support/shop.ts';
import { dateIn, startOf } from '#tests/support/stock.ts';

// Busy times of another calendar over what is booked, held or sold: row 20 of the table of rules.md §4, "Other calendars".

const shop = await openShop();
const { db, clock, stock } = shop;
const staff = await shop.signInStaff();
const HOUR_MS = 3_600_000;
const massage = (start: string) => ({ service: 'massage', days: 3, start }) as const;
const circle = { service: 'circle', days: 4, start: '6:00 AM' } as const;

/** A calendar that says these hours are busy, as its reading leaves them. */
async function busy(...starts: string[]): Promise<void> {
  const now = clock.now();
  const { id: calendar_id } = await db
    .insertInto('busy_calendars')
    .values({
      address: Buffer.from('x'),
      host: 'calendar.example',
      ending: '.ics',
      all_day: 'NEVER',
      whole_at: now,
      read_at: now,
      created_at: now,
      next_attempt_at: new Date(now.getTime() + HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('busy_times')
    .values(
      starts.map((at) => ({
        calendar_id,
        starts_at: at,
        ends_at: new Date(Date.parse(at) + HOUR_MS / 2),
        all_day: false,
        seen_at: now,
      })),
    )
    .execute();
}
const conflicts = async () =>
  (await staff.call(staffAttention)).json.items.filter(({ kind }) => kind === 'CALENDAR_CONFLICT');
const statuses = () =>
  db.selectFrom('bookings').select(['id', 'status', 'start_time']).orderBy('id').execute();

test('20: a booking, a hold being paid and a class with seats stay; each is said once, and nobody is mailed', async () => {
  const [a, b, c, d, e, f] = await shop.clients(6);
  await shop.pay(sessionOf((await shop.checkout(a!, [massage('9:00 AM')])).body.url));
  for (const each of [c, d, e]) await shop.pay(sessionOf((await shop.checkout(each!, [circle])).body.url));
  const held = await shop.checkout(b!, [massage('11:00 AM')]);
  clock.advance(1000);
  const before = await statuses();
  await db.deleteFrom('outbox').execute();

  const at = (start: string) => startOf(massage(start), clock.now());
  await busy(at('9:00 AM'), at('11:00 AM'), at('2:00 PM'), startOf(circle, clock.now()));
  await shop.runJobs('read-calendars', 'remind-clients');
  expect(await statuses()).toEqual(before);
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  expect((await conflicts()).map(({ label }) => label).sort()).toEqual(['Open class', 'Reschedule…']);

  await shop.pay(sessionOf(held.body.url));
  expect((await statuses()).every(({ status }) => status === 'CONFIRMED')).toBe(true);
  expect((await conflicts()).map(({ label }) => label).sort()).toEqual([
    'Open class',
    'Reschedule…',
    'Reschedule…',
  ]);

  // A seat of the class is sold as before; a free time that is busy elsewhere is not.
  expect((await shop.checkout(f!, [circle])).status).toBe(200);
  expect(await shop.checkout(f!, [massage('2:00 PM')])).toMatchObject({
    status: 409,
    body: { code: 'SLOT_TAKEN' },
  });
});

test('staff see why, may book all the same, and are not asked about what they have seen', async () => {
  const now = clock.now();
  const query = {
    service_id: stock.massage.id,
    place: 'FIXED_LOCATION',
    from: dateIn(5, now),
    to: dateIn(5, now),
  } as const;
  const wish = { service: 'massage', days: 5, start: '2:00 PM' } as const;
  const start = startOf(wish, now);
  const offered = async () =>
    (await staff.call(staffFreeTimes, { query })).json.days[0]!.times.some((time) => time.start === start);
  expect(await offered()).toBe(true);
  await busy(start);
  expect(await offered()).toBe(false);
  const { json } = await staff.call(staffExplain, { query: { date: dateIn(5, now), time: '14:00' } });
  expect(json.services.find(({ service_id }) => service_id === stock.massage.id)).toMatchObject({
    is_offered: false,
    reason: 'Busy in your other calendar.',
  });

  const known = (await conflicts()).length;
  const { id: client_id } = await shop.client();
  const create = (accept: 'OWN_CALENDAR'[]) =>
    staff.call(staffCreateBookings, {
      body: {
        action_id: randomUUID(),
        client_id,
        service_id: stock.massage.id,
        place: 'FIXED_LOCATION',
        starts: [start],
        accept,
        payment: 'LATER',
        notify: false,
        ask_for_forms: false,
      },
    });
  clock.advance(1000);
  expect((await create([])).json.code).toBe('WARNINGS_CHANGED');
  expect((await create(['OWN_CALENDAR'])).status).toBe(201);
  expect(await conflicts()).toHaveLength(known);
});
