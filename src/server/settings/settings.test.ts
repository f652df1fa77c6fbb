import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import type { BodyOf } from '#contract/call.ts';
import {
  staffChangeMailLine,
  staffChangeSetting,
  staffCreateCalendarFeed,
  staffPreviewMail,
  staffRevokeCalendarFeed,
  staffSettings,
  staffTestMail,
} from '#contract/staff.calls.ts';
import { refundPolicyFrom } from '#domain/money/policies.ts';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import type { TestStaff } from '#tests/support/app.ts';
import { openShop, sessionOf } from '#tests/support/shop.ts';
import type { Wish } from '#tests/support/stock.ts';
import { rewritten } from '#tests/support/without.ts';
import { notifyOfBookings } from '../jobs/notify-of-bookings.ts';
import { remindClients } from '../jobs/remind-clients.ts';
import { suspendMember } from '../staff/manage-members.ts';

const shop = await openShop();
/** A change does not ask whether the setting is still the one that was read. */
const control = await openShop({
  change: (db) =>
    rewritten(db, (text) =>
      text.replace("date_trunc('milliseconds', updated_at) =", 'updated_at is not null or now() ='),
    ),
});
const { clock } = shop;
const { db } = shop.database;
const staff = await shop.signInStaff();

const read = async () => (await staff.call(staffSettings)).json;
const set = (
  name: string,
  value: BodyOf<typeof staffChangeSetting>['value'],
  base_updated_at: string | null,
  by = staff,
) =>
  by.call(staffChangeSetting, {
    params: { name },
    body: { action_id: randomUUID(), base_updated_at, value },
  });
const POLICIES = {
  full_refund_hours: 48,
  late_percent: 50,
  reschedule_hours: 12,
  max_reschedules: 1,
  grace_minutes: 0,
  supported_visits: 3,
};
const LIMITS = { ...NO_LIMITS, sessions_a_day: 6, break_minutes: 45 };
const mails = async (kind: string) =>
  await db
    .selectFrom('outbox')
    .select(['subject', 'text', 'to_address'])
    .where('kind', '=', kind)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
async function buy(start: string, days = 3): Promise<void> {
  const wish: Wish = { service: 'massage', days, start };
  await shop.pay(sessionOf((await shop.checkout(await shop.client(), [wish])).body.url));
}

describe('policies', () => {
  it('are those of the content until they are set', async () => {
    const { policies } = await read();
    expect(policies).toMatchObject({ updated_at: null, value: { full_refund_hours: 24, late_percent: 0 } });
    expect(policies.sentence).toMatch(/^You can cancel until 24 hours before the start/);
  });

  it('hold for sales from then on: earlier sales and their mails keep theirs', async () => {
    await buy('9:00 AM');
    const open = await shop.checkout(await shop.client(), [
      { service: 'massage', days: 3, start: '10:00 AM' },
    ]);
    const { json, status } = await set('policies', POLICIES, null);
    expect(status).toBe(200);
    expect(json.policies.sentence).toBe(
      'You can cancel until 48 hours before the start and get everything back. After that 50 % goes back. You can choose another time once, until 12 hours before the start.',
    );
    await shop.pay(sessionOf(open.body.url));
    await buy('11:00 AM');
    const sales = await db
      .selectFrom('checkouts')
      .select('refund_policy')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const hours = sales.map(({ refund_policy }) => refund_policy.full_refund_hours).sort((a, b) => a - b);
    expect(hours).toEqual([24, 24, 48]);
    expect(sales.map(({ refund_policy }) => refund_policy)).toContainEqual(refundPolicyFrom(POLICIES));
    const said = (await mails('booking-confirmed')).map(
      ({ text }) => /until (\d+) hours before the start and/.exec(text)![1],
    );
    expect(said.toSorted((a, b) => Number(a) - Number(b))).toEqual(['24', '24', '48']);
  });

  it.each([
    ['policies', { ...POLICIES, late_percent: 101 }, 422],
    ['policies', { ...POLICIES, full_refund_hours: -1 }, 422],
    ['policies', { on: true }, 422],
    ['notices', { when: 'SOMETIMES' }, 422],
    ['limits', { ...LIMITS, sessions_a_day: 0 }, 422],
    ['limits', { ...LIMITS, hours_a_week: 2.5 }, 422],
    ['limits', { ...LIMITS, break_from: 'noon' }, 422],
    ['colours', { on: true }, 404],
  ])('refuses %s %j', async (name, value, status) => {
    expect((await set(name, value as never, null)).status).toBe(status);
  });
});

