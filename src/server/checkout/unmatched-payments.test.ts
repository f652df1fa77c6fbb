import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkoutStatus } from '#contract/client.calls.ts';
import { sessionOf } from '#tests/support/shop.ts';
import { massage, openConsistentShop } from '#tests/support/consistent-shop.ts';
import { staffAttention, staffKeepPayment } from '#contract/staff.calls.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { withoutConditionsOn } from '#tests/support/without.ts';
import { inTransaction } from '../db/transactions.ts';
import { settleUnmatched } from './unmatched-payments.ts';
import { keepUnmatched } from './unmatched-store.ts';

const { shop, db, paymentOf, mailsTo, mailsToPractice } = await openConsistentShop();
const { clock, sandbox } = shop;
const HOUR = 60 * 60_000;

/** A client who has paid a checkout that the database lost, as in a failover to a lagging replica. */
async function paidAndLost(how: { delivered: boolean } = { delivered: true }) {
  await db.deleteFrom('unmatched_payments').execute();
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
  const checkout = await db
    .selectFrom('checkouts')
    .select('id')
    .where('provider_session_id', '=', session)
    .executeTakeFirstOrThrow();
  // Its seats are lost too.
  await releaseCheckout(db, checkout.id, 'CANCELLED', clock.now());
  await db.deleteFrom('bookings').where('checkout_id', '=', checkout.id).execute();
  await db.deleteFrom('checkouts').where('id', '=', checkout.id).execute();
  if (how.delivered) await shop.pay(session);
  else {
    sandbox.control.set({ webhook_off: true });
    expect(sandbox.control.pay(session).ok).toBe(true);
  }
  return { client, session };
}

const rowOf = (session: string) =>
  db.selectFrom('unmatched_payments').selectAll().where('session_id', '=', session).executeTakeFirst();
const staff = await shop.signInStaff();
const keep = async (id: string) => {
  const answer = await staff.call(staffKeepPayment, { params: { id }, body: { action_id: randomUUID() } });
  return answer.status === 204 ? 'KEPT' : answer.json.code;
};
const attention = async () =>
  (await staff.call(staffAttention)).json.items.filter(({ kind }) => kind === 'UNMATCHED_PAYMENT');

describe('a payment whose checkout is gone', () => {
  it('is recorded; the practice and the client are notified once', async () => {
    sandbox.control.set({ webhook_copies: 3 });
    const { client, session } = await paidAndLost();
    expect(await rowOf(session)).toMatchObject({ amount_cents: paymentOf(session).amount, outcome: null });
    const mails = await mailsToPractice();
    expect(mails.map(({ kind }) => kind)).toEqual(['payment-unmatched']);
    expect(mails[0]!.text).toContain('press Keep it under Needs attention');
    const status = await shop.call(client, checkoutStatus, { query: { session_id: session } });
    expect(status).toMatchObject({ status: 200, body: { status: 'CHECKING' } });
    // Other clients cannot see it.
    const other = await shop.call(await shop.client(), checkoutStatus, { query: { session_id: session } });
    expect(other.status).toBe(404);
  });

  it('is not refunded within the hour, then once, and the client is notified', async () => {
    const { client, session } = await paidAndLost();
    clock.advance(HOUR - 1000);
    expect(await settleUnmatched(shop.deps, clock.now())).toBe(0);
    expect(paymentOf(session).amount_refunded).toBe(0);
    clock.advance(1000);
    const both = await Promise.all([1, 2].map(() => settleUnmatched(shop.deps, clock.now())));
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(paymentOf(session).amount_refunded).toBe(paymentOf(session).amount);
    expect(await rowOf(session)).toMatchObject({ outcome: 'REFUNDED' });
    expect(await mailsTo(client.id)).toEqual(['payment-refunded']);
    const status = await shop.call(client, checkoutStatus, { query: { session_id: session } });
    expect(status.body).toMatchObject({ status: 'REFUNDED' });
  });

  it('is refunded once, although the answer to the refund is lost and it is requested again', async () => {
    const { session } = await paidAndLost();
    clock.advance(HOUR);
    sandbox.control.set({ api_fault: 'error_after', api_fault_on: '/v1/refunds' });
    await settleUnmatched(shop.deps, clock.now());
    sandbox.control.set({});
    clock.advance(HOUR);
    await settleUnmatched(shop.deps, clock.now());
    const refunds = sandbox.control.books().refunds;
    expect(refunds.filter((refund) => refund.payment_intent === paymentOf(session).id)).toHaveLength(1);
    expect(await rowOf(session)).toMatchObject({ outcome: 'REFUNDED' });
  });

  it('is kept when the practice says so, and needs attention until then', async () => {
    const { client, session } = await paidAndLost();
    expect(await attention()).toMatchObject([
      {
        object_id: session,
        path: `/clients/${client.id}`,
        text: expect.stringMatching(/ has no booking here, /),
      },
    ]);
    expect(await keep(session)).toBe('KEPT');
    expect(await attention()).toEqual([]);
    clock.advance(2 * HOUR);
    expect(await settleUnmatched(shop.deps, clock.now())).toBe(0);
    expect(paymentOf(session).amount_refunded).toBe(0);
    expect(await keep(session)).toBe('NOT_POSSIBLE');
    expect(await keep('cs_unknown')).toBe('NOT_POSSIBLE');
  });

  it('is kept or refunded, never both, at the moment in which its refund is due', async () => {
    const { session } = await paidAndLost();
    clock.advance(HOUR);
    const [kept, settled] = await Promise.all([keep(session), settleUnmatched(shop.deps, clock.now())]);
    expect([kept, settled, paymentOf(session).amount_refunded > 0]).toEqual(
      kept === 'KEPT' ? ['KEPT', 0, false] : ['NOT_POSSIBLE', 1, true],
    );
  });

  it('control: without asking whether its refund has begun, one that is refunded is kept', async () => {
    const careless = withoutConditionsOn(db, 'attempts');
    const { session } = await paidAndLost();
    clock.advance(HOUR);
    sandbox.control.set({ api_fault: 'error_after', api_fault_on: '/v1/refunds' });
    await settleUnmatched(shop.deps, clock.now());
    sandbox.control.set({});
    expect(await keep(session)).toBe('NOT_POSSIBLE');
    expect(await inTransaction(careless, (trx) => keepUnmatched(trx, session, clock.now()))).toBe(true);
    expect(paymentOf(session).amount_refunded).toBe(paymentOf(session).amount);
  });

  it('is found by the success page without an event', async () => {
    const { client, session } = await paidAndLost({ delivered: false });
    const status = await shop.call(client, checkoutStatus, { query: { session_id: session } });
    expect(status).toMatchObject({ status: 200, body: { status: 'CHECKING' } });
    expect(await rowOf(session)).toMatchObject({ outcome: null });
    sandbox.control.set({});
  });
});
