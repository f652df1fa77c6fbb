import {
  bookingOptions,
  cancelBooking,
  checkoutStatus,
  deleteUser,
  rescheduleBooking,
} from '#contract/client.calls.ts';
import { openTransaction } from '#tests/support/database.ts';
import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayOfWeek } from '#domain/time/calendar.ts';
import {
  deadlocksIn,
  emptyBooks,
  faultsOf,
  openShop,
  sessionOf,
  waitForWaiters,
} from '#tests/support/shop.ts';
import { CLASS_SEATS, type Client, dateIn, type Wish } from '#tests/support/stock.ts';
import { comparePayments } from '../checkout/compare-payments.ts';
import { confirmOrRefund, fulfil } from '../checkout/fulfil.ts';
import { completeBookings } from '../jobs/complete-bookings.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { sendMail } from '../mail/send-mail.ts';

const shop = await openShop();
const { clock, sandbox, database, deps } = shop;
const { db } = database;
const HOUR = 3_600_000;
const MINUTE = 60_000;

beforeEach(async () => {
  sandbox.control.set({});
  await emptyBooks(shop);
});

const massage = (days: number, start: string): Wish => ({ service: 'massage', days, start });
const circle = (days: number): Wish => ({ service: 'circle', days, start: '6:00 AM' });

/** Books and pays; the grace after paying is over. */
async function booked(client: Client, ...wishes: Wish[]): Promise<string> {
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  await shop.pay(session);
  clock.advance(16 * MINUTE);
  return session;
}
const bookingOf = (client: Client) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('user_id', '=', client.id)
    .orderBy('start_time')
    .executeTakeFirstOrThrow();
const options = async (client: Client, id: string) =>
  (await shop.call(client, bookingOptions, { query: { id } })).body;
const cancel = (client: Client, id: string, expected_cents: number) =>
  shop.call(client, cancelBooking, {
    body: {
      id,
      expected_cents,
    },
  });
function reschedule(client: Client, id: string, to: Wish, base_updated_at: string) {
  const date = dateIn(to.days, clock.now());
  const schedule_id = shop.stock[to.service].rules[dayOfWeek(date)]!;
  const body = { id, schedule_id, date, start: to.start, base_updated_at };
  return shop.call(client, rescheduleBooking, { body });
}
async function moved(client: Client, id: string, to: Wish) {
  const { updated_at } = await options(client, id);
  return await reschedule(client, id, to, updated_at);
}
const historyOf = (id: string) =>
  db
    .selectFrom('booking_history')
    .select(['cause', 'to_status', 'moved_from', 'moved_to'])
    .where('booking_id', '=', id)
    .orderBy('id')
    .execute();
const mailsOf = (kind: string) =>
  db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('seq').execute();
const send = () => sendMail.run(deps, clock.now());
const seats = () =>
  db.selectFrom('appointments').select(['start_time', 'taken']).orderBy('start_time').execute();
const paymentOf = (session: string) =>
  sandbox.control.books().payments.find((payment) => payment.session === session);
const eventIn = (mail: { attachments: unknown }) => {
  const [file] = mail.attachments as { content: string }[];
  return new ICAL.Event(new ICAL.Component(ICAL.parse(file!.content)).getFirstSubcomponent('vevent')!);
};

describe('what the client may do', () => {
  it('shows the refund now and later, and until when', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id, start_time, updated_at } = await bookingOf(client);
    const day_before = new Date(start_time.getTime() - 24 * HOUR).toISOString();
    expect(await options(client, id)).toEqual({
      updated_at: updated_at.toISOString(),
      cancel: { why_not: null, refund_cents: 9223, later_refund_cents: 0, changes_at: day_before },
      reschedule: {
        why_not: null,
        reschedules_left: 2,
        max_reschedules: 2,
        hours_before: 24,
        reschedule_until: day_before,
      },
    });
  });

  it('is refused with its reason once it is too late', async () => {
    const client = await shop.client();
    await booked(client, massage(1, '8:00 AM'));
    const { id } = await bookingOf(client);
    expect(await options(client, id)).toMatchObject({
      cancel: { why_not: null, refund_cents: 0, changes_at: null },
      reschedule: { why_not: 'TOO_LATE_TO_RESCHEDULE' },
    });
    expect(await moved(client, id, massage(4, '9:00 AM'))).toMatchObject({
      status: 409,
      body: {
        code: 'TOO_LATE_TO_RESCHEDULE',
        message: "It's too late to reschedule online. Please call us.",
      },
    });
  });

  it('is not found for another client', async () => {
    const [client, other] = await shop.clients(2);
    await booked(client!, massage(3, '9:00 AM'));
    const { id, updated_at } = await bookingOf(client!);
    for (const answer of [
      await shop.call(other!, bookingOptions, { query: { id } }),
      await cancel(other!, id, 9223),
      await reschedule(other!, id, massage(4, '9:00 AM'), updated_at.toISOString()),
      await cancel(other!, 'x', 9223),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'BOOKING_NOT_FOUND' } });
  });
});

