import { describe, expect, it } from 'vitest';
import { atTheDashboard } from '#tests/support/provider-dashboard.ts';
import { deadlocksIn, sessionOf } from '#tests/support/shop.ts';
import { circle, massage, openSoundShop } from '#tests/support/consistent-shop.ts';
import type { Wish } from '#tests/support/stock.ts';
import { sign } from '#sandbox/deliveries.ts';
import { processEvents } from './process-event.ts';
import { insertEvent, recordPayment, selectCheckoutOf } from './store.ts';

const { shop, db, bookingsOf, startsOf, stateOf, paymentOf, refundedOf, mailsTo, mailsToPractice } =
  await openSoundShop();
const { clock, sandbox } = shop;

/** A client who has paid, of which the site has not heard: no message goes out by itself. */
async function paidUnheard(wishes: readonly Wish[] = [massage('9:00 AM')]) {
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

/** One message of the provider, and what the site does about it. */
let told = 0;
async function tell(type: string, object_id: string): Promise<void> {
  const payload = JSON.stringify({ id: `evt_told_${told++}`, type, data: { object: { id: object_id } } });
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
const tellPaid = (session: string) => tell('checkout.session.completed', session);
const tellRefund = (refund: string) => tell('refund.created', refund);

const statusOf = async (client: Awaited<ReturnType<typeof shop.client>>, session: string) =>
  (await shop.call(client, 'GET', `/auth/checkout-status?session_id=${session}`)).body;
const textsTo = async (user_id: string) =>
  (await db.selectFrom('outbox').select('text').where('user_id', '=', user_id).execute())
    .map(({ text }) => text)
    .join();

describe('a payment that was given back whole before the site heard of it', () => {
  type Trip = { client: Awaited<ReturnType<typeof shop.client>>; session: string; refund: string };
  const WAYS: [string, (trip: Trip) => Promise<void>][] = [
    [
      'when the refund is told first',
      async ({ session, refund }) => {
        await tellRefund(refund);
        expect(await stateOf(session)).toBe('OPEN');
        await tellPaid(session);
      },
    ],
    [
      'when the payment is told first',
      async ({ session, refund }) => {
        await tellPaid(session);
        expect(await stateOf(session)).toBe('REFUNDED');
        await tellRefund(refund);
      },
    ],
    [
      'when both are told at once, and asked about',
      async ({ client, session, refund }) => {
        await Promise.all([
          tellRefund(refund),
          tellPaid(session),
          statusOf(client, session),
          tellPaid(session),
        ]);
      },
    ],
    ['when the client asks', async ({ client, session }) => void (await statusOf(client, session))],
    [
      'when only the sweeper looks',
      async () => {
        clock.advance(61_000);
        await shop.sweep();
      },
    ],
  ];

  it.each(WAYS)('is not booked: %s', async (_, hear) => {
    const { client, session } = await paidUnheard([massage('9:00 AM'), circle()]);
    const refund = sandbox.control.refund(session);
    await hear({ client, session, refund });
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(await startsOf(await shop.client())).toContain('9:00 AM');
    // Messages that come again, and the sweeper, change nothing.
    await tellPaid(session);
    await tellRefund(refund);
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
    expect(await textsTo(client.id)).toMatch(/given back before .*All of it, \$113\.93,/s);
    const mails = await mailsToPractice();
    expect(mails.map(({ kind }) => kind)).toEqual(['refund-elsewhere']);
    expect(mails[0]!.text).toContain('No session of this payment is booked');
    // She may book the same time again.
    expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(200);
  });

  it('takes no seat again when it comes late', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    clock.advance(36 * 60_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('EXPIRED');
    sandbox.control.set({ webhook_off: true });
    sandbox.control.pay(session, true);
    sandbox.control.refund(session);
    await tellPaid(session);
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(refundsOf(session)).toEqual([9223]);
  });

  it('in two parts is not booked either', async () => {
    const { client, session } = await paidUnheard();
    await refundPart(session, 223);
    await refundPart(session, 9000);
    await tellPaid(session);
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await textsTo(client.id)).toContain('All of it, $92.23,');
    expect(refundsOf(session)).toEqual([223, 9000]);
    expect((await mailsToPractice()).length).toBe(2);
  });

  it('is not booked by whoever finishes it for a process that died', async () => {
    const { client, session } = await paidUnheard();
    await tellRefund(sandbox.control.refund(session));
    const paid = await shop.deps.payments.retrieveSession(session);
    if (!paid.ok) throw new Error(paid.reason);
    const { id } = (await selectCheckoutOf(db, paid.value))!;
    await recordPayment(db, id, { ...paid.value, card_hash: null }, clock.now());
    await shop.sweep();
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('is told to the practice as owed if the bank sends it back', async () => {
    const { session } = await paidUnheard();
    const refund = sandbox.control.refund(session);
    await tellPaid(session);
    sandbox.control.fail_refund(refund);
    await tell('refund.failed', refund);
    expect(await refundedOf(session)).toBe(0);
    expect((await mailsToPractice()).map(({ kind }) => kind)).toEqual(['refund-elsewhere', 'refund-failed']);
  });
});

describe('a payment that is still with the practice is booked', () => {
  it.each(['refund first', 'payment first'])('although a part went back: %s', async (order) => {
    const { client, session } = await paidUnheard();
    const refund = await refundPart(session, 9222);
    if (order === 'refund first') await tellRefund(refund);
    await tellPaid(session);
    await tellRefund(refund);
    expect(await stateOf(session)).toBe('CONFIRMED');
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED', refunded_cents: 9222 }]);
    expect((await mailsToPractice())[0]!.text).toMatch(/Massage, .* still stands/);
    expect(await mailsTo(client.id)).toEqual(['booking-confirmed']);
  });

  it.each([true, false])(
    'although it had gone back, where the bank returned that (heard of: %s)',
    async (heard) => {
      const { client, session } = await paidUnheard();
      const refund = sandbox.control.refund(session);
      if (heard) await tellRefund(refund);
      sandbox.control.fail_refund(refund);
      await tell('refund.failed', refund);
      await tellPaid(session);
      expect(await stateOf(session)).toBe('CONFIRMED');
      expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED', refunded_cents: 0 }]);
      expect(await mailsTo(client.id)).toEqual(['booking-confirmed']);
    },
  );

  it('while the provider does not tell what went back it waits, and then is decided', async () => {
    const { client, session } = await paidUnheard();
    sandbox.control.refund(session);
    sandbox.control.set({ webhook_off: true, api_fault: 'error_before', api_fault_on: 'GET /v1/refunds' });
    await tellPaid(session);
    expect(await stateOf(session)).toBe('OPEN');
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['PENDING']);
    sandbox.control.set({ webhook_off: true });
    clock.advance(61_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('REFUNDED');
  });
});

it('a refund by hand in the moment of booking leaves it booked or not, and the practice knows which', async () => {
  const LAST = 23;
  const ends = new Map<string, number>();
  for (let moments = 0; moments <= LAST; moments++) {
    const { client, session } = await paidUnheard();
    // The first comes surely before the booking, the last surely after it.
    const booked = moments === LAST ? tellPaid(session) : undefined;
    const later = async () => {
      await booked;
      for (let left = moments; left > 0; left--) await new Promise(setImmediate);
      await tellRefund(sandbox.control.refund(session));
    };
    await Promise.all([later(), tellPaid(session), statusOf(client, session)]);
    const state = (await stateOf(session))!;
    ends.set(state, (ends.get(state) ?? 0) + 1);
    expect(['CONFIRMED', 'REFUNDED']).toContain(state);
    expect(refundsOf(session)).toEqual([9223]);
    expect(await refundedOf(session)).toBe(9223);
    const isBooked = state === 'CONFIRMED';
    const bookings = await bookingsOf(client.id);
    expect(bookings.map(({ status }) => status)).toEqual(isBooked ? ['CONFIRMED'] : []);
    expect(await mailsTo(client.id)).toEqual([isBooked ? 'booking-confirmed' : 'payment-refunded']);
    expect((await mailsToPractice()).at(-1)!.text.includes('still stands')).toBe(isBooked);
    // Makes the time free for the next round.
    await db.deleteFrom('bookings').execute();
    await db.deleteFrom('appointments').execute();
    await db.deleteFrom('outbox').execute();
    await db.updateTable('checkouts').set({ items: '[]' }).execute();
  }
  expect(await deadlocksIn(shop)).toBe(0);
  expect([...ends.keys()].sort()).toEqual(['CONFIRMED', 'REFUNDED']);
});

it('is booked by the twin that does not look what went back', async () => {
  const { client, session } = await paidUnheard();
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
    id: 'evt_twin',
    type: 'checkout.session.completed',
    object_id: session,
    checkout_id: null,
  };
  await insertEvent(db, event, clock.now(), clock.now());
  await processEvents({ ...shop.deps, payments: blind }, clock.now());
  expect(await stateOf(session)).toBe('CONFIRMED');
  expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['CONFIRMED']);
});
