import { getAvailabilities, getSlots } from '#contract/client.calls.ts';
import { staffApplyHours, staffAuditLog, staffHours, staffPreviewHours } from '#contract/staff.calls.ts';
import { openTransaction } from '#tests/support/database.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { practice } from '#content/public/practice.ts';
import type { BodyOf } from '#contract/call.ts';
import type { WeekChangeInput } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { formatDay, WEEKDAYS } from '#domain/time/date-formats.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { detailsOf, type TestStaff } from '#tests/support/app.ts';
import { emptyBooks, faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { type Client, dateIn, startOf, type Wish } from '#tests/support/stock.ts';
import { lockTime } from '../seats/hold-seats.ts';

const shop = await openShop();
const { clock, db, stock } = shop;
let staff: TestStaff;
const [maren, ivo, ana] = (await shop.clients(3)) as [Client, Client, Client];
const START = clock.now();
const rules = await db.selectFrom('rules').selectAll().execute();

beforeEach(async () => {
  clock.set(START);
  staff = await shop.signInStaff('nalini@example.com');
  await emptyBooks(shop);
  await db.deleteFrom('closures').execute();
  await db.deleteFrom('skipped_dates').execute();
  await db.deleteFrom('rules').execute();
  await db.insertInto('rules').values(rules).execute();
});

const DAYS = 9;
const date = dateIn(DAYS, START);
const massage = (start: string, days = DAYS): Wish => ({ service: 'massage', days, start });
const circle = (days = DAYS): Wish => ({ service: 'circle', days, start: '6:00 AM' });
const ruleOn = (service: 'massage' | 'circle', on = date) => stock[service].rules[dayOfWeek(on)]!;
const hold = async (client: Client, wish: Wish) => sessionOf((await shop.checkout(client, [wish])).body.url);
async function book(client: Client, wish: Wish): Promise<string> {
  await shop.pay(await hold(client, wish));
  clock.advance(60_000);
  return (await bookingOf(client)).id;
}
const bookingOf = (client: Client) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('user_id', '=', client.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
const ask = (change: WeekChangeInput) => staff.call(staffPreviewHours, { body: { change } });
const apply = (
  change: WeekChangeInput,
  preview_hash: string,
  more: Partial<BodyOf<typeof staffApplyHours>> = {},
) =>
  staff.call(staffApplyHours, {
    body: { action_id: randomUUID(), change, preview_hash, decisions: [], ...more },
  });
/** Previews and applies. */
async function make(change: WeekChangeInput, more: Parameters<typeof apply>[2] = {}) {
  const { json } = await ask(change);
  return await apply(change, json.preview_hash, more);
}
const shorter = (end: string, from = date): WeekChangeInput => ({
  kind: 'CHANGE_HOURS',
  rule_id: ruleOn('massage'),
  day: dayOfWeek(date),
  hours: {
    place: 'FIXED_LOCATION',
    start: '08:00',
    end,
    every: 'WEEK',
    from,
    until: null,
    step: 60,
    seats: null,
  },
});
const dayOff = (more: object = {}): WeekChangeInput => ({
  kind: 'ADD_TIME_OFF',
  from: date,
  from_time: null,
  to: date,
  to_time: null,
  reason: 'Dentist',
  shows_end: false,
  ...more,
});
const listed = async (service: 'massage' | 'circle', on = date) =>
  (
    await shop.call(ana, getSlots, {
      body: {
        service: stock[service].id,
        date: on,
      },
    })
  ).body.map(({ start }) => start);
const mailsTo = (client: Client) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'text'])
    .where('user_id', '=', client.id)
    .where('kind', 'in', ['booking-cancelled', 'rescheduled'])
    .execute();

