import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionOf } from '#tests/support/shop.ts';
import { massage, openConsistentShop } from '#tests/support/consistent-shop.ts';
import type { Client } from '#tests/support/stock.ts';
import { comparePayments } from './compare-payments.ts';
import { processEvents } from './provider-events.ts';
import { releaseCheckout } from '../seats/release-seats.ts';

const { shop, db, paymentOf, stateOf, refundedOf, bookingsOf, mailsTo, mailsToPractice } =
  await openConsistentShop();
const { clock, sandbox } = shop;
const MINUTE = 60_000;
/** Payments of earlier tests are older than this. */
let from: Date;

beforeEach(async () => {
  await db.deleteFrom('unmatched_payments').execute();
  clock.advance(2 * 60 * MINUTE);
  from = clock.now();
  sandbox.control.set({ webhook_off: true });
});

const compare = (more: { former_site?: string } = {}) =>
  comparePayments(shop.deps, { from, to: new Date(clock.now().getTime() + 1000), ...more }, clock.now());
const unmatched = async () =>
  (await db.selectFrom('unmatched_payments').select('session_id').execute()).map((row) => row.session_id);

/** A paid session whose event has not arrived. */
async function paid(client: Client, wish: ReturnType<typeof massage>) {
  const session = sessionOf((await shop.checkout(client, [wish])).body.url);
  expect(sandbox.control.pay(session).ok).toBe(true);
  return session;
}

/** Deletes the checkout, as a failover to a lagging replica does. */
async function forget(session: string): Promise<void> {
  const { id } = await db
    .selectFrom('checkouts')
    .select('id')
    .where('provider_session_id', '=', session)
    .executeTakeFirstOrThrow();
  await releaseCheckout(db, id, 'CANCELLED', clock.now());
  await db.deleteFrom('bookings').where('checkout_id', '=', id).execute();
  await db.deleteFrom('checkouts').where('id', '=', id).execute();
}

async function booked() {
  const client = await shop.client();
  sandbox.control.set({});
  const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
  await shop.pay(session);
  expect(await stateOf(session)).toBe('CONFIRMED');
  sandbox.control.set({ webhook_off: true });
  return { client, session };
}

async function customerOf(user_id: string): Promise<string> {
  const users = db.selectFrom('users').select('stripe_id').where('id', '=', user_id);
  return (await users.executeTakeFirstOrThrow()).stripe_id!;
}

/** Creates and pays a session of another site with the same account. */
async function paidElsewhere(site_url: string) {
  const made = await shop.deps.payments.createCheckoutSession({
    checkout_id: randomUUID(),
    customer_id: await customerOf((await shop.client()).id),
    currency: 'usd',
    lines: [{ name: 'Massage', description: 'Tuesday', amount_cents: 9000, product_id: null }],
    expires_at: new Date(clock.now().getTime() + 35 * MINUTE),
    is_balance: false,
    pay_first: false,
    site_url,
  });
  if (!made.ok) throw new Error(made.reason);
  expect(sandbox.control.pay(made.value.id).ok).toBe(true);
  return made.value.id;
}

describe('payments', () => {
  it('without a checkout are recorded, and once', async () => {
    const session = await paid(await shop.client(), massage('9:00 AM'));
    await forget(session);
    expect(await compare()).toMatchObject({ payments: 1, found: [{ id: session }], open: [], failures: [] });
    expect(await unmatched()).toEqual([session]);
    expect((await mailsToPractice()).map(({ kind }) => kind)).toEqual(['payment-unmatched']);
    expect(await compare()).toMatchObject({ payments: 1, found: [], open: [], failures: [] });
  });

  it('are recorded although another one cannot be', async () => {
    const session = await paid(await shop.client(), massage('9:00 AM'));
    await forget(session);
    const broken = await paid(await shop.client(), massage('9:00 AM'));
    await forget(broken);
    // Exceeds the column, so this payment can never be recorded. The provider lists it first.
    sandbox.control
      .books()
      .sessions.find((each) => each.session.id === broken)!.session.amount_total = 3_000_000_000;
    const { failures, found } = await compare();
    expect(failures).toHaveLength(1);
    expect(found.map(({ id }) => id)).toEqual([session]);
    expect(await unmatched()).toEqual([session]);
  });

  it('whose event never arrives are booked, although their checkout has expired', async () => {
    const client = await shop.client();
    const session = await paid(client, massage('9:00 AM'));
    const { id } = await db.selectFrom('checkouts').select('id').executeTakeFirstOrThrow();
    await releaseCheckout(db, id, 'EXPIRED', clock.now());
    expect(await compare()).toMatchObject({
      found: [{ id: session, text: 'was paid; the checkout is now CONFIRMED' }],
    });
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['CONFIRMED']);
    expect(await mailsTo(client.id)).toEqual(['booking-confirmed']);
  });

  it('that the provider does not know are reported to the practice, once', async () => {
    const { session } = await booked();
    await db.updateTable('checkouts').set({ provider_session_id: 'cs_test_unknown' }).execute();
    for (let run = 0; run < 2; run++)
      expect(await compare()).toMatchObject({ open: [{ id: 'cs_test_unknown' }], failures: [] });
    const mails = await mailsToPractice();
    // The session itself has no checkout any more.
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['payment-unmatched', 'payments-differ']);
    expect(mails.find(({ kind }) => kind === 'payments-differ')!.text).toContain('cs_test_unknown');
    expect(await unmatched()).toEqual([session]);
  });

  it('of another site are counted, never recorded; of a former address when it is named', async () => {
    const other = await paidElsewhere('https://other.example');
    const { other_sites, found } = await compare();
    expect([...other_sites]).toEqual([['https://other.example', 1]]);
    expect(found).toEqual([]);
    expect(await unmatched()).toEqual([]);
    expect(await compare({ former_site: 'https://other.example' })).toMatchObject({ found: [{ id: other }] });
    expect(await unmatched()).toEqual([other]);
  });

  it('of another site are named in the row of their event', async () => {
    sandbox.control.set({});
    await paidElsewhere('https://other.example');
    await shop.deliver();
    await processEvents(shop.deps, clock.now());
    const events = await db.selectFrom('webhook_events').select('last_error').execute();
    expect(events.map(({ last_error }) => last_error)).toEqual(['a payment of https://other.example']);
    expect(await unmatched()).toEqual([]);
  });

  it('are read page by page', async () => {
    for (let n = 0; n < 101; n++) await paidElsewhere('https://other.example');
    const { other_sites } = await compare();
    expect(other_sites.get('https://other.example')).toBe(101);
  });

  it('that were listed before the provider went down are recorded', async () => {
    const session = await paid(await shop.client(), massage('9:00 AM'));
    await forget(session);
    sandbox.control.set({ webhook_off: true, api_fault: 'error_before', api_fault_on: '/v1/refunds' });
    const { failures, found } = await compare();
    expect(failures).toHaveLength(1);
    expect(found.map(({ id }) => id)).toEqual([session]);
  });
});

