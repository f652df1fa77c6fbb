import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  availabilityByLink,
  cancelByLink,
  explainByLink,
  formsByLink,
  inviteByLink,
  optionsByLink,
  payByLink,
  rescheduleByLink,
  slotsByLink,
  visitPage,
} from '#contract/client.calls.ts';
import {
  staffBooking,
  staffCancelBooking,
  staffCancellation,
  staffChangeClient,
  staffCreateBookings,
  staffCreateClient,
  staffEraseClient,
  staffErasure,
  staffRescheduleBooking,
  staffSendPaymentLink,
} from '#contract/staff.calls.ts';
import { dayOfWeek } from '#domain/time/calendar.ts';
import { Browser } from '#tests/support/browser.ts';
import { openTransaction } from '#tests/support/database.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { emptyBooks, faultsOf, openShop, sessionOf, waitForWaiters } from '#tests/support/shop.ts';
import { dateIn, startOf, type Wish } from '#tests/support/stock.ts';
import { insertPaymentLink } from '../bookings/store.ts';
import { inTransaction } from '../db/transactions.ts';
import { remindClients } from '../jobs/remind-clients.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import { visitPath } from '../sessions/visit-link.ts';

const shop = await openShop();
const { clock, db, deps, stock, sandbox } = shop;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = clock.now();
/** Hours pass in these tests: each act of staff is made by a new session. */
const staff = async () => await shop.signInStaff(undefined, { unlocked: true });

beforeEach(async () => {
  sandbox.control.set({});
  clock.set(START);
  await emptyBooks(shop);
});

const massage = (days: number, start: string): Wish => ({ service: 'massage', days, start });
const mailsTo = async (user_id: string) =>
  await db.selectFrom('outbox').selectAll().where('user_id', '=', user_id).orderBy('seq').execute();
const tokensIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\/visit\/([\w-]{43})/g)].map(([, token]) => token!);
const tokenOf = (visit: { id: string; email: string }) =>
  visitPath(deps.config, visit).slice('/visit/'.length);

let people = 0;
/** A record that the practice keeps for a client who phones. */
async function kept() {
  people += 1;
  const email = `phones${people}@example.com`;
  const { json } = await (
    await staff()
  ).call(staffCreateClient, {
    body: {
      action_id: randomUUID(),
      first_name: `Quorvella${people}`,
      email,
      phone: `(503) 555-${2000 + people}`,
    },
  });
  return { id: json.id, email, updated_at: json.updated_at };
}
/** A client without a login who has paid $85 and tax for a massage, and the link to the visit. */
async function paid(wish = massage(5, '9:00 AM')) {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [wish])).body.url);
  await shop.pay(session);
  await db.updateTable('users').set({ cognito_sub: null }).where('id', '=', client.id).execute();
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow();
  clock.advance(16 * 60_000);
  return { client, id, email, token: tokenOf({ id, email }) };
}
/** A visit that staff have written down, which is not paid yet. */
const written = (user_id: string, change: Partial<Parameters<typeof addBooking>[1]> = {}) =>
  addBooking(db, {
    user_id,
    service_id: stock.massage.id,
    service_name: 'Massage',
    price_cents: 8500,
    payment: 'LATER',
    price_chosen_by_client: false,
    start_time: new Date(clock.now().getTime() + 5 * DAY),
    created_at: clock.now(),
    ...change,
  });
const browser = () => new Browser(shop.app);
const open = (token: string) => browser().call(visitPage, { params: { token } });
const options = async (token: string) => (await browser().call(optionsByLink, { params: { token } })).json;
const cancel = (token: string, expected_cents: number) =>
  browser().call(cancelByLink, { params: { token }, body: { expected_cents } });
function reschedule(token: string, to: Wish, base_updated_at: string) {
  const date = dateIn(to.days, clock.now());
  const schedule_id = stock[to.service].rules[dayOfWeek(date)]!;
  const body = { schedule_id, date, start: to.start, base_updated_at };
  return browser().call(rescheduleByLink, { params: { token }, body });
}
const pay = (token: string) =>
  browser().call(payByLink, { params: { token }, body: { selected_prices: [] } });
const bookingOf = async (id: string) =>
  await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const EXPIRED = { status: 410, json: { code: 'VISIT_LINK_EXPIRED' } };