describe('shorter hours', () => {
  it('name who is outside and who is paying, and change nothing before they are applied', async () => {
    await book(maren, massage('9:00 AM'));
    const outside = await book(ivo, massage('2:00 PM'));
    await hold(ana, massage('4:00 PM'));
    const { status, json } = await ask(shorter('11:00'));
    expect(status).toBe(200);
    expect(json.summary).toEqual([
      `Massage, ${WEEKDAYS[dayOfWeek(date)]}s 8:00 AM - 8:00 PM → 8:00 AM - 11:00 AM from ${formatDay(date)}`,
    ]);
    expect(json.bookings).toMatchObject([
      {
        id: outside,
        text: `${formatDay(date)} 2:00 PM, Maren`,
        choices: ['KEEP', 'RESCHEDULE', 'CANCEL'],
        reach: { way: 'MAIL', client: { id: ivo.id }, refund: 'FULL', refund_cents: 9223 },
      },
    ]);
    expect(json.holds).toMatchObject([
      { text: `A client is paying for Massage, ${formatDay(date)} 4:00 PM` },
    ]);
    expect(json.next_dates[0]).toEqual({ date, times: 2, before: 9 });
    expect(await listed('massage')).toContain('7:00 PM');
    expect(await db.selectFrom('rules').selectAll().execute()).toHaveLength(rules.length);
  });

  it('apply as shown: the hours before end, the booking stays, and the change is recorded', async () => {
    const outside = await book(ivo, massage('2:00 PM'));
    const action_id = randomUUID();
    const change = shorter('11:00');
    const { json: preview } = await ask(change);
    const first = await apply(change, preview.preview_hash, { action_id });
    expect(first).toMatchObject({ status: 200, json: { text: preview.summary[0], moved: 0, cancelled: 0 } });
    // The answer was lost, and the same request comes again.
    expect(await apply(change, preview.preview_hash, { action_id })).toMatchObject({
      status: 200,
      json: first.json,
    });
    expect((await apply(shorter('12:00'), preview.preview_hash, { action_id })).json.code).toBe(
      'ACTION_REUSED',
    );
    expect(await listed('massage')).toEqual(['8:00 AM', '9:00 AM', '10:00 AM']);
    expect(await listed('massage', addDays(date, -7))).toContain('7:00 PM');
    expect(await bookingOf(ivo)).toMatchObject({ id: outside, status: 'CONFIRMED' });
    const { json } = await staff.call(staffHours);
    expect(json.changes[0]).toMatchObject({ text: preview.summary[0], by: 'Nalini' });
    const log = await staff.call(staffAuditLog);
    expect(log.text).toContain('changed the week: Massage');
  });

  it('a booking that arrives first changes the preview, which names it', async () => {
    const { json: preview } = await ask(shorter('11:00'));
    expect(preview.summary.at(-1)).toBe('This affects nothing that is booked.');
    const late = await book(maren, massage('1:00 PM'));
    const refused = await apply(shorter('11:00'), preview.preview_hash);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      code: 'PREVIEW_CHANGED',
      message: 'Someone booked since you looked. Please look again.',
      details: { bookings: [{ id: late }] },
    });
    expect(await listed('massage')).toContain('7:00 PM');
    expect((await apply(shorter('11:00'), detailsOf<Preview>(refused).preview_hash)).status).toBe(200);
  });

  it('wait two seconds for a client who books, and then say so', async () => {
    const { json } = await ask(shorter('11:00'));
    const holder = await openTransaction(db);
    await lockTime(holder, [
      {
        start_time: startOfDay(date, practice.zone),
        blocked_until: startOfDay(addDays(date, 1), practice.zone),
      },
    ]);
    // A preview takes no lock.
    expect((await ask(shorter('10:00'))).status).toBe(200);
    expect(await apply(shorter('11:00'), json.preview_hash)).toMatchObject({
      status: 503,
      json: { message: 'Someone is booking right now. Please try again.' },
    });
    await holder.rollback().execute();
  });

  it('of two tabs the first wins, and the other sees the week as it is now', async () => {
    const [one, other] = await Promise.all([ask(shorter('11:00')), ask(shorter('12:00'))]);
    const answers = await Promise.all([
      apply(shorter('11:00'), one.json.preview_hash),
      apply(shorter('12:00'), other.json.preview_hash),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(['PREVIEW_CHANGED', 'NOT_POSSIBLE']).toContain(lost.json.code);
    const active = await db.selectFrom('rules').select('id').where('start_date', '=', date).execute();
    expect(active).toHaveLength(1);
  });
});

