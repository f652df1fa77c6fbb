import { describe, expect, it } from 'vitest';
import { checkoutStatus } from '#contract/client.calls.ts';
import { sessionOf } from '#tests/support/shop.ts';
import { DAYS_AHEAD, circle, massage, openConsistentShop } from '#tests/support/consistent-shop.ts';
import { dateIn } from '#tests/support/stock.ts';
import { processEvents } from './provider-events.ts';
import { insertEvent } from './event-store.ts';

const { shop, db, stateOf, bookingsOf, mailsTo } = await openConsistentShop();
const { clock, sandbox } = shop;

describe('a late payment', () => {
  const lapse = async (client: Awaited<ReturnType<typeof shop.client>>) => {
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM'), circle()])).body.url);
    clock.advance(36 * 60_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('EXPIRED');
    return session;
  };

  it('takes the seats again while all are free', async () => {
    const client = await shop.client();
    const session = await lapse(client);
    await shop.pay(session, true);
    expect(await stateOf(session)).toBe('CONFIRMED');
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it('is refunded in full if one of them is taken, and books none', async () => {
    const [client, other] = [await shop.client(), await shop.client()];
    const session = await lapse(client);
    await shop.pay(sessionOf((await shop.checkout(other, [massage('9:00 AM')])).body.url));
    sandbox.control.set({ webhook_copies: 3 });
    await shop.pay(session, true);
    await shop.sweep();
    expect(await stateOf(session)).toBe('REFUNDED');
    const answer = await shop.call(client, checkoutStatus, { query: { session_id: session } });
    expect(answer.body).toMatchObject({
      status: 'REFUNDED',
      refunded_cents: 11_393,
      bookings: [],
      lost: [{ service_name: 'Massage', start_time: '9:00 AM' }, { service_name: 'Circle' }],
    });
    const payment = sandbox.control.books().payments.find((each) => each.session === session);
    expect(payment).toMatchObject({ amount: 11_393, amount_refunded: 11_393 });
    expect(await mailsTo(client.id)).toEqual(['payment-refunded']);
  });

  it('is refunded if the practice has closed that time since the seat was released', async () => {
    const client = await shop.client();
    const session = await lapse(client);
    const noon = `${dateIn(DAYS_AHEAD, clock.now())}T12:00:00-08:00`;
    const closure = { starts_at: new Date(Date.parse(noon) - 6 * 3_600_000), ends_at: noon };
    await db.insertInto('closures').values(closure).execute();
    await shop.pay(session, true);
    await db.deleteFrom('closures').execute();
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(await mailsTo(client.id)).toEqual(['payment-refunded']);
  });

  it('is refunded when the provider is back, under one idempotency key', async () => {
    const [client, other] = [await shop.client(), await shop.client()];
    const session = await lapse(client);
    await shop.checkout(other, [circle(), massage('9:00 AM')]);
    sandbox.control.set({ api_fault: 'error_after', api_fault_on: '/v1/refunds' });
    await shop.pay(session, true);
    expect(await stateOf(session)).toBe('REFUND_DUE');
    expect(await mailsTo(client.id)).toEqual([]);
    // The provider repeats its error under that key for ever; the refunded amount reveals that the refund was made.
    sandbox.control.set({});
    for (let minutes = 0; minutes < 3; minutes++) {
      clock.advance(60_000);
      await shop.sweep();
    }
    const refunds = sandbox.control.books().refunds.filter((refund) => refund.amount === 11_393);
    const payment = sandbox.control.books().payments.find((each) => each.session === session);
    expect(refunds.filter((refund) => refund.payment_intent === payment?.id)).toHaveLength(1);
    expect(await stateOf(session)).toBe('REFUNDED');
  });
});

describe('a mismatched payment', () => {
  it.each([
    ['amount', { subtotal_cents: 1 }],
    ['currency', { currency: 'eur' }],
    ['customer', { customer_id: 'cus_other' }],
  ])('books nothing if the %s differs', async (_, change) => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    await db.updateTable('checkouts').set(change).where('provider_session_id', '=', session).execute();
    await shop.pay(session);
    expect(await stateOf(session)).toBe('OPEN');
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'PENDING' }]);
  });

  it('is booked half a minute after the process that took its event died', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ webhook_off: true });
    sandbox.control.pay(session);
    const event = {
      id: 'evt_taken',
      type: 'checkout.session.completed',
      object_id: session,
      checkout_id: null,
    };
    await insertEvent(db, event, clock.now(), clock.now());
    // The process claims the event, asks the provider, and dies.
    await new Promise<void>((asked) => {
      const retrieveSession = () => {
        asked();
        return new Promise<never>(() => undefined);
      };
      const payments = { ...shop.deps.payments, retrieveSession };
      void processEvents({ ...shop.deps, payments }, clock.now());
    });
    clock.advance(29_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('OPEN');
    clock.advance(2000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('CONFIRMED');
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
  });

  it('books nothing while nothing is paid, whatever an event says', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    const body = JSON.stringify({
      id: 'evt_early',
      type: 'checkout.session.completed',
      data: { object: { id: session, payment_status: 'paid', status: 'complete' } },
    });
    const { sign } = await import('#sandbox/deliveries.ts');
    const send = (signature: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload: body,
      });
    expect((await send(sign(body, sandbox.webhookSecret, clock.now()))).statusCode).toBe(200);
    await shop.sweep();
    expect(await stateOf(session)).toBe('OPEN');
    expect((await send(sign(body, 'whsec_other', clock.now()))).statusCode).toBe(400);
  });
});
