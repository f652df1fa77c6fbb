import {
  staffApplySeries,
  staffAuditLog,
  staffBooking,
  staffCreateBookings,
  staffPreviewSeries,
} from '#contract/staff.calls.ts';
import { openTransaction } from '#tests/support/database.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { practice } from '#content/public/practice.ts';
import type { BodyOf } from '#contract/call.ts';
import type { Decision, SeriesChangeInput } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import type { TestStaff } from '#tests/support/app.ts';
import { emptyBooks, faultsOf, openShop, type Shop, waitForWaiters } from '#tests/support/shop.ts';
import { dateIn, type Wish } from '#tests/support/stock.ts';
import { rewritten } from '#tests/support/without.ts';
import { lockTime } from '../seats/hold-seats.ts';

const shop = await openShop({ max: 24 });
const unlocked = await openShop({
  max: 24,
  change: (db) => rewritten(db, (text) => (/pg_advisory_xact_lock/.test(text) ? 'select 1' : text)),
});
const DAYS = [3, 10, 17, 24] as const;
let staff: TestStaff;

beforeEach(async () => {
  await emptyBooks(shop);
  staff = await shop.signInStaff();
});

const at = (days: number, time: string, of: Shop = shop) =>
  instantOf(dateIn(days, of.clock.now()), parseTime(time)!, practice.zone)!.toISOString();

/** Four massages, weekly, to be paid at the visit. Returns their ids by start. */
async function book(of: Shop = shop, by: TestStaff = staff): Promise<string[]> {
  const { id } = await of.client();
  const { status, json, text } = await by.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: id,
      service_id: of.stock.massage.id,
      place: 'FIXED_LOCATION',
      starts: DAYS.map((days) => at(days, '9:00 AM', of)),
      payment: 'LATER',
      accept: [],
      notify: false,
      ask_for_forms: false,
    },
  });
  expect(status, text).toBe(201);
  return json.bookings.toSorted((a, b) => a.start_time.localeCompare(b.start_time)).map((row) => row.id);
}
const planned = (id: string, change: SeriesChangeInput, by: TestStaff = staff) =>
  by.call(staffPreviewSeries, { params: { id }, body: { change } });
const moves = ({ bookings }: Preview): Decision[] =>
  bookings.map(({ id, to }) => ({
    booking: id,
    choice: 'RESCHEDULE',
    start: to!.start,
    accept: to!.warnings.map(({ code }) => code),
  }));
const bodyOf = (change: SeriesChangeInput, { preview_hash }: Preview, decisions: Decision[]) => ({
  action_id: randomUUID(),
  preview_hash,
  change,
  decisions,
});
const apply = (id: string, body: BodyOf<typeof staffApplySeries>, by: TestStaff = staff) =>
  by.call(staffApplySeries, { params: { id }, body });
const startsOf = async (of: Shop = shop) =>
  (await of.db.selectFrom('bookings').select(['start_time', 'status']).orderBy('start_time').execute())
    .filter(({ status }) => status === 'CONFIRMED')
    .map(({ start_time }) => start_time.toISOString());