describe('decisions about bookings', () => {
  it('a day off moves one booking, cancels another and keeps the third, in one action', async () => {
    const kept = await book(maren, massage('9:00 AM'));
    const moved = await book(ivo, massage('10:00 AM'));
    const gone = await book(ana, massage('11:00 AM'));
    const start = startOf(massage('10:00 AM', DAYS + 1), START);
    const answer = await make(dayOff(), {
      message: 'I’m at the dentist.',
      decisions: [
        { booking: kept, choice: 'KEEP' },
        { booking: moved, choice: 'RESCHEDULE', start, accept: [] },
        { booking: gone, choice: 'CANCEL' },
      ],
    });
    expect(answer).toMatchObject({ status: 200, json: { moved: 1, cancelled: 1 } });
    expect((await bookingOf(maren)).status).toBe('CONFIRMED');
    expect((await bookingOf(ivo)).start_time.toISOString()).toBe(start);
    expect((await bookingOf(ana)).status).toBe('CANCELLED');
    expect(await mailsTo(maren)).toEqual([]);
    expect(await mailsTo(ivo)).toMatchObject([
      { kind: 'rescheduled', text: expect.stringContaining('dentist') as string },
    ]);
    expect(await mailsTo(ana)).toMatchObject([
      { kind: 'booking-cancelled', text: expect.stringContaining('dentist') as string },
    ]);
    const refunds = await db.selectFrom('refunds').select(['booking_id', 'amount_cents']).execute();
    expect(refunds).toEqual([{ booking_id: gone, amount_cents: 9223 }]);
    const actions = db.selectFrom('staff_actions').select(['action', 'user_id', 'object_id']);
    expect(await actions.where('object_id', 'in', [kept, moved, gone]).orderBy('action').execute()).toEqual([
      { action: 'booking.cancel', user_id: ana.id, object_id: gone },
      { action: 'booking.reschedule', user_id: ivo.id, object_id: moved },
    ]);
    expect(await listed('massage')).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('a move into the same time off is named, and possible once it is accepted', async () => {
    const moved = await book(ivo, massage('10:00 AM'));
    const start = startOf(massage('3:00 PM'), START);
    const move = (accept: 'TIME_OFF'[]) =>
      make(dayOff(), { decisions: [{ booking: moved, choice: 'RESCHEDULE', start, accept }] });
    const { status, json } = await move([]);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'WARNINGS_CHANGED',
      details: { booking: moved, warnings: [{ code: 'TIME_OFF', text: 'In your time off.' }] },
    });
    expect(await db.selectFrom('closures').selectAll().execute()).toEqual([]);
    expect((await move(['TIME_OFF'])).status).toBe(200);
    expect((await bookingOf(ivo)).start_time.toISOString()).toBe(start);
  });

  it('a move into a held time changes nothing at all', async () => {
    const moved = await book(ivo, massage('10:00 AM'));
    const gone = await book(maren, massage('11:00 AM'));
    await hold(ana, massage('3:00 PM', DAYS + 1));
    const start = startOf(massage('3:00 PM', DAYS + 1), START);
    const { status, json } = await make(dayOff(), {
      decisions: [
        { booking: gone, choice: 'CANCEL' },
        { booking: moved, choice: 'RESCHEDULE', start, accept: [] },
      ],
    });
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'SLOT_TAKEN', details: { booking: moved } });
    expect((await bookingOf(maren)).status).toBe('CONFIRMED');
    expect(await db.selectFrom('closures').selectAll().execute()).toEqual([]);
    expect(await mailsTo(maren)).toEqual([]);
  });

  it('refuse a booking that the change does not touch', async () => {
    const other = await book(maren, massage('9:00 AM', DAYS + 2));
    for (const choice of ['KEEP', 'CANCEL'] as const)
      expect((await make(dayOff(), { decisions: [{ booking: other, choice }] })).json.code).toBe(
        'BOOKING_CHANGED',
      );
    for (const booking of [randomUUID(), 'nobody'])
      expect((await make(dayOff(), { decisions: [{ booking, choice: 'CANCEL' }] })).status).toBeGreaterThan(
        400,
      );
    expect((await bookingOf(maren)).status).toBe('CONFIRMED');
  });
});

