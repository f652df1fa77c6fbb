import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSlots } from '#contract/client.calls.ts';
import type { BodyOf } from '#contract/call.ts';
import {
  staffApplyClass,
  staffApplyDay,
  staffAuditLog,
  staffCancelBooking,
  staffCancellation,
  staffClass,
  staffPreviewClass,
  staffPreviewDay,
} from '#contract/staff.calls.ts';
import type { ClassChangeInput } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import type { TestStaff } from '#tests/support/app.ts';
import { emptyBooks, faultsOf, openShop, sessionOf, type Shop } from '#tests/support/shop.ts';
import { type Client, dateIn, startOf, type Wish } from '#tests/support/stock.ts';
import { without } from '#tests/support/without.ts';

const shop = await openShop({ max: 24 });
/** A payment is confirmed although its hold has ended. */
const control = await openShop({
  max: 24,
  change: (db) =>
    without(
      db,
      'and not exists (select from closures c where c.starts_at < w.end_time and c.ends_at > w.start_time)',
    ),
});
const START = shop.clock.now();
const DAYS = 3;
const date = dateIn(DAYS, START);
const circle = (days = DAYS): Wish => ({ service: 'circle', days, start: '6:00 AM' });
const massage = (n: number, days = DAYS): Wish => ({
  service: 'massage',
  days,
  start: `${((8 + n - 1) % 12) + 1}:00 ${8 + n < 12 ? 'AM' : 'PM'}`,
});
let staff: TestStaff;

beforeEach(async () => {
  for (const of of [shop, control]) {
    of.clock.set(START);
    await emptyBooks(of);
    await of.db.deleteFrom('closures').execute();
    await of.db.deleteFrom('skipped_dates').execute();
    await of.db.deleteFrom('rules').where('pattern', 'is', null).execute();
    await of.db.updateTable('rules').set({ capacity: null }).execute();
  }
  staff = await shop.signInStaff();
});

const holdIn = async (of: Shop, client: Client, ...wishes: Wish[]) =>
  sessionOf((await of.checkout(client, wishes)).body.url);
const hold = (client: Client, ...wishes: Wish[]) => holdIn(shop, client, ...wishes);
async function book(client: Client, ...wishes: Wish[]) {
  await shop.pay(await hold(client, ...wishes));
}
const part = { from: null, to: null };
async function cancelDay(by: TestStaff, more: Partial<BodyOf<typeof staffApplyDay>> = {}) {
  const { json } = await by.call(staffPreviewDay, { params: { date }, body: part });
  const body = { action_id: randomUUID(), preview_hash: json.preview_hash, decisions: [], ...part, ...more };
  return {
    preview: json,
    body,
    answer: await by.call(staffApplyDay, { params: { date }, body }),
  };
}
const refundOfAll = ({ bookings }: Preview) =>
  bookings.reduce((sum, { reach }) => sum + reach.refund_cents!, 0);
const statuses = async (of: Shop = shop) =>
  (await of.db.selectFrom('bookings').select(['status', 'start_time']).execute()).map(({ status }) => status);
