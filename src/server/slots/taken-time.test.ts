import type { LocationType, ServiceFormat } from '#domain/slots/services.ts';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#domain/time/calendar.ts';
import { explainDate, isClassFormat, overviewOfDays } from '#domain/slots/slots.ts';
import type { Taken } from '#domain/slots/slot-facts.ts';
import { instantOf, startOfDay } from '#domain/time/zone.ts';
import { practice } from '#content/public/practice.ts';
import { testDatabase } from '#tests/support/database.ts';
import { insertClients } from '#tests/support/signed-in-clients.ts';
import { newToken } from '../sessions/tokens.ts';
import { type PracticeFacts, slotFactsOf, readPracticeFacts } from '../seats/practice-facts.ts';

const { db } = await testDatabase();
const { zone } = practice;
const MINUTE_MS = 60_000;
/** The clocks change on the third day of each. */
const WEEKS = ['2026-03-06', '2026-10-30'];
const DAYS = 5;
const NOON = 12 * 60;

const SERVICES = [
  { key: 'short', format: 'ONE_ON_ONE', duration: 45, buffer_time: 15, max_capacity: null, opens: '00:00' },
  // Its buffer reaches far past midnight.
  { key: 'long', format: 'ONE_ON_ONE', duration: 90, buffer_time: 300, max_capacity: null, opens: '00:00' },
  { key: 'circle', format: 'GROUP', duration: 60, buffer_time: 10, max_capacity: 4, opens: '10:00' },
  { key: 'pair', format: 'WORKSHOP', duration: 60, buffer_time: 90, max_capacity: 1, opens: '22:30' },
] as const;
const services = SERVICES.map((service) => ({ ...service, id: randomUUID(), rule_id: randomUUID() }));
const [viewer, other] = ['viewer', 'other'].map((name) => ({
  id: randomUUID(),
  email: `${name}@example.com`,
  token: newToken(),
  customer_id: `cus_${name}`,
})) as [Parameters<typeof insertClients>[1][number], Parameters<typeof insertClients>[1][number]];

beforeAll(async () => {
  await insertClients(db, [viewer, other], new Date('2026-01-01T00:00:00Z'));
  for (const { opens, rule_id, ...service } of services) {
    await db
      .insertInto('services')
      .values({
        ...service,
        name: service.key,
        description: 'For tests.',
        base_price_cents: 100,
        type: ['YOGA'],
        category: 'YOGA',
        service_location_type: ['FIXED_LOCATION'],
        location_name: 'Secret Studio',
        scheduling_type: 'SCHEDULED',
      })
      .execute();
    await db
      .insertInto('rules')
      .values(
        Array.from({ length: 7 }, (_, day_of_week) => ({
          id: day_of_week === 0 ? rule_id : randomUUID(),
          service_id: service.id,
          location_type: 'FIXED_LOCATION',
          day_of_week,
          pattern: 'WEEKLY',
          start_date: '2026-01-01',
          start_time: opens,
          end_time: '24:00',
          slot_step_min: 30,
        })),
      )
      .execute();
  }
});

const SEATS = ['NONE', 'HELD', 'BOOKED'] as const;
const sessions = fc.record({
  service: fc.nat(services.length - 1),
  day: fc.integer({ min: -1, max: DAYS }),
  minutes: fc.integer({ min: 0, max: 287 }).map((n) => n * 5),
  /** The buffer of the booking; the service may have another one now. */
  buffer: fc.constantFrom(0, 15, 300, 700),
  others: fc.nat(3),
  mine: fc.constantFrom(...SEATS),
});
type Session = typeof sessions extends fc.Arbitrary<infer S> ? S : never;

/** Fills the calendar with the sessions that do not overlap. Returns their number. */
async function fill(week: string, wished: readonly Session[]): Promise<number> {
  await sql`truncate appointments, bookings, checkouts cascade`.execute(db);
  const until: { start: number; blocked: number }[] = [];
  for (const { service, day, minutes, buffer, others, mine } of wished) {
    const { id, rule_id, format, duration, max_capacity, opens } = services[service]!;
    const at = isClassFormat(format) ? Number(opens.slice(0, 2)) * 60 + Number(opens.slice(3)) : minutes;
    const start = instantOf(addDays(week, day), at, zone)?.getTime();
    if (start === undefined) continue;
    const end = start + duration * MINUTE_MS;
    const blocked = end + buffer * MINUTE_MS;
    if (until.some((each) => start < each.blocked && blocked > each.start)) continue;
    const capacity = max_capacity ?? 1;
    const strangers = Math.min(others, capacity - (mine === 'NONE' ? 0 : 1));
    const seats = strangers + (mine === 'NONE' ? 0 : 1);
    if (seats === 0) continue;
    until.push({ start, blocked });
    const appointment_id = randomUUID();
    const times = {
      service_id: id,
      rule_id,
      location_type: 'FIXED_LOCATION' as const,
      start_time: new Date(start),
      end_time: new Date(end),
      blocked_until: new Date(blocked),
    };
    await db
      .insertInto('appointments')
      .values({ ...times, id: appointment_id, capacity, taken: seats })
      .execute();
    if (mine === 'NONE') continue;
    await book({ ...times, appointment_id, format, user_id: viewer.id, is_held: mine === 'HELD' });
  }
  return until.length;
}

