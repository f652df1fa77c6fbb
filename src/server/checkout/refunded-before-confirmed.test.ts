import { describe, expect, it } from 'vitest';
import { checkoutStatus } from '#contract/client.calls.ts';
import { atTheDashboard } from '#tests/support/provider-dashboard.ts';
import { deadlocksIn, sessionOf } from '#tests/support/shop.ts';
import { circle, massage, openConsistentShop } from '#tests/support/consistent-shop.ts';
import type { Wish } from '#tests/support/stock.ts';
import { sign } from '#sandbox/deliveries.ts';
import { processEvents } from './provider-events.ts';
import { insertEvent } from './event-store.ts';
import { recordPayment, selectCheckoutOf } from './store.ts';

const { shop, db, bookingsOf, startsOf, stateOf, paymentOf, refundedOf, mailsTo, mailsToPractice } =
  await openConsistentShop();
const { clock, sandbox } = shop;

/** A client who has paid. The provider sends no message by itself, so the site does not know yet. */
async function paidUnprocessed(wishes: readonly Wish[] = [massage('9:00 AM')]) {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  sandbox.control.set({ webhook_off: true });
  if (!sandbox.control.pay(session).ok) throw new Error('Not paid');
  return { client, session };
}

const refundsOf = (session: string) =>
  sandbox.control
    .books()
    .refunds.filter(({ payment_intent }) => payment_intent === paymentOf(session).id)
    .map(({ amount }) => amount);
const refundPart = async (session: string, amount: number) =>
  (
    await atTheDashboard(
      sandbox,
      'POST',
      'refunds',
      `payment_intent=${paymentOf(session).id}&amount=${amount}`,
    )
  ).id;

/** Delivers one message of the provider and waits until the site has processed it. */
let delivered = 0;
async function deliver(type: string, object_id: string): Promise<void> {
  const payload = JSON.stringify({
    id: `evt_delivered_${delivered++}`,
    type,
    data: { object: { id: object_id } },
  });
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': sign(payload, sandbox.webhookSecret, clock.now()),
    },
    payload,
  });
  expect(statusCode).toBe(200);
  await shop.settled();
}
const deliverPaid = (session: string) => deliver('checkout.session.completed', session);
const deliverRefund = (refund: string) => deliver('refund.created', refund);

const statusOf = async (client: Awaited<ReturnType<typeof shop.client>>, session: string) =>
  (await shop.call(client, checkoutStatus, { query: { session_id: session } })).body;
const textsTo = async (user_id: string) =>
  (await db.selectFrom('outbox').select('text').where('user_id', '=', user_id).execute())
    .map(({ text }) => text)
    .join();

