import { createCheckout } from '#contract/client.calls.ts';
import { openTransaction } from '#tests/support/database.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { practice } from '#content/public/practice.ts';
import type { ServiceChange } from '#contract/catalogue.schemas.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import type { WeekChange } from '#domain/week/week-change.ts';
import { instantOf } from '#domain/time/zone.ts';
import { until } from '#tests/support/ask.ts';
import { emptyBooks, faultsOf, openShop, type Shop, waitForWaiters } from '#tests/support/shop.ts';
import { cartOf, dateIn, type Wish } from '#tests/support/stock.ts';
import { rewritten, without } from '#tests/support/without.ts';
import { serviceWork } from '../catalogue/change-service.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { Refusal } from '../http/refusal.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { applyWeekChange } from './change-week.ts';

const shop = await openShop({ max: 16 });
/** Reads the hours only when it validates a cart, not when it holds the seats. */
const control = await openShop({
  max: 16,
  change: (db) => without(db, 'and r.is_active and (r.end_date is null or w.date <= r.end_date)'),
});
const retiredControl = await openShop({
  max: 16,
  change: (db) => without(db, 'and s.is_active'),
});

const waiting = async ({ database: { db } }: Shop) =>
  (
    await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  ).rows.length;
const ruleOf = (of: Shop, { service, days }: Wish) =>
  of.stock[service].rules[dayOfWeek(dateIn(days, of.clock.now()))]!;
const startOf = (of: Shop, { days, start }: Wish) =>
  instantOf(dateIn(days, of.clock.now()), parseTime(start)!, practice.zone)!;

/** The time of a session, locked by a transaction that is still open. */
async function holderOf(of: Shop, wish: Wish) {
  const start_time = startOf(of, wish);
  const holder = await openTransaction(of.database.db);
  await lockTime(holder, [{ start_time, blocked_until: new Date(start_time.getTime() + 1) }]);
  return holder;
}

/** Changes the week or a service, and returns the first line of what it does. */
type Act = (of: Shop, wish: Wish) => Promise<string>;

const changeWeek = async (of: Shop, change: WeekChange, db: Db = of.database.db) =>
  await inTransaction(db, (trx) => applyWeekChange(trx, change, of.clock.now()));

/** Changes hours and says who is booked outside of them. */
const week =
  (changeOf: (of: Shop, wish: Wish) => WeekChange): Act =>
  async (of, wish) => {
    const made = await changeWeek(of, changeOf(of, wish));
    return made instanceof Refusal ? `REFUSED ${made.message}` : made.preview.summary.at(-1)!;
  };
const service =
  (changeOf: (of: Shop) => ServiceChange): Act =>
  async (of) => {
    const made = await inTransaction(of.database.db, serviceWork(changeOf(of), of.clock.now()));
    return made instanceof Refusal ? `REFUSED ${made.message}` : made.preview.summary.join('\n');
  };
const retireMassage = service((of) => ({ kind: 'RETIRE', id: of.stock.massage.id }));

/** A client asks for a session just before staff take its time back, and gets to hold it just after. */
async function takenBackUnderway(of: Shop, wish: Wish, act: Act): Promise<[number, string]> {
  const client = await of.client();
  const cart = cartOf(of.stock, [wish], of.clock.now());
  const holder = await holderOf(of, wish);
  const changed = act(of, wish);
  expect(await until(async () => (await waiting(of)) === 1, 10_000)).toBe(true);
  const asked = of.call(client, createCheckout, { body: cart });
  expect(await until(async () => (await waiting(of)) === 2, 10_000)).toBe(true);
  await holder.commit().execute();
  const [answer, text] = await Promise.all([asked, changed]);
  return [answer.status, text];
}

const MORNING = { service: 'circle', start: '6:00 AM' } as const;
const EVERY_WEEK = {
  place: 'FIXED_LOCATION',
  every: 'WEEK',
  from: null,
  until: null,
  step: null,
  seats: null,
} as const;
const cases: [string, Wish, Act][] = [
  [
    'hours end',
    { ...MORNING, days: 2 },
    week((of, wish) => ({ kind: 'END_HOURS', rule_id: ruleOf(of, wish), last: null })),
  ],
  [
    'hours end after a date',
    { ...MORNING, days: 10 },
    week((of, wish) => ({
      kind: 'END_HOURS',
      rule_id: ruleOf(of, wish),
      last: addDays(dateIn(wish.days, of.clock.now()), -1),
    })),
  ],
  [
    'hours begin later in the day',
    { service: 'consult', days: 4, start: '10:00 AM' },
    week((of, wish) => ({
      kind: 'CHANGE_HOURS',
      rule_id: ruleOf(of, wish),
      day: dayOfWeek(dateIn(wish.days, of.clock.now())),
      hours: { ...EVERY_WEEK, start: '12:00', end: '20:00', step: 30 },
    })),
  ],
  [
    'new minutes of a class',
    { ...MORNING, days: 5 },
    service((of) => ({ kind: 'CHANGE', id: of.stock.circle.id, service: { duration: 45 } })),
  ],
];
const retiring: Wish = { service: 'massage', days: 3, start: '2:00 PM' };