describe('refunds', () => {
  it('made at the dashboard whose event never arrives are recorded, and once', async () => {
    const { session } = await booked();
    sandbox.control.refund(session);
    expect(await compare()).toMatchObject({
      refunds: 1,
      found: [{ text: 'was refunded and was not recorded here' }],
    });
    expect(await refundedOf(session)).toBe(paymentOf(session).amount);
    expect((await mailsToPractice()).map(({ kind }) => kind)).toEqual(['refund-elsewhere']);
    expect(await compare()).toMatchObject({ refunds: 1, found: [], open: [] });
  });

  it('of this site whose row is lost are recorded, so that nothing is refunded twice', async () => {
    const { session } = await booked();
    const asked = await shop.deps.payments.refund({
      payment_intent_id: paymentOf(session).id,
      amount_cents: 1000,
      idempotency_key: `refund-${randomUUID()}`,
      asked_before: false,
    });
    expect(asked.ok).toBe(true);
    expect(await compare()).toMatchObject({ found: [{ amount_cents: 1000 }] });
    expect(await refundedOf(session)).toBe(1000);
  });

  it('that are still due here although they were made are not made again', async () => {
    const { session } = await booked();
    const { id } = await db.selectFrom('checkouts').select('id').executeTakeFirstOrThrow();
    const owed = {
      checkout_id: id,
      amount_cents: 1000,
      created_at: clock.now(),
      next_attempt_at: clock.now(),
    };
    const { id: refund } = await db
      .insertInto('refunds')
      .values(owed)
      .returning('id')
      .executeTakeFirstOrThrow();
    await shop.deps.payments.refund({
      payment_intent_id: paymentOf(session).id,
      amount_cents: 1000,
      idempotency_key: `refund-${refund}`,
      asked_before: false,
    });
    await compare();
    // The provider has forgotten the idempotency key by then.
    clock.advance(25 * 60 * MINUTE);
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(1000);
    expect(await refundedOf(session)).toBe(1000);
  });

  it('with another amount, or unknown at the provider, are reported to the practice once', async () => {
    const { session } = await booked();
    const { id } = await db.selectFrom('checkouts').select('id').executeTakeFirstOrThrow();
    const owed = {
      checkout_id: id,
      amount_cents: 1000,
      created_at: clock.now(),
      next_attempt_at: clock.now(),
    };
    await db.insertInto('refunds').values(owed).execute();
    await shop.sweep();
    await db.updateTable('refunds').set({ amount_cents: 400 }).execute();
    expect(paymentOf(session).amount_refunded).toBe(1000);
    const first = await compare();
    expect(first.open).toMatchObject([
      { amount_cents: 1000, text: 'was refunded, but another amount is recorded here' },
    ]);
    await compare();
    expect(await mailsToPractice()).toHaveLength(1);
    await db.updateTable('refunds').set({ amount_cents: 1000, provider_refund_id: 're_unknown' }).execute();
    expect(await compare()).toMatchObject({
      open: [{ id: 're_unknown', text: 'is refunded here but not at the payment provider' }],
    });
    expect((await mailsToPractice()).map(({ kind }) => kind)).toEqual(['payments-differ', 'payments-differ']);
  });

  it('that the bank rejected are reported once', async () => {
    const { session } = await booked();
    const { id } = await db.selectFrom('checkouts').select('id').executeTakeFirstOrThrow();
    const owed = {
      checkout_id: id,
      amount_cents: 1000,
      created_at: clock.now(),
      next_attempt_at: clock.now(),
    };
    await db.insertInto('refunds').values(owed).execute();
    await shop.sweep();
    const refund = sandbox.control
      .books()
      .refunds.find((each) => each.payment_intent === paymentOf(session).id)!;
    sandbox.control.fail_refund(refund.id);
    expect(await compare()).toMatchObject({ found: [{ id: refund.id }] });
    expect(await compare()).toMatchObject({ found: [] });
    expect((await mailsToPractice()).map(({ kind }) => kind)).toEqual(['refund-failed']);
  });
});
