import { describe, expect, it } from 'vitest';
import { checkoutStatus } from '#contract/client.calls.ts';
import { atTheDashboard } from '#tests/support/provider-dashboard.ts';
import { deadlocksIn, sessionOf, waitForWaiters } from '#tests/support/shop.ts';
import { circle, massage, openConsistentShop } from '#tests/support/consistent-shop.ts';
import type { Wish } from '#tests/support/stock.ts';
import { cancelBookings, lockToCancel, selectCancellable } from './cancel-booking.ts';
import { inTransaction } from '../db/transactions.ts';

const { shop, db, bookingsOf, startsOf, stateOf, paymentOf, refundedOf, mailsToPractice } =
  await openConsistentShop();
const { clock, sandbox } = shop;

async function bought(wishes: readonly Wish[]) {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  await shop.pay(session);
  return { client, session };
}

async function refundExternally(session: string, amount?: number): Promise<string> {
  const part = amount === undefined ? '' : `&amount=${amount}`;
  const { id } = await atTheDashboard(
    sandbox,
    'POST',
    'refunds',
    `payment_intent=${paymentOf(session).id}${part}`,
  );
  await shop.deliver();
  return id;
}

async function cancelByCommand(booking_id: string): Promise<number> {
  const booking = (await selectCancellable(db, booking_id))!;
  const about = { cause: 'practice', refund: 'FULL' as const };
  const [cancelled] = await inTransaction(db, (trx) => cancelBookings(trx, [booking], about, clock.now()));
  return cancelled!.refunded_cents;
}

describe('a refund at the dashboard', () => {
  it('is shown to the client, cancels nothing, and notifies the practice once of the remaining bookings', async () => {
    const { client, session } = await bought([massage('9:00 AM')]);
    sandbox.control.set({ webhook_second_id: true, webhook_copies: 2 });
    await refundExternally(session, 2000);
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED', refunded_cents: 2000 }]);
    expect(await startsOf(await shop.client())).not.toContain('9:00 AM');
    const answer = await shop.call(client, checkoutStatus, { query: { session_id: session } });
    expect(answer.body).toMatchObject({ status: 'PAID', refunded_cents: 2000, total_cents: 9223 });
    const mails = await mailsToPractice();
    expect(mails).toMatchObject([{ kind: 'refund-elsewhere', subject: '$20 went back to Maren' }]);
    expect(await db.selectFrom('payment_notices').selectAll().execute()).toMatchObject([
      { kind: 'refund-elsewhere', checkout_id: expect.any(String), amount_cents: 2000, at: clock.now() },
    ]);
    expect(mails[0]!.text).toMatch(/Massage, .* is still booked/);
  });

  it('names a client without an e-mail address by name and phone', async () => {
    const { client, session } = await bought([massage('9:00 AM')]);
    const contact = { cognito_sub: null, email: '', last_name: 'Novak', phone: '+15035550133' };
    await db.updateTable('users').set(contact).where('id', '=', client.id).execute();
    await refundExternally(session, 2000);
    expect((await mailsToPractice())[0]!.text).toContain('$20 went back to Maren Novak, (503) 555-0133,');
  });

  it.each([
    ['a part', 2000, 7223],
    ['all', undefined, 0],
  ])('of %s leaves the rest to a cancellation', async (_, external, rest) => {
    const { client, session } = await bought([massage('9:00 AM')]);
    await refundExternally(session, external);
    const [booking] = await bookingsOf(client.id);
    expect(await cancelByCommand(booking!.id)).toBe(rest);
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(9223);
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CANCELLED', refunded_cents: 9223 }]);
    expect(await refundedOf(session)).toBe(9223);
  });

  it('between a cancellation and its refund is taken off the refund', async () => {
    const { client, session } = await bought([massage('9:00 AM'), circle()]);
    const ids = (await bookingsOf(client.id)).map(({ id }) => id);
    for (const id of ids) await cancelByCommand(id);
    await refundExternally(session, 9000);
    for (let times = 0; times < 3; times++) {
      await shop.sweep();
      clock.advance(3_600_000);
    }
    expect(paymentOf(session)).toMatchObject({ amount: 11_393, amount_refunded: 11_393 });
    expect(await refundedOf(session)).toBe(11_393);
    const waiting = await db.selectFrom('refunds').select('id').where('done_at', 'is', null).execute();
    expect(waiting).toEqual([]);
  });

  it('and a cancellation at the same moment both succeed', async () => {
    const { client, session } = await bought([massage('9:00 AM')]);
    const { id } = (await bookingsOf(client.id))[0]!;
    const booking = (await selectCancellable(db, id))!;
    let external: Promise<string> | undefined;
    await inTransaction(db, async (trx) => {
      await lockToCancel(trx, [booking]);
      // The refund waits for the payment, and then takes the booking that the cancellation has changed.
      external = refundExternally(session, 2000);
      await waitForWaiters(shop, 1);
      await cancelBookings(trx, [booking], { cause: 'practice', refund: 'FULL' }, clock.now());
    });
    await external;
    expect(await deadlocksIn(shop)).toBe(0);
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(9223);
    expect(await refundedOf(session)).toBe(9223);
  });

  it('that the bank rejects is due again, and the practice is notified', async () => {
    const { client, session } = await bought([massage('9:00 AM')]);
    const refund = await refundExternally(session);
    sandbox.control.fail_refund(refund);
    await shop.deliver();
    expect(await refundedOf(session)).toBe(0);
    expect(await bookingsOf(client.id)).toMatchObject([{ refunded_cents: 0 }]);
    expect((await mailsToPractice()).map(({ kind }) => kind)).toEqual(['refund-elsewhere', 'refund-failed']);
  });
});