describe('limits', () => {
  it('are off until they are set, and a break has to fit between its times', async () => {
    expect((await read()).limits).toEqual({ value: NO_LIMITS, updated_at: null });
    const refused = await set('limits', { ...LIMITS, break_minutes: 151 }, null);
    expect([refused.status, refused.json.details]).toEqual([
      422,
      { break_minutes: 'There are no 151 minutes between 11:30 AM and 2:00 PM.' },
    ]);
    const { json } = await set('limits', LIMITS, null);
    expect(json.limits.value).toEqual(LIMITS);
    await db.deleteFrom('practice_settings').where('name', '=', 'limits').execute();
  });
});

/** Two tabs that read the same value, and save at once. Returns how many read that it is saved. */
async function savedAtOnce(of: typeof shop): Promise<number> {
  const owner = await of.signInStaff();
  await set('reminders', { on: true }, null, owner);
  const base = (await owner.call(staffSettings)).json.reminders.updated_at;
  const answers = await Promise.all([false, true, false].map((on) => set('reminders', { on }, base, owner)));
  return answers.filter(({ status }) => status === 200).length;
}

describe('a setting in two tabs', () => {
  it('is saved once; the other tab is shown the present value', async () => {
    expect(await savedAtOnce(shop)).toBe(1);
    const { reminders } = await read();
    const late = await set('reminders', { on: !reminders.value.on }, null);
    expect(late).toMatchObject({ status: 409, json: { code: 'SETTING_CHANGED', details: { reminders } } });
  });

  it('control: without the comparison, all of them are', async () => {
    expect(await savedAtOnce(control)).toBe(3);
  });
});

test('reminders stop while they are off', async () => {
  const { reminders } = await read();
  await set('reminders', { on: false }, reminders.updated_at);
  clock.advance(30 * 3_600_000);
  expect(await remindClients.run(shop.deps, clock.now())).toBe(0);
  await set('reminders', { on: true }, (await read()).reminders.updated_at);
  expect(await remindClients.run(shop.deps, clock.now())).toBeGreaterThan(0);
});

describe('mails', () => {
  const line = (text: string, base_updated_at: string | null, kind = 'booking-confirmed') =>
    staff.call(staffChangeMailLine, {
      params: { kind },
      body: { action_id: randomUUID(), base_updated_at, text },
    });

  it('carry the own line from then on, and no longer once it is removed', async () => {
    const { json } = await line('Come as you are,\nthe kettle is on.', null);
    await buy('1:00 PM', 5);
    expect((await mails('booking-confirmed')).at(-1)!.text).toContain('Come as you are,\nthe kettle is on.');
    const { updated_at } = json.mails.find(({ kind }) => kind === 'booking-confirmed')!;
    expect((await line('', '2020-01-01T00:00:00.000Z')).json.code).toBe('SETTING_CHANGED');
    expect((await line('', updated_at)).status).toBe(200);
    await buy('2:00 PM', 5);
    expect((await mails('booking-confirmed')).filter(({ text }) => text.includes('kettle'))).toHaveLength(1);
    expect((await line('x'.repeat(601), null)).status).toBe(422);
    expect((await line('x', null, 'verification-code')).status).toBe(404);
  });

  it('are previewed with sample content, and sent once to who asks', async () => {
    for (const kind of [
      'booking-confirmed',
      'booked-for-you',
      'reminder',
      'rescheduled',
      'booking-cancelled',
    ]) {
      const { json } = await staff.call(staffPreviewMail, { params: { kind }, body: { text: 'Own words.' } });
      expect(json.text).toContain('Own words.');
    }
    const test = { action_id: randomUUID(), text: 'Own words.' };
    for (const _ of [1, 2])
      expect((await staff.call(staffTestMail, { params: { kind: 'reminder' }, body: test })).json).toEqual({
        to: 'owner@example.com',
      });
    expect(await mails('test-mail')).toMatchObject([
      { to_address: 'owner@example.com', subject: expect.stringMatching(/^Test: /) as string },
    ]);
  });
});

