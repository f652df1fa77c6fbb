import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { getUserBookings, payBalance, payByLink, visitPage } from '#contract/client.calls.ts';
import {
  staffBooking,
  staffChangeClient,
  staffChangePrice,
  staffCorrectPayment,
  staffEndHold,
  staffHouseCalls,
  staffRecordPayment,
  staffRefund,
  staffRevealAmount,
  staffSendMessage,
  staffSendPaymentLink,
} from '#contract/staff.calls.ts';
import { readAttention } from '#server/agenda/attention.ts';
import { cancelOwnBooking } from '#server/changes/own-bookings.ts';
import { endCheckoutsAndCancelBookings } from '#server/checkout/close-account.ts';
import { massageAt } from '#tests/support/stock.ts';
import { Browser } from '#tests/support/browser.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { emptyBooks, openShop, sessionOf } from '#tests/support/shop.ts';

const shop = await openShop();
const { clock, sandbox, db, deps, stock } = shop;
const staff = await shop.signInStaff();
const HOUR = 3_600_000;

beforeEach(async () => {
  sandbox.control.set({});
  await emptyBooks(shop);
});

type Client = Awaited<ReturnType<typeof shop.client>>;
/** A visit by staff, which is not paid yet. */
const visit = ({ id: user_id }: Client, change: Partial<Parameters<typeof addBooking>[1]> = {}) =>
  addBooking(db, {
    user_id,
    service_id: stock.massage.id,
    service_name: 'Massage',
    price_cents: 8500,
    payment: 'LATER',
    price_chosen_by_client: false,
    start_time: new Date(clock.now().getTime() + 48 * HOUR),
    created_at: clock.now(),
    ...change,
  });
/** A visit on a sliding scale of $60 to $120, whose price the client still chooses. */
const scaleVisit = (client: Client) =>
  visit(client, { service_id: stock.consult.id, service_name: 'Consult', price_chosen_by_client: true });

const panel = async (id: string) => (await staff.call(staffBooking, { params: { id } })).json;
const takeCash = (id: string, cents: number, more: Partial<BodyOf<typeof staffRecordPayment>> = {}) =>
  staff.call(staffRecordPayment, {
    params: { id },
    body: { action_id: randomUUID(), cents, method: 'CASH', received_on: '2026-03-02', ...more },
  });
const correct = (id: string, change: Partial<BodyOf<typeof staffCorrectPayment>> = {}) =>
  staff.call(staffCorrectPayment, { params: { id }, body: { action_id: randomUUID(), ...change } });
const versionOf = async (id: string) => (await panel(id)).booking.updated_at;
const refund = async (id: string, cents: number | 'ALL', more: Partial<BodyOf<typeof staffRefund>> = {}) =>
  staff.call(staffRefund, {
    params: { id },
    body: {
      action_id: randomUUID(),
      base_updated_at: await versionOf(id),
      cents,
      reason: 'The room was cold.',
      notify: true,
      ...more,
    },
  });
const changePrice = async (id: string, cents: number, base_updated_at?: string) =>
  staff.call(staffChangePrice, {
    params: { id },
    body: { action_id: randomUUID(), base_updated_at: base_updated_at ?? (await versionOf(id)), cents },
  });
const sendLink = (id: string, also_for: string[] = []) =>
  staff.call(staffSendPaymentLink, { params: { id }, body: { action_id: randomUUID(), also_for } });

const mails = async (kind: string) =>
  await db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('seq').execute();
/** Sends a link and returns the token that only the mail has. */
async function linkFor(id: string, also_for: string[] = []): Promise<string> {
  const { status } = await sendLink(id, also_for);
  expect(status).toBe(200);
  return /\/visit\/([\w-]{43})/.exec((await mails('payment-link')).at(-1)!.text)![1]!;
}
const open = (token: string) => new Browser(shop.app).call(visitPage, { params: { token } });
const pay = (token: string, selected_prices: BodyOf<typeof payByLink>['selected_prices'] = []) =>
  new Browser(shop.app).call(payByLink, { params: { token }, body: { selected_prices } });
const bookingOf = async (id: string) =>
  await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paymentOf = (session: string) =>
  sandbox.control.books().payments.find((each) => each.session === session)!;
const attention = async () => (await readAttention(db, clock.now())).map(({ text }) => text);

