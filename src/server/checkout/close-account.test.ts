import { beforeEach, describe, expect, it } from 'vitest';
import {
  deadlocksIn,
  emptyBooks,
  faultsOf,
  openShop,
  sessionOf,
  waitForWaiters,
} from '#tests/support/shop.ts';
import { checkoutStatus } from '#contract/client.calls.ts';
import { massageAt, type Wish } from '#tests/support/stock.ts';
import { without } from '#tests/support/without.ts';
import type { Db } from '../db/pool.ts';
import { queueMail } from '../mail/outbox.ts';
import { cancelBookings, selectCancellable } from './cancel-booking.ts';
import { endCheckoutsAndCancelBookings, cancelBookingsForErasure, endCheckoutsOf } from './close-account.ts';
import { inTransaction } from '../db/transactions.ts';

const shop = await openShop();
const { clock, sandbox, database, deps } = shop;
const { db } = database;

beforeEach(async () => {
  sandbox.control.set({});
  await emptyBooks(shop);
});

const MAIL = { kind: 'booking-confirmed', to: 'a@example.com', subject: 'Booked', text: '.', html: '.' };
const massage = (days: number, start: string): Wish => ({ service: 'massage', days, start });
const circle = (days: number): Wish => ({ service: 'circle', days, start: '6:00 AM' });

async function bookedBy(client: Awaited<ReturnType<typeof shop.client>>, wishes: Wish[]): Promise<string> {
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  await shop.pay(session);
  return session;
}
const paymentOf = (session: string) =>
  sandbox.control.books().payments.find((payment) => payment.session === session);