describe('a dispute', () => {
  it.each(['won', 'lost'] as const)(
    'that is %s is reported when it opens and when it ends',
    async (outcome) => {
      const { client, session } = await bought([massage('9:00 AM')]);
      sandbox.control.set({ webhook_second_id: true });
      const dispute = sandbox.control.dispute(session);
      await shop.deliver();
      sandbox.control.close_dispute(dispute, outcome);
      await shop.deliver();
      const mails = await mailsToPractice();
      expect(mails.map(({ subject }) => subject)).toEqual([
        'A payment of $92.23 is disputed',
        `The dispute about a payment of $92.23 is over: ${outcome}`,
      ]);
      expect(mails[0]!.text).toMatch(/Deadline: \w+/);
      // A lost dispute counts as a refund: a later cancellation refunds nothing.
      const [booking] = await bookingsOf(client.id);
      expect(booking).toMatchObject({ status: 'CONFIRMED', refunded_cents: outcome === 'lost' ? 9223 : 0 });
      expect(await cancelByCommand(booking!.id)).toBe(outcome === 'lost' ? 0 : 9223);
    },
  );

  it('stops a refund: the practice is notified once, and the refund is made when the dispute is won', async () => {
    const { client, session } = await bought([massage('9:00 AM')]);
    const dispute = sandbox.control.dispute(session);
    await shop.deliver();
    await cancelByCommand((await bookingsOf(client.id))[0]!.id);
    for (let times = 0; times < 3; times++) {
      await shop.sweep();
      clock.advance(3_600_000);
    }
    const refused = (await mailsToPractice()).filter(({ kind }) => kind === 'refund-refused');
    expect(refused).toMatchObject([{ subject: 'A refund of $92.23 was refused' }]);
    sandbox.control.close_dispute(dispute, 'won');
    await shop.deliver();
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(9223);
  });
});

describe('a payment method that takes days, enabled at the dashboard,', () => {
  it.each([
    [true, 'CONFIRMED', ['CONFIRMED']],
    [false, 'EXPIRED', []],
  ])('holds the time until the bank has decided (%s)', async (arrives, state, statuses) => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.pay_slowly(session);
    await shop.deliver();
    clock.advance(2 * 24 * 3_600_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('OPEN');
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['PENDING']);
    sandbox.control.end_slow_payment(session, arrives);
    await shop.deliver();
    expect(await stateOf(session)).toBe(state);
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(statuses);
    // The client can try again.
    expect((await shop.checkout(client, [massage('11:00 AM')])).status).toBe(200);
  });
});

it('ignores refunds and disputes of payments of other sites', async () => {
  const { session } = await bought([massage('9:00 AM')]);
  await db
    .updateTable('checkouts')
    .set({ payment_intent_id: 'pi_other' })
    .where('provider_session_id', '=', session)
    .execute();
  await refundExternally(session, 100);
  sandbox.control.dispute(session);
  await shop.deliver();
  expect(await mailsToPractice()).toEqual([]);
  const notes = await db
    .selectFrom('webhook_events')
    .select('last_error')
    .where('type', 'in', ['refund.created', 'charge.dispute.created'])
    .execute();
  expect(notes).toEqual([
    { last_error: 'not a payment of this site' },
    { last_error: 'not a payment of this site' },
  ]);
});

it('a mismatched payment is reported to the practice once, and settled by a full refund', async () => {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
  await db
    .updateTable('checkouts')
    .set({ subtotal_cents: 1 })
    .where('provider_session_id', '=', session)
    .execute();
  await shop.pay(session);
  clock.advance(16 * 60_000);
  await shop.sweep();
  expect(await stateOf(session)).toBe('OPEN');
  expect(await mailsToPractice()).toMatchObject([
    { kind: 'payment-misfit', subject: 'A payment of $92.23 does not match its booking' },
  ]);
  // A partial refund settles nothing; a full refund releases the time and lets the client book again.
  await refundExternally(session, 223);
  expect(await stateOf(session)).toBe('OPEN');
  await refundExternally(session, 9000);
  expect(await stateOf(session)).toBe('CANCELLED');
  expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(200);
});