const classAt = (start: string) => ({
  service_id: shop.stock.circle.id,
  start: `${start.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
});
const params = classAt(startOf(circle(), START));
const askClass = (change: ClassChangeInput) => staff.call(staffPreviewClass, { params, body: { change } });
async function changeClass(change: ClassChangeInput, message?: string) {
  const { json } = await askClass(change);
  const { preview_hash } = json;
  return await staff.call(staffApplyClass, {
    params,
    body: { action_id: randomUUID(), preview_hash, change, message },
  });
}
const listed = async (client: Client, service: 'circle' | 'massage', on = date) =>
  (
    await shop.call(client, getSlots, {
      body: {
        service: shop.stock[service].id,
        date: on,
      },
    })
  ).body;
const mailsOf = async (kind: string) =>
  await shop.db.selectFrom('outbox').select(['user_id', 'text']).where('kind', '=', kind).execute();
/** What the audit log shows of a client. */
const logged = async ({ id }: Client) =>
  (await staff.call(staffAuditLog, { query: { client: id } })).json.rows
    .filter(({ via }) => via === 'WEB')
    .map(({ action }) => action);

describe('a day is cancelled', () => {
  it('12 bookings and a class of 8: refunded once, told once, and nothing is booked into it, while clients pay', async () => {
    await shop.db
      .updateTable('rules')
      .set({ capacity: 10 })
      .where('service_id', '=', shop.stock.circle.id)
      .execute();
    const clients = await shop.clients(23);
    for (const [n, client] of clients.slice(0, 12).entries()) await book(client, massage(n));
    for (const client of clients.slice(12, 20)) await book(client, circle());
    // Two are paying, one of them for another day as well.
    const paying = await hold(clients[20]!, circle());
    const alsoPaying = await hold(clients[21]!, circle(), massage(0, DAYS + 1));
    const { preview, answer, body } = await cancelDay(staff, { message: 'I’m ill.' });
    expect(preview.summary[0]).toBe(`${formatDay(date)} is cancelled`);
    expect(preview.bookings).toHaveLength(20);
    expect(preview.holds).toHaveLength(2);
    expect(refundOfAll(preview)).toBe(12 * 9223 + 8 * 2170);
    expect(answer).toMatchObject({ status: 200, json: { cancelled: 20, moved: 0 } });
    // The answer was lost.
    expect((await staff.call(staffApplyDay, { params: { date }, body })).json).toEqual(answer.json);
    expect(await logged(clients[0]!)).toEqual(['booking.cancel']);
    expect(await logged(clients[21]!)).toEqual(['booking.end-hold']);
    // Payments that come now, and one who tries to book.
    await shop.pay(paying);
    await shop.pay(alsoPaying);
    expect((await shop.checkout(clients[22]!, [massage(10)])).status).toBe(409);
    await shop.sweep();
    await shop.sweep();
    expect(new Set(await statuses())).toEqual(new Set(['CANCELLED']));
    expect(await shop.db.selectFrom('appointments').selectAll().execute()).toEqual([]);
    const payments = shop.sandbox.control.books().payments;
    expect(payments).toHaveLength(22);
    for (const { amount, amount_refunded } of payments) expect(amount_refunded).toBe(amount);
    const mails = await mailsOf('booking-cancelled');
    expect(mails).toHaveLength(20);
    expect(new Set(mails.map(({ user_id }) => user_id)).size).toBe(20);
    for (const { text } of mails) expect(text).toContain('I’m ill.');
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('payments, bookings and the cancellation at once leave nothing in it', async () => {
    const clients = await shop.clients(8);
    const sessions: string[] = [];
    for (const [n, client] of clients.slice(0, 4).entries()) sessions.push(await hold(client, massage(n)));
    const { json } = await staff.call(staffPreviewDay, { params: { date }, body: part });
    const body = { action_id: randomUUID(), preview_hash: json.preview_hash, decisions: [], ...part };
    const [first] = await Promise.all([
      staff.call(staffApplyDay, { params: { date }, body }),
      ...sessions.map((session) => shop.pay(session)),
    ]);
    // A payment that was confirmed first is in the new preview.
    let answer = first;
    for (let tries = 0; answer.status === 409 && tries < 9; tries++) {
      expect(answer.json.code).toBe('PREVIEW_CHANGED');
      answer = (await cancelDay(staff)).answer;
    }
    expect(answer.status).toBe(200);
    await shop.sweep();
    await shop.sweep();
    expect((await statuses()).filter((status) => status !== 'CANCELLED')).toEqual([]);
    for (const { amount, amount_refunded } of shop.sandbox.control.books().payments.slice(-4))
      expect(amount_refunded).toBe(amount);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: if closed time is not looked at, a late payment is booked into it', async () => {
    const [client] = await control.clients(1);
    const session = await holdIn(control, client!, massage(0));
    const owner = await control.signInStaff();
    expect((await cancelDay(owner)).answer.status).toBe(200);
    await control.pay(session);
    await control.sweep();
    expect(await statuses(control)).toEqual(['CONFIRMED']);
  });

  it('one booking is moved instead, another is kept', async () => {
    const [maren, ivo, ana] = (await shop.clients(3)) as [Client, Client, Client];
    for (const [n, client] of [maren, ivo, ana].entries()) await book(client, massage(n));
    const { json } = await staff.call(staffPreviewDay, { params: { date }, body: part });
    const [first, second] = json.bookings;
    const start = startOf(massage(5, DAYS + 1), START);
    const { answer } = await cancelDay(staff, {
      decisions: [
        { booking: first!.id, choice: 'RESCHEDULE', start, accept: [] },
        { booking: second!.id, choice: 'KEEP' },
      ],
    });
    expect(answer).toMatchObject({ status: 200, json: { moved: 1, cancelled: 1 } });
    expect((await statuses()).toSorted()).toEqual(['CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    expect(await Promise.all([maren, ivo, ana].map(logged))).toEqual([
      ['booking.reschedule'],
      [],
      ['booking.cancel'],
    ]);
  });
});

describe('one date of a class', () => {
  it('is moved with all seats, and can be booked at its new time', async () => {
    const clients = await shop.clients(4);
    for (const client of clients.slice(0, 3)) await book(client, circle());
    // Into time that overlaps its own.
    const start = new Date(Date.parse(startOf(circle(), START)) + 30 * 60_000).toISOString();
    const answer = await changeClass({ kind: 'RESCHEDULE', start }, 'Half an hour later.');
    expect(answer).toMatchObject({ status: 200, json: { moved: 3, cancelled: 0 } });
    const rows = await shop.db.selectFrom('bookings').select(['status', 'start_time', 'sequence']).execute();
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toEqual({ status: 'CONFIRMED', start_time: new Date(start), sequence: 1 });
    expect(await mailsOf('rescheduled')).toHaveLength(3);
    expect(await listed(clients[3]!, 'circle')).toMatchObject([{ start: '6:30 AM', available_spots: 2 }]);
    for (const client of clients.slice(0, 3)) expect(await logged(client)).toEqual(['booking.reschedule']);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is moved with the seat of a former client, to whom nobody writes', async () => {
    const [maren, ivo] = (await shop.clients(2)) as [Client, Client];
    for (const client of [maren, ivo]) await book(client, circle());
    await shop.db.updateTable('bookings').set({ user_id: null }).where('user_id', '=', ivo.id).execute();
    const start = new Date(Date.parse(startOf(circle(), START)) + 14 * 3_600_000).toISOString();
    const answer = await changeClass({ kind: 'RESCHEDULE', start });
    expect(answer, answer.text).toMatchObject({ status: 200, json: { moved: 2 } });
    const rows = await shop.db.selectFrom('bookings').select('start_time').execute();
    expect(rows.map(({ start_time }) => start_time.toISOString())).toEqual([start, start]);
    expect(await mailsOf('rescheduled')).toMatchObject([{ user_id: maren.id }]);
  });

  it('is not moved into a time that a client holds, and nothing is changed', async () => {
    const [maren, ivo] = (await shop.clients(2)) as [Client, Client];
    await book(maren, circle());
    await hold(ivo, massage(1));
    const start = startOf(massage(1), START);
    const { status, json } = await changeClass({ kind: 'RESCHEDULE', start });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'SLOT_TAKEN',
      message: 'Another session has this time. Nothing was changed.',
    });
    expect(await shop.db.selectFrom('skipped_dates').selectAll().execute()).toEqual([]);
    expect(await listed(ivo, 'circle')).toMatchObject([{ start: '6:00 AM' }]);
  });

  it('is cancelled with everything refunded, and who was paying is refunded too', async () => {
    const clients = await shop.clients(4);
    for (const client of clients.slice(0, 3)) await book(client, circle());
    const paying = await hold(clients[3]!, circle());
    const { json } = await askClass({ kind: 'CANCEL' });
    expect(json).toMatchObject({ holds: [{}] });
    expect(refundOfAll(json)).toBe(3 * 2170);
    const before = shop.sandbox.control.books().payments.length;
    expect(await changeClass({ kind: 'CANCEL' })).toMatchObject({ status: 200, json: { cancelled: 3 } });
    await shop.pay(paying);
    await shop.sweep();
    await shop.sweep();
    expect(new Set(await statuses())).toEqual(new Set(['CANCELLED']));
    for (const { amount, amount_refunded } of shop.sandbox.control.books().payments.slice(before - 3))
      expect(amount_refunded).toBe(amount);
    expect(await listed(clients[0]!, 'circle')).toEqual([]);
    for (const client of clients.slice(0, 3)) expect(await logged(client)).toEqual(['booking.cancel']);
    expect(await logged(clients[3]!)).toEqual(['booking.end-hold']);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('has no seat whose cancellation closes its time for the others', async () => {
    const [maren, ivo] = (await shop.clients(2)) as [Client, Client];
    for (const client of [maren, ivo]) await book(client, circle());
    const { id, updated_at } = await shop.db
      .selectFrom('bookings')
      .select(['id', 'updated_at'])
      .where('user_id', '=', maren.id)
      .executeTakeFirstOrThrow();
    const { json: asked } = await staff.call(staffCancellation, { params: { id } });
    const cancel = (time: 'OPEN' | 'CLOSE') =>
      staff.call(staffCancelBooking, {
        params: { id },
        body: {
          by: 'PRACTICE',
          refund: 'FULL',
          quote: asked.quote,
          notify: true,
          time,
          action_id: randomUUID(),
          base_updated_at: updated_at.toISOString(),
        },
      });
    expect(await cancel('CLOSE')).toMatchObject({
      status: 422,
      json: { message: 'The others keep this class, so its time stays open.' },
    });
    expect((await cancel('OPEN')).status).toBe(200);
    expect(await shop.db.selectFrom('closures').selectAll().execute()).toEqual([]);
    expect(await listed(maren, 'circle')).toMatchObject([{ start: '6:00 AM', available_spots: 4 }]);
  });

  describe('keeps its address', () => {
    const read = async (at = params) => (await staff.call(staffClass, { params: at })).json;
    const changed = { at: START.toISOString(), by: expect.any(String) as string };
    /** Ivo has no e-mail address. */
    async function two() {
      const [maren, ivo] = (await shop.clients(2)) as [Client, Client];
      for (const client of [maren, ivo]) await book(client, circle());
      await shop.db
        .updateTable('users')
        .set({ email: '', cognito_sub: null, phone: '+15035550102' })
        .where('id', '=', ivo.id)
        .execute();
      expect((await read()).gone).toBeNull();
      return { maren, ivo };
    }
    const reached = ({ maren, ivo }: { maren: Client; ivo: Client }, fate: string) =>
      expect.arrayContaining([
        expect.objectContaining({ client: expect.objectContaining({ id: maren.id }), way: 'MAIL', fate }),
        expect.objectContaining({
          client: expect.objectContaining({ id: ivo.id, phone: '+15035550102' }),
          way: 'NO_ADDRESS',
          fate,
        }),
      ]);

    it('when it was cancelled: when, by whom, and whom to call', async () => {
      const both = await two();
      await changeClass({ kind: 'CANCEL' });
      expect(await read()).toMatchObject({
        class: { service_name: 'Circle', start_time: startOf(circle(), START), taken: 0 },
        seats: [],
        gone: { ...changed, kind: 'CANCELLED', moved_to: null, reached: reached(both, 'CANCELLED') },
      });
    });

    it('when it was moved: where it is now', async () => {
      const both = await two();
      const start = new Date(Date.parse(startOf(circle(), START)) + 14 * 3_600_000).toISOString();
      await changeClass({ kind: 'RESCHEDULE', start });
      expect((await read()).gone).toMatchObject({
        ...changed,
        kind: 'MOVED',
        moved_to: start,
        reached: reached(both, 'MOVED'),
      });
      expect(await read(classAt(start))).toMatchObject({ gone: null, class: { taken: 2 } });
    });

    it('when its day was cancelled', async () => {
      const both = await two();
      await cancelDay(staff);
      expect((await read()).gone).toMatchObject({
        ...changed,
        kind: 'CANCELLED',
        reached: reached(both, 'CANCELLED'),
      });
    });

    it('when nobody had booked it', async () => {
      const start = new Date(Date.parse(startOf(circle(), START)) + 14 * 3_600_000).toISOString();
      await changeClass({ kind: 'RESCHEDULE', start });
      expect((await read()).gone).toMatchObject({ ...changed, kind: 'MOVED', moved_to: start, reached: [] });
    });

    it('when its day was closed and nobody had booked it', async () => {
      const starts_at = new Date(startOf(circle(DAYS + 1), START));
      const ends_at = new Date(starts_at.getTime() + 3_600_000);
      await shop.db.insertInto('closures').values({ starts_at, ends_at, reason: '' }).execute();
      const { gone } = await read(classAt(startOf(circle(DAYS + 1), START)));
      expect(gone).toEqual({ kind: 'CANCELLED', at: null, by: null, moved_to: null, reached: [] });
    });

    it('but a time at which there never was one has none', async () => {
      expect(
        await staff.call(staffClass, { params: classAt(startOf({ ...circle(), start: '7:10 AM' }, START)) }),
      ).toMatchObject({
        status: 404,
        json: { code: 'CLASS_NOT_FOUND' },
      });
    });
  });

  it('has other seats, not fewer than are taken, and stops being booked', async () => {
    const clients = await shop.clients(3);
    for (const client of clients.slice(0, 2)) await book(client, circle());
    expect((await askClass({ kind: 'SET_SEATS', seats: 1 })).json).toMatchObject({
      code: 'INVALID_INPUT',
      details: { seats: '2 seats are taken.' },
    });
    expect((await changeClass({ kind: 'SET_SEATS', seats: 8 })).status).toBe(200);
    expect(await listed(clients[2]!, 'circle')).toMatchObject([{ start: '6:00 AM', available_spots: 6 }]);
    expect((await changeClass({ kind: 'STOP_BOOKING' })).status).toBe(200);
    expect(await listed(clients[2]!, 'circle')).toEqual([]);
    expect((await askClass({ kind: 'STOP_BOOKING' })).json).toMatchObject({
      code: 'NOT_POSSIBLE',
      message: 'Clients can’t book it already.',
    });
    expect((await statuses()).toSorted()).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await faultsOf(shop)).toEqual([]);
  });
});
