import {
  staffApplyClass,
  staffApplyService,
  staffPreviewClass,
  staffPreviewService,
} from '#contract/staff.calls.ts';
import { openTransaction } from '#tests/support/database.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dayOfWeek } from '#domain/time/calendar.ts';
import type { WeekChange } from '#domain/week/week-change.ts';
import { emptyBooks, faultsOf, openShop, sessionOf, type Shop, waitForWaiters } from '#tests/support/shop.ts';
import { dateIn, startOf, type Wish } from '#tests/support/stock.ts';
import { rewritten } from '#tests/support/without.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { Refusal } from '../http/refusal.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { applyWeekChange } from './change-week.ts';

const shop = await openShop({ max: 24 });
const withoutLocks = (db: Db): Db =>
  rewritten(db, (text) => (/pg_advisory_xact_lock|^lock table rules/.test(text) ? 'select 1' : text));
const unlocked = await openShop({ max: 24, change: withoutLocks });
/** A process that reads the catalogue once and never asks whether it has changed. */
const stale = await openShop({
  change: (db) =>
    rewritten(db, (text) => text.replace(/\(select string_agg\(version[^]*?'rules'\)\)/, `'one for good'`)),
});

const DAYS = 5;
const massage = (start: string): Wish => ({ service: 'massage', days: DAYS, start });
const dateOf = (of: Shop) => dateIn(DAYS, of.clock.now());

const changeWeek = async (of: Shop, change: WeekChange, db: Db = of.database.db) =>
  await inTransaction(db, (trx) => applyWeekChange(trx, change, of.clock.now()));

describe('hours that two tabs change at one moment', () => {
  /** Both tabs have evaluated the same week when the first of them may write. */
  async function change(of: Shop, db: Db): Promise<string[]> {
    const holder = await openTransaction(of.database.db);
    // Every change of a rule updates this version, and so waits.
    await sql`update content_versions set version = gen_random_uuid() where noun = 'rules'`.execute(holder);
    const date = dateOf(of);
    const [rule_id, day] = [of.stock.massage.rules[dayOfWeek(date)]!, dayOfWeek(date)];
    const asked = ['11:00', '12:00'].map((end) => {
      const times = { start: '08:00', end, every: 'WEEK', from: date, until: null, step: 60 } as const;
      const hours = { place: 'FIXED_LOCATION', seats: null, ...times } as const;
      return changeWeek(of, { kind: 'CHANGE_HOURS', rule_id, day, hours }, db);
    });
    await waitForWaiters(of, asked.length);
    await holder.commit().execute();
    const answers = await Promise.all(asked);
    return answers.map((made) => (made instanceof Refusal ? made.message : 'CHANGED')).toSorted();
  }
  const startingOn = (of: Shop) =>
    of.db.selectFrom('rules').select('end_time').where('start_date', '=', dateOf(of)).execute();

  it('are those of the first one, and the other is asked to look again', async () => {
    expect(await change(shop, shop.database.db)).toEqual([
      'CHANGED',
      'These hours were changed a moment ago. Please look again.',
    ]);
    expect(await startingOn(shop)).toHaveLength(1);
  });

  it('control: without the locks, both are written, one over the other', async () => {
    expect(await change(unlocked, withoutLocks(unlocked.database.db))).toEqual(['CHANGED', 'CHANGED']);
    expect(await startingOn(unlocked)).toHaveLength(2);
  });
});