describe('closing an account', () => {
  it('cancels bookings, refunds those a day away with their tax, and keeps the payment of nearer ones', async () => {
    const client = await shop.client();
    // Now is 9:00 AM: tomorrow at 8:00 is 23 hours away, the day after is more than 24.
    const session = await bookedBy(client, [massage(1, '8:00 AM'), massage(2, '9:00 AM')]);
    clock.advance(16 * 60_000); // past the grace after paying
    const closed = await endCheckoutsAndCancelBookings(deps, client, clock.now());
    expect(closed.cancelled.map(({ refunded_cents }) => refunded_cents)).toEqual([0, 9223]);
    expect(closed.refunded_cents).toBe(9223);

    await shop.sweep();
    expect(paymentOf(session)).toMatchObject({ amount: 18_446, amount_refunded: 9223 });
    await shop.sweep();
    expect(paymentOf(session)).toMatchObject({ amount_refunded: 9223 });
    const bookings = await db
      .selectFrom('bookings')
      .select(['status', 'refunded_cents', 'sequence'])
      .orderBy('start_time')
      .execute();
    expect(bookings).toEqual([
      { status: 'CANCELLED', refunded_cents: 0, sequence: 1 },
      { status: 'CANCELLED', refunded_cents: 9223, sequence: 1 },
    ]);
    expect(await db.selectFrom('appointments').selectAll().execute()).toEqual([]);
    const checkout = await db
      .selectFrom('checkouts')
      .select(['customer_email', 'refunded_cents'])
      .executeTakeFirstOrThrow();
    expect(checkout).toEqual({ customer_email: '', refunded_cents: 9223 });
  });

  it('keeps the seats of other clients in a class, and ends the open checkout at the provider', async () => {
    const [client, other] = await shop.clients(2);
    await bookedBy(client!, [circle(3)]);
    await bookedBy(other!, [circle(3)]);
    const open = sessionOf((await shop.checkout(client!, [massage(4, '9:00 AM')])).body.url);
    await endCheckoutsAndCancelBookings(deps, client!, clock.now());
    expect(await db.selectFrom('appointments').select(['taken']).execute()).toEqual([{ taken: 1 }]);
    expect(sandbox.control.pay(open)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('refunds a payment that arrives after the account is deleted', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage(4, '9:00 AM')])).body.url);
    // The provider is down while the account is closed, and the page is paid after that.
    sandbox.control.set({ api_fault: 'error_before' });
    await endCheckoutsAndCancelBookings(deps, client, clock.now());
    await db.deleteFrom('users').where('id', '=', client.id).execute();
    sandbox.control.set({});
    await shop.pay(session);
    await shop.sweep();
    const checkout = await db.selectFrom('checkouts').select('state').executeTakeFirstOrThrow();
    expect(checkout.state).toBe('REFUNDED');
    expect(paymentOf(session)).toMatchObject({ amount: 9223, amount_refunded: 9223 });
    expect(await db.selectFrom('bookings').selectAll().execute()).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('ends a page that another tab opened in the meantime, and releases its time', async () => {
    const client = await shop.client();
    await endCheckoutsOf(deps, client.id, clock.now());
    const open = sessionOf((await shop.checkout(client, [massage(4, '9:00 AM')])).body.url);
    await inTransaction(db, (trx) => cancelBookingsForErasure(trx, client.id, clock.now()));
    await db.deleteFrom('users').where('id', '=', client.id).execute();
    await shop.sweep();
    expect(sandbox.control.pay(open)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect(await db.selectFrom('appointments').selectAll().execute()).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
  });
});

describe('closing an account while its payment is confirmed', () => {
  const erase = (of: Db, user_id: string) =>
    inTransaction(of, async (trx) => {
      const closed = await cancelBookingsForErasure(trx, user_id, clock.now());
      await trx.deleteFrom('users').where('id', '=', user_id).execute();
      return closed;
    });

  /** Closes the account between the last statement of the confirmation and its commit. */
  async function eraseAtTheCommit(of: Db): Promise<string> {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage(4, '9:00 AM')])).body.url);
    const { id } = await db.selectFrom('checkouts').select('id').executeTakeFirstOrThrow();
    // The confirmation's mail waits for this one with the same dedupe key.
    const gate = await db.startTransaction().execute();
    await queueMail(gate, { ...MAIL, dedupe_key: `booking-confirmed:${id}`, user_id: null }, clock.now());
    const paying = shop.pay(session);
    await waitForWaiters(shop, 1);
    const erasing = erase(of, client.id);
    await waitForWaiters(shop, 2);
    await gate.rollback().execute();
    await Promise.all([paying, erasing]);
    await shop.sweep();
    return session;
  }

  it('refunds the new booking and releases its time', async () => {
    const session = await eraseAtTheCommit(db);
    expect(paymentOf(session)).toMatchObject({ amount: 9223, amount_refunded: 9223 });
    const bookings = await db.selectFrom('bookings').select(['status', 'user_id']).execute();
    expect(bookings).toEqual([{ status: 'CANCELLED', user_id: null }]);
    expect(await db.selectFrom('appointments').selectAll().execute()).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: without the lock on checkouts it leaves a paid booking without a client', async () => {
    const session = await eraseAtTheCommit(without(db, 'for no key update'));
    expect(paymentOf(session)).toMatchObject({ amount: 9223, amount_refunded: 0 });
    expect(await faultsOf(shop)).toMatchObject([expect.stringContaining('confirmed for nobody')]);
  });

  it('succeeds in any order, without a deadlock', async () => {
    const clients = await shop.clients(16);
    const sessions = await Promise.all(
      clients.map(async (client, n) => {
        return sessionOf((await shop.checkout(client, [massageAt(n)])).body.url);
      }),
    );
    sandbox.control.set({ webhook_copies: 2, webhook_second_id: true });
    for (const session of sessions) sandbox.control.pay(session);
    const asks = clients.map((client, n) =>
      shop.call(client, checkoutStatus, { query: { session_id: sessions[n]! } }),
    );
    await Promise.all([shop.deliver(), ...asks, ...clients.map((client) => erase(db, client.id))]);
    await shop.sweep();
    expect(sessions.map((session) => paymentOf(session)?.amount_refunded)).toEqual(sessions.map(() => 9223));
    expect(await db.selectFrom('appointments').selectAll().execute()).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
    expect(await deadlocksIn(shop)).toBe(0);
  });
});

describe('a session that the practice cancels', () => {
  it('is refunded in full however near it is, once', async () => {
    const client = await shop.client();
    const session = await bookedBy(client, [massage(1, '8:00 AM')]);
    const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
    const cancel = async () => {
      const booking = await selectCancellable(db, id);
      if (!booking) return [];
      const about = { cause: 'practice', refund: 'FULL' as const };
      return await inTransaction(db, (trx) => cancelBookings(trx, [booking], about, clock.now()));
    };
    expect(await cancel()).toMatchObject([{ refunded_cents: 9223 }]);
    expect(await cancel()).toEqual([]);
    await shop.sweep();
    expect(paymentOf(session)).toMatchObject({ amount_refunded: 9223 });
    // The time is free again.
    expect((await shop.checkout(await shop.client(), [massage(1, '8:00 AM')])).status).toBe(200);
  });

  it('is refunded to the cent: all sessions of a payment add up to the payment', async () => {
    const session = await bookedBy(await shop.client(), [massage(1, '8:00 AM'), circle(1)]);
    const bookings = await db.selectFrom('bookings').select('id').execute();
    for (const { id } of bookings) {
      const booking = (await selectCancellable(db, id))!;
      const about = { cause: 'practice', refund: 'FULL' as const };
      await inTransaction(db, (trx) => cancelBookings(trx, [booking], about, clock.now()));
    }
    await shop.sweep();
    expect(paymentOf(session)).toMatchObject({ amount: 11_393, amount_refunded: 11_393 });
  });
});
