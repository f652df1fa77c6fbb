import { describe, expect, it } from 'vitest';
import { checkoutStatus, createCheckout, removeBookings } from '#contract/client.calls.ts';
import { sessionOf } from '#tests/support/shop.ts';
import { DAYS_AHEAD, circle, massage, openConsistentShop } from '#tests/support/consistent-shop.ts';
import { cartOf } from '#tests/support/stock.ts';
import { cancelBookings, selectCancellable } from './cancel-booking.ts';
import { inTransaction } from '../db/transactions.ts';

const { shop, db, stateOf, bookingsOf, mailsTo } = await openConsistentShop();
const { clock, sandbox } = shop;
const codeOf = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];

describe('buying a cart', () => {
  it('makes bookings, a mail and a status, at the price that was shown', async () => {
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
    const status = await shop.call(client, checkoutStatus, { query: { session_id: session } });
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

  it('is confirmed by the success page before any event arrives, and only once', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ webhook_copies: 2, webhook_second_id: true });
    sandbox.control.pay(session);
    const ask = () => shop.call(client, checkoutStatus, { query: { session_id: session } });
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

  it('accepts both ends of a sliding scale, and no fractions of a dollar or prices outside it', async () => {
    const wish = (cents: number, start: string) => [
      { service: 'consult', days: DAYS_AHEAD, start, cents } as const,
    ];
    for (const [cents, start] of [
      [6000, '9:00 AM'],
      [12_000, '2:00 PM'],
    ] as const) {
      const client = await shop.client();
      expect((await shop.checkout(client, wish(cents, start))).status).toBe(200);
      expect(await bookingsOf(client.id)).toMatchObject([
        { price_cents: cents, price_chosen_by_client: true },
      ]);
    }
    const client = await shop.client();
    await shop.checkout(client, [massage('7:00 PM')]);
    expect(await bookingsOf(client.id)).toMatchObject([{ price_chosen_by_client: false }]);
    for (const cents of [5900, 12_100, 8550, 0]) {
      const answer = await shop.checkout(await shop.client(), wish(cents, '11:00 AM'));
      expect(codeOf(answer)).toEqual([409, 'PRICE_CHANGED']);
    }
  });

  it('books free services, alone and with paid ones, and refunds nothing when they are cancelled', async () => {
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
      const about = { cause: 'practice', refund: 'FULL' as const };
      const cancelled = await inTransaction(db, (trx) => cancelBookings(trx, [free], about, clock.now()));
      expect(cancelled).toMatchObject([{ refunded_cents: 0 }]);
    }
    expect(await db.selectFrom('refunds').select('id').execute()).toEqual([]);
    await price(2000);
  });

  it('is hidden from other clients', async () => {
    const [client, stranger] = [await shop.client(), await shop.client()];
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    for (const id of [session, "\u0000'"]) {
      const read = await shop.call(stranger, checkoutStatus, { query: { session_id: id } });
      expect(codeOf(read)).toEqual([404, 'CHECKOUT_NOT_FOUND']);
      const removed = await shop.call(stranger, removeBookings, { query: { id } });
      expect(codeOf(removed)).toEqual([404, 'CHECKOUT_NOT_FOUND']);
    }
    const cart = cartOf(shop.stock, [massage('1:00 PM')], clock.now());
    for (const claim of [
      { user_id: client.id },
      { stripe_customer_id: client.customer_id },
      { customer_email: client.email },
    ]) {
      const answer = await shop.call(stranger, createCheckout, { body: { ...cart, ...claim } });
      expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
    }
  });
});

describe('a cart that cannot be booked', () => {
  it('holds nothing if one item is taken, and names that item', async () => {
    const [first, second] = [await shop.client(), await shop.client()];
    await shop.checkout(first, [massage('9:00 AM')]);
    const answer = await shop.checkout(second, [massage('9:00 AM'), circle()]);
    expect(codeOf(answer)).toEqual([409, 'SLOT_TAKEN']);
    expect(answer.body).toMatchObject({
      error: expect.stringContaining('just been booked by someone else') as string,
    });
    expect(answer.body.details).toMatchObject({ conflicts: [{ service_name: 'Massage' }] });
    expect(await bookingsOf(second.id)).toEqual([]);
  });

  it('is refused with a second seat in one class, or with two items that touch', async () => {
    const client = await shop.client();
    await shop.pay(sessionOf((await shop.checkout(client, [circle()])).body.url));
    expect(codeOf(await shop.checkout(client, [circle()]))).toEqual([409, 'ALREADY_BOOKED']);
    // The consultation also blocks the 15 minutes after 10:00.
    const colliding = await shop.checkout(client, [
      massage('10:00 AM'),
      { service: 'consult', days: DAYS_AHEAD, start: '9:00 AM' },
    ]);
    expect(codeOf(colliding)).toEqual([422, 'CART_OVERLAP']);
    expect(colliding.body.details).toMatchObject({
      conflicts: [{ service_name: 'Consult' }, { service_name: 'Massage' }],
    });
    expect(codeOf(await shop.checkout(client, [massage('9:00 AM'), massage('9:00 AM')]))).toEqual([
      422,
      'CART_OVERLAP',
    ]);
  });

  it('names every item whose service is no longer offered, and holds nothing', async () => {
    const client = await shop.client();
    const offer = (is_active: boolean) =>
      db.updateTable('services').set({ is_active }).where('name', '=', 'Circle').execute();
    await offer(false);
    try {
      const answer = await shop.checkout(client, [massage('9:00 AM'), circle()]);
      expect(codeOf(answer)).toEqual([404, 'SERVICE_NOT_FOUND']);
      // The browser knows its name.
      expect(answer.body.details).toMatchObject({
        conflicts: [{ start_time: '6:00 AM', service_name: '' }],
      });
      expect(await bookingsOf(client.id)).toEqual([]);
    } finally {
      await offer(true);
    }
  });

  it('is refused with products, times outside the window, invented times, or without items', async () => {
    const client = await shop.client();
    expect(
      codeOf(await shop.checkout(client, [{ service: 'tea', days: DAYS_AHEAD, start: '9:00 AM' }])),
    ).toEqual([422, 'NOT_SOLD_HERE']);
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
    const item = cart.items[0]!;
    const odd = [
      { ...cart, total_amount: 1 },
      { ...cart, items: [{ ...item, schedule_id: shop.stock.circle.rules[0]! }] },
      { ...cart, items: [{ ...item, selectedDate: '2026-99-99' }] },
      { ...cart, items: [{ ...item, start_time: 'noon' }] },
    ];
    for (const body of odd) {
      expect((await shop.call(client, createCheckout, { body })).status).toBe(409);
    }
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('books house calls only for approved clients with an address, which is copied', async () => {
    const client = await shop.client();
    const wishes = [{ service: 'visit', days: DAYS_AHEAD, start: '9:00 AM' } as const];
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