describe('time off, openings and single dates', () => {
  it('time off says to clients until when, if that is wanted', async () => {
    await make(dayOff({ to: addDays(date, 2), shows_end: true }));
    const [row] = await db.selectFrom('closures').selectAll().execute();
    expect(row).toMatchObject({ reason: 'Dentist', starts_at: startOfDay(date, practice.zone) });
    expect(row!.public_text).toMatch(/^Closed until \w{3}, \w{3} \d+$/);
    const { body } = await shop.call(ana, getAvailabilities, {
      body: { service: stock.massage.id, service_location_type: 'FIXED_LOCATION' },
    });
    const closed = body.days.find((day) => day.date === date);
    expect(closed).toMatchObject({ reason: 'CLOSED', public_text: row!.public_text });
    expect(JSON.stringify(body)).not.toContain('Dentist');
    const { json } = await staff.call(staffHours);
    expect(json.time_off).toMatchObject([{ reason: 'Dentist' }]);
    expect((await make({ kind: 'REMOVE_TIME_OFF', time_off_id: json.time_off[0]!.id })).status).toBe(200);
    expect(await listed('massage')).not.toEqual([]);
  });

  it('time off every week is one action with one preview, and ends by date or as a whole', async () => {
    const late = await book(maren, massage('12:00 PM', DAYS + 7));
    const until = addDays(date, 21);
    const lunch = dayOff({ from_time: '12:00', to_time: '12:45', until, reason: 'Lunch' });
    const { json } = await ask(lunch);
    const text = `${formatDay(date)}, 12:00 PM - 12:45 PM, every week until ${formatDay(until)}`;
    expect(json.summary).toEqual([`Time off: ${text}`]);
    expect(json.bookings).toMatchObject([{ id: late }]);
    expect(json.next_dates.map((each) => each.date)).toContain(addDays(date, 14));
    const decisions = [{ booking: late, choice: 'CANCEL' as const }];
    expect((await apply(lunch, json.preview_hash, { decisions })).json.cancelled).toBe(1);
    for (const days of [0, 7, 14])
      expect(await listed('massage', addDays(date, days))).not.toContain('12:00 PM');
    const week = async () => (await staff.call(staffHours)).json;
    const { time_off, changes } = await week();
    expect(changes.filter((change) => change.text === `Time off: ${text}`)).toHaveLength(1);
    expect(new Set(time_off.map(({ series_id }) => series_id)).size).toBe(1);
    const end = (last: string | null): WeekChangeInput => ({
      kind: 'END_TIME_OFF',
      series_id: time_off[0]!.series_id!,
      last,
    });
    const ended = await make(end(addDays(date, 7)));
    expect(ended.json.text).toBe(
      `Open again: ${formatDay(addDays(date, 14))}, 12:00 PM - 12:45 PM, every week until ${formatDay(until)}`,
    );
    expect(await listed('massage', addDays(date, 14))).toContain('12:00 PM');
    await make({ kind: 'REMOVE_TIME_OFF', time_off_id: time_off[1]!.id });
    expect((await week()).time_off.map(({ id }) => id)).toEqual([time_off[0]!.id]);
    expect((await make(end(null))).status).toBe(200);
    expect(await db.selectFrom('closures').selectAll().execute()).toEqual([]);
  });

  it('a class is not given on one date, and its hour is free for others until it is given again', async () => {
    await book(maren, circle());
    const skip: WeekChangeInput = {
      kind: 'SKIP_DATE',
      rule_id: ruleOn('circle'),
      date,
      reason: 'Away in the morning',
    };
    const { json } = await ask(skip);
    expect(json.summary[0]).toBe(`Circle, 6:00 AM - 7:00 AM: not on ${formatDay(date)}`);
    expect(json.classes).toMatchObject([{ text: `Circle, ${formatDay(date)} 6:00 AM, 1 seat` }]);
    expect(json.bookings).toMatchObject([{ class_id: json.classes[0]!.id }]);
    expect(json.next_dates).toEqual([{ date, times: 0, before: 1 }]);
    expect((await apply(skip, json.preview_hash)).status).toBe(200);
    expect(await listed('circle')).toEqual([]);
    expect(await listed('circle', addDays(date, 7))).toEqual(['6:00 AM']);
    const other = await ask(skip);
    expect(other).toMatchObject({
      status: 422,
      json: { details: { date: expect.stringContaining('already') as string } },
    });
    // Another class takes the hour of that date. Then the first one can't come back.
    const open = {
      kind: 'ADD_OPENING',
      service_id: stock.circle.id,
      place: 'FIXED_LOCATION',
      date,
      start: '06:30',
      end: null,
      seats: null,
    } as const;
    expect((await make(open)).status).toBe(200);
    const restore = { kind: 'RESTORE_DATE', rule_id: ruleOn('circle'), date } as const;
    expect((await ask(restore)).json).toMatchObject({
      code: 'NOT_POSSIBLE',
      message: `It would collide with Circle on ${formatDay(date)}.`,
    });
    const { json: week } = await staff.call(staffHours);
    expect(week.openings).toMatchObject([{ from: date, start: '06:30', end: '07:30' }]);
    expect((await make({ kind: 'REMOVE_OPENING', rule_id: week.openings[0]!.id })).status).toBe(200);
    expect((await make(restore)).status).toBe(200);
  });

  it('a skipped date stays skipped when its hours change', async () => {
    const next = addDays(date, 7);
    await make({ kind: 'SKIP_DATE', rule_id: ruleOn('massage'), date: next, reason: 'Wedding' });
    await make(shorter('11:00'));
    expect(await listed('massage', next)).toEqual([]);
    const { json } = await staff.call(staffHours);
    const changed = json.hours.find(({ from, end }) => from === date && end === '11:00');
    expect(changed?.skipped).toEqual([{ date: next, reason: 'Wedding' }]);
  });

  it('names the events that announce a class which can’t be booked any more', async () => {
    await db
      .insertInto('events')
      .values({
        title: 'Seed swap',
        description: '',
        start_time: new Date(startOf(circle(), START)),
        end_time: new Date(Date.parse(startOf(circle(), START)) + 3_600_000),
        location: 'Here',
        service_id: stock.circle.id,
      })
      .execute();
    const { json } = await ask({
      kind: 'END_HOURS',
      rule_id: ruleOn('circle'),
      last: addDays(date, -7),
    });
    expect(json.events).toMatchObject([
      {
        text: `The event “Seed swap” on ${formatDay(date)} 6:00 AM announces a class that can’t be booked any more.`,
      },
    ]);
    await db.deleteFrom('events').execute();
  });
});

