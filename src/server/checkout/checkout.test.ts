import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cartOf, dateIn } from '../../../tests/faults/support/stock.ts';
import { emptyBooks, faultsOf, openShop, sessionOf } from '../../../tests/faults/support/shop.ts';
import { cancelBookings, selectCancellable } from './cancel-booking.ts';
import { processEvents } from './process-event.ts';
import { insertEvent } from './store.ts';

const shop = await openShop();
const { clock, sandbox, database } = shop;
const { db } = database;

const day = 3;
beforeEach(async () => {
  sandbox.control.set({});
  await emptyBooks(shop);
});
afterEach(async () => {
  expect(await faultsOf(shop)).toEqual([]);
});

const massage = (start: string, more = {}) => ({ service: 'massage', days: day, start, ...more }) as const;
const circle = (more = {}) => ({ service: 'circle', days: day, start: '6:00 AM', ...more }) as const;
const codeOf = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];
const conflictsOf = (answer: { body: { details?: { conflicts: { service_name: string }[] } } }) =>
  answer.body.details?.conflicts.map(({ service_name }) => service_name);
const stateOf = async (session: string) =>
  (
    await db
      .selectFrom('checkouts')
      .select('state')
      .where('provider_session_id', '=', session)
      .executeTakeFirst()
  )?.state;
const bookingsOf = (user_id: string) =>
  db.selectFrom('bookings').selectAll().where('user_id', '=', user_id).orderBy('start_time').execute();
const mailsTo = async (user_id: string) =>
  (await db.selectFrom('outbox').select('kind').where('user_id', '=', user_id).execute()).map(
    ({ kind }) => kind,
  );
const slotsOf = async (client: Parameters<typeof shop.call>[0], service: 'massage' | 'circle') => {
  const body = {
    service: shop.stock[service].id,
    date: dateIn(day, clock.now()),
    availabilities: [],
    cart_items: [],
  };
  const answer = await shop.call<{ start: string; available_spots?: number }[]>(
    client,
    'POST',
    '/auth/get-slots',
    body,
  );
  return answer.body;
};
const startsOf = async (client: Parameters<typeof shop.call>[0]) =>
  (await slotsOf(client, 'massage')).map(({ start }) => start);

describe('a cart that is bought', () => {
  it('becomes bookings, a mail and a status, at the price that was shown', async () => {
    const client = await shop.client();
    const answer = await shop.checkout(client, [massage('9:00 AM'), circle()]);
    expect(answer.status).toBe(200);
    const session = sessionOf(answer.body.url);
    expect(sandbox.control.books().sessions.find((stored) => stored.session.id === session)).toMatchObject({
      session: { amount_subtotal: 10_500, customer: client.customer_id },
      lines: [
        { name: 'Massage', amount: 8500 },
        { name: 'Circle', amount: 2000 },
      ],
    });
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);

    await shop.pay(session);
    const path = `/auth/checkout-status?session_id=${session}`;
    const status = await shop.call<{ bookings: object[] }>(client, 'GET', path);
    expect(status.body).toMatchObject({
      status: 'PAID',
      subtotal_cents: 10_500,
      tax_cents: 893,
      total_cents: 11_393,
      bookings: [
        { service_name: 'Circle', status: 'CONFIRMED', price_cents: 2000 },
        { service_name: 'Massage', status: 'CONFIRMED', price_cents: 8500 },
      ],
    });
    expect(await mailsTo(client.id)).toEqual(['booking-confirmed']);
  });

  it('is confirmed by the success page before any event arrives, and once only', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ webhook_copies: 2, webhook_twins: true });
    sandbox.control.pay(session);
    const ask = () => shop.call(client, 'GET', `/auth/checkout-status?session_id=${session}`);
    const answers = await Promise.all([ask(), ask(), shop.deliver()]);
    expect((await ask()).body).toMatchObject({ status: 'PAID' });
    expect(answers[0].status).toBe(200);
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['CONFIRMED']);
    expect(await mailsTo(client.id)).toEqual(['booking-confirmed']);
    const history = await db
      .selectFrom('booking_history')
      .innerJoin('bookings', 'bookings.id', 'booking_history.booking_id')
      .select(['from_status', 'to_status'])
      .where('user_id', '=', client.id)
      .execute();
    expect(history).toEqual([{ from_status: 'PENDING', to_status: 'CONFIRMED' }]);
  });

  it('takes both ends of a sliding scale, and nothing between two dollars or beyond', async () => {
    const wish = (cents: number, start: string) => [{ service: 'consult', days: day, start, cents } as const];
    for (const [cents, start] of [
      [6000, '9:00 AM'],
      [12_000, '2:00 PM'],
    ] as const) {
      expect((await shop.checkout(await shop.client(), wish(cents, start))).status).toBe(200);
    }
    for (const cents of [5900, 12_100, 8550, 0]) {
      const answer = await shop.checkout(await shop.client(), wish(cents, '11:00 AM'));
      expect(codeOf(answer)).toEqual([409, 'PRICE_CHANGED']);
    }
  });

  it('is booked for nothing, beside what costs and alone, and nothing is owed when it is cancelled', async () => {
    const price = (base_price_cents: number) =>
      db.updateTable('services').set({ base_price_cents }).where('id', '=', shop.stock.circle.id).execute();
    await price(0);
    for (const wishes of [[circle({ cents: 0 })], [circle({ cents: 0 }), massage('9:00 AM')]]) {
      const client = await shop.client();
      const session = sessionOf((await shop.checkout(client, wishes)).body.url);
      await shop.pay(session);
      expect(await stateOf(session)).toBe('CONFIRMED');
      const { id } = (await bookingsOf(client.id)).find(({ service_name }) => service_name === 'Circle')!;
      const free = (await selectCancellable(db, id))!;
      const about = { cause: 'practice', full_refund: true };
      const cancelled = await db
        .transaction()
        .execute((trx) => cancelBookings(trx, [free], about, clock.now()));
      expect(cancelled).toMatchObject([{ refunded_cents: 0 }]);
    }
    expect(await db.selectFrom('refunds').select('id').execute()).toEqual([]);
    await price(2000);
  });

  it('is not seen by anybody else', async () => {
    const [client, stranger] = [await shop.client(), await shop.client()];
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    for (const [method, path] of [
      ['GET', `/auth/checkout-status?session_id=${session}`],
      ['DELETE', `/auth/remove-bookings?id=${session}`],
    ] as const) {
      expect(codeOf(await shop.call(stranger, method, path))).toEqual([404, 'CHECKOUT_NOT_FOUND']);
      const odd = path.replace(session, '%00%27');
      expect(codeOf(await shop.call(stranger, method, odd))).toEqual([404, 'CHECKOUT_NOT_FOUND']);
    }
    const cart = cartOf(shop.stock, [massage('1:00 PM')], clock.now());
    for (const claim of [
      { user_id: client.id },
      { stripe_customer_id: client.customer_id },
      { customer_email: client.email },
    ]) {
      const answer = await shop.call(stranger, 'POST', '/auth/create-checkout', { ...cart, ...claim });
      expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
    }
  });
});

