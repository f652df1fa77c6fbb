import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import { deleteUser } from '#contract/client.calls.ts';
import {
  staffAttendance,
  staffBooking,
  staffCancelBooking,
  staffCancellation,
  staffDismissAttention,
  staffHouseCalls,
  staffMe,
  staffRevealAmount,
} from '#contract/staff.calls.ts';
import { addBooking, addCheckout, addService } from '#tests/support/sample-booking.ts';
import { testApp } from '#tests/support/app.ts';

const HOUR = 3_600_000;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock } = site;
const staff = await site.signInStaff();
const maren = await site.signInClient('demo@example.com');
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });
const scale_id = await addService(db, {
  key: 'scale',
  name: 'Scale Session',
  min_price_cents: 1000,
  max_price_cents: 9000,
});

type Made = { id: string; updated_at: string; checkout_id: string };

/** A paid booking of Maren that begins `hours` from now. Its seat is an appointment, as of a sold one. */
async function book(
  hours: number,
  change: { service_id?: string; is_paid?: boolean; user_id?: string } = {},
): Promise<Made> {
  const now = clock.now();
  const { user_id } = { user_id: maren.user_id, ...change };
  const start_time = new Date(now.getTime() + hours * HOUR);
  const checkout_id = await addCheckout(db, {
    user_id,
    created_at: now,
    refund_policy: JSON.stringify({ full_refund_hours: 24 }),
    ...(change.is_paid === false ? { subtotal_cents: 0, total_cents: 0 } : {}),
  });
  const id = await addBooking(db, {
    user_id,
    service_id: change.service_id ?? service_id,
    start_time,
    created_at: now,
    checkout_id,
    ...(change.is_paid === false ? { price_cents: 0 } : {}),
  });
  clock.advance(1000);
  return { id, updated_at: now.toISOString(), checkout_id };
}

const quoteOf = async (id: string) => (await staff.call(staffCancellation, { params: { id } })).json;
type CancelBody = Partial<BodyOf<typeof staffCancelBooking>>;
async function cancel({ id, updated_at }: Pick<Made, 'id' | 'updated_at'>, change: CancelBody = {}) {
  const quote = change.quote ?? (await quoteOf(id)).quote ?? 'x.x';
  return await staff.call(staffCancelBooking, {
    params: { id },
    body: {
      action_id: randomUUID(),
      base_updated_at: updated_at,
      by: 'CLIENT',
      refund: 'POLICY',
      time: 'OPEN',
      notify: true,
      ...change,
      quote,
    },
  });
}
const reveal = (id: string, action_id: string = randomUUID()) =>
  staff.call(staffRevealAmount, { params: { id }, body: { action_id } });
const refundsOf = async ({ id }: Pick<Made, 'id'>) =>
  (await db.selectFrom('refunds').select('amount_cents').where('booking_id', '=', id).execute()).map(
    ({ amount_cents }) => amount_cents,
  );
const mailsOf = ({ id }: Pick<Made, 'id'>) =>
  db.selectFrom('outbox').selectAll().where('dedupe_key', '=', `booking-cancelled:${id}`).execute();
const actionsOf = ({ id }: { id: string }) =>
  db.selectFrom('staff_actions').selectAll().where('object_id', '=', id).execute();
const attend = (
  { id }: Pick<Made, 'id'>,
  to: BodyOf<typeof staffAttendance>['to'],
  base_updated_at: string,
  action_id: string = randomUUID(),
) => staff.call(staffAttendance, { params: { id }, body: { action_id, base_updated_at, to } });

beforeEach(async () => {
  clock.advance(1000);
  await db.deleteFrom('closures').execute();
});