describe('a payment that was refunded in full before the site learned of it', () => {
  type Trip = { client: Awaited<ReturnType<typeof shop.client>>; session: string; refund: string };
  const WAYS: [string, (trip: Trip) => Promise<void>][] = [
    [
      'when the refund arrives first',
      async ({ session, refund }) => {
        await deliverRefund(refund);
        expect(await stateOf(session)).toBe('OPEN');
        await deliverPaid(session);
      },
    ],
    [
      'when the payment arrives first',
      async ({ session, refund }) => {
        await deliverPaid(session);
        expect(await stateOf(session)).toBe('REFUNDED');
        await deliverRefund(refund);
      },
    ],
    [
      'when both arrive at once with a status check',
      async ({ client, session, refund }) => {
        await Promise.all([
          deliverRefund(refund),
          deliverPaid(session),
          statusOf(client, session),
          deliverPaid(session),
        ]);
      },
    ],
    ['when the client asks', async ({ client, session }) => void (await statusOf(client, session))],
    [
      'when only the sweeper checks',
      async () => {
        clock.advance(61_000);
        await shop.sweep();
      },
    ],
  ];

  it.each(WAYS)('is not booked: %s', async (_, process) => {
    const { client, session } = await paidUnprocessed([massage('9:00 AM'), circle()]);
    const refund = sandbox.control.refund(session);
    await process({ client, session, refund });
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(await startsOf(await shop.client())).toContain('9:00 AM');
    // Repeated messages and the sweeper change nothing.
    await deliverPaid(session);
    await deliverRefund(refund);
    clock.advance(3_600_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(refundsOf(session)).toEqual([11_393]);
    expect(await refundedOf(session)).toBe(11_393);
    expect(await statusOf(client, session)).toMatchObject({
      status: 'REFUNDED',
      refunded_cents: 11_393,
      refunded_elsewhere: true,
      bookings: [],
      lost: [{ service_name: 'Massage' }, { service_name: 'Circle' }],
    });
    expect(await mailsTo(client.id)).toEqual(['payment-refunded']);
    expect(await textsTo(client.id)).toMatch(/refunded before .*All of it, \$113\.93,/s);
    const mails = await mailsToPractice();
    expect(mails.map(({ kind }) => kind)).toEqual(['refund-elsewhere']);
    expect(mails[0]!.text).toContain('No session of this payment is booked');
    // The client can book the same time again.
    expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(200);
  });

  it('takes no seat when it arrives late', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    clock.advance(36 * 60_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('EXPIRED');
    sandbox.control.set({ webhook_off: true });
    sandbox.control.pay(session, true);
    sandbox.control.refund(session);
    await deliverPaid(session);
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(refundsOf(session)).toEqual([9223]);
  });

  it('is not booked if it was refunded in two parts', async () => {
    const { client, session } = await paidUnprocessed();
    await refundPart(session, 223);
    await refundPart(session, 9000);
    await deliverPaid(session);
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await textsTo(client.id)).toContain('All of it, $92.23,');
    expect(refundsOf(session)).toEqual([223, 9000]);
    expect((await mailsToPractice()).length).toBe(2);
  });

  it('is not booked by another process that finishes it for one that died', async () => {
    const { client, session } = await paidUnprocessed();
    await deliverRefund(sandbox.control.refund(session));
    const paid = await shop.deps.payments.retrieveSession(session);
    if (!paid.ok) throw new Error(paid.reason);
    const { id } = (await selectCheckoutOf(db, paid.value))!;
    await recordPayment(db, id, { ...paid.value, card_hash: null }, clock.now());
    await shop.sweep();
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('is reported to the practice as due if the bank rejects the refund', async () => {
    const { session } = await paidUnprocessed();
    const refund = sandbox.control.refund(session);
    await deliverPaid(session);
    sandbox.control.fail_refund(refund);
    await deliver('refund.failed', refund);
    expect(await refundedOf(session)).toBe(0);
    expect((await mailsToPractice()).map(({ kind }) => kind)).toEqual(['refund-elsewhere', 'refund-failed']);
  });
});

describe('a payment that was not refunded in full is booked', () => {
  it.each(['refund first', 'payment first'])('although a part was refunded: %s', async (order) => {
    const { client, session } = await paidUnprocessed();
    const refund = await refundPart(session, 9222);
    if (order === 'refund first') await deliverRefund(refund);
    await deliverPaid(session);
    await deliverRefund(refund);
    expect(await stateOf(session)).toBe('CONFIRMED');
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED', refunded_cents: 9222 }]);
    expect((await mailsToPractice())[0]!.text).toMatch(/Massage, .* is still booked/);
    expect(await mailsTo(client.id)).toEqual(['booking-confirmed']);
  });

  it.each([true, false])(
    'although it was refunded, if the bank rejected the refund (known here: %s)',
    async (heard) => {
      const { client, session } = await paidUnprocessed();
      const refund = sandbox.control.refund(session);
      if (heard) await deliverRefund(refund);
      sandbox.control.fail_refund(refund);
      await deliver('refund.failed', refund);
      await deliverPaid(session);
      expect(await stateOf(session)).toBe('CONFIRMED');
      expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED', refunded_cents: 0 }]);
      expect(await mailsTo(client.id)).toEqual(['booking-confirmed']);
    },
  );

  it('and waits while the provider does not answer what was refunded', async () => {
    const { client, session } = await paidUnprocessed();
    sandbox.control.refund(session);
    sandbox.control.set({ webhook_off: true, api_fault: 'error_before', api_fault_on: 'GET /v1/refunds' });
    await deliverPaid(session);
    expect(await stateOf(session)).toBe('OPEN');
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['PENDING']);
    sandbox.control.set({ webhook_off: true });
    clock.advance(61_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('REFUNDED');
  });
});

it('an external refund at the moment of booking: it is booked or not, and the practice is notified which', async () => {
  const LAST = 23;
  const ends = new Map<string, number>();
  for (let moments = 0; moments <= LAST; moments++) {
    const { client, session } = await paidUnprocessed();
    // The first refund is certainly before the booking, the last certainly after it.
    const booked = moments === LAST ? deliverPaid(session) : undefined;
    const later = async () => {
      await booked;
      for (let left = moments; left > 0; left--) await new Promise(setImmediate);
      await deliverRefund(sandbox.control.refund(session));
    };
    await Promise.all([later(), deliverPaid(session), statusOf(client, session)]);
    const state = (await stateOf(session))!;
    ends.set(state, (ends.get(state) ?? 0) + 1);
    expect(['CONFIRMED', 'REFUNDED']).toContain(state);
    expect(refundsOf(session)).toEqual([9223]);
    expect(await refundedOf(session)).toBe(9223);
    const isBooked = state === 'CONFIRMED';
    const bookings = await bookingsOf(client.id);
    expect(bookings.map(({ status }) => status)).toEqual(isBooked ? ['CONFIRMED'] : []);
    expect(await mailsTo(client.id)).toEqual([isBooked ? 'booking-confirmed' : 'payment-refunded']);
    expect((await mailsToPractice()).at(-1)!.text.includes('is still booked')).toBe(isBooked);
    // Release the time for the next round.
    await db.deleteFrom('bookings').execute();
    await db.deleteFrom('appointments').execute();
    await db.deleteFrom('outbox').execute();
    await db.updateTable('checkouts').set({ items: '[]' }).execute();
  }
  expect(await deadlocksIn(shop)).toBe(0);
  expect([...ends.keys()].sort()).toEqual(['CONFIRMED', 'REFUNDED']);
});

it('control: without the check of the refunded amount it is booked', async () => {
  const { client, session } = await paidUnprocessed();
  sandbox.control.refund(session);
  const { payments } = shop.deps;
  const blind = {
    ...payments,
    retrieveSession: async (id: string) => {
      const answer = await payments.retrieveSession(id);
      return answer.ok ? { ...answer, value: { ...answer.value, refunds: [] } } : answer;
    },
  };
  const event = {
    id: 'evt_control',
    type: 'checkout.session.completed',
    object_id: session,
    checkout_id: null,
  };
  await insertEvent(db, event, clock.now(), clock.now());
  await processEvents({ ...shop.deps, payments: blind }, clock.now());
  expect(await stateOf(session)).toBe('CONFIRMED');
  expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['CONFIRMED']);
});