type Seat = Pick<Taken, 'service_id' | 'rule_id'> & {
  appointment_id: string;
  format: ServiceFormat;
  user_id: string;
  location_type: LocationType;
  is_held: boolean;
} & Record<'start_time' | 'end_time' | 'blocked_until', Date>;

async function book({ is_held, ...seat }: Seat): Promise<void> {
  const now = new Date('2026-01-02T00:00:00Z');
  const checkout_id = randomUUID();
  const isOpen = is_held && (await openCheckouts()) === 0;
  await db
    .insertInto('checkouts')
    .values({
      id: checkout_id,
      user_id: seat.user_id,
      // A client has one open checkout; the hold of a paid checkout counts as booked.
      state: isOpen ? 'OPEN' : 'PAID',
      cart_hash: 'none',
      items: '[]',
      subtotal_cents: 100,
      currency: 'usd',
      refund_policy: '{}',
      customer_id: 'cus_none',
      customer_email: 'none@example.com',
      session_expires_at: now,
      hold_expires_at: now,
      next_check_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('bookings')
    .values({
      ...seat,
      checkout_id,
      status: is_held ? 'PENDING' : 'CONFIRMED',
      price_cents: 100,
      service_name: 'none',
      service_type: 'YOGA',
      location_name: 'none',
      created_at: now,
      updated_at: now,
    })
    .execute();
}
const openCheckouts = async () =>
  (await db.selectFrom('checkouts').select('id').where('state', '=', 'OPEN').execute()).length;

/** Reads every appointment within days of the range as a row: slow, but obviously correct. */
async function readWidely(user_id: string | null, from: string, to: string): Promise<Taken[]> {
  const first = startOfDay(addDays(from, -3), zone);
  const last = startOfDay(addDays(to, 4), zone);
  const { rows } = await sql<Omit<Taken, 'mine'> & { mine: 'HELD' | 'BOOKED' | null }>`
    select a.id, a.service_id, a.rule_id, a.location_type, a.start_time as start, a.end_time as "end", a.blocked_until,
      a.capacity, a.taken, case when b.id is null then null
        when b.status = 'PENDING' and c.state in ('CREATED', 'OPEN') then 'HELD' else 'BOOKED' end as mine
    from appointments a
    left join bookings b on b.appointment_id = a.id and b.user_id = ${user_id}::uuid
      and b.status in ('PENDING', 'CONFIRMED')
    left join checkouts c on c.id = b.checkout_id
    where a.start_time < ${last} and a.blocked_until > ${first}`.execute(db);
  return rows.map(({ mine, ...row }) => (mine ? { ...row, mine } : row));
}

it('the facts for one day give the same slots as the whole calendar', async () => {
  let offered = 0;
  let placed = 0;
  const days = fc.record({
    week: fc.constantFrom(...WEEKS),
    wished: fc.array(sessions, { minLength: 8, maxLength: 40 }),
    user_id: fc.constantFrom(viewer.id, other.id, null),
    day: fc.nat(DAYS - 1),
    length: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(days, async ({ week, wished, user_id, day, length }) => {
      placed += await fill(week, wished);
      const [from, to] = [addDays(week, day), addDays(week, Math.min(DAYS, day + length))];
      const read = await readPracticeFacts(db, { user_id, from, to });
      const all = {
        ...read,
        busy: { starts: [], ends: [], blocked: [] },
        taken: await readWidely(user_id, from, to),
      };
      const now = instantOf(addDays(week, -2), NOON, zone)!;
      for (const { id } of services) {
        const of = (facts: PracticeFacts) =>
          slotFactsOf(facts, { service_id: id, location_types: ['FIXED_LOCATION'], now, zone })!;
        for (let date = from; date <= to; date = addDays(date, 1)) {
          const explained = explainDate({ ...of(read), date });
          expect(explained).toEqual(explainDate({ ...of(all), date }));
          const overview = overviewOfDays(of(read)).find((each) => each.date === date);
          expect(overview?.open_slots ?? 0).toBe(explained.slots.length);
          offered += explained.slots.length;
        }
      }
    }),
    { numRuns: 30 },
  );
  // The property must have covered some slots.
  expect(offered).toBeGreaterThan(200);
  expect(placed).toBeGreaterThan(100);
});