describe('a class that is moved to a time while a client takes it', () => {
  const circle: Wish = { service: 'circle', days: DAYS + 1, start: '6:00 AM' };
  const wanted: Wish = { ...massage('2:00 PM'), days: DAYS + 1 };

  /** Previews the move of a class with one seat, and begins to apply it. */
  async function classOf(of: Shop) {
    await emptyBooks(of);
    const client = await of.client();
    await of.pay(sessionOf((await of.checkout(client, [circle])).body.url));
    const staff = await of.signInStaff();
    const at = startOf(circle, of.clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');
    const params = { service_id: of.stock.circle.id, start: `${at}Z` };
    const change = { kind: 'RESCHEDULE', start: startOf(wanted, of.clock.now()) } as const;
    const { json } = await staff.call(staffPreviewClass, { params, body: { change } });
    const body = { action_id: randomUUID(), preview_hash: json.preview_hash, change };
    return { client, move: () => staff.call(staffApplyClass, { params, body }) };
  }

  it('goes there, or the client gets it: never both', async () => {
    const { move } = await classOf(shop);
    const other = await shop.client();
    const start_time = new Date(startOf(wanted, shop.clock.now()));
    const holder = await openTransaction(shop.database.db);
    await lockTime(holder, [{ start_time, blocked_until: new Date(start_time.getTime() + 1) }]);
    const asked = [
      move().then(({ status }) => status),
      shop.checkout(other, [wanted]).then(({ status }) => status),
    ];
    await waitForWaiters(shop, asked.length);
    await holder.commit().execute();
    expect((await Promise.all(asked)).toSorted((one, two) => one - two)).toEqual([200, 409]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: without locks and constraints, both get it', async () => {
    const { client, move } = await classOf(unlocked);
    await unlocked.database.pool.query(
      'alter table appointments drop constraint one_practitioner, drop constraint one_occurrence_per_start',
    );
    const other = await unlocked.client();
    // The class is there already and waits for its booking, when the checkout looks at the time.
    const holder = await openTransaction(unlocked.database.db);
    await holder.selectFrom('bookings').select('id').where('user_id', '=', client.id).forUpdate().execute();
    const moved = move();
    await waitForWaiters(unlocked, 1);
    const bought = await unlocked.checkout(other, [wanted]);
    await holder.commit().execute();
    expect([(await moved).status, bought.status]).toEqual([200, 200]);
    expect((await faultsOf(unlocked)).filter((fault) => fault.startsWith('overlap'))).toHaveLength(1);
  });
});

describe('hours that are taken back while a client pays', () => {
  const takenBack: [string, Wish, (of: Shop) => WeekChange][] = [
    [
      'hours end',
      { ...massage('3:00 PM'), days: DAYS + 3 },
      (of) => ({
        kind: 'END_HOURS',
        rule_id: of.stock.massage.rules[dayOfWeek(dateIn(DAYS + 3, of.clock.now()))]!,
        last: null,
      }),
    ],
    [
      'time off',
      { ...massage('3:00 PM'), days: DAYS + 4 },
      (of) => ({
        kind: 'ADD_TIME_OFF',
        from: dateIn(DAYS + 4, of.clock.now()),
        from_time: null,
        to: dateIn(DAYS + 4, of.clock.now()),
        to_time: null,
        reason: '',
        shows_end: false,
      }),
    ],
  ];
  const statusesOf = async (user_id: string) =>
    (await shop.db.selectFrom('bookings').select('status').where('user_id', '=', user_id).execute()).map(
      ({ status }) => status,
    );

  it.each(takenBack)('leave what was held before, which the change names: %s', async (_, wish, changeOf) => {
    await emptyBooks(shop);
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [wish])).body.url);
    const [made] = await Promise.all([changeWeek(shop, changeOf(shop)), shop.pay(session)]);
    if (made instanceof Refusal) throw new Error(made.message);
    expect([...made.preview.bookings!, ...made.preview.holds!]).toHaveLength(1);
    expect(await statusesOf(client.id)).toEqual(['CONFIRMED']);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: a hold that had lapsed before gets its money back instead', async () => {
    const wish = { ...massage('3:00 PM'), days: DAYS + 5 };
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [wish])).body.url);
    shop.clock.advance(36 * 60_000);
    await shop.sweep();
    const rule_id = shop.stock.massage.rules[dayOfWeek(dateIn(wish.days, shop.clock.now()))]!;
    const made = await changeWeek(shop, { kind: 'END_HOURS', rule_id, last: null });
    expect(made instanceof Refusal ? made : made.preview.holds).toEqual([]);
    await shop.pay(session, true);
    await shop.sweep();
    expect(await statusesOf(client.id)).not.toContain('CONFIRMED');
    const { amount, amount_refunded } = shop.sandbox.control.books().payments.at(-1)!;
    expect(amount_refunded).toBe(amount);
  });
});

describe('a price that changes while clients check out', () => {
  const CHANGED_CENTS = 9900;
  const AT_ONCE = 3;
  async function changePrice(of: Shop, cents: number) {
    const staff = await of.signInStaff();
    const { id } = of.stock.massage;
    const change = { kind: 'CHANGE', id, service: { base_price_cents: cents } } as const;
    const { json } = await staff.call(staffPreviewService, { body: { change } });
    const body = { action_id: randomUUID(), preview_hash: json.preview_hash, change };
    return () => staff.call(staffApplyService, { body });
  }
  const soldAt = async (of: Shop) =>
    (await of.db.selectFrom('bookings').select('price_cents').execute()).map(
      ({ price_cents }) => price_cents,
    );

  it('is charged to nobody who saw the other one, and the old one is not sold any more', async () => {
    await emptyBooks(shop);
    const clients = await shop.clients(AT_ONCE + 1);
    const wishes = clients.map((_, n): Wish => ({ ...massage(`${8 + n}:00 AM`), days: DAYS + 2 }));
    const apply = await changePrice(shop, CHANGED_CENTS);
    const [changed, ...answers] = await Promise.all([
      apply(),
      ...clients.slice(0, AT_ONCE).map((client, n) => shop.checkout(client, [wishes[n]!])),
    ]);
    // Who held a seat first is in a new preview.
    if (changed.status !== 200) {
      expect(changed.json.code).toBe('PREVIEW_CHANGED');
      expect((await (await changePrice(shop, CHANGED_CENTS))()).status).toBe(200);
    }
    const sold = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers)
      expect(status === 200 ? '' : body.code).toBe(status === 200 ? '' : 'PRICE_CHANGED');
    expect(await soldAt(shop)).toEqual(sold.map(() => 8500));
    const late = [clients[AT_ONCE]!, wishes[AT_ONCE]!] as const;
    const old = await shop.checkout(late[0], [late[1]]);
    expect([old.status, old.body.code]).toEqual([409, 'PRICE_CHANGED']);
    expect((await shop.checkout(late[0], [{ ...late[1], cents: CHANGED_CENTS }])).status).toBe(200);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: if nobody asked whether the price list has changed, the old one would still be sold', async () => {
    const [first, second] = await stale.clients(2);
    expect((await stale.checkout(first!, [massage('8:00 AM')])).status).toBe(200);
    expect((await (await changePrice(stale, CHANGED_CENTS))()).status).toBe(200);
    expect((await stale.checkout(second!, [massage('9:00 AM')])).status).toBe(200);
    expect(await soldAt(stale)).toEqual([8500, 8500]);
  });
});