/** A client who has paid $85 and tax in the cart. */
async function buy(): Promise<{ client: Client; id: string; session: string; total: number }> {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [massageAt(20)])).body.url);
  await shop.pay(session);
  const { id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow();
  clock.advance(1000);
  return { client, id, session, total: paymentOf(session).amount };
}

describe('offline payments', () => {
  it('lower the balance, each with a receipt of its own', async () => {
    const id = await visit(await shop.client());
    expect((await panel(id)).money).toMatchObject({ has_balance: true, balance_cents: 8500 });
    const first = (await takeCash(id, 3500, { note: 'At the door' })).json;
    expect(first.booking.money).toMatchObject({
      balance_cents: 5000,
      offline_cents: 3500,
      offline_payments: [
        {
          receipt_number: first.receipt_number,
          cents: 3500,
          method: 'CASH',
          received_on: '2026-03-02',
          note: 'At the door',
          staff_name: 'Nalini',
          corrects: null,
          can_correct: true,
        },
      ],
    });
    const second = (await takeCash(id, 5000, { method: 'TRANSFER' })).json;
    expect(second.receipt_number).toBeGreaterThan(first.receipt_number);
    expect(second.booking.history.map(({ text }) => text).toSorted()).toEqual([
      'Payment of $35 recorded by Nalini',
      'Payment of $50 recorded by Nalini',
    ]);
    expect(second.booking.money).toMatchObject({ has_balance: false, balance_cents: 0 });
    expect(second.booking.booking.chips[0]).toEqual({ kind: 'PAID' });
    expect(second.booking.allowed_actions).not.toContain('RECORD_PAYMENT');
  });

  it('are recorded once, however often they are asked for, and not with another amount', async () => {
    const id = await visit(await shop.client());
    const action_id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => takeCash(id, 3500, { action_id })));
    expect(new Set(answers.map(({ json }) => json.receipt_number)).size).toBe(1);
    expect((await panel(id)).money.offline_cents).toBe(3500);
    expect((await takeCash(id, 3600, { action_id })).json.code).toBe('ACTION_REUSED');
    const actions = db.selectFrom('staff_actions').select(['action', 'details']).where('id', '=', action_id);
    expect(await actions.execute()).toEqual([
      { action: 'booking.record-payment', details: { cents: '3500', method: 'CASH' } },
    ]);
  });

  it.each([
    ['more than the balance', { cents: 8501 }, 'MORE_THAN_BALANCE'],
    ['a day to come', { received_on: '2026-03-03' }, 'INVALID_INPUT'],
    ['an impossible day', { received_on: '2026-02-30' }, 'INVALID_INPUT'],
    ['no amount', { cents: 0 }, 'INVALID_INPUT'],
    ['another way to pay', { method: 'SHELLS' as never }, 'INVALID_INPUT'],
  ])('refuse %s', async (_, more, code) => {
    const id = await visit(await shop.client());
    expect((await takeCash(id, 8500, more)).json.code).toBe(code);
    expect((await panel(id)).money.offline_cents).toBe(0);
  });

  it('refuse a booking that costs nothing any more', async () => {
    const client = await shop.client();
    for (const change of [
      { status: 'CANCELLED' },
      { payment: 'FREE', free_reason: 'GIFT', price_cents: 0 },
    ] as const)
      expect((await takeCash(await visit(client, change), 100)).json.code).toBe('MORE_THAN_BALANCE');
    expect((await takeCash((await buy()).id, 100)).json.code).toBe('MORE_THAN_BALANCE');
    expect((await takeCash('nothing', 100)).status).toBe(404);
  });

  it('are corrected once, by a negative row, for all of it or a part', async () => {
    const id = await visit(await shop.client());
    const taken = (await takeCash(id, 8500)).json.booking.money.offline_payments[0]!;
    const tooMuch = await correct(taken.id, { cents: 8501 });
    expect([tooMuch.status, tooMuch.json.code]).toEqual([422, 'INVALID_INPUT']);
    const done = (await correct(taken.id, { cents: 2500, note: 'Miscounted' })).json;
    expect(done.booking.money).toMatchObject({ balance_cents: 2500, offline_cents: 6000 });
    expect(done.booking.history.map(({ text }) => text)).toContain('$25 taken back by Nalini');
    expect(done.booking.money.offline_payments.map(({ cents, can_correct }) => [cents, can_correct])).toEqual(
      [
        [8500, false],
        [-2500, false],
      ],
    );
    expect((await correct(taken.id)).json.code).toBe('BOOKING_CHANGED');
    expect((await correct(done.booking.money.offline_payments[1]!.id)).json.code).toBe('BOOKING_CHANGED');
    expect((await correct(randomUUID())).status).toBe(404);
  });

  it('of two tabs that correct at once, one wins', async () => {
    const id = await visit(await shop.client());
    const taken = (await takeCash(id, 8500)).json.booking.money.offline_payments[0]!;
    const answers = await Promise.all([1, 2, 3, 4].map(() => correct(taken.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await panel(id)).money.offline_cents).toBe(0);
  });

  it('of two tabs that take the whole balance at once, one is refused', async () => {
    const id = await visit(await shop.client());
    const answers = await Promise.all([1, 2, 3, 4].map(() => takeCash(id, 8500)));
    expect(answers.map(({ json }) => json.code ?? 'done').sort()).toEqual([
      'MORE_THAN_BALANCE',
      'MORE_THAN_BALANCE',
      'MORE_THAN_BALANCE',
      'done',
    ]);
  });

  it('decide a price that the client had not chosen, and show it from then on', async () => {
    const id = await scaleVisit(await shop.client());
    expect((await panel(id)).money).toMatchObject({
      is_hidden: true,
      has_balance: true,
      balance_cents: null,
    });
    expect((await takeCash(id, 12_001)).json.code).toBe('MORE_THAN_BALANCE');
    const { money } = (await takeCash(id, 7000)).json.booking;
    expect(money).toMatchObject({ is_hidden: false, price_cents: 7000, balance_cents: 0 });
    const less = await scaleVisit(await shop.client());
    expect((await takeCash(less, 5000)).json.booking.money).toMatchObject({ balance_cents: 1000 });
  });
});