describe('a series', () => {
  it('is named in each of its bookings: which of them, how often, and the others', async () => {
    const ids = await book();
    const { json } = await staff.call(staffBooking, { params: { id: ids[1]! } });
    expect(json.booking.chips).toContainEqual({ kind: 'SERIES', at: 2, of: 4, weeks: 1 });
    expect(json.series).toEqual(
      DAYS.map((days, n) => ({ id: ids[n], start_time: at(days, '9:00 AM'), status: 'CONFIRMED' })),
    );
    const alone = await shop.client();
    await staff.call(staffCreateBookings, {
      body: {
        action_id: randomUUID(),
        client_id: alone.id,
        service_id: shop.stock.massage.id,
        place: 'FIXED_LOCATION',
        starts: [at(3, '11:00 AM')],
        payment: 'LATER',
        accept: [],
        notify: false,
        ask_for_forms: false,
      },
    });
    const { id } = await shop.db
      .selectFrom('bookings')
      .select('id')
      .where('user_id', '=', alone.id)
      .executeTakeFirstOrThrow();
    const { json: other } = await staff.call(staffBooking, { params: { id } });
    expect(other.series).toEqual([]);
    expect(other.booking.chips.map(({ kind }) => kind)).not.toContain('SERIES');
  });

  it('is moved from its second date by a week, each onto the time of the next, in one action', async () => {
    const ids = await book();
    const change = { kind: 'RESCHEDULE', start: at(10, '9:00 AM') } as const;
    const byAWeek = { ...change, start: at(17, '9:00 AM') };
    const { json: plan } = await planned(ids[1]!, byAWeek);
    expect(plan.bookings.map(({ id, to }) => [id, to])).toEqual(
      [17, 24, 31].map((days, n) => [
        ids[n + 1],
        expect.objectContaining({ start: at(days, '9:00 AM'), is_taken: false, by: null }),
      ]),
    );
    expect(plan.bookings.every(({ reach }) => reach.way === 'MAIL')).toBe(true);
    const body = bodyOf(byAWeek, plan, moves(plan));
    const { status, json, text } = await apply(ids[1]!, body);
    expect(status, text).toBe(200);
    expect(json).toMatchObject({ moved: 3, cancelled: 0 });
    expect(json.reached.map(({ fate }) => fate)).toEqual(['MOVED', 'MOVED', 'MOVED']);
    // The answer was lost.
    expect((await apply(ids[1]!, body)).json).toEqual(json);
    expect(await startsOf()).toEqual([3, 17, 24, 31].map((days) => at(days, '9:00 AM')));
    const log = await staff.call(staffAuditLog);
    expect(log.text).toContain('rescheduled 3 sessions of a series of ');
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('goes to another time of day; what is taken there is named, and stays if it is decided so', async () => {
    const ids = await book();
    const other = await shop.client();
    await shop.db
      .updateTable('users')
      .set({ first_name: 'Priya', last_name: 'Okafor' })
      .where('id', '=', other.id)
      .execute();
    await staff.call(staffCreateBookings, {
      body: {
        action_id: randomUUID(),
        client_id: other.id,
        service_id: shop.stock.massage.id,
        place: 'FIXED_LOCATION',
        starts: [at(18, '2:00 PM')],
        payment: 'LATER',
        accept: [],
        notify: false,
        ask_for_forms: false,
      },
    });
    const change = { kind: 'RESCHEDULE', start: at(11, '2:00 PM') } as const;
    const { json: plan } = await planned(ids[1]!, change);
    expect(plan.bookings.map(({ to }) => to!.is_taken)).toEqual([false, true, false]);
    expect(plan.bookings[1]!.to!.by).toMatch(/^Priya O\., Massage/);
    const decisions = moves(plan).filter(({ booking }) => booking !== ids[2]);
    expect((await apply(ids[1]!, bodyOf(change, plan, decisions))).json).toMatchObject({ moved: 2 });
    expect(await startsOf()).toEqual([
      at(3, '9:00 AM'),
      at(11, '2:00 PM'),
      at(17, '9:00 AM'),
      at(18, '2:00 PM'),
      at(25, '2:00 PM'),
    ]);
    // All or nothing: the taken time is asked for after all.
    const again = { kind: 'RESCHEDULE', start: at(11, '3:00 PM') } as const;
    const { json: next } = await planned(ids[1]!, again);
    const clash = moves(next).map((each) =>
      each.booking === ids[2] ? ({ ...each, start: at(18, '2:00 PM') } as Decision) : each,
    );
    expect((await apply(ids[1]!, bodyOf(again, next, clash))).json.code).toBe('SLOT_TAKEN');
    expect(await startsOf()).toContain(at(11, '2:00 PM'));
  });

  it('is cancelled from its second date, one of them kept', async () => {
    const ids = await book();
    const change = { kind: 'CANCEL' } as const;
    const { json: plan } = await planned(ids[1]!, change);
    expect(plan.bookings.map(({ id, to }) => [id, to])).toEqual(ids.slice(1).map((id) => [id, null]));
    const keep: Decision[] = [{ booking: ids[2]!, choice: 'KEEP' }];
    expect((await apply(ids[1]!, bodyOf(change, plan, keep))).json).toMatchObject({ cancelled: 2, moved: 0 });
    expect(await startsOf()).toEqual([at(3, '9:00 AM'), at(17, '9:00 AM')]);
    const { json } = await staff.call(staffBooking, { params: { id: ids[0]! } });
    expect(json.booking.chips).toContainEqual({ kind: 'SERIES', at: 1, of: 2, weeks: 2 });
    expect((await planned(ids[1]!, change)).json).toMatchObject({
      code: 'NOT_POSSIBLE',
      message: 'This session is over, cancelled, or no part of a series.',
    });
  });

  it('takes no decision about a session before the date, or about another one', async () => {
    const [first, ...others] = await book();
    const change = { kind: 'CANCEL' } as const;
    const { json: plan } = await planned(others[0]!, change);
    for (const booking of [first!, randomUUID()]) {
      const body = bodyOf(change, plan, [{ booking, choice: 'CANCEL' }]);
      expect((await apply(others[0]!, body)).json.code).toBe('BOOKING_CHANGED');
    }
    expect((await planned('x', change)).json.code).toBe('BOOKING_NOT_FOUND');
    expect((await planned(randomUUID(), change)).json.code).toBe('NOT_POSSIBLE');
  });
});

describe('a series that is moved while a client takes one of its times', () => {
  const wanted: Wish = { service: 'massage', days: 18, start: '2:00 PM' };
  async function seriesOf(of: Shop) {
    await emptyBooks(of);
    const by = await of.signInStaff();
    const ids = await book(of, by);
    const change = { kind: 'RESCHEDULE', start: at(11, '2:00 PM', of) } as const;
    const { json: plan } = await planned(ids[1]!, change, by);
    return { ids, move: () => apply(ids[1]!, bodyOf(change, plan, moves(plan)), by) };
  }

  it('moves with all its sessions, or the client gets it: never both, and never a part', async () => {
    const { move } = await seriesOf(shop);
    const other = await shop.client();
    const start_time = new Date(at(18, '2:00 PM'));
    const holder = await openTransaction(shop.database.db);
    await lockTime(holder, [{ start_time, blocked_until: new Date(start_time.getTime() + 1) }]);
    const asked = [
      move().then(({ status }) => status),
      shop.checkout(other, [wanted]).then(({ status }) => status),
    ];
    await waitForWaiters(shop, asked.length);
    await holder.commit().execute();
    const [moved, bought] = await Promise.all(asked);
    expect(new Set([moved, bought])).toEqual(new Set([200, 409]));
    const starts = await startsOf();
    const gone = [11, 18, 25].map((days) => at(days, '2:00 PM'));
    expect(gone.filter((start) => starts.includes(start))).toHaveLength(moved === 200 ? 3 : 0);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: without locks and constraints, both get it', async () => {
    const { ids, move } = await seriesOf(unlocked);
    await unlocked.database.pool.query(
      'alter table appointments drop constraint one_practitioner, drop constraint one_occurrence_per_start',
    );
    const other = await unlocked.client();
    // The last session waits for its booking, when the one before has its new time and the checkout looks at it.
    const holder = await openTransaction(unlocked.database.db);
    await holder.selectFrom('bookings').select('id').where('id', '=', ids[3]!).forUpdate().execute();
    const moved = move();
    await waitForWaiters(unlocked, 1);
    const bought = await unlocked.checkout(other, [wanted]);
    await holder.commit().execute();
    expect([(await moved).status, bought.status]).toEqual([200, 200]);
    expect((await faultsOf(unlocked)).filter((fault) => fault.startsWith('overlap'))).toHaveLength(1);
  });
});

describe('a series that two devices move at once', () => {
  it('goes where the first one puts it; the other sees that it has changed', async () => {
    const ids = await book();
    const bodies = await Promise.all(
      ['1:00 PM', '3:00 PM'].map(async (time) => {
        const change = { kind: 'RESCHEDULE', start: at(10, time) } as const;
        const { json: plan } = await planned(ids[1]!, change);
        return bodyOf(change, plan, moves(plan));
      }),
    );
    const answers = await Promise.all(bodies.map((body) => apply(ids[1]!, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const clocks = (await startsOf()).slice(1).map((start) => formatClock(start, practice.zone));
    expect(new Set(clocks)).toHaveProperty('size', 1);
  });
});