describe('a cart that cannot be had', () => {
  it('holds nothing if one item is taken, and names that one', async () => {
    const [first, second] = [await shop.client(), await shop.client()];
    await shop.checkout(first, [massage('9:00 AM')]);
    const answer = await shop.checkout(second, [massage('9:00 AM'), circle()]);
    expect(codeOf(answer)).toEqual([409, 'SLOT_TAKEN']);
    expect(answer.body).toMatchObject({
      error: expect.stringContaining('just been booked by someone else') as string,
    });
    expect(conflictsOf(answer)).toEqual(['Massage']);
    expect(await bookingsOf(second.id)).toEqual([]);
  });

  it('refuses a second seat in one class, and two items that touch each other', async () => {
    const client = await shop.client();
    await shop.pay(sessionOf((await shop.checkout(client, [circle()])).body.url));
    expect(codeOf(await shop.checkout(client, [circle()]))).toEqual([409, 'ALREADY_BOOKED']);
    // The consultation blocks its 15 minutes after 10:00 too.
    const colliding = await shop.checkout(client, [
      massage('10:00 AM'),
      { service: 'consult', days: day, start: '9:00 AM' },
    ]);
    expect(codeOf(colliding)).toEqual([422, 'CART_OVERLAP']);
    expect(conflictsOf(colliding)).toEqual(['Consult', 'Massage']);
    expect(codeOf(await shop.checkout(client, [massage('9:00 AM'), massage('9:00 AM')]))).toEqual([
      422,
      'CART_OVERLAP',
    ]);
  });

  it('sells no products, no times outside the window, no made-up times and no empty carts', async () => {
    const client = await shop.client();
    expect(codeOf(await shop.checkout(client, [{ service: 'tea', days: day, start: '9:00 AM' }]))).toEqual([
      422,
      'NOT_SOLD_HERE',
    ]);
    for (const wish of [
      massage('9:00 AM', { days: 0 }),
      massage('9:00 AM', { days: 31 }),
      massage('9:10 AM'),
      massage('11:00 PM'),
    ]) {
      expect(codeOf(await shop.checkout(client, [wish]))).toEqual([409, 'SLOT_TAKEN']);
    }
    expect(codeOf(await shop.checkout(client, []))).toEqual([422, 'INVALID_INPUT']);
    const cart = cartOf(shop.stock, [massage('9:00 AM')], clock.now());
    const odd = [
      { ...cart, total_amount: 1 },
      { ...cart, items: [{ ...cart.items[0], schedule_id: shop.stock.circle.rules[0] }] },
      { ...cart, items: [{ ...cart.items[0], selectedDate: '2026-99-99' }] },
      { ...cart, items: [{ ...cart.items[0], start_time: 'noon' }] },
    ];
    for (const body of odd) {
      expect((await shop.call(client, 'POST', '/auth/create-checkout', body)).status).toBe(409);
    }
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('lets a practitioner come only to approved clients with an address, which is copied', async () => {
    const client = await shop.client();
    const wishes = [{ service: 'visit', days: day, start: '9:00 AM' } as const];
    expect(codeOf(await shop.checkout(client, wishes))).toEqual([403, 'HOUSE_CALL_NOT_APPROVED']);
    await db.updateTable('users').set({ house_call_approved: true }).where('id', '=', client.id).execute();
    expect(codeOf(await shop.checkout(client, wishes))).toEqual([422, 'ADDRESS_NEEDED']);
    const address = {
      street_number: '12',
      route: 'Oak Street',
      subpremise: '',
      city: 'Portland',
      state: 'OR',
      zip_code: '97214',
    };
    await db
      .updateTable('users')
      .set({ address: JSON.stringify(address) })
      .where('id', '=', client.id)
      .execute();
    expect((await shop.checkout(client, wishes)).status).toBe(200);
    expect(await bookingsOf(client.id)).toMatchObject([
      { visit_address: address, location_name: 'House Call' },
    ]);
  });
});

describe('an open checkout', () => {
  it('is the same page for the same cart, and its times stay choosable for its owner', async () => {
    const client = await shop.client();
    const first = await shop.checkout(client, [massage('9:00 AM')]);
    expect(await startsOf(client)).toContain('9:00 AM');
    expect(await startsOf(await shop.client())).not.toContain('9:00 AM');
    expect((await shop.checkout(client, [massage('9:00 AM')])).body.url).toBe(first.body.url);
    expect(await bookingsOf(client.id)).toHaveLength(1);
  });

  it('answers two clicks at once with one page', async () => {
    const client = await shop.client();
    const answers = await Promise.all([1, 2, 3].map(() => shop.checkout(client, [massage('9:00 AM')])));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1);
    expect(
      sandbox.control.books().sessions.filter(({ session }) => session.customer === client.customer_id),
    ).toHaveLength(1);
  });

  it('is ended at the provider before another cart is held', async () => {
    const client = await shop.client();
    const first = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    const other = await shop.checkout(client, [massage('9:00 AM'), massage('11:00 AM')]);
    expect(other.status).toBe(200);
    expect(await stateOf(first)).toBe('CANCELLED');
    expect(sandbox.control.pay(first)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
  });

  it('leads to the success page if it was paid in the meantime', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ webhook_off: true });
    sandbox.control.pay(session);
    const again = await shop.checkout(client, [massage('9:00 AM')]);
    expect(again.body.url).toBe(`${shop.origin}/checkout/success?session_id=${session}`);
    expect(await stateOf(session)).toBe('CONFIRMED');
  });

  it('is let go on cancel, and can be had again at once', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM'), circle()])).body.url);
    const cancel = () => shop.call(client, 'DELETE', `/auth/remove-bookings?id=${session}`);
    expect(await cancel()).toMatchObject({ status: 200, body: { removed: 2 } });
    expect(await cancel()).toMatchObject({ status: 200, body: { removed: 0 } });
    expect(
      (await shop.call(client, 'GET', `/auth/checkout-status?session_id=${session}`)).body,
    ).toMatchObject({ status: 'CANCELLED' });
    expect(await bookingsOf(client.id)).toEqual([]);
    expect((await shop.checkout(await shop.client(), [massage('9:00 AM')])).status).toBe(200);
  });

  it('cannot be cancelled once it is paid', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ webhook_off: true });
    sandbox.control.pay(session);
    const answer = await shop.call(client, 'DELETE', `/auth/remove-bookings?id=${session}`);
    expect(codeOf(answer)).toEqual([409, 'CHECKOUT_PAID']);
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
  });

  it('waits for the sweeper if the provider is away when it is cancelled', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ api_fault: 'error_before' });
    const cancelled = await shop.call(client, 'DELETE', `/auth/remove-bookings?id=${session}`);
    expect(cancelled.status).toBe(202);
    expect(await bookingsOf(client.id)).toHaveLength(1);
    sandbox.control.set({});
    clock.advance(31_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('CANCELLED');
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('lapses when its page has expired, and not before', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    clock.advance(34 * 60_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('OPEN');
    clock.advance(62_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('EXPIRED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(
      (await shop.call(client, 'GET', `/auth/checkout-status?session_id=${session}`)).body,
    ).toMatchObject({ status: 'EXPIRED' });
  });
});

