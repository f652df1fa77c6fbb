import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import {
  bookingOptions,
  explainDate,
  getAvailabilities,
  getSlots,
  rescheduleBooking,
} from '#contract/client.calls.ts';
import { staffCheckPlacement, staffCreateBookings, staffExplain } from '#contract/staff.calls.ts';
import { type DayLimits, NO_LIMITS } from '#domain/slots/day-limits.ts';
import { dayOfWeek } from '#domain/time/calendar.ts';
import { until } from '#tests/support/ask.ts';
import { openTransaction } from '#tests/support/database.ts';
import { emptyBooks, faultsOf, openShop, seatsIn, sessionOf, type Shop } from '#tests/support/shop.ts';
import { type Client, dateIn, startOf, type Wish } from '#tests/support/stock.ts';
import { rewritten } from '#tests/support/without.ts';
import type { Db } from '../db/pool.ts';
import { lockTime } from './hold-seats.ts';

/** The space of the locks of weeks. */
const WEEKS = '7130257';
const shop = await openShop({ max: 16 });
/** No transaction waits for the week. */
const control = await openShop({
  max: 16,
  change: (db) =>
    rewritten(db, (text) => text.replaceAll(WEEKS, () => String(Math.floor(Math.random() * 1e9)))),
});
const { clock, stock } = shop;
const { db } = shop.database;

const HOURS = ['8:00 AM', '9:00 AM', '10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM', '2:00 PM', '3:00 PM'];
const massage = (start: string, days = 3): Wish => ({ service: 'massage', days, start });
/** A Thursday; its week begins on the day of the test. */
const date = dateIn(3, clock.now());
const service = { id: stock.massage.id };

