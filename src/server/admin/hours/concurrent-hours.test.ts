import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDays, dayOfWeek } from '#domain/calendar.ts';
import { parseTime } from '#domain/wall-time.ts';
import { instantOf } from '#domain/zone.ts';
import { practice } from '#content/public/practice.ts';
import { MASTER_KEY } from '#tests/support/assemble-app.ts';
import { until } from '#tests/support/ask.ts';
import { emptyBooks, faultsOf, openShop, type Shop, waitForWaiters } from '#tests/support/shop.ts';
import { cartOf, dateIn, type Wish } from '#tests/support/stock.ts';
import { without } from '#tests/support/without.ts';
import { practiceCommands } from '#tests/support/admin-commands.ts';
import type { ServiceChange } from '#contract/catalogue.schemas.ts';
import { serviceWork } from '../../catalogue/change-service.ts';
import { inTransaction } from '../../db/transactions.ts';
import { Refusal } from '../../http/refusal.ts';
import { lockTime } from '../../seats/lock-time.ts';
import type { Db } from '../../db/pool.ts';
import { createKeyring } from '../../runtime/keyring.ts';
import { selectBookingsOfRules, switchOff } from '../../hours/week-store.ts';

const keyring = createKeyring(MASTER_KEY);
const shop = await openShop({ max: 16 });
/** Looks at the hours only when it validates a cart, not when it holds the seats. */
const control = await openShop({
  max: 16,
  change: (db) => without(db, 'and r.is_active and (r.end_date is null or w.date <= r.end_date)'),
});
const retiredControl = await openShop({
  max: 16,
  change: (db) => without(db, 'and s.is_active'),
});

const saysIn = (of: Shop) => practiceCommands({ db: of.database.db, keyring, clock: of.clock });
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
  const holder = await of.database.db.startTransaction().execute();
  await lockTime(holder, [{ start_time, blocked_until: new Date(start_time.getTime() + 1) }]);
  return holder;
}

/** A command, or a change in the staff area, which answers with its summary. */
type Act = string[] | ((of: Shop) => Promise<string>);

/** Changes a service as the staff area does. */
const changed =
  (changeOf: (of: Shop) => ServiceChange): Act =>
  async (of) => {
    const made = await inTransaction(of.database.db, serviceWork(changeOf(of), of.clock.now()));
    return made instanceof Refusal ? `WRONG ${made.message}` : made.preview.summary.join('\n');
  };
const retireMassage = changed((of) => ({ kind: 'RETIRE', id: of.stock.massage.id }));

/** Somebody who asks for a session just before the practice takes it back, and gets to hold it just after. */
async function takenBackUnderway(of: Shop, wish: Wish, act: Act): Promise<[number, string]> {
  const client = await of.client();
  const cart = cartOf(of.stock, [wish], of.clock.now());
  const holder = await holderOf(of, wish);
  const said = typeof act === 'function' ? act(of) : saysIn(of)(...act);
  expect(await until(async () => (await waiting(of)) === 1, 10_000)).toBe(true);
  const asked = of.call(client, 'POST', '/auth/create-checkout', cart);
  expect(await until(async () => (await waiting(of)) === 2, 10_000)).toBe(true);
  await holder.commit().execute();
  const [answer, words] = await Promise.all([asked, said]);
  return [answer.status, words];
}

const MORNING = { service: 'circle', start: '6:00 AM' } as const;
const cases: [string, Wish, (of: Shop, wish: Wish) => Act][] = [
  ['hour end', { ...MORNING, days: 2 }, (of, wish) => ['hour', 'end', ruleOf(of, wish)]],
  [
    'hour end after a date',
    { ...MORNING, days: 10 },
    (of, wish) => ['hour', 'end', ruleOf(of, wish), addDays(dateIn(wish.days, of.clock.now()), -1)],
  ],
  [
    'hour change',
    { service: 'consult', days: 4, start: '10:00 AM' },
    (of, wish) => ['hour', 'change', ruleOf(of, wish), 'start=12:00'],
  ],
  [
    'new minutes of a class',
    { ...MORNING, days: 5 },
    () => changed((of) => ({ kind: 'CHANGE', id: of.stock.circle.id, service: { duration: 45 } })),
  ],
];
const retiring: Wish = { service: 'massage', days: 3, start: '2:00 PM' };

describe('a time that the practice withdraws during a checkout', () => {
  it.each(cases)('is not held any more: %s', async (_, wish, command) => {
    const [status, words] = await takenBackUnderway(shop, wish, command(shop, wish));
    expect(words).not.toMatch(/^WRONG/);
    expect(words).not.toContain('Still booked');
    expect(status).toBe(409);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it.each(cases)(
    'control: reading the hours only once, the time is held all the same: %s',
    async (_, wish, command) => {
      const [status] = await takenBackUnderway(control, wish, command(control, wish));
      expect(status).toBe(200);
      // The next case begins with nobody booked.
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

describe('a seat that is being taken when its hours end', () => {
  const wish: Wish = { ...MORNING, days: 6 };
  const rule_id = ruleOf(retiredControl, wish);

  it('control: without the lock of its time, the booking is not listed', async () => {
    const { holder } = await seatUnderway(retiredControl, wish);
    const named = await retiredControl.database.db.transaction().execute(async (trx) => {
      await switchOff(trx, rule_id);
      return await selectBookingsOfRules(trx, [rule_id], retiredControl.clock.now());
    });
    await holder.commit().execute();
    expect(named).toEqual([]);
    await emptyBooks(retiredControl);
    await sql`update rules set is_active = true`.execute(retiredControl.database.db);
  });

  it('is waited for and named', async () => {
    const { holder, id } = await seatUnderway(retiredControl, wish);
    const said = saysIn(retiredControl)('hour', 'end', rule_id);
    expect(await until(async () => (await waiting(retiredControl)) === 1, 10_000)).toBe(true);
    await holder.commit().execute();
    expect(await said).toContain(`Still booked in them (1):\n  ${id}`);
  });
});

describe('colliding classes that are put into the week at one moment', () => {
  const AT_ONCE = 4;
  /** As many classes for the same evening, each of which has been asked for before one of them stands there. */
  async function rush(of: Shop, db: Db): Promise<string[]> {
    const ended = { is_active: false };
    await of.database.db
      .updateTable('rules')
      .set(ended)
      .where('service_id', '=', of.stock.circle.id)
      .execute();
    const holder = await of.database.db.startTransaction().execute();
    // Whoever writes a rule changes this version.
    await sql`update content_versions set version = gen_random_uuid() where noun = 'rules'`.execute(holder);
    const said = practiceCommands({ db, keyring, clock: of.clock });
    const times = Array.from({ length: AT_ONCE }, (_, n) => `start=20:0${n}`);
    const asked = times.map((start) => said('hour', 'add', 'service=circle', 'day=monday', start));
    await waitForWaiters(of, AT_ONCE);
    await holder.commit().execute();
    return (await Promise.all(asked)).filter((words) => !words.startsWith('WRONG'));
  }

  it('run one after the other, so that one of them succeeds', async () => {
    expect(await rush(shop, shop.database.db)).toHaveLength(1);
  });

  it('control: without the table lock, all are added and none can be booked', async () => {
    const db = without(control.database.db, 'lock table rules in share row exclusive mode');
    expect(await rush(control, db)).toHaveLength(AT_ONCE);
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