describe('the link', () => {
  it('is the same in each mail to a client without a login, and in none to one with it', async () => {
    const client = await kept();
    const made = await (
      await staff()
    ).call(staffCreateBookings, {
      body: {
        action_id: randomUUID(),
        client_id: client.id,
        service_id: stock.massage.id,
        place: 'FIXED_LOCATION',
        starts: [startOf(massage(3, '9:00 AM'), clock.now())],
        payment: 'ONLINE',
        accept: [],
        notify: true,
        ask_for_forms: true,
      },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = made.json.bookings[0]!;
    const token = tokenOf({ id, email: client.email });
    clock.advance(30 * HOUR);
    await remindClients.run(deps, clock.now());
    // What waits about the time before is withdrawn by the next change.
    const before = await mailsTo(client.id);
    const { booking } = (await (await staff()).call(staffBooking, { params: { id } })).json;
    const moved = await (
      await staff()
    ).call(staffRescheduleBooking, {
      params: { id },
      body: {
        action_id: randomUUID(),
        base_updated_at: booking.updated_at,
        start: startOf(massage(4, '9:00 AM'), clock.now()),
        accept: [],
        notify: true,
      },
    });
    expect(moved.status, moved.text).toBe(200);
    const quote = (await (await staff()).call(staffCancellation, { params: { id } })).json;
    const cancelled = await (
      await staff()
    ).call(staffCancelBooking, {
      params: { id },
      body: {
        action_id: randomUUID(),
        base_updated_at: quote.updated_at,
        by: 'PRACTICE',
        refund: 'POLICY',
        quote: quote.quote,
        time: 'OPEN',
        notify: true,
      },
    });
    expect(cancelled.status, cancelled.text).toBe(200);
    const mails = [...before, (await mailsTo(client.id)).at(-1)!];
    expect(mails.map(({ kind, text }) => [kind, tokensIn(text)])).toEqual([
      ['payment-link', [token]],
      ['booked-for-you', [token]],
      ['reminder', [token]],
      ['booking-cancelled', [token]],
    ]);
    for (const { text, attachments } of mails) {
      expect(text).not.toContain('/profile/');
      // A calendar is shared with others.
      expect(JSON.stringify(attachments)).not.toContain(token);
    }

    const other = await paid();
    expect(tokensIn((await mailsTo(other.client.id)).map(({ text }) => text).join())).toEqual([]);
  });

  it('shows the visit and names no client', async () => {
    const { client, id, email, token } = await paid();
    await written(client.id, {
      service_name: 'Another',
      start_time: new Date(clock.now().getTime() + 9 * DAY),
    });
    await db
      .updateTable('users')
      .set({ first_name: 'Quorvella', phone: '+15035550142' })
      .where('id', '=', client.id)
      .execute();
    await db
      .updateTable('bookings')
      .set({ visit_address: JSON.stringify({ route: 'Quorvella Lane' }) })
      .where('id', '=', id)
      .execute();
    const { status, json, text } = await open(token);
    expect([status, json]).toMatchObject([
      200,
      {
        title: 'Massage',
        when: 'Saturday, March 7, 2026, 9:00\u00a0AM\u00a0- 9:45\u00a0AM\u00a0PST',
        text: '',
        has_map: true,
        payment: { total_cents: 0 },
        visit: { id, status: 'CONFIRMED', paid_cents: 9223 },
        forms: 'ASK',
        has_login: false,
      },
    ]);
    expect(json.prepare.length).toBeGreaterThan(0);
    for (const secret of ['Quorvella', email, '0142', 'Another', 'notes', client.id])
      expect(text).not.toContain(secret);
    expect(Object.keys(json.visit!)).not.toContain('visit_address');
  });

  it('opens its own visit and no other, and not with another sign', async () => {
    const { id, email, token, client } = await paid();
    const second = await written(client.id);
    const other = tokenOf({ id: second, email });
    const mixed = Buffer.concat([
      Buffer.from(token, 'base64url').subarray(0, 16),
      Buffer.from(other, 'base64url').subarray(16),
    ]).toString('base64url');
    const guesses = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .filter((sign) => sign !== token.at(-1))
      .map((sign) => token.slice(0, -1) + sign);
    for (const guess of ['x', 'k'.repeat(43), mixed, tokenOf({ id, email: `x${email}` }), ...guesses])
      expect([guess, await open(guess)]).toMatchObject([guess, EXPIRED]);
    expect((await open(token)).json.visit!.id).toBe(id);
    expect((await open(other)).json.visit!.id).toBe(second);
    // What is sent does not choose another visit either.
    const { refund_cents: expected_cents } = (await options(other)).cancel;
    const body = { id, expected_cents };
    expect((await browser().call(cancelByLink, { params: { token: other }, body })).status).toBe(200);
    expect([(await bookingOf(id)).status, (await bookingOf(second)).status]).toEqual([
      'CONFIRMED',
      'CANCELLED',
    ]);
  });

  it('ends 30 days after the visit, follows its time, and a hold has none', async () => {
    const { id, token, email } = await paid();
    const moved = await reschedule(token, massage(9, '9:00 AM'), (await options(token)).updated_at);
    expect(moved.status, moved.text).toBe(200);
    const { end_time } = await bookingOf(id);
    clock.set(new Date(end_time.getTime() + 30 * DAY - 1));
    expect((await open(token)).json).toMatchObject({ text: 'This visit is over.', visit: null, forms: null });
    clock.set(new Date(end_time.getTime() + 30 * DAY));
    expect(await open(token)).toMatchObject(EXPIRED);
    clock.set(START);
    const client = await shop.client();
    await shop.checkout(client, [massage(3, '9:00 AM')]);
    const held = await db
      .selectFrom('bookings')
      .innerJoin('users', 'users.id', 'bookings.user_id')
      .select(['bookings.id', 'users.email'])
      .where('user_id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(await open(tokenOf(held))).toMatchObject(EXPIRED);
    expect(email).not.toBe(held.email);
  });

  it('ends with another address in the record, and with its erasure', async () => {
    const client = await kept();
    const id = await written(client.id);
    const token = tokenOf({ id, email: client.email });
    expect((await open(token)).status).toBe(200);
    const email = `corrected${people}@example.com`;
    const { status } = await (
      await staff()
    ).call(staffChangeClient, {
      params: { id: client.id },
      body: { action_id: randomUUID(), base_updated_at: client.updated_at, email },
    });
    expect(status).toBe(200);
    expect(await open(token)).toMatchObject(EXPIRED);
    const corrected = tokenOf({ id, email });
    expect((await open(corrected)).status).toBe(200);
    const { quote } = (await (await staff()).call(staffErasure, { params: { id: client.id } })).json;
    const erased = await (
      await staff()
    ).call(staffEraseClient, {
      params: { id: client.id },
      body: { action_id: randomUUID(), quote },
    });
    expect(erased.status, erased.text).toBe(204);
    for (const answer of [await open(corrected), await cancel(corrected, 0), await pay(corrected)])
      expect(answer).toMatchObject(EXPIRED);
  });

  it('of a client with a login shows and takes the payment, and changes nothing', async () => {
    const client = await shop.client();
    const id = await written(client.id);
    await (
      await staff()
    ).call(staffSendPaymentLink, { params: { id }, body: { action_id: randomUUID(), also_for: [] } });
    const [token] = tokensIn((await mailsTo(client.id)).at(-1)!.text);
    expect((await open(token!)).json).toMatchObject({
      has_login: true,
      visit: null,
      forms: null,
      payment: { total_cents: 8500 },
    });
    const params = { token: token! };
    const body = { phone_ending: '0000' };
    for (const answer of [
      await browser().call(optionsByLink, { params }),
      await cancel(token!, 0),
      await reschedule(token!, massage(9, '9:00 AM'), new Date(0).toISOString()),
      await browser().call(availabilityByLink, { params }),
      await browser().call(slotsByLink, { params, body: { date: dateIn(5, clock.now()) } }),
      await browser().call(explainByLink, { params, body: { date: dateIn(5, clock.now()) } }),
      await browser().call(formsByLink, { params, body }),
      await browser().call(inviteByLink, { params }),
    ])
      expect(answer).toMatchObject({ status: 401, json: { code: 'NOT_SIGNED_IN' } });
    expect((await pay(token!)).status).toBe(200);
  });

  it('that was mailed before as a payment link leads to the page until it ends', async () => {
    const client = await kept();
    const [first, second] = [await written(client.id), await written(client.id)];
    const old = newToken();
    const expires_at = new Date(clock.now().getTime() + 30 * DAY);
    await inTransaction(db, (trx) =>
      insertPaymentLink(trx, {
        user_id: client.id,
        booking_ids: [second, first],
        token_hash: hashToken(old),
        created_at: clock.now(),
        expires_at,
      }),
    );
    const follow = async (token: string) => {
      const { statusCode, headers } = await shop.visit(`/pay/${token}`);
      expect([statusCode, headers['cache-control']]).toEqual([303, 'no-store']);
      return String(headers.location);
    };
    const path = `/visit/${tokenOf({ id: second, email: client.email })}`;
    expect(await follow(old)).toBe(path);
    expect((await open(path.slice('/visit/'.length))).json.payment).toMatchObject({
      total_cents: 17_000,
      lines: [{ balance_cents: 8500 }, { balance_cents: 8500 }],
    });
    expect(await follow('k'.repeat(43))).toBe(`/visit/${'k'.repeat(43)}`);
    // Payment pages that were open meanwhile return here.
    expect(await follow('thanks')).toBe('/visit/thanks');
    clock.set(expires_at);
    expect(await follow(old)).toBe(`/visit/${old}`);
  });
});

describe('changing a visit', () => {
  it('cancels with the refund of the policy, once', async () => {
    const { id, token, client } = await paid();
    const { cancel: offer } = await options(token);
    expect(offer).toMatchObject({ why_not: null, refund_cents: 9223 });
    expect(await cancel(token, 0)).toMatchObject({ status: 409, json: { code: 'QUOTE_CHANGED' } });
    for (const answer of [await cancel(token, 9223), await cancel(token, 9223)])
      expect([answer.status, answer.json]).toMatchObject([200, { id, status: 'CANCELLED' }]);
    expect((await open(token)).json).toMatchObject({ text: 'This visit was cancelled.', visit: null });
    expect((await db.selectFrom('refunds').select('amount_cents').execute()).length).toBe(1);
    expect((await mailsTo(client.id)).map(({ kind }) => kind)).toContain('booking-cancelled');
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('offers times of its own service and place alone, and takes one', async () => {
    const { id, token } = await paid();
    const params = { token };
    const date = dateIn(6, clock.now());
    const availability = (await browser().call(availabilityByLink, { params })).json;
    expect(new Set(availability.schedules.map(({ service_id }) => service_id))).toEqual(
      new Set([stock.massage.id]),
    );
    const body = { date, service: { id: stock.circle.id } };
    const slots = (await browser().call(slotsByLink, { params, body })).json;
    expect(slots.length).toBeGreaterThan(0);
    expect(slots.every(({ duration }) => duration === 45)).toBe(true);
    expect((await browser().call(explainByLink, { params, body: { date } })).json.reason).toBe(null);
    const { updated_at } = await options(token);
    const moved = await reschedule(token, massage(6, '9:00 AM'), updated_at);
    expect([moved.status, moved.json]).toMatchObject([200, { id, status: 'CONFIRMED' }]);
    expect(await reschedule(token, massage(7, '9:00 AM'), updated_at)).toMatchObject({
      status: 409,
      json: { code: 'BOOKING_CHANGED' },
    });
  });

  it.each(['cancel first', 'reschedule first'] as const)(
    'of two devices at once, one does it and the other hears of it: %s',
    async (order) => {
      const { id, token } = await paid();
      const { updated_at } = await options(token);
      const booking = await bookingOf(id);
      const trx = await openTransaction(db);
      await lockTime(trx, [booking]);
      const acts = [() => cancel(token, 9223), () => reschedule(token, massage(6, '9:00 AM'), updated_at)];
      const [one, two] = order === 'cancel first' ? acts : acts.toReversed();
      const first = one!();
      await waitForWaiters(shop, 1);
      const second = two!();
      await waitForWaiters(shop, 2);
      await trx.commit().execute();
      const [a, b] = await Promise.all([first, second]);
      expect([a.status, b.status]).toEqual([200, 409]);
      expect(b.json.code).toBe(order === 'cancel first' ? 'BOOKING_CHANGED' : 'QUOTE_CHANGED');
      expect((await bookingOf(id)).status).toBe(order === 'cancel first' ? 'CANCELLED' : 'CONFIRMED');
      expect(await faultsOf(shop)).toEqual([]);
    },
  );

  it('control: a device that names what is there now does both', async () => {
    const { id, token } = await paid();
    await reschedule(token, massage(6, '9:00 AM'), (await options(token)).updated_at);
    expect((await cancel(token, (await options(token)).cancel.refund_cents)).status).toBe(200);
    expect((await bookingOf(id)).status).toBe('CANCELLED');
  });

  it('a payment that arrives for a visit cancelled meanwhile goes back; control: else it stays', async () => {
    for (const isCancelled of [true, false]) {
      const client = await kept();
      const id = await written(client.id);
      const token = tokenOf({ id, email: client.email });
      const session = sessionOf((await pay(token)).json.url);
      if (isCancelled) expect((await cancel(token, 0)).status).toBe(200);
      sandbox.control.pay(session, true);
      await shop.deliver();
      await shop.sweep();
      const { payments, refunds } = sandbox.control.books();
      const payment = payments.find((each) => each.session === session)!;
      const back = refunds.filter(({ payment_intent }) => payment_intent === payment.id);
      expect(back.map(({ amount }) => amount)).toEqual(isCancelled ? [payment.amount] : []);
      expect((await open(token)).json.payment.total_cents).toBe(0);
    }
  });
});
