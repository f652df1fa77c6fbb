import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { cancelBooking } from '#contract/client.calls.ts';
import type { BodyOf } from '#contract/call.ts';
import { staffCreateBookings, staffRescheduleBooking } from '#contract/staff.calls.ts';
import type { PlacementDetails } from '#contract/placement.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { detailsOf, type TestStaff } from '#tests/support/app.ts';
import { emptyBooks, faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { type Client, dateIn, type Wish } from '#tests/support/stock.ts';
import { sendMail } from '../mail/send-mail.ts';

const shop = await openShop();
const { clock, db, deps, sandbox, stock } = shop;
let staff: TestStaff;
const [maren, ivo] = (await shop.clients(2)) as [Client, Client];
await db
  .updateTable('users')
  .set({ first_name: 'Ivo', last_name: 'Petrov' })
  .where('id', '=', ivo.id)
  .execute();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(async () => {
  staff = await shop.signInStaff('nalini@example.com');
  sandbox.control.set({});
  await emptyBooks(shop);
  await db.deleteFrom('closures').execute();
});

const massage = (days: number, start: string): Wish => ({ service: 'massage', days, start });
const circle = (days: number): Wish => ({ service: 'circle', days, start: '6:00 AM' });
const at = (days: number, time: string) =>
  instantOf(dateIn(days, clock.now()), parseTime(time)!, practice.zone)!.toISOString();
async function paid(client: Client, ...wishes: Wish[]) {
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  await shop.pay(session);
  clock.advance(16 * MINUTE);
  return { session, booking: await bookingOf(client) };
}
/** A session that staff booked, to be paid at the visit. */
async function unpaid(client: Client, start: string) {
  await staff.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: client.id,
      service_id: stock.massage.id,
      place: 'FIXED_LOCATION',
      starts: [start],
      payment: 'LATER',
      accept: [],
      notify: false,
      ask_for_forms: false,
    },
  });
  return await bookingOf(client);
}
const bookingOf = (client: Client) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('user_id', '=', client.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
const move = (
  id: string,
  base: Date,
  start: string,
  more: Partial<BodyOf<typeof staffRescheduleBooking>> = {},
) =>
  staff.call(staffRescheduleBooking, {
    params: { id },
    body: {
      action_id: randomUUID(),
      base_updated_at: base.toISOString(),
      start,
      accept: [],
      notify: true,
      ...more,
    },
  });
const appointments = () =>
  db
    .selectFrom('appointments')
    .select(['start_time', 'end_time', 'blocked_until', 'taken'])
    .orderBy('start_time')
    .execute();
const mailsOf = (kind: string) =>
  db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('seq').execute();

describe('staff move a booking', () => {
  it('to a free time: the client is notified after three minutes, with the message, and can cancel for a day', async () => {
    const { session, booking } = await paid(maren, massage(2, '9:00 AM'));
    const to = at(1, '2:00 PM');
    const { status, json } = await move(booking.id, booking.updated_at, to, {
      message: 'I’m at the dentist.',
    });
    expect(status).toBe(200);
    expect(json.booking).toMatchObject({ id: booking.id, start_time: to, status: 'CONFIRMED' });
    expect(json.history.at(-1)).toMatchObject({ message: 'I’m at the dentist.' });
    expect(json.history.at(-1)!.text).toMatch(/^Rescheduled by Nalini: .* → .*2:00 PM$/);
    expect(json.mails.at(-1)).toMatchObject({ kind: 'rescheduled', state: 'WAITING' });
    clock.advance(3 * MINUTE);
    await sendMail.run(deps, clock.now());
    const [mail] = await mailsOf('rescheduled');
    expect(mail).toMatchObject({ to_address: maren.email, attempts: 1 });
    expect(mail!.text).toContain('“I’m at the dentist.”');
    expect(mail!.text).toContain('get everything back until');
    const row = await bookingOf(maren);
    expect(row).toMatchObject({ told_sequence: 1, sequence: 1, client_reschedules: 0 });
    expect(row.rescheduled_by_staff_at).toEqual(row.told_at);
    // Less than 24 hours before the start, and less than a day after the client was notified.
    clock.advance(20 * HOUR);
    const answer = await shop.call(maren, cancelBooking, {
      body: {
        id: booking.id,
        expected_cents: 9223,
      },
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    await shop.sweep();
    const payment = sandbox.control.books().payments.find((each) => each.session === session);
    expect(payment).toMatchObject({ amount_refunded: 9223 });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('into its own time: the appointment moves, and nothing else is taken', async () => {
    const { booking } = await paid(maren, massage(3, '9:00 AM'));
    const answer = await move(booking.id, booking.updated_at, at(3, '9:30 AM'), {
      accept: ['OUTSIDE_HOURS'],
    });
    expect(answer.status).toBe(200);
    expect(await appointments()).toMatchObject([
      { start_time: new Date(at(3, '9:30 AM')), end_time: new Date(at(3, '10:15 AM')), taken: 1 },
    ]);
    expect((await bookingOf(maren)).appointment_id).toBe(booking.appointment_id);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('onto warnings only when they are accepted; the buffer before gives way', async () => {
    await paid(ivo, massage(3, '9:00 AM'));
    const { booking } = await paid(maren, massage(3, '1:00 PM'));
    const to = at(3, '9:50 AM');
    const refused = await move(booking.id, booking.updated_at, to);
    expect(refused).toMatchObject({
      status: 409,
      json: {
        code: 'WARNINGS_CHANGED',
        details: { placements: [{ warnings: [{ code: 'OUTSIDE_HOURS' }, { code: 'BUFFER' }] }] },
      },
    });
    const accepted = await move(booking.id, booking.updated_at, to, { accept: ['OUTSIDE_HOURS', 'BUFFER'] });
    expect(accepted.status).toBe(200);
    const [first, second] = await appointments();
    expect(first!.blocked_until.toISOString()).toBe(to);
    expect(second!.start_time.toISOString()).toBe(to);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('not into a time that a checkout holds: the answer says who has it, and until when', async () => {
    const { booking } = await paid(maren, massage(3, '9:00 AM'));
    expect((await shop.checkout(ivo, [massage(4, '11:00 AM')])).status).toBe(200);
    const answer = await move(booking.id, booking.updated_at, at(4, '11:00 AM'));
    expect(answer).toMatchObject({ status: 409, json: { code: 'SLOT_TAKEN' } });
    expect(answer.json.message).toMatch(/^Just taken: Ivo P\., being paid until/);
    expect(detailsOf<PlacementDetails>(answer).placements[0]!.nearest).toHaveLength(3);
    expect(await bookingOf(maren)).toEqual(booking);
    expect(await mailsOf('rescheduled')).toEqual([]);
  });

  it('not while it is being paid, nor once it is cancelled or changed', async () => {
    const session = sessionOf((await shop.checkout(maren, [massage(3, '9:00 AM')])).body.url);
    const hold = await bookingOf(maren);
    expect(await move(hold.id, hold.updated_at, at(4, '9:00 AM'))).toMatchObject({
      status: 409,
      json: { code: 'BEING_PAID' },
    });
    await shop.pay(session);
    const booking = await bookingOf(maren);
    clock.advance(1);
    expect((await move(booking.id, booking.updated_at, at(4, '9:00 AM'))).status).toBe(200);
    const again = await move(booking.id, booking.updated_at, at(5, '9:00 AM'));
    expect(again).toMatchObject({ status: 409, json: { code: 'BOOKING_CHANGED' } });
    expect(again.json.details).toMatchObject({ booking: { start_time: at(4, '9:00 AM') } });
    await db.updateTable('bookings').set({ status: 'CANCELLED' }).execute();
    const { updated_at } = await bookingOf(maren);
    expect(await move(booking.id, updated_at, at(5, '9:00 AM'))).toMatchObject({
      status: 409,
      json: { code: 'NOT_RESCHEDULABLE' },
    });
    expect(await move(randomUUID(), updated_at, at(5, '9:00 AM'))).toMatchObject({ status: 404 });
  });

  it('and changes its length only if nothing was paid', async () => {
    const { booking } = await paid(maren, massage(3, '9:00 AM'));
    expect(await move(booking.id, booking.updated_at, at(4, '9:00 AM'), { minutes: 90 })).toMatchObject({
      status: 409,
      json: { code: 'ALREADY_PAID' },
    });
    const later = await unpaid(ivo, at(5, '9:00 AM'));
    const longer = await move(later.id, later.updated_at, at(5, '9:00 AM'), { minutes: 90 });
    expect(longer.json.code).toBeUndefined();
    expect(longer.json.booking.end_time).toBe(at(5, '10:30 AM'));
    // The length stays with the next move.
    const { updated_at } = await bookingOf(ivo);
    const moved = await move(later.id, updated_at, at(6, '9:00 AM'));
    expect(moved.json.booking.end_time).toBe(at(6, '10:30 AM'));
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('one seat of a class, and leaves the others; a full class takes none', async () => {
    await paid(ivo, circle(3));
    const { booking } = await paid(maren, circle(3));
    expect((await move(booking.id, booking.updated_at, at(5, '6:00 AM'))).status).toBe(200);
    expect((await appointments()).map(({ taken }) => taken)).toEqual([1, 1]);
    await db.updateTable('appointments').set({ capacity: 1 }).execute();
    const { updated_at } = await bookingOf(maren);
    const full = await move(booking.id, updated_at, at(3, '6:00 AM'));
    expect(full).toMatchObject({ status: 409, json: { code: 'SLOT_TAKEN' } });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('once: a repeat of the action changes nothing, and the record has neither name nor amount', async () => {
    const { booking } = await paid(maren, massage(3, '9:00 AM'));
    const action_id = randomUUID();
    const to = at(4, '9:00 AM');
    const first = await move(booking.id, booking.updated_at, to, { action_id });
    const again = await move(booking.id, booking.updated_at, to, { action_id });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json.booking).toEqual(first.json.booking);
    const actions = await db.selectFrom('staff_actions').selectAll().where('id', '=', action_id).execute();
    expect(actions).toMatchObject([
      {
        action: 'booking.reschedule',
        object_id: booking.id,
        details: { from: booking.start_time.toISOString(), to, accepted: '', notified: true },
      },
    ]);
    expect(await mailsOf('rescheduled')).toHaveLength(1);
  });

  it('ends the pay-first pages that can no longer get this time', async () => {
    const { booking } = await paid(maren, massage(3, '9:00 AM'));
    await shop.checkout(ivo, [massage(4, '11:00 AM')]);
    // As if this client had been over the limits.
    await db.deleteFrom('bookings').where('user_id', '=', ivo.id).execute();
    await db
      .deleteFrom('appointments')
      .where('start_time', '=', new Date(at(4, '11:00 AM')))
      .execute();
    await db.updateTable('checkouts').set({ holds: false }).where('user_id', '=', ivo.id).execute();
    expect((await move(booking.id, booking.updated_at, at(4, '11:00 AM'))).status).toBe(200);
    const checkout = db.selectFrom('checkouts').select('cancel_requested').where('user_id', '=', ivo.id);
    expect(await checkout.executeTakeFirstOrThrow()).toEqual({ cancel_requested: true });
  });
});
