import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bookingOptions,
  cancelBooking,
  payBalance,
  rescheduleBooking,
  shareNotes,
  updateUserNotes,
} from '#contract/client.calls.ts';
import { staffAttendance, staffNews, staffSeeNews } from '#contract/staff.calls.ts';
import { dayOfWeek } from '#domain/time/calendar.ts';
import { writeOut } from '#domain/people/personal.ts';
import { openShop, sessionOf } from '#tests/support/shop.ts';
import { type Client, dateIn } from '#tests/support/stock.ts';
import { addBooking } from '#tests/support/sample-booking.ts';

const shop = await openShop();
const { clock, db, stock } = shop;
const nalini = await shop.signInStaff('nalini@example.com');
const HOUR_MS = 3_600_000;
const START = clock.now();
const at = (hours: number) => new Date(START.getTime() + hours * HOUR_MS).toISOString();

const news = async (staff = nalini) => (await staff.call(staffNews)).json;
const texts = async () => (await news()).items.map(({ text }) => writeOut(text));
const see = (until: string, staff = nalini) =>
  staff.call(staffSeeNews, { body: { action_id: randomUUID(), until } });
/** Something that clients do, an hour after what was before. */
const then = async <T>(act: () => Promise<T>): Promise<T> => {
  clock.advance(HOUR_MS);
  return await act();
};

let ivo: Client;
let booked: string;
let visit: string;
let form_id: string;

beforeAll(async () => {
  ivo = await shop.client();
  await db
    .updateTable('users')
    .set({ first_name: 'Ivo', last_name: 'Marek' })
    .where('id', '=', ivo.id)
    .execute();
  form_id = (
    await db
      .insertInto('forms')
      .values({ key: 'intake', is_global: true, created_at: START })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto('form_versions')
    .values({ form_id, version: 1, name: 'Intake', type: 'X', content: '{}', created_at: START })
    .execute();
  visit = await addBooking(db, {
    user_id: ivo.id,
    service_id: stock.massage.id,
    service_name: 'Massage',
    start_time: new Date(START.getTime() - 48 * HOUR_MS),
    status: 'COMPLETED',
    payment: 'LATER',
    price_cents: 8500,
    created_at: START,
  });
});

const wish = (days: number) => ({ service: 'massage', days, start: '9:00 AM' }) as const;
const bookingOf = () =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('user_id', '=', ivo.id)
    .where('checkout_id', 'is not', null)
    .executeTakeFirstOrThrow();

describe('GET /api/staff/news', () => {
  it('is what clients did, the newest first, each with what it opens', async () => {
    expect(await news()).toEqual({ items: [] });
    await then(async () => shop.pay(sessionOf((await shop.checkout(ivo, [wish(9)])).body.url)));
    booked = (await bookingOf()).id;
    const date = dateIn(12, clock.now());
    await then(async () => {
      const { updated_at } = (await shop.call(ivo, bookingOptions, { query: { id: booked } })).body;
      const schedule_id = stock.massage.rules[dayOfWeek(date)]!;
      const body = { id: booked, schedule_id, date, start: '10:00 AM', base_updated_at: updated_at };
      expect((await shop.call(ivo, rescheduleBooking, { body })).status).toBe(200);
    });
    await then(async () => {
      const { status } = await shop.call(ivo, cancelBooking, { body: { id: booked, expected_cents: 9223 } });
      expect(status).toBe(200);
    });
    await then(async () => {
      await shop.call(ivo, updateUserNotes, { query: { id: visit }, body: { notes: 'I slept well.' } });
      await shop.call(ivo, shareNotes, { body: { id: visit, shared: true } });
    });
    await then(async () =>
      shop.pay(sessionOf((await shop.call(ivo, payBalance, { body: { booking_id: visit } })).body.url)),
    );
    const answers = () => ({
      user_id: ivo.id,
      form_id,
      form_version: 1,
      answers: Buffer.from('x'),
      submitted_at: clock.now(),
    });
    await then(() => db.insertInto('submissions').values(answers()).execute());
    // What staff do is no news.
    const together = { ...answers(), booking_id: visit, source: 'TOGETHER' };
    await db.insertInto('submissions').values(together).execute();
    await nalini.call(staffAttendance, {
      params: { id: visit },
      body: {
        action_id: randomUUID(),
        to: 'NO_SHOW',
        base_updated_at: (
          await db
            .selectFrom('bookings')
            .select('updated_at')
            .where('id', '=', visit)
            .executeTakeFirstOrThrow()
        ).updated_at.toISOString(),
      },
    });
    const { items } = await news();
    expect(items.map(({ at: when, text, path }) => [when, writeOut(text), path])).toEqual([
      [at(6), 'Ivo M. handed in “Intake”.', `/clients/${ivo.id}?tab=forms`],
      [at(5), 'Ivo M.’s visit is paid: Massage, Sat 28 Feb, 9:00 AM.', `/bookings/${visit}`],
      [at(4), 'Ivo M. shared a note about Massage, Sat 28 Feb, 9:00 AM.', `/clients/${ivo.id}?tab=notes`],
      [at(3), 'Ivo M. cancelled Massage, Sat 14 Mar, 10:00 AM.', `/bookings/${booked}`],
      [at(2), 'Ivo M. moved Massage to Sat 14 Mar, 10:00 AM.', `/bookings/${booked}`],
      [at(1), 'Ivo M. booked Massage, Sat 14 Mar, 10:00 AM.', `/bookings/${booked}`],
    ]);
    // A note that is taken back is no longer shared.
    await shop.call(ivo, shareNotes, { body: { id: visit, shared: false } });
    expect((await texts()).filter((text) => text.includes('shared'))).toEqual([]);
  });

  it('ends where this member has last looked, and goes on for another', async () => {
    const other = await shop.signInStaff('otto@example.com');
    const { items } = await news(other);
    expect((await see(items[1]!.at)).status).toBe(204);
    expect(await texts()).toEqual(['Ivo M. handed in “Intake”.']);
    expect((await news(other)).items).toEqual(items);
    // An older tab does not bring back what was seen, and what is to come cannot be seen.
    await see(items.at(-1)!.at);
    expect(await texts()).toHaveLength(1);
    await see(at(1000));
    expect(await texts()).toEqual([]);
    await then(async () => shop.pay(sessionOf((await shop.checkout(ivo, [wish(15)])).body.url)));
    expect(await texts()).toEqual([expect.stringMatching(/^Ivo M\. booked Massage, /)]);
  });

  it('has the newest fifty of the last thirty days', async () => {
    const { id } = await bookingOf();
    await db
      .insertInto('booking_history')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          booking_id: id,
          at: new Date(clock.now().getTime() + n * 60_000),
          from_status: 'CONFIRMED' as const,
          to_status: 'CONFIRMED' as const,
          cause: 'paid',
        })),
      )
      .execute();
    clock.advance(HOUR_MS);
    const { items } = await news();
    expect(items).toHaveLength(50);
    expect(items[0]!.at > items[49]!.at).toBe(true);
    clock.advance(30 * 24 * HOUR_MS);
    expect(await news(await shop.signInStaff('nalini@example.com'))).toEqual({ items: [] });
  });
});