describe('the quote of a cancellation', () => {
  it('names the refund of either side, and when that of the client changes', async () => {
    const { id } = await book(31);
    expect(await quoteOf(id)).toMatchObject({
      by_practice: { refund: 'FULL', cents: 2000 },
      by_client: { refund: 'FULL', cents: 2000 },
      hours_before: 30,
      by_client_later: [
        { refund: 'NONE', cents: 0, after: new Date(clock.now().getTime() - 1000 + 7 * HOUR).toISOString() },
      ],
    });
  });

  it('is none for a client who asks too late, and full by the practice', async () => {
    const { id } = await book(5);
    expect(await quoteOf(id)).toMatchObject({
      by_practice: { refund: 'FULL', cents: 2000 },
      by_client: { refund: 'NONE', cents: 0 },
      by_client_later: [],
    });
  });

  it('names no amount that the client chose, not even by its signature', async () => {
    const { id } = await book(31, { service_id: scale_id });
    const { text } = await staff.call(staffCancellation, { params: { id } });
    expect(JSON.parse(text)).toMatchObject({
      by_practice: { refund: 'FULL', cents: null },
      by_client_later: [{ refund: 'NONE', cents: null }],
    });
    expect(text).not.toContain('2000');
    expect((await quoteOf(id)).quote).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
  });

  it.each(['nonsense', randomUUID()])('is refused for a booking that is not there: %s', async (id) => {
    const { status, json } = await staff.call(staffCancellation, { params: { id } });
    expect([status, json]).toMatchObject([404, { code: 'BOOKING_NOT_FOUND' }]);
  });

  it('is refused for a booking that is over', async () => {
    const { id } = await book(-3);
    const { status, json } = await staff.call(staffCancellation, { params: { id } });
    expect([status, json]).toMatchObject([409, { code: 'NOT_CANCELLABLE' }]);
  });
});

