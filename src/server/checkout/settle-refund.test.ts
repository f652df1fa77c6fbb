import { beforeEach, expect, it } from 'vitest';
import { emptyBooks, faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import type { Payments } from '../ports/payments.ts';
import { cancelBookings, selectCancellable } from './cancel-booking.ts';
import { settleRefunds } from './settle-refund.ts';
import { inTransaction } from '../db/transactions.ts';

const shop = await openShop();
const { clock, sandbox, database, deps } = shop;
const { db } = database;
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  sandbox.control.set({});
  await emptyBooks(shop);
});

/** Buys two massages and cancels the first as the practice. */
async function cancelOneOfTwo(): Promise<() => number> {
  const client = await shop.client();
  const wishes = [9, 11].map((hour) => ({ service: 'massage', days: 5, start: `${hour}:00 AM` }) as const);
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  await shop.pay(session);
  const { id } = await db.selectFrom('bookings').select('id').orderBy('start_time').executeTakeFirstOrThrow();
  const booking = (await selectCancellable(db, id))!;
  const about = { cause: 'practice', refund: 'FULL' as const };
  await inTransaction(db, (trx) => cancelBookings(trx, [booking], about, clock.now()));
  return () => sandbox.control.books().payments.find((each) => each.session === session)!.amount_refunded;
}

/** The provider makes the refund; the process dies before it can record it, and none runs for two days. */
async function loseTheAnswer(): Promise<void> {
  await settleRefunds(deps, clock.now());
  await db.updateTable('refunds').set({ done_at: null, provider_refund_id: null }).execute();
  clock.advance(48 * HOUR_MS);
}

it('refunds a part of a payment once, although the provider has forgotten the idempotency key', async () => {
  const refunded = await cancelOneOfTwo();
  await loseTheAnswer();
  expect(refunded()).toBe(9223);
  await shop.sweep();
  expect(refunded()).toBe(9223);
  const refund = await db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow();
  expect(refund.done_at).not.toBeNull();
  expect(refund.provider_refund_id).toBe(sandbox.control.books().refunds.at(-1)!.id);
  expect(await faultsOf(shop)).toEqual([]);
});

it('control: without the search for an earlier refund it refunds twice', async () => {
  const refunded = await cancelOneOfTwo();
  await loseTheAnswer();
  const refund: Payments['refund'] = (request) => deps.payments.refund({ ...request, asked_before: false });
  await settleRefunds({ ...deps, payments: { ...deps.payments, refund } }, clock.now());
  expect(refunded()).toBe(2 * 9223);
});

it('waits if the provider does not know whether it made the refund', async () => {
  const refunded = await cancelOneOfTwo();
  await loseTheAnswer();
  sandbox.control.set({ api_fault: 'error_before', api_fault_on: 'GET /v1/refunds' });
  await shop.sweep();
  const waiting = await db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow();
  expect([refunded(), waiting.done_at]).toEqual([9223, null]);
  sandbox.control.set({});
  clock.advance(HOUR_MS);
  await shop.sweep();
  const { done_at } = await db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow();
  expect([refunded(), done_at === null]).toEqual([9223, false]);
});

it('notifies the practice once when a bank rejects a refund', async () => {
  const refunded = await cancelOneOfTwo();
  await shop.sweep();
  await shop.deliver();
  sandbox.control.set({ webhook_second_id: true });
  sandbox.control.fail_refund(sandbox.control.books().refunds.at(-1)!.id);
  await shop.deliver();
  expect(refunded()).toBe(0);
  const { failed_at, last_error } = await db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow();
  expect([failed_at, last_error]).toEqual([clock.now(), 'lost_or_stolen_card']);
  const mails = await db.selectFrom('outbox').selectAll().where('kind', '=', 'refund-failed').execute();
  const { email } = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select('users.email')
    .executeTakeFirstOrThrow();
  expect(mails).toMatchObject([
    { to_address: 'hello@sattvaandsage.example', subject: 'A refund of $92.23 came back' },
  ]);
  expect(mails[0]!.text).toContain(email);
  // It is not requested again.
  clock.advance(48 * HOUR_MS);
  await shop.sweep();
  expect(refunded()).toBe(0);
});