describe('cancelling', () => {
  it('refunds what was seen and releases the time; a repeat answers the same', async () => {
    const client = await shop.client();
    const session = await booked(client, massage(3, '9:00 AM'));
    const { id } = await bookingOf(client);
    const first = await cancel(client, id, 9223);
    expect(first).toMatchObject({ status: 200, body: { id, status: 'CANCELLED' } });
    expect(await cancel(client, id, 9223)).toEqual(first);
    await shop.sweep();
    expect(paymentOf(session)).toMatchObject({ amount_refunded: 9223 });
    expect(await seats()).toEqual([]);
    expect(await mailsOf('booking-cancelled')).toMatchObject([{ to_address: client.email }]);
    expect(await mailsOf('cancelled-by-client')).toHaveLength(1);
    expect((await historyOf(id)).at(-1)).toMatchObject({ cause: 'client cancelled', to_status: 'CANCELLED' });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is refused with the present refund if that has changed', async () => {
    const client = await shop.client();
    await booked(client, massage(2, '8:00 AM'));
    const { id } = await bookingOf(client);
    clock.advance(24 * HOUR);
    expect(await cancel(client, id, 9223)).toMatchObject({
      status: 409,
      body: { code: 'QUOTE_CHANGED', details: { cancel: { refund_cents: 0 } } },
    });
    expect(await cancel(client, id, 0)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  });

  /**
   * The limit passes while the clients of a full class press their buttons at once: two of five after the first answer.
   * `expected`: what the browser sends of the amount on its button. Returns what each button said and what came back.
   */
  async function cancelOverLimit(expected: (client: Client, id: string, seen: number) => Promise<number>) {
    const begun = clock.now().getTime();
    const clients = await shop.clients(CLASS_SEATS);
    for (const client of clients) await booked(client, circle(8));
    const ids = (await Promise.all(clients.map(bookingOf))).map(({ id }) => id);
    const limit = (await bookingOf(clients[0]!)).start_time.getTime() - 24 * HOUR;
    clock.set(new Date(limit - MINUTE));
    const seen = await Promise.all(
      clients.map(async (client, at) => (await options(client, ids[at]!)).cancel.refund_cents),
    );
    const press = async (client: Client, at: number) =>
      await cancel(client, ids[at]!, await expected(client, ids[at]!, seen[at]!));
    const before = clients.slice(0, 3).map(press);
    await Promise.race(before);
    clock.set(new Date(limit + 1));
    const after = clients.slice(3).map((client, at) => press(client, at + 3));
    const answers = await Promise.all([...before, ...after]);
    const refunds = await db.selectFrom('refunds').select(['booking_id', 'amount_cents']).execute();
    // The same time of the day as before.
    clock.set(new Date(begun + 8 * 24 * HOUR));
    return answers.map(({ status, body }, at) => ({
      answer: status === 200 ? body.status : body.code,
      seen: seen[at]!,
      got: refunds.find(({ booking_id }) => booking_id === ids[at])?.amount_cents ?? 0,
    }));
  }

  it('refunds what the button said, or changes nothing, while the limit passes', async () => {
    const outcomes = await cancelOverLimit(async (_client, _id, seen) => await Promise.resolve(seen));
    expect(outcomes.slice(3).map(({ answer }) => answer)).toEqual(['QUOTE_CHANGED', 'QUOTE_CHANGED']);
    expect(outcomes[0]).toMatchObject({ answer: 'CANCELLED' });
    for (const { answer, seen, got } of outcomes) expect(got).toBe(answer === 'CANCELLED' ? seen : 0);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: without the comparison a client loses what the button said', async () => {
    // A request that always names the present amount is never refused for it.
    const outcomes = await cancelOverLimit(
      async (client, id) => (await options(client, id)).cancel.refund_cents,
    );
    const lost = outcomes.filter(({ answer, seen, got }) => answer === 'CANCELLED' && got !== seen);
    expect(lost.length).toBeGreaterThanOrEqual(2);
  });

  it('gives everything back within 15 minutes of paying', async () => {
    const client = await shop.client();
    await shop.pay(sessionOf((await shop.checkout(client, [massage(1, '8:00 AM')])).body.url));
    const { id } = await bookingOf(client);
    clock.advance(15 * MINUTE);
    const { cancel: offer } = await options(client, id);
    expect(offer).toMatchObject({
      refund_cents: 9223,
      later_refund_cents: 0,
      changes_at: clock.now().toISOString(),
    });
    clock.advance(1);
    expect((await options(client, id)).cancel.refund_cents).toBe(0);
  });

  it('is refused once it has begun, and when the practice has cancelled', async () => {
    const client = await shop.client();
    await booked(client, massage(1, '8:00 AM'));
    const { id, start_time } = await bookingOf(client);
    clock.advance(start_time.getTime() - clock.now().getTime());
    expect(await cancel(client, id, 0)).toMatchObject({ status: 409, body: { code: 'NOT_CANCELLABLE' } });
    await db.updateTable('bookings').set({ status: 'CANCELLED' }).execute();
    expect(await cancel(client, id, 0)).toMatchObject({ status: 409, body: { code: 'NOT_CANCELLABLE' } });
  });
});

describe('a booking that has moved', () => {
  it('stays as it is when its payment is reported again, compared and swept, and while its old time is sold', async () => {
    const [client, other] = await shop.clients(2);
    const from = clock.now();
    const session = await booked(client!, massage(3, '9:00 AM'), massage(3, '11:00 AM'));
    const { id } = await bookingOf(client!);
    await moved(client!, id, massage(9, '9:00 AM'));
    await booked(other!, massage(3, '9:00 AM'));
    const before = await db.selectFrom('bookings').selectAll().orderBy('id').execute();
    const checkout = await db
      .selectFrom('checkouts')
      .selectAll()
      .where('provider_session_id', '=', session)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('webhook_events')
      .set({ processed_at: null, next_attempt_at: clock.now() })
      .execute();
    await shop.sweep();
    const answer = await deps.payments.retrieveSession(session);
    if (!answer.ok) throw new Error(answer.reason);
    await fulfil(deps, checkout, answer.value, clock.now());
    await confirmOrRefund(deps, checkout, clock.now());
    await comparePayments(deps, { from, to: clock.now() }, clock.now());
    await shop.sweep();
    expect(await db.selectFrom('bookings').selectAll().orderBy('id').execute()).toEqual(before);
    expect(await db.selectFrom('refunds').selectAll().execute()).toEqual([]);
    expect(await mailsOf('booking-confirmed')).toHaveLength(2);
    expect(paymentOf(session)).toMatchObject({ amount_refunded: 0 });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is completed after its new end, not after the old one', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id, end_time } = await bookingOf(client);
    await moved(client, id, massage(4, '9:00 AM'));
    await completeBookings.run(deps, new Date(end_time.getTime() + HOUR));
    expect(await bookingOf(client)).toMatchObject({ status: 'CONFIRMED' });
    await completeBookings.run(deps, new Date(end_time.getTime() + 25 * HOUR));
    expect(await bookingOf(client)).toMatchObject({ status: 'COMPLETED' });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is cancelled with its account wherever it is, also if it moves while the deletion waits', async () => {
    const client = await shop.client();
    const session = await booked(client, massage(3, '9:00 AM'));
    const { id, updated_at, start_time, blocked_until } = await bookingOf(client);
    // The time is locked, so that the move and then the deletion wait for it.
    const holder = await openTransaction(db);
    await lockTime(holder, [{ start_time, blocked_until }]);
    const move = reschedule(client, id, massage(9, '9:00 AM'), updated_at.toISOString());
    await waitForWaiters(shop, 1);
    const deletion = shop.call(client, deleteUser);
    await waitForWaiters(shop, 2);
    await holder.commit().execute();
    const [answer, deleted] = await Promise.all([move, deletion]);
    expect([answer.status, deleted.status]).toEqual([200, 200]);
    expect(await seats()).toEqual([]);
    const row = db.selectFrom('bookings').select(['status', 'user_id']).where('id', '=', id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ status: 'CANCELLED', user_id: null });
    await shop.sweep();
    expect(paymentOf(session)).toMatchObject({ amount_refunded: 9223 });
    expect(await faultsOf(shop)).toEqual([]);
    expect(await deadlocksIn(shop)).toBe(0);
  });
});