async function limit(limits: Partial<DayLimits>, of: Shop = shop): Promise<void> {
  const row = { name: 'limits', value: JSON.stringify({ ...NO_LIMITS, ...limits }), updated_at: clock.now() };
  await of.database.db
    .insertInto('practice_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
beforeEach(() => emptyBooks(shop));
afterEach(() => db.deleteFrom('practice_settings').execute());

const hold = (client: Client, ...wishes: Wish[]) => shop.checkout(client, wishes);
async function book(client: Client, ...wishes: Wish[]): Promise<string> {
  const session = sessionOf((await hold(client, ...wishes)).body.url);
  await shop.pay(session);
  return session;
}
const startsOf = async (client: Client, more: Partial<BodyOf<typeof getSlots>> = {}) => {
  const { body } = await shop.call(client, getSlots, { body: { service, date, ...more } });
  return body.map(({ start }) => start);
};
const dayOf = async (client: Client, moving?: string) => {
  const body = { service, service_location_type: 'FIXED_LOCATION' as const, moving };
  return (await shop.call(client, getAvailabilities, { body })).body.days.find((day) => day.date === date);
};
const waitingIn = async (of: Db) =>
  (
    await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(of)
  ).rows.length;

/** Asks for an hour each at once: all are decided only when all have come to the locks of their hours. */
async function atOnce<Answer>(
  of: Shop,
  hours: readonly string[],
  ask: (start: string, n: number) => Promise<Answer>,
) {
  const holder = await openTransaction(of.database.db);
  const times = hours.map((start) => {
    const start_time = startOf(massage(start), of.clock.now());
    return { start_time, blocked_until: new Date(Date.parse(start_time) + 3_600_000) };
  });
  await lockTime(holder, times);
  const asked = hours.map(ask);
  expect(await until(async () => (await waitingIn(of.database.db)) >= hours.length, 10_000)).toBe(true);
  await holder.commit().execute();
  return await Promise.all(asked);
}

/** Clients press Checkout for another hour each. Returns how many hold one. */
async function rush(of: Shop): Promise<number> {
  const clients = await of.clients(HOURS.length);
  // New clients of one network would wait for each other in any case.
  await of.database.db.updateTable('users').set({ house_call_approved: true }).execute();
  const answers = await atOnce(of, HOURS, (start, n) => of.checkout(clients[n]!, [massage(start)]));
  expect(answers.every(({ status, body }) => status === 200 || body.code === 'SLOT_TAKEN')).toBe(true);
  return answers.filter(({ status }) => status === 200).length;
}

describe('a limit of three sessions a day', () => {
  it('is kept by clients who check out at once', async () => {
    await limit({ sessions_a_day: 3 });
    expect(await rush(shop)).toBe(3);
    expect(await seatsIn(shop)).toBe(3);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: without the lock of the week, more are sold', async () => {
    await limit({ sessions_a_day: 3 }, control);
    // On a busy machine a transaction may be over before the next one wakes.
    let most = 0;
    for (let round = 0; round < 20 && most <= 3; round++) {
      await emptyBooks(control);
      most = await rush(control);
    }
    expect(most).toBeGreaterThan(3);
  });

  it('is kept by the sessions of one cart, of which the last is refused', async () => {
    await limit({ sessions_a_day: 3 });
    const wishes = HOURS.slice(0, 4).map((start) => massage(start));
    const { status, body } = await hold(await shop.client(), ...wishes);
    expect([status, body.code]).toEqual([409, 'SLOT_TAKEN']);
    expect(body.details).toMatchObject({ conflicts: [{ start_time: '11:00 AM' }] });
    expect((await hold(await shop.client(), ...wishes.slice(1))).status).toBe(200);
  });
});

it('holds count for others, and not for the client whose cart replaces them', async () => {
  await limit({ sessions_a_day: 1 });
  const [client, other] = (await shop.clients(2)) as [Client, Client];
  expect((await hold(client, massage('9:00 AM'))).status).toBe(200);
  expect(await dayOf(other)).toMatchObject({ open_slots: 0, reason: 'DAY_FULL' });
  expect(await startsOf(other)).toEqual([]);
  expect((await hold(other, massage('2:00 PM'))).body.code).toBe('SLOT_TAKEN');
  expect(await startsOf(client)).toContain('2:00 PM');
  expect((await hold(client, massage('2:00 PM'))).status).toBe(200);
  expect(await seatsIn(shop)).toBe(1);
  // It would be free if that hold were not paid.
  const body = { service, service_location_type: 'FIXED_LOCATION', date } as const;
  expect((await shop.call(other, explainDate, { body })).body.reason).toBe('HELD');
});

it('hours of a week count the sessions of its other days, for the list of one day too', async () => {
  await limit({ hours_a_week: 2 });
  const [client, other] = (await shop.clients(2)) as [Client, Client];
  await book(client, massage('9:00 AM', 1), massage('9:00 AM', 2));
  // First with a new catalogue, then with the one that is known.
  expect(await startsOf(other)).toEqual([]);
  expect(await startsOf(other)).toEqual([]);
  await limit({ hours_a_week: 3 });
  expect((await startsOf(other)).length).toBeGreaterThan(5);
  expect((await hold(other, massage('9:00 AM'))).status).toBe(200);
});

describe('a payment that comes late', () => {
  /** A hold that has expired, and a session that another client has booked on that day since. */
  async function late(): Promise<string> {
    const [client, other] = (await shop.clients(2)) as [Client, Client];
    const session = sessionOf((await hold(client, massage('9:00 AM'))).body.url);
    clock.advance(36 * 60_000);
    await shop.sweep();
    await book(other, massage('2:00 PM'));
    await shop.pay(session, true);
    await shop.sweep();
    return session;
  }
  const refundedOf = (session: string) =>
    shop.sandbox.control.books().payments.find((each) => each.session === session)!.amount_refunded;

  it('goes back in full if its day is full by then', async () => {
    await limit({ sessions_a_day: 1 });
    expect(refundedOf(await late())).toBe(9223);
    expect(await seatsIn(shop)).toBe(1);
  });

  it('books if the day has room', async () => {
    await limit({ sessions_a_day: 2 });
    expect(refundedOf(await late())).toBe(0);
    expect(await seatsIn(shop)).toBe(2);
  });
});

describe('a client who reschedules', () => {
  const move = async (client: Client, to: Wish) => {
    const { id } = await db
      .selectFrom('bookings')
      .select('id')
      .where('user_id', '=', client.id)
      .executeTakeFirstOrThrow();
    const { body: options } = await shop.call(client, bookingOptions, { query: { id } });
    const day = dateIn(to.days, clock.now());
    const schedule_id = stock.massage.rules[dayOfWeek(day)]!;
    const body = { id, schedule_id, date: day, start: to.start, base_updated_at: options.updated_at };
    return await shop.call(client, rescheduleBooking, { body });
  };

  it('finds other times of the full day, because the own session leaves it', async () => {
    const client = await shop.client();
    await book(client, massage('9:00 AM'));
    await limit({ sessions_a_day: 1, hours_a_week: 1 });
    const moving = startOf(massage('9:00 AM'), clock.now());
    expect(await startsOf(client)).toEqual([]);
    expect(await startsOf(client, { moving })).toContain('2:00 PM');
    expect((await dayOf(client, moving))?.open_slots).toBeGreaterThan(5);
    // It frees nothing for another client.
    expect(await startsOf(await shop.client(), { moving })).toEqual([]);
    expect((await move(client, massage('2:00 PM'))).status).toBe(200);
  });

  it('is one of two who move into the last place of a day at once', async () => {
    const clients = await shop.clients(2);
    for (const [n, client] of clients.entries()) await book(client, massage('9:00 AM', 2 + 2 * n));
    await limit({ sessions_a_day: 1 });
    const hours = ['9:00 AM', '2:00 PM'];
    const answers = await atOnce(shop, hours, (start, n) => move(clients[n]!, massage(start)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('is refused on a day that became full meanwhile', async () => {
    const [client, other] = (await shop.clients(2)) as [Client, Client];
    await book(client, massage('9:00 AM', 2));
    await limit({ sessions_a_day: 1 });
    await book(other, massage('9:00 AM'));
    const { status, body } = await move(client, massage('2:00 PM'));
    expect([status, body.code]).toEqual([409, 'SLOT_TAKEN']);
  });
});

const staff = await shop.signInStaff();
const phoned = await shop.client();

describe('staff', () => {
  const about = { service_id: stock.massage.id, place: 'FIXED_LOCATION' as const };
  const start = startOf(massage('9:00 AM'), clock.now());
  const create = (accept: BodyOf<typeof staffCreateBookings>['accept']) =>
    staff.call(staffCreateBookings, {
      body: {
        ...about,
        action_id: randomUUID(),
        client_id: phoned.id,
        starts: [start],
        payment: 'LATER',
        accept,
        notify: false,
        ask_for_forms: false,
      },
    });

  it('are warned, may pass, and read why clients cannot book', async () => {
    await limit({ sessions_a_day: 1 });
    await book(await shop.client(), massage('2:00 PM'));
    const text = 'Your limit of 1 session a day is reached.';
    const checked = await staff.call(staffCheckPlacement, { body: { ...about, start } });
    expect(checked.json).toMatchObject({ verdict: 'WARNED', warnings: [{ code: 'LIMIT', text }] });
    const { json } = await staff.call(staffExplain, { query: { date, time: '09:00' } });
    expect(json.services.find(({ service_id }) => service_id === service.id)).toMatchObject({
      is_offered: false,
      reason: text,
    });
    const refused = await create([]);
    expect([refused.status, refused.json.code]).toEqual([409, 'WARNINGS_CHANGED']);
    expect((await create(['LIMIT'])).status).toBe(201);
    expect(await seatsIn(shop)).toBe(2);
  });

  it('and a client who is faster at another hour: the warning counts under the lock', async () => {
    await limit({ sessions_a_day: 1 });
    const answers = await Promise.all([create([]), hold(await shop.client(), massage('2:00 PM'))]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(await seatsIn(shop)).toBe(1);
  });
});