const hours = (more: object) =>
  ({
    kind: 'ADD_HOURS',
    days: [dayOfWeek(date)],
    hours: {
      service_id: stock.massage.id,
      place: 'FIXED_LOCATION',
      start: '20:00',
      end: '22:00',
      every: 'WEEK',
      from: null,
      until: null,
      step: null,
      seats: null,
      ...more,
    },
  }) as WeekChangeInput;

describe('what is not possible', () => {
  it.each<[string, () => WeekChangeInput, Record<string, unknown>]>([
    ['no day', () => ({ ...hours({}), days: [] }) as WeekChangeInput, { 'change.days': /choose a day/ }],
    ['too short', () => hours({ end: '20:30' }), { end: /takes 45 minutes/ }],
    ['backwards', () => hours({ end: '19:00' }), { end: /after the start/ }],
    ['a service that is gone', () => hours({ service_id: 'nothing' }), { service_id: /no longer offered/ }],
    ['a product', () => hours({ service_id: stock.tea.id }), { service_id: /product/ }],
    ['another place', () => hours({ place: 'VIRTUAL' }), { place: /isn’t offered/ }],
    ['from today', () => hours({ from: dateIn(0, START) }), { from: /From tomorrow/ }],
    ['no date', () => hours({ from: '2026-02-31' }), { from: /a date/ }],
    ['the year 9999', () => hours({ from: '9999-12-31' }), { from: /ten years/ }],
    ['ends before', () => hours({ from: date, until: addDays(date, -1) }), { until: /before the first/ }],
    ['one day', () => hours({ from: date, until: date }), { until: /extra opening/ }],
    ['past midnight', () => hours({ service_id: stock.circle.id, start: '23:30' }), { start: /midnight/ }],
    ['seats', () => hours({ service_id: stock.circle.id, seats: 0 }), { 'change.hours.seats': /seats/ }],
    ['nothing is different', () => shorter('20:00', addDays(date, 7)), { hours: /Nothing is different/ }],
    ['a day that is over', () => dayOff({ from: '2025-01-01', to: '2025-01-02' }), { to: /over/ }],
    ['the end first', () => dayOff({ from_time: '10:00', to_time: '09:00' }), { to_time: /after the start/ }],
    ['no time', () => dayOff({ to_time: '9 o’clock' }), { 'change.to_time': /time/ }],
    [
      'a date on which it does not open',
      () => ({ kind: 'SKIP_DATE', rule_id: ruleOn('massage'), date: addDays(date, 1), reason: '' }),
      { date: /anyway/ },
    ],
    [
      'an end in the past',
      () => ({ kind: 'END_HOURS', rule_id: ruleOn('massage'), last: '2020-01-01' }),
      { last: /over/ },
    ],
  ])('%s', async (_, change, details) => {
    const { status, json } = await ask(change());
    expect(status).toBe(422);
    const [[field, text]] = Object.entries(details) as [[string, RegExp]];
    expect(json.details).toMatchObject({ [field]: expect.stringMatching(text) as string });
  });

  it.each<[string, () => WeekChangeInput, RegExp]>([
    ['hours that overlap', () => hours({ start: '19:00', end: '21:00' }), /already has hours then/],
    [
      'a class in a class',
      () => hours({ service_id: stock.circle.id, start: '06:30' }),
      /It would collide with Circle on /,
    ],
    [
      'hours that are gone',
      () => ({ kind: 'END_HOURS', rule_id: randomUUID(), last: null }),
      /changed a moment ago/,
    ],
    ['a malformed id', () => ({ kind: 'REMOVE_OPENING', rule_id: 'x' }), /changed a moment ago/],
    [
      'time off that is gone',
      () => ({ kind: 'REMOVE_TIME_OFF', time_off_id: randomUUID() }),
      /removed a moment ago/,
    ],
  ])('%s', async (_, change, message) => {
    const { status, json } = await ask(change());
    expect(status).toBe(409);
    expect(json.code).toBe('NOT_POSSIBLE');
    expect(json.message).toMatch(message);
  });
});