describe('a time that staff take back during a checkout', () => {
  it.each(cases)('is not held any more: %s', async (_, wish, act) => {
    const [status, text] = await takenBackUnderway(shop, wish, act);
    expect(text).toMatch(/nothing that is booked|Nothing is booked/);
    expect(status).toBe(409);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it.each(cases)(
    'control: reading the hours only once, the time is held all the same: %s',
    async (_, wish, act) => {
      const [status] = await takenBackUnderway(control, wish, act);
      expect(status).toBe(200);
      // The next case begins without bookings.
      await emptyBooks(control);
    },
  );

  it('is not held any more when its service is retired', async () => {
    expect(await takenBackUnderway(shop, retiring, retireMassage)).toEqual([
      409,
      expect.stringContaining('Nothing is booked in it.'),
    ]);
  });

  it('control: reading the price list only once, the time is held all the same', async () => {
    const [status] = await takenBackUnderway(retiredControl, retiring, retireMassage);
    expect(status).toBe(200);
  });
});

describe('a seat that is being taken when its time is taken back', () => {
  const wish: Wish = { ...MORNING, days: 6 };
  const date = dateIn(wish.days, retiredControl.clock.now());
  const changes: [string, WeekChange][] = [
    ['hours that end', { kind: 'END_HOURS', rule_id: ruleOf(retiredControl, wish), last: null }],
    [
      'time off',
      {
        kind: 'ADD_TIME_OFF',
        from: date,
        from_time: null,
        to: date,
        to_time: null,
        reason: '',
        shows_end: false,
      },
    ],
  ];
  const namedBy = async (change: WeekChange, db?: Db) => {
    const made = await changeWeek(retiredControl, change, db);
    if (made instanceof Refusal) throw new Error(made.message);
    return made.seats.map(({ id }) => id);
  };
  afterEach(async () => {
    await emptyBooks(retiredControl);
    await sql`update rules set is_active = true, end_date = null`.execute(retiredControl.database.db);
    await sql`truncate closures`.execute(retiredControl.database.db);
  });

  it.each(changes)('is waited for and named: %s', async (_, change) => {
    const { holder, id } = await seatUnderway(retiredControl, wish);
    const named = namedBy(change);
    expect(await until(async () => (await waiting(retiredControl)) === 1, 10_000)).toBe(true);
    await holder.commit().execute();
    expect(await named).toEqual([id]);
  });

  it.each(changes)('control: without the lock of its time, it is not named: %s', async (_, change) => {
    const unlocked = rewritten(retiredControl.database.db, (text) =>
      text.includes('pg_advisory_xact_lock') ? 'select 1' : text,
    );
    const { holder } = await seatUnderway(retiredControl, wish);
    const named = await namedBy(change, unlocked);
    await holder.commit().execute();
    expect(named).toEqual([]);
  });
});

describe('colliding classes that are put into the week at one moment', () => {
  const AT_ONCE = 4;
  /** As many classes for the same evening, each of which is asked for before one of them is written. */
  async function rush(of: Shop, db: Db): Promise<string[]> {
    const ended = { is_active: false };
    await of.database.db
      .updateTable('rules')
      .set(ended)
      .where('service_id', '=', of.stock.circle.id)
      .execute();
    const holder = await openTransaction(of.database.db);
    // Every change of a rule updates this version, and so waits.
    await sql`update content_versions set version = gen_random_uuid() where noun = 'rules'`.execute(holder);
    const asked = Array.from({ length: AT_ONCE }, (_, n) => {
      const hours = { ...EVERY_WEEK, service_id: of.stock.circle.id, start: `20:0${n}`, end: null };
      return changeWeek(of, { kind: 'ADD_HOURS', days: [1], hours }, db);
    });
    await waitForWaiters(of, AT_ONCE);
    await holder.commit().execute();
    return (await Promise.all(asked)).map((made) => (made instanceof Refusal ? made.message : 'ADDED'));
  }

  it('are added one after the other, so that one of them succeeds and the others name it', async () => {
    const answers = await rush(shop, shop.database.db);
    expect(answers.filter((answer) => answer === 'ADDED')).toHaveLength(1);
    expect(answers.filter((answer) => answer.startsWith('It would collide with Circle'))).toHaveLength(
      AT_ONCE - 1,
    );
  });

  it('control: without the table lock, all are added and none can be booked', async () => {
    // The days that they open are locked too, for who waits for a time on them.
    const unlocked = rewritten(control.database.db, (text) =>
      text.includes('pg_advisory_xact_lock') ? 'select 1' : text,
    );
    const db = without(unlocked, 'lock table rules in share row exclusive mode');
    expect(await rush(control, db)).toEqual(Array.from({ length: AT_ONCE }, () => 'ADDED'));
  });
});

/** A seat that is taken, but not committed yet. */
async function seatUnderway(of: Shop, wish: Wish) {
  const client = await of.client();
  const holder = await holderOf(of, wish);
  return { holder, id: await insertSeat(holder, of, wish, client.id) };
}

async function insertSeat(db: Db, of: Shop, wish: Wish, user_id: string): Promise<string> {
  const [id, start_time] = [randomUUID(), startOf(of, wish)];
  const end_time = new Date(start_time.getTime() + 3_600_000);
  await db
    .insertInto('bookings')
    .values({
      id,
      user_id,
      status: 'CONFIRMED',
      price_cents: 2000,
      service_id: of.stock[wish.service].id,
      rule_id: ruleOf(of, wish),
      service_name: 'Circle',
      service_type: 'YOGA',
      format: 'GROUP',
      start_time,
      end_time,
      blocked_until: end_time,
      location_type: 'FIXED_LOCATION',
      location_name: 'Secret Studio',
      created_at: of.clock.now(),
      updated_at: of.clock.now(),
    })
    .execute();
  return id;
}