describe('cancelling', () => {
  it('releases the time, queues the refund, mails the client and is recorded', async () => {
    const booking = await book(31);
    const { status, json } = await cancel(booking, { message: 'See you next week!' });
    expect(status).toBe(200);
    expect(json.booking.status).toBe('CANCELLED');
    expect(json.history.at(-1)).toMatchObject({ message: 'See you next week!' });
    expect(json.history.at(-1)!.text).toMatch(/^Cancelled by .+ because .+ asked$/);
    expect(await refundsOf(booking)).toEqual([2000]);
    const [mail] = await mailsOf(booking);
    expect(mail!.text).toContain('“See you next week!”');
    expect(mail!.text).toContain('$20 goes back to the card');
    expect(await actionsOf(booking)).toMatchObject([
      {
        action: 'booking.cancel',
        via: 'WEB',
        staff_id: staff.staff_id,
        user_id: maren.user_id,
        details: { by: 'CLIENT', refund: 'FULL', time: 'OPEN', notified: true },
      },
    ]);
  });

  it('by the practice refunds in full, however late', async () => {
    const booking = await book(1);
    expect((await cancel(booking, { by: 'PRACTICE' })).status).toBe(200);
    expect(await refundsOf(booking)).toEqual([2000]);
  });

  it('late and asked by the client refunds nothing, and the mail names the hours of the sale', async () => {
    const booking = await book(30);
    await db
      .updateTable('checkouts')
      .set({ refund_policy: JSON.stringify({ full_refund_hours: 48 }) })
      .where('id', '=', booking.checkout_id)
      .execute();
    expect((await cancel(booking)).status).toBe(200);
    expect(await refundsOf(booking)).toEqual([]);
    expect((await mailsOf(booking))[0]!.text).toContain('less than 48 hours before');
  });

  it('late and asked by the client refunds anyway if the practice says so', async () => {
    const booking = await book(5);
    expect((await cancel(booking, { refund: 'FULL' })).status).toBe(200);
    expect(await refundsOf(booking)).toEqual([2000]);
  });

  it('refunds only what was not refunded at the dashboard', async () => {
    const booking = await book(31);
    for (const table of ['checkouts', 'bookings'] as const)
      await db
        .updateTable(table)
        .set({ refunded_cents: 500 })
        .where('id', '=', table === 'checkouts' ? booking.checkout_id : booking.id)
        .execute();
    expect(await quoteOf(booking.id)).toMatchObject({ by_client: { refund: 'PART', cents: 1500 } });
    expect((await cancel(booking)).status).toBe(200);
    expect(await refundsOf(booking)).toEqual([1500]);
  });

  it('can keep the time closed', async () => {
    const booking = await book(31);
    const { json } = await cancel(booking, { time: 'CLOSE' });
    const closures = await db.selectFrom('closures').select(['starts_at', 'ends_at']).execute();
    expect(closures.map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([
      [new Date(json.booking.start_time), new Date(json.booking.end_time)],
    ]);
  });

  it('keeps the line breaks of the message, in the mail and in the history', async () => {
    const booking = await book(31);
    const { json } = await cancel(booking, { message: ' I am ill.\r\nPlease book again.\t ' });
    expect(json.history.at(-1)!.message).toBe('I am ill.\nPlease book again.');
    const [mail] = await mailsOf(booking);
    expect(mail!.text).toContain('“I am ill.\nPlease book again.”');
    expect(mail!.html).toContain('“I am ill.<br>Please book again.”');
  });

  it('cleans what copying brings along', async () => {
    const booking = await book(31);
    const { json } = await cancel(booking, {
      message: '\u2067I am ill.\u000bPlease\u200b book\u202e again.',
    });
    expect(json.history.at(-1)!.message).toBe('I am ill.\nPlease book again.');
  });

  it.each(['a\u0000b', 'a\ud800b'])(
    'refuses a message with a character that cannot be stored: %j',
    async (message) => {
      const booking = await book(31);
      expect((await cancel(booking, { message })).json.code).toBe('INVALID_INPUT');
    },
  );

  it('is not refused because SQL wrote the row with microseconds', async () => {
    const booking = await book(31);
    await sql`update bookings set updated_at = date_trunc('second', updated_at) + interval '999.6 milliseconds'
      where id = ${booking.id}`.execute(db);
    const { json } = await staff.call(staffBooking, { params: { id: booking.id } });
    expect((await cancel({ id: booking.id, updated_at: json.booking.updated_at })).status).toBe(200);
  });

  it('shows a refund of the dashboard among the refunds, and what is left', async () => {
    const booking = await book(31);
    await db
      .insertInto('refunds_elsewhere')
      .values({
        provider_refund_id: randomUUID(),
        checkout_id: booking.checkout_id,
        amount_cents: 500,
        noted_at: clock.now(),
      })
      .execute();
    await db
      .updateTable('checkouts')
      .set({ refunded_cents: 500 })
      .where('id', '=', booking.checkout_id)
      .execute();
    const { json } = await staff.call(staffBooking, { params: { id: booking.id } });
    expect(json.money).toMatchObject({
      refunds: [{ cents: 500, state: 'DONE', is_external: true }],
      left_cents: 1500,
    });
  });

  it('sends and keeps no message without the mail', async () => {
    const booking = await book(31);
    const { json } = await cancel(booking, { notify: false, message: 'Not sent' });
    expect(await mailsOf(booking)).toEqual([]);
    expect(json.history.at(-1)!.message).toBeNull();
  });

  it('a repeat answers with the present state and changes nothing', async () => {
    const booking = await book(31);
    const again = { action_id: randomUUID(), quote: (await quoteOf(booking.id)).quote };
    const first = await cancel(booking, again);
    const second = await cancel(booking, again);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json.booking).toEqual(first.json.booking);
    expect(await actionsOf(booking)).toHaveLength(1);
    expect(await refundsOf(booking)).toEqual([2000]);
  });

  it('another request under the same action id is refused', async () => {
    const [one, other] = [await book(31), await book(40)];
    const action_id = randomUUID();
    await cancel(one, { action_id });
    const reused = await cancel(other, { action_id });
    expect([reused.status, reused.json.code]).toEqual([409, 'ACTION_REUSED']);
    const nalini = await site.signInStaff('second@sattva.example');
    const byOther = await nalini.call(staffAttendance, {
      params: { id: one.id },
      body: { action_id, base_updated_at: one.updated_at, to: 'ARRIVED' },
    });
    expect(byOther.json).toMatchObject({ code: 'ACTION_REUSED' });
  });

  it('is refused on old data, with the present row', async () => {
    const booking = await book(31);
    const { status, json } = await cancel({ ...booking, updated_at: '2020-01-01T00:00:00.000Z' });
    expect([status, json]).toMatchObject([
      409,
      { code: 'BOOKING_CHANGED', details: { booking: { id: booking.id, status: 'CONFIRMED' } } },
    ]);
    expect(await actionsOf(booking)).toEqual([]);
  });

  it('is refused when the policy hour has passed while the sheet was open', async () => {
    const booking = await book(24.5);
    const { quote } = await quoteOf(booking.id);
    clock.advance(HOUR);
    const { status, json } = await cancel(booking, { quote });
    expect([status, json]).toMatchObject([
      409,
      { code: 'QUOTE_CHANGED', details: { by_client: { refund: 'NONE', cents: 0 } } },
    ]);
    expect(json.message).toMatch(/^It’s \d+:\d\d [AP]M: no refund by the policy now\.$/);
    // What the practice refunds is as it was quoted.
    expect((await cancel(booking, { quote, by: 'PRACTICE' })).status).toBe(200);
  });

  /**
   * The policy hour passes while five cancellations are confirmed at once, two of them after the first answer. `quoted`: the
   * quote that the sheet sends for what its button says. Returns what each button said and what went back.
   */
  async function cancelOverPolicyHour(quoted: (id: string, seen: string) => Promise<string>) {
    const made: Made[] = [];
    for (let at = 0; at < 5; at += 1) made.push(await book(24.5));
    const seen = await Promise.all(made.map(async ({ id }) => await quoteOf(id)));
    const confirm = async (booking: Made, at: number) =>
      await cancel(booking, { quote: await quoted(booking.id, seen[at]!.quote) });
    const before = made.slice(0, 3).map(confirm);
    await Promise.race(before);
    clock.advance(HOUR);
    const after = made.slice(3).map((booking, at) => confirm(booking, at + 3));
    const answers = await Promise.all([...before, ...after]);
    return await Promise.all(
      answers.map(async ({ status, json }, at) => ({
        answer: status === 200 ? 'CANCELLED' : json.code,
        said: seen[at]!.by_client.cents,
        got: (await refundsOf(made[at]!))[0] ?? 0,
      })),
    );
  }

  it('refunds what the button said, or nothing happens, while the policy hour passes', async () => {
    const outcomes = await cancelOverPolicyHour(async (_id, seen) => await Promise.resolve(seen));
    expect(outcomes.slice(3).map(({ answer }) => answer)).toEqual(['QUOTE_CHANGED', 'QUOTE_CHANGED']);
    expect(outcomes.some(({ answer }) => answer === 'CANCELLED')).toBe(true);
    for (const { answer, said, got } of outcomes) expect(got).toBe(answer === 'CANCELLED' ? said : 0);
  });

  it('control: without the comparison of quotes a client loses what the button said', async () => {
    // A sheet that always sends the present quote is never refused for it.
    const outcomes = await cancelOverPolicyHour(async (id) => (await quoteOf(id)).quote);
    const lost = outcomes.filter(({ answer, said, got }) => answer === 'CANCELLED' && got !== said);
    expect(lost.length).toBeGreaterThanOrEqual(2);
  });

  it('is refused after the client has deleted the account, with a former client in the present row', async () => {
    const theo = await site.signInClient('new@example.com');
    const booking = await book(31, { user_id: theo.user_id });
    const { quote } = await quoteOf(booking.id);
    expect((await theo.call(deleteUser)).status).toBe(200);
    const { status, json } = await cancel(booking, { quote });
    expect([status, json]).toMatchObject([
      409,
      { code: 'BOOKING_CHANGED', details: { booking: { client: null, status: 'CANCELLED' } } },
    ]);
    expect(await actionsOf(booking)).toEqual([]);
    expect(await refundsOf(booking)).toEqual([2000]);
  });

  it.each(['', 'x', 'x.y', '.'])('is refused with a quote that was never given: "%s"', async (quote) => {
    const booking = await book(31);
    expect((await cancel(booking, { quote })).json.code).toBe('QUOTE_CHANGED');
    expect(await refundsOf(booking)).toEqual([]);
  });

  it('is refused for a completed booking, which keeps its state', async () => {
    const booking = await book(-2);
    await site.runJobs('complete-bookings');
    const { status, json } = await cancel(booking, { quote: 'x.y' });
    expect([status, json]).toMatchObject([
      409,
      { code: 'NOT_CANCELLABLE', details: { booking: { status: 'COMPLETED' } } },
    ]);
  });

  it('shows no amount that the client chose, and refunds it', async () => {
    const booking = await book(31, { service_id: scale_id });
    const { text } = await cancel(booking);
    expect(text).not.toMatch(/\b2000\b/);
    expect(await refundsOf(booking)).toEqual([2000]);
    expect(JSON.stringify(await actionsOf(booking))).not.toMatch(/\b2000\b/);
  });

  it('is no call of a client, nor of another site', async () => {
    const booking = await book(31);
    const url = `/api/staff/bookings/${booking.id}/cancel`;
    expect((await maren.send('POST', url, {})).status).toBe(401);
    const elsewhere = await staff.request({
      method: 'POST',
      url,
      payload: {},
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect(elsewhere.statusCode).toBe(403);
  });
});

describe('attendance', () => {
  it('a client arrives, and it can be taken back', async () => {
    const booking = await book(1);
    const arrived = await attend(booking, 'ARRIVED', booking.updated_at);
    expect(arrived.json.booking.arrived_at).toBe(clock.now().toISOString());
    clock.advance(1000);
    const back = await attend(booking, 'NOT_ARRIVED', arrived.json.booking.updated_at);
    expect(back.json.booking.arrived_at).toBeNull();
    expect((await actionsOf(booking)).map(({ details }) => details)).toEqual([
      { to: 'ARRIVED' },
      { to: 'NOT_ARRIVED' },
    ]);
    const { name } = (await staff.call(staffMe)).json;
    expect(back.json.history.map(({ text }) => text)).toEqual([
      `Arrival recorded by ${name.split(' ')[0]}`,
      `Arrival taken back by ${name.split(' ')[0]}`,
    ]);
  });

  it('a no-show from the start on gives the seat back; its correction takes none', async () => {
    const start_time = clock.now();
    const booking = await book(0);
    const appointment = await db
      .insertInto('appointments')
      .values({
        service_id,
        rule_id: (await db.selectFrom('rules').select('id').executeTakeFirstOrThrow()).id,
        location_type: 'FIXED_LOCATION',
        start_time: new Date(start_time.getTime() - 400 * 24 * HOUR),
        end_time: new Date(start_time.getTime() - 399 * 24 * HOUR),
        blocked_until: new Date(start_time.getTime() - 399 * 24 * HOUR),
        capacity: 1,
        taken: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('bookings')
      .set({ appointment_id: appointment.id })
      .where('id', '=', booking.id)
      .execute();
    const missed = await attend(booking, 'NO_SHOW', booking.updated_at);
    expect([missed.status, missed.json.booking.status]).toEqual([200, 'NO_SHOW']);
    expect(
      await db.selectFrom('appointments').selectAll().where('id', '=', appointment.id).execute(),
    ).toEqual([]);
    clock.advance(1000);
    const corrected = await attend(booking, 'ATTENDED', missed.json.booking.updated_at);
    expect(corrected.json.booking.status).toBe('COMPLETED');
    expect(corrected.json.history.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Marked as a no-show by /),
      expect.stringMatching(/^Marked as attended by /),
    ]);
    const { appointment_id } = await db
      .selectFrom('bookings')
      .select('appointment_id')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow();
    expect(appointment_id).toBeNull();
    expect(await refundsOf(booking)).toEqual([]);
  });

  it('is refused before the start', async () => {
    const booking = await book(2);
    expect((await attend(booking, 'NO_SHOW', booking.updated_at)).json.code).toBe('NOT_STARTED');
  });

  it('is refused on old data, and answers a repeat with the present state', async () => {
    const booking = await book(0);
    const action_id = randomUUID();
    const first = await attend(booking, 'NO_SHOW', booking.updated_at, action_id);
    const again = await attend(booking, 'NO_SHOW', booking.updated_at, action_id);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect((await attend(booking, 'ATTENDED', booking.updated_at)).json).toMatchObject({
      code: 'BOOKING_CHANGED',
      details: { booking: { status: 'NO_SHOW' } },
    });
  });
});

describe('a refund of an amount', () => {
  it('lies between the policy and what is left', async () => {
    const late = await book(5);
    expect(await cancel(late, { refund: 2001 })).toMatchObject({
      status: 422,
      json: { code: 'REFUND_TOO_LARGE' },
    });
    expect((await cancel(late, { refund: 700 })).status).toBe(200);
    expect(await refundsOf(late)).toEqual([700]);
    const early = await book(31);
    expect(await cancel(early, { refund: 1999 })).toMatchObject({
      status: 422,
      json: { code: 'INVALID_INPUT' },
    });
    expect(await cancel(early, { by: 'PRACTICE', refund: 1999 })).toMatchObject({
      status: 422,
      json: { code: 'INVALID_INPUT' },
    });
    expect((await cancel(early, { refund: 2000 })).status).toBe(200);
    expect(await refundsOf(early)).toEqual([2000]);
  });

  it('is not compared with a hidden price before that was revealed', async () => {
    const booking = await book(5, { service_id: scale_id });
    for (const refund of [1, 999_999])
      expect(await cancel(booking, { refund })).toMatchObject({
        status: 422,
        json: { code: 'INVALID_INPUT', message: 'Please show the amount first.' },
      });
    expect((await reveal(booking.id)).status).toBe(200);
    expect((await cancel(booking, { refund: 500 })).status).toBe(200);
    expect(await refundsOf(booking)).toEqual([500]);
    const record = (await actionsOf(booking)).find(({ action }) => action === 'booking.cancel');
    expect(record).toMatchObject({ details: { refund: 'CENTS' } });
  });
});

describe('revealing an amount', () => {
  it('answers the amounts of one booking and is recorded once for an action id', async () => {
    const booking = await book(31, { service_id: scale_id });
    const action_id = randomUUID();
    for (let time = 0; time < 2; time++)
      expect((await reveal(booking.id, action_id)).json).toEqual({
        price_cents: 2000,
        tax_cents: 0,
        paid_cents: 2000,
        refunded_cents: 0,
        left_cents: 2000,
      });
    expect(await actionsOf(booking)).toMatchObject([{ action: 'booking.reveal-amount', details: {} }]);
    await reveal(booking.id);
    expect(await actionsOf(booking)).toHaveLength(2);
  });

  it('is refused for a booking that is not there', async () => {
    expect((await reveal(randomUUID())).json.code).toBe('BOOKING_NOT_FOUND');
  });
});

describe('house calls', () => {
  const approve = (approved: boolean, action_id: string = randomUUID(), notify = true) =>
    staff.call(staffHouseCalls, { params: { id: maren.user_id }, body: { action_id, approved, notify } });
  const mails = () =>
    db.selectFrom('outbox').select('to_address').where('kind', '=', 'house-calls-approved').execute();

  it('are approved with one mail, and revoked without', async () => {
    await approve(false);
    const action_id = randomUUID();
    for (let time = 0; time < 2; time++)
      expect((await approve(true, action_id)).json).toMatchObject({
        house_call_approved: true,
        notified: true,
      });
    expect(await mails()).toHaveLength(1);
    // It is approved already: nothing new for the client.
    await approve(true);
    expect((await approve(false)).json).toMatchObject({ house_call_approved: false, notified: false });
    expect((await approve(true, randomUUID(), false)).json.notified).toBe(false);
    expect(await mails()).toHaveLength(1);
  });

  it.each(['nobody', randomUUID()])('are refused for a client who is not there: %s', async (id) => {
    const answer = await staff.call(staffHouseCalls, {
      params: { id },
      body: { action_id: randomUUID(), approved: true, notify: true },
    });
    expect([answer.status, answer.json.code]).toEqual([404, 'CLIENT_NOT_FOUND']);
  });
});

describe('needs attention', () => {
  it('an item is snoozed or dismissed', async () => {
    const dismiss = (until?: string) =>
      staff.call(staffDismissAttention, {
        body: {
          action_id: randomUUID(),
          kind: 'MAIL_FAILED',
          object_id: 'a mail',
          ...(until ? { until } : {}),
        },
      });
    expect((await dismiss('2026-12-24T00:00:00Z')).status).toBe(204);
    expect((await dismiss()).status).toBe(204);
    expect(await db.selectFrom('attention_dismissals').select(['object_id', 'until']).execute()).toEqual([
      { object_id: 'a mail', until: null },
    ]);
  });
});