describe('money that comes late', () => {
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

  it('goes back in full if one of them is gone, and books none', async () => {
    const [client, other] = [await shop.client(), await shop.client()];
    const session = await lapse(client);
    await shop.pay(sessionOf((await shop.checkout(other, [massage('9:00 AM')])).body.url));
    sandbox.control.set({ webhook_copies: 3 });
    await shop.pay(session, true);
    await shop.sweep();
    expect(await stateOf(session)).toBe('REFUNDED');
    const answer = await shop.call(client, 'GET', `/auth/checkout-status?session_id=${session}`);
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

  it('goes back if the practice has closed that time since the seat was let go', async () => {
    const client = await shop.client();
    const session = await lapse(client);
    const noon = `${dateIn(day, clock.now())}T12:00:00-08:00`;
    const closure = { starts_at: new Date(Date.parse(noon) - 6 * 3_600_000), ends_at: noon };
    await db.insertInto('closures').values(closure).execute();
    await shop.pay(session, true);
    await db.deleteFrom('closures').execute();
    expect(await stateOf(session)).toBe('REFUNDED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(await mailsTo(client.id)).toEqual(['payment-refunded']);
  });

  it('is refunded when the provider is back, under one key', async () => {
    const [client, other] = [await shop.client(), await shop.client()];
    const session = await lapse(client);
    await shop.checkout(other, [circle(), massage('9:00 AM')]);
    sandbox.control.set({ api_fault: 'error_after', api_fault_on: '/v1/refunds' });
    await shop.pay(session, true);
    expect(await stateOf(session)).toBe('REFUND_DUE');
    expect(await mailsTo(client.id)).toEqual([]);
    // The provider keeps its error under that key for good; that the money is gone tells it in the end.
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

describe('a payment page that is not made', () => {
  it('lets the seats go at once if the provider refuses', async () => {
    const client = await shop.client();
    sandbox.control.set({ api_fault: 'refuse' });
    const answer = await shop.checkout(client, [massage('9:00 AM')]);
    expect(answer).toMatchObject({
      status: 502,
      body: { code: 'PAYMENT_PROVIDER', error: 'Failed to create checkout session' },
    });
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(await startsOf(client)).toContain('9:00 AM');
  });

  it.each(['error_before', 'error_after', 'reset_before', 'reset_after'] as const)(
    'keeps the hold after %s until the sweeper knows, and leaves no page that can be paid',
    async (api_fault) => {
      const client = await shop.client();
      sandbox.control.set({ api_fault, api_fault_on: 'POST /v1/checkout/sessions' });
      expect(codeOf(await shop.checkout(client, [massage('9:00 AM')]))).toEqual([502, 'PAYMENT_PROVIDER']);
      expect(await bookingsOf(client.id)).toHaveLength(1);
      expect(await startsOf(await shop.client())).not.toContain('9:00 AM');

      sandbox.control.set({});
      clock.advance(31_000);
      await shop.sweep();
      const mine = sandbox.control
        .books()
        .sessions.filter(({ session }) => session.customer === client.customer_id);
      expect(mine.map(({ session }) => session.status)).not.toContain('open');
      expect(mine.length).toBeLessThanOrEqual(1);
      if (api_fault === 'error_before' || api_fault === 'error_after') clock.advance(45 * 60_000);
      await shop.sweep();
      expect(await bookingsOf(client.id)).toEqual([]);
    },
  );

  it('is the one that is there when the client tries again', async () => {
    const client = await shop.client();
    sandbox.control.set({ api_fault: 'reset_after', api_fault_times: 2 });
    expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(502);
    const again = await shop.checkout(client, [massage('9:00 AM')]);
    expect(again.status).toBe(200);
    await shop.pay(sessionOf(again.body.url));
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
    expect(
      sandbox.control.books().sessions.filter(({ session }) => session.customer === client.customer_id),
    ).toHaveLength(1);
  });

  it('is made for a new customer if the provider has forgotten the old one', async () => {
    const client = await shop.client();
    await db.updateTable('users').set({ stripe_id: 'cus_forgotten' }).where('id', '=', client.id).execute();
    expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(502);
    expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(200);
  });
});

describe('a payment that does not fit', () => {
  it.each([
    ['amount', { subtotal_cents: 1 }],
    ['currency', { currency: 'eur' }],
    ['customer', { customer_id: 'cus_other' }],
  ])('books nothing when the %s is another', async (_, change) => {
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
    // It takes the event, asks the provider, and is never heard of again.
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
    const { sign } = await import('../sandbox/deliveries.ts');
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