describe('rescheduling', () => {
  it('moves the seat, keeps id, price and payment, and notifies both sides after three minutes', async () => {
    const client = await shop.client();
    const session = await booked(client, massage(3, '9:00 AM'));
    const before = await bookingOf(client);
    const answer = await moved(client, before.id, massage(5, '2:00 PM'));
    expect(answer).toMatchObject({
      status: 200,
      body: { id: before.id, status: 'CONFIRMED', price_cents: 8500 },
    });
    const after = await bookingOf(client);
    expect(after.start_time.toISOString()).toBe(answer.body.start_time);
    expect(after).toMatchObject({
      checkout_id: before.checkout_id,
      sequence: 1,
      told_sequence: 1,
      client_reschedules: 1,
      rescheduled_by_staff_at: null,
    });
    expect(await seats()).toEqual([{ start_time: after.start_time, taken: 1 }]);
    expect((await historyOf(before.id)).at(-1)).toEqual({
      cause: 'client rescheduled',
      to_status: 'CONFIRMED',
      moved_from: before.start_time,
      moved_to: after.start_time,
    });
    expect(await send()).toBe(1); // the confirmation of the sale
    clock.advance(3 * MINUTE - 1);
    expect(await send()).toBe(0);
    clock.advance(1);
    expect(await send()).toBe(2);
    const [mail] = await mailsOf('rescheduled');
    expect(mail).toMatchObject({ to_address: client.email, attempts: 1 });
    const [sold] = await mailsOf('booking-confirmed');
    const [old, now] = [eventIn(sold!), eventIn(mail!)];
    expect(now.uid).toBe(old.uid);
    expect([old.sequence, now.sequence]).toEqual([0, 1]);
    expect(now.startDate.toJSDate()).toEqual(after.start_time);
    expect(await mailsOf('rescheduled-by-client')).toHaveLength(1);
    // The success page of the sale shows the new time.
    const status = await shop.call(client, checkoutStatus, { query: { session_id: session } });
    expect(status.body).toMatchObject({ status: 'PAID', bookings: [{ start_time: answer.body.start_time }] });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('sends no mail about a move back within three minutes, and one about the last of several', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id, start_time } = await bookingOf(client);
    await moved(client, id, massage(5, '2:00 PM'));
    await moved(client, id, massage(3, '9:00 AM'));
    expect(await bookingOf(client)).toMatchObject({
      start_time,
      sequence: 2,
      told_sequence: 0,
      told_at: null,
    });
    expect(await mailsOf('rescheduled')).toEqual([]);
    expect(await mailsOf('rescheduled-by-client')).toEqual([]);
    await db.updateTable('bookings').set({ client_reschedules: 0 }).execute();
    await moved(client, id, massage(5, '2:00 PM'));
    await moved(client, id, massage(6, '3:00 PM'));
    const mails = await mailsOf('rescheduled');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ dedupe_key: `rescheduled:${id}:4` });
    expect(mails[0]!.about).toMatchObject({
      previous: { start_time: start_time.toISOString(), told_sequence: 0 },
    });
    expect(eventIn(mails[0]!).sequence).toBe(4);
  });

  it('sends another mail once the first was claimed, and drops a late one about a time that is past', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id } = await bookingOf(client);
    await send();
    await moved(client, id, massage(5, '2:00 PM'));
    clock.advance(3 * MINUTE);
    const broken = { ...deps, mailer: { ...deps.mailer, send: () => Promise.reject(new Error('no route')) } };
    await sendMail.run(broken, clock.now());
    await moved(client, id, massage(3, '9:00 AM'));
    expect(await mailsOf('rescheduled')).toHaveLength(2);
    clock.advance(10 * MINUTE);
    await send();
    expect(await mailsOf('rescheduled')).toMatchObject([{ dedupe_key: `rescheduled:${id}:2`, attempts: 1 }]);
  });

  it('is possible twice', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id } = await bookingOf(client);
    expect((await moved(client, id, massage(4, '9:00 AM'))).status).toBe(200);
    expect((await options(client, id)).reschedule.reschedules_left).toBe(1);
    expect((await moved(client, id, massage(5, '9:00 AM'))).status).toBe(200);
    expect(await moved(client, id, massage(6, '9:00 AM'))).toMatchObject({
      status: 409,
      body: { code: 'NO_RESCHEDULES_LEFT', message: "You've rescheduled this twice. Please call us." },
    });
  });

  it('leaves everything as it is if the time is taken, gone or not offered', async () => {
    const [client, other] = await shop.clients(2);
    await booked(other!, massage(5, '9:00 AM'));
    await booked(client!, massage(3, '9:00 AM'));
    const { id, ...before } = await bookingOf(client!);
    for (const to of [
      massage(5, '9:00 AM'),
      massage(5, '9:10 AM'),
      massage(40, '9:00 AM'),
      massage(-1, '9:00 AM'),
    ])
      expect(await moved(client!, id, to)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
    const elsewhere = { ...massage(5, '11:00 AM'), service: 'consult' as const };
    expect(await moved(client!, id, elsewhere)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
    expect(await bookingOf(client!)).toEqual({ id, ...before });
    expect(await mailsOf('rescheduled')).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('moves a seat of a class and leaves those of others; a class that the client has a seat in is refused', async () => {
    const [client, other] = await shop.clients(2);
    await booked(other!, circle(3));
    await booked(other!, circle(5));
    await booked(client!, circle(3));
    const { id } = await bookingOf(client!);
    expect((await moved(client!, id, circle(5))).status).toBe(200);
    expect((await seats()).map(({ taken }) => taken)).toEqual([1, 2]);
    await booked(client!, circle(3));
    expect(await moved(client!, id, circle(3))).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_BOOKED' },
    });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is cancelled by the policy of its new time, and only the new seat is released', async () => {
    const client = await shop.client();
    const session = await booked(client, massage(3, '9:00 AM'), massage(3, '11:00 AM'));
    const { id } = await bookingOf(client);
    await moved(client, id, massage(9, '9:00 AM'));
    clock.advance(3 * 24 * HOUR);
    expect(await cancel(client, id, 9223)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    await shop.sweep();
    expect(paymentOf(session)).toMatchObject({ amount: 18_446, amount_refunded: 9223 });
    expect(await seats()).toHaveLength(1);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('a cancellation withdraws the mail about the move, and names the time that the client knows', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id, start_time } = await bookingOf(client);
    await moved(client, id, massage(5, '2:00 PM'));
    await cancel(client, id, 9223);
    expect(await mailsOf('rescheduled')).toEqual([]);
    const [mail] = await mailsOf('booking-cancelled');
    expect(mail!.text).toContain('9:00 AM - 9:45 AM');
    expect(eventIn(mail!).sequence).toBe(2);
    expect(eventIn(mail!).startDate.toJSDate()).toEqual(start_time);
  });

  it('answers a repeat with the booking, and moves it once', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id, updated_at } = await bookingOf(client);
    const base = updated_at.toISOString();
    const first = await reschedule(client, id, massage(4, '9:00 AM'), base);
    expect(await reschedule(client, id, massage(4, '9:00 AM'), base)).toEqual(first);
    expect(await bookingOf(client)).toMatchObject({ client_reschedules: 1, sequence: 1 });
    expect(await mailsOf('rescheduled')).toHaveLength(1);
  });

  it('is refused on old data', async () => {
    const client = await shop.client();
    await booked(client, massage(3, '9:00 AM'));
    const { id, updated_at } = await bookingOf(client);
    const base = updated_at.toISOString();
    expect((await reschedule(client, id, massage(4, '9:00 AM'), base)).status).toBe(200);
    expect(await reschedule(client, id, massage(5, '9:00 AM'), base)).toMatchObject({
      status: 409,
      body: { code: 'BOOKING_CHANGED' },
    });
  });
});