describe('the price', () => {
  it('changes while nothing is paid, and is waived by 0', async () => {
    const id = await visit(await shop.client());
    expect((await changePrice(id, 6000)).json.money).toMatchObject({
      price_cents: 6000,
      balance_cents: 6000,
    });
    const waived = (await changePrice(id, 0)).json;
    expect(waived.money).toMatchObject({ has_balance: false, balance_cents: 0, free_reason: 'CORRECTION' });
    expect(waived.booking.chips[0]).toEqual({ kind: 'FREE' });
    expect(waived.history.map(({ text }) => text)).toEqual([
      'Price changed by Nalini',
      'Price waived by Nalini',
    ]);
    expect((await changePrice(id, 5000)).json.money).toMatchObject({
      balance_cents: 5000,
      free_reason: null,
    });
  });

  it('stays once something is paid, and under an older view', async () => {
    const id = await visit(await shop.client());
    expect((await changePrice(id, 100, new Date(0).toISOString())).json.code).toBe('BOOKING_CHANGED');
    const taken = (await takeCash(id, 1000)).json.booking.money.offline_payments[0]!;
    expect((await changePrice(id, 6000)).json.code).toBe('ALREADY_PAID');
    await correct(taken.id);
    expect((await changePrice(id, 6000)).status).toBe(200);
    expect((await changePrice((await buy()).id, 6000)).json.code).toBe('ALREADY_PAID');
  });

  it('of a missed visit can be waived', async () => {
    const id = await visit(await shop.client(), { status: 'NO_SHOW' });
    expect((await panel(id)).allowed_actions).toEqual(
      expect.arrayContaining(['CHANGE_PRICE', 'SEND_PAYMENT_LINK', 'RECORD_PAYMENT']),
    );
    expect((await changePrice(id, 0)).json.money.has_balance).toBe(false);
  });
});