describe('notices of bookings', () => {
  it('come at once, or each morning at seven, or never', async () => {
    await buy('3:00 PM', 6);
    expect(await mails('new-booking')).toEqual([]);
    await set('notices', { when: 'AT_ONCE' }, null);
    await buy('4:00 PM', 6);
    expect((await mails('new-booking')).map(({ subject }) => subject)).toEqual(['New booking: Massage']);

    await set('notices', { when: 'DAILY' }, (await read()).notices.updated_at);
    clock.set('2026-03-04T20:00:00Z');
    await buy('5:00 PM', 6);
    expect(await mails('new-booking')).toHaveLength(1);
    const run = () => notifyOfBookings.run(shop.deps, clock.now());
    // Portland is eight hours behind UTC until Sunday.
    const at = (utc: string) => clock.set(`2026-03-05T${utc}Z`);
    at('14:59:00');
    expect(await run()).toBe(0);
    at('15:00:00');
    expect(await Promise.all([run(), run(), run()])).toContain(1);
    expect(await mails('bookings-of-the-day')).toMatchObject([
      { subject: 'New booking: Massage', to_address: 'hello@sattvaandsage.example' },
    ]);
    at('16:00:00');
    expect(await run()).toBe(0);
  });
});

describe('the calendar feed of a member', () => {
  // The session of the beginning has ended by now.
  const owner = () => shop.signInStaff();
  const create = async (detail: 'BUSY' | 'INITIALS', by?: TestStaff) =>
    (await (by ?? (await owner())).call(staffCreateCalendarFeed, { body: { detail } })).json.url;
  const file = async (url: string) => await shop.request({ url: new URL(url).pathname });

  it('says only that the time is taken, or initials and the service, and never a name', async () => {
    await buy('6:00 PM', 7);
    await db.updateTable('users').set({ first_name: 'Zorvakina', last_name: 'Quillibert' }).execute();
    const busy = await create('BUSY');
    expect((await file(busy)).body).toContain('SUMMARY:Busy');
    expect((await file(busy)).body).not.toContain('Massage');
    const initials = await create('INITIALS');
    // The old address stops working at once.
    expect((await file(busy)).statusCode).toBe(404);
    const { body } = await file(initials);
    expect(body).toContain('SUMMARY:ZQ · Massage');
    for (const word of ['Zorvakina', 'Quillibert', 'DESCRIPTION', 'LOCATION', '@example.com'])
      expect(body).not.toContain(word);
  });

  it('says when an entry changed last, and numbers its changes', async () => {
    const url = await create('BUSY');
    const entry = async () => {
      const { body } = await file(url);
      const [, stamp] = /DTSTAMP:(\S+)/.exec(body)!;
      return {
        stamp,
        sequence: Number(/SEQUENCE:(\d+)/.exec(body)![1]),
        start: /DTSTART:(\S+)/.exec(body)![1],
      };
    };
    const before = await entry();
    expect(before.stamp).not.toBe(before.start);
    const booking = await db
      .selectFrom('bookings')
      .select(['id', 'start_time'])
      .orderBy('start_time')
      .executeTakeFirstOrThrow();
    const at = new Date(clock.now().getTime() + 60_000);
    // A seat of the same time moved away.
    await db
      .insertInto('booking_history')
      .values({
        booking_id: booking.id,
        at,
        from_status: 'CONFIRMED',
        to_status: 'CONFIRMED',
        cause: 'practice',
        moved_from: booking.start_time,
        moved_to: at,
      })
      .execute();
    const after = await entry();
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect(after.stamp).toBe(at.toISOString().replace(/[-:]|\.\d+/g, ''));
  });

  it('ends when it is turned off, and when its member is suspended', async () => {
    const url = await create('BUSY');
    expect((await (await owner()).call(staffRevokeCalendarFeed)).status).toBe(204);
    expect((await file(url)).statusCode).toBe(404);
    const colleague = await shop.signInStaff('second@example.com');
    const theirs = await create('BUSY', colleague);
    expect((await file(theirs)).statusCode).toBe(200);
    await suspendMember(db, 'second@example.com', clock.now());
    expect((await file(theirs)).statusCode).toBe(404);
  });
});