describe('a payment link', () => {
  it('shows what is left without a name, and its payment settles the booking', async () => {
    const client = await shop.client();
    const id = await visit(client);
    await takeCash(id, 2500);
    const token = await linkFor(id);
    const { json, text } = await open(token);
    expect(json.payment).toMatchObject({
      total_cents: 6000,
      currency: 'usd',
      lines: [{ service_name: 'Massage', balance_cents: 6000, price_range: null }],
    });
    expect(text).not.toContain(client.id);
    const session = sessionOf((await pay(token)).json.url);
    expect(sandbox.control.books().sessions.find((each) => each.session.id === session)).toMatchObject({
      session: { amount_subtotal: 6000, success_url: expect.stringMatching(/\/visit\/thanks$/) },
      lines: [{ name: 'Massage', amount: 6000 }],
    });
    expect((await panel(id)).money.has_balance).toBe(true);
    clock.advance(1000);
    await shop.pay(session);
    const paid = await panel(id);
    expect(paid.money).toMatchObject({ has_balance: false, paid_cents: 6510, tax_cents: 510 });
    expect(paid.booking.status).toBe('CONFIRMED');
    expect(paid.booking.chips[0]).toEqual({ kind: 'PAID' });
    const texts = paid.history.map(({ text }) => text);
    expect(texts).toContain('Payment link sent by Nalini');
    expect(texts.at(-1)).toBe('Paid online');
    expect(paid.mails.map(({ kind }) => kind)).toEqual(['payment-link', 'balance-paid']);
    expect((await open(token)).json.payment).toMatchObject({ total_cents: 0, lines: [{ balance_cents: 0 }] });
    expect((await pay(token)).json.code).toBe('NOTHING_TO_PAY');
  });

  it('pays several visits of one client at once', async () => {
    const client = await shop.client();
    const later = new Date(clock.now().getTime() + 72 * HOUR);
    const first = await visit(client);
    const second = await visit(client, { price_cents: 4000, start_time: later });
    // The panel offers the client's other visits that are not paid, soonest first.
    const open = await scaleVisit(client);
    await db.updateTable('bookings').set({ start_time: clock.now() }).where('id', '=', open).execute();
    await visit(client, { status: 'CANCELLED' });
    await takeCash(await visit(client), 8500);
    expect((await panel(first)).money.also_owed).toEqual([
      { id: open, service_name: 'Consult', start_time: clock.now().toISOString(), balance_cents: null },
      { id: second, service_name: 'Massage', start_time: later.toISOString(), balance_cents: 4000 },
    ]);
    const session = sessionOf((await pay(await linkFor(first, [second]))).json.url);
    await shop.pay(session);
    expect((await panel(first)).money.also_owed).toEqual([]);
    expect((await panel(first)).money).toMatchObject({ balance_cents: 0, paid_cents: 9222 });
    expect((await panel(second)).money).toMatchObject({ balance_cents: 0, paid_cents: 4341 });
    const stranger = await visit(await shop.client());
    const again = await visit(client);
    expect((await sendLink(again, [stranger])).status).toBe(404);
  });

  it('lets the client choose a price within the range, and hides it from staff', async () => {
    const id = await scaleVisit(await shop.client());
    const token = await linkFor(id);
    expect((await open(token)).json.payment.lines[0]).toMatchObject({
      balance_cents: 8500,
      price_range: { min_cents: 6000, max_cents: 12_000, suggested_cents: 8500 },
    });
    for (const prices of [
      [],
      [{ line: 0, cents: 5900 }],
      [{ line: 0, cents: 6050 }],
      [{ line: 1, cents: 7000 }],
    ])
      expect((await pay(token, prices)).json.code).toBe('INVALID_INPUT');
    const earlier = sessionOf((await pay(token, [{ line: 0, cents: 6000 }])).json.url);
    const session = sessionOf((await pay(token, [{ line: 0, cents: 7700 }])).json.url);
    expect(sandbox.control.pay(earlier)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    await shop.pay(session);
    expect(await bookingOf(id)).toMatchObject({ price_cents: 7700, price_chosen_by_client: true });
    const answer = await staff.call(staffBooking, { params: { id } });
    expect(answer.json.money).toMatchObject({ is_hidden: true, paid_cents: null, has_balance: false });
    expect(answer.text).not.toContain('7700');
  });

  it('expires, and a wrong one is not distinguished from an old one', async () => {
    const token = await linkFor(await visit(await shop.client()));
    const rows = await db.selectFrom('payment_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    clock.advance(33 * 24 * HOUR);
    for (const each of [token, 'A'.repeat(43), 'short', '%00']) {
      expect((await open(each)).json.code).toBe('VISIT_LINK_EXPIRED');
      expect((await pay(each)).json.code).toBe('VISIT_LINK_EXPIRED');
    }
    await shop.runJobs('clean-up');
    expect(await db.selectFrom('payment_links').selectAll().execute()).toEqual([]);
  });

  it('needs an address and something to pay', async () => {
    const client = await shop.client();
    const id = await visit(client);
    await db.updateTable('users').set({ cognito_sub: null, email: '' }).where('id', '=', client.id).execute();
    expect((await sendLink(id)).json.code).toBe('NO_EMAIL');
    const paid = await visit(await shop.client());
    await takeCash(paid, 8500);
    expect((await sendLink(paid)).json.code).toBe('NOTHING_TO_PAY');
  });

  it('leaves the client’s open cart alone, as a cart leaves the page of a balance', async () => {
    const client = await shop.client();
    const id = await visit(client);
    const cart = sessionOf((await shop.checkout(client, [massageAt(30)])).body.url);
    expect((await pay(await linkFor(id))).status).toBe(200);
    expect(sessionOf((await shop.checkout(client, [massageAt(30)])).body.url)).toBe(cart);
    const states = await db.selectFrom('checkouts').select(['kind', 'state']).orderBy('kind').execute();
    expect(states).toEqual([
      { kind: 'BALANCE', state: 'OPEN' },
      { kind: 'CART', state: 'OPEN' },
    ]);
  });

  it('ends the earlier links of its bookings, and a new address ends all', async () => {
    const client = await shop.client();
    const id = await visit(client);
    const other = await visit(client);
    await linkFor(id, [other]);
    const link = await linkFor(id);
    expect((await open(link)).json.payment.lines).toHaveLength(1);
    const asked = db.selectFrom('payment_links').select('booking_ids').where('user_id', '=', client.id);
    expect(await asked.execute()).toEqual([{ booking_ids: [id] }]);
    await db.updateTable('users').set({ cognito_sub: null }).where('id', '=', client.id).execute();
    const { updated_at } = await db
      .selectFrom('users')
      .select('updated_at')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    const change = { base_updated_at: updated_at.toISOString(), email: 'another@example.com' };
    expect(
      (
        await staff.call(staffChangeClient, {
          params: { id: client.id },
          body: { action_id: randomUUID(), ...change },
        })
      ).status,
    ).toBe(200);
    expect((await open(link)).json.code).toBe('VISIT_LINK_EXPIRED');
  });

  it('counts with the other mails of staff: a client gets 20 a day of all of them', async () => {
    const client = await shop.client();
    const id = await visit(client);
    const decide = (approved: boolean) =>
      staff.call(staffHouseCalls, {
        params: { id: client.id },
        body: { action_id: randomUUID(), approved, notify: approved },
      });
    const approve = async () => {
      await decide(false);
      return await decide(true);
    };
    for (let n = 0; n < 10; n++) {
      expect((await sendLink(id)).status).toBe(200);
      expect((await approve()).status).toBe(200);
    }
    expect((await sendLink(id)).status).toBe(429);
    const body = { action_id: randomUUID(), subject: 'Parking', text: 'Behind.' };
    expect((await staff.call(staffSendMessage, { params: { id }, body })).status).toBe(429);
    expect((await approve()).status).toBe(200);
    const mails = await db.selectFrom('outbox').select('kind').where('user_id', '=', client.id).execute();
    expect(mails).toHaveLength(20);
  });

  it('is not made for less than the provider takes, nor is such a price', async () => {
    const id = await visit(await shop.client());
    const token = await linkFor(id);
    await takeCash(id, 8470);
    expect((await pay(token)).json.code).toBe('AMOUNT_TOO_SMALL');
    expect((await sendLink(id)).json.code).toBe('AMOUNT_TOO_SMALL');
    const other = await visit(await shop.client());
    expect(await changePrice(other, 30)).toMatchObject({
      status: 422,
      json: { details: { cents: 'A price is $0, or $0.50 or more.' } },
    });
  });

  it('is the same page for everybody who opens it, and nothing is owed once it is paid', async () => {
    const id = await visit(await shop.client());
    const token = await linkFor(id);
    const [one, other] = await Promise.all([pay(token), pay(token)]);
    expect(one.json.url).toBe(other.json.url);
    sandbox.control.set({ webhook_drop: 1 });
    sandbox.control.pay(sessionOf(one.json.url));
    // No event has arrived: the second payer asks the provider first.
    expect((await pay(token)).json.code).toBe('NOTHING_TO_PAY');
    expect((await panel(id)).money.has_balance).toBe(false);
  });

  it('stays unpaid while the provider refuses, and works afterwards', async () => {
    const token = await linkFor(await visit(await shop.client()));
    sandbox.control.set({ api_fault: 'refuse' });
    expect((await pay(token)).json.code).toBe('PAYMENT_REFUSED');
    sandbox.control.set({});
    expect((await pay(token)).status).toBe(200);
  });
});

describe('a payment that arrives too late', () => {
  /** Opens the page; what happens then; the payment arrives. */
  async function lateAfter(act: (id: string, client: Client) => Promise<unknown>) {
    const client = await shop.client();
    const id = await visit(client);
    const session = sessionOf((await pay(await linkFor(id))).json.url);
    await act(id, client);
    await shop.pay(session, true);
    await shop.sweep();
    return { id, payment: paymentOf(session) };
  }

  it.each<[string, (id: string, client: Client) => Promise<unknown>]>([
    ['cash was taken', (id) => takeCash(id, 8500)],
    ['a part was taken in cash', (id) => takeCash(id, 100)],
    ['the price was waived', (id) => changePrice(id, 0)],
    ['the price was changed', (id) => changePrice(id, 9000)],
    ['the client has cancelled', (booking_id, { id }) => cancelFor(id, booking_id)],
  ])('after %s: everything goes back, and the practice is told', async (_, act) => {
    const { id, payment } = await lateAfter(act);
    expect(payment.amount_refunded).toBe(payment.amount);
    expect((await bookingOf(id)).checkout_id).toBeNull();
    expect(await mails('balance-paid')).toEqual([]);
    expect((await mails('payment-refunded'))[0]!.text).toContain('Your booking stays as it is');
    expect(await mails('balance-returned')).toHaveLength(1);
    expect(await attention()).toContainEqual(
      expect.stringMatching(/An online payment of \$92\.23 by .+ goes back/),
    );
  });

  it('after the account was deleted: it is refunded, and the booking has no client', async () => {
    const { payment } = await lateAfter(async (_, client) => {
      await endCheckoutsAndCancelBookings(deps, client, clock.now());
      await db.deleteFrom('users').where('id', '=', client.id).execute();
    });
    expect(payment.amount_refunded).toBe(payment.amount);
  });

  async function cancelFor(user_id: string, booking_id: string): Promise<void> {
    const user = { id: user_id } as Parameters<typeof cancelOwnBooking>[1]['user'];
    await cancelOwnBooking(deps, { user, booking_id, expected_cents: 0 }, clock.now());
    expect((await bookingOf(booking_id)).status).toBe('CANCELLED');
  }
});

describe('the client’s own way to pay', () => {
  it('leads to the same page as a link, for own bookings alone', async () => {
    const client = await shop.client();
    const booking_id = await visit(client);
    const own = await shop.call(client, payBalance, { body: { booking_id } });
    expect(own.status).toBe(200);
    expect((await pay(await linkFor(booking_id))).json.url).toBe(own.body.url);
    const other = await shop.call(await shop.client(), payBalance, { body: { booking_id } });
    expect(other.status).toBe(404);
    const scale = await scaleVisit(client);
    const choose = (selected_price?: number) =>
      shop.call(client, payBalance, { body: { booking_id: scale, selected_price } });
    expect((await choose()).status).toBe(422);
    expect((await choose(7000)).status).toBe(200);
  });

  it('is offered with what is left', async () => {
    const client = await shop.client();
    await visit(client);
    await scaleVisit(client);
    const { body } = await shop.call(client, getUserBookings);
    expect(body.map(({ balance_cents, price_range }) => [balance_cents, price_range])).toEqual(
      expect.arrayContaining([
        [8500, null],
        [8500, { min_cents: 6000, max_cents: 12_000, suggested_cents: 8500 }],
      ]),
    );
  });
});

describe('a refund of goodwill', () => {
  it('is made in parts, never more than the booking has left, and the booking stays', async () => {
    const { id, session, total } = await buy();
    const first = (await refund(id, 2000)).json;
    expect(first.money).toMatchObject({
      left_cents: total - 2000,
      refunds: [{ cents: 2000, state: 'QUEUED', cause: 'GOODWILL', reason: 'The room was cold.' }],
    });
    expect(first.history.at(-1)!.text).toBe('$20 refunded by Nalini');
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(2000);
    expect((await refund(id, total - 1999)).json.code).toBe('REFUND_TOO_LARGE');
    expect((await refund(id, 'ALL')).status).toBe(200);
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(total);
    expect((await refund(id, 'ALL')).json.code).toBe('REFUND_TOO_LARGE');
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED', refunded_cents: total });
    expect((await mails('refund')).map(({ subject }) => subject)).toEqual([
      '$20 is on its way back to you',
      '$72.23 is on its way back to you',
    ]);
    expect((await mails('refund'))[0]!.text).not.toContain('cold');
  });

  it('is made once, however often it is asked for', async () => {
    const { id, session } = await buy();
    const action_id = randomUUID();
    const { updated_at: base_updated_at } = (await panel(id)).booking;
    const ask = () => refund(id, 2000, { action_id, base_updated_at });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(2000);
    expect(await mails('refund')).toHaveLength(1);
  });

  it('of two tabs that have seen the same, one learns that it has changed', async () => {
    const { id } = await buy();
    const { updated_at: base_updated_at } = (await panel(id)).booking;
    clock.advance(1000);
    const answers = await Promise.all([1, 2].map(() => refund(id, 2000, { base_updated_at })));
    expect(answers.map(({ json }) => json.code ?? 'done').sort()).toEqual(['BOOKING_CHANGED', 'done']);
  });

  it('counts with a cancellation: together they refund what was paid', async () => {
    const { client, id, session, total } = await buy();
    await refund(id, 2000, { notify: false });
    const user = { id: client.id } as Parameters<typeof cancelOwnBooking>[1]['user'];
    await cancelOwnBooking(deps, { user, booking_id: id, expected_cents: total - 2000 }, clock.now());
    await shop.sweep();
    expect(paymentOf(session).amount_refunded).toBe(total);
    expect((await refund(id, 'ALL')).json.code).toBe('REFUND_TOO_LARGE');
    expect(await mails('refund')).toEqual([]);
  });

  it('of a hidden amount is all of it, or typed after it was revealed', async () => {
    const { id } = await buy();
    await db.updateTable('bookings').set({ price_chosen_by_client: true }).where('id', '=', id).execute();
    const refused = await refund(id, 2000);
    expect([refused.json.code, refused.json.details]).toEqual([
      'INVALID_INPUT',
      { cents: 'Show the amount first, or refund all of it.' },
    ]);
    await staff.call(staffRevealAmount, { params: { id }, body: { action_id: randomUUID() } });
    const done = await refund(id, 2000);
    expect(done.json.money).toMatchObject({ left_cents: null, refunds: [{ cents: null }] });
    expect(done.json.history.at(-1)!.text).toBe('Refund made by Nalini');
    const actions = db.selectFrom('staff_actions').select('details').where('action', '=', 'booking.refund');
    expect((await actions.where('object_id', '=', id).execute()).map(({ details }) => details)).toEqual([
      { notified: true },
    ]);
  });

  it('of cash is refused: it is given back by hand', async () => {
    const id = await visit(await shop.client());
    await takeCash(id, 8500);
    expect((await panel(id)).money.left_cents).toBe(0);
    expect((await refund(id, 'ALL')).json.code).toBe('REFUND_TOO_LARGE');
  });
});

describe('ending a hold', () => {
  async function hold() {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massageAt(25)])).body.url);
    const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
    return { id, session };
  }
  const end = (id: string, action_id: string = randomUUID()) =>
    staff.call(staffEndHold, { params: { id }, body: { action_id } });

  it('frees the time, and a repeat says the same', async () => {
    const { id, session } = await hold();
    expect((await panel(id)).allowed_actions).toContain('END_HOLD');
    const action_id = randomUUID();
    expect((await end(id, action_id)).json).toEqual({ outcome: 'ENDED', booking: null });
    expect((await end(id, action_id)).json).toEqual({ outcome: 'ENDED', booking: null });
    expect(sandbox.control.pay(session)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect(await db.selectFrom('appointments').selectAll().execute()).toEqual([]);
    expect((await end(id)).status).toBe(404);
  });

  it('books a payment that came before', async () => {
    const { id, session } = await hold();
    sandbox.control.set({ webhook_drop: 1 });
    sandbox.control.pay(session);
    const { json } = await end(id);
    expect(json.outcome).toBe('PAID');
    expect(json.booking!.booking.status).toBe('CONFIRMED');
    expect((await end(id)).json.outcome).toBe('PAID');
  });

  it('keeps the time while the provider does not answer', async () => {
    const { id } = await hold();
    sandbox.control.set({ api_fault: 'error_before' });
    const { json } = await end(id);
    expect([json.outcome, json.booking!.booking.status]).toEqual(['UNREACHABLE', 'PENDING']);
    sandbox.control.set({});
    clock.advance(60_000);
    await shop.sweep();
    expect(await db.selectFrom('bookings').select('id').execute()).toEqual([]);
  });
});
