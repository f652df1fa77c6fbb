import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import {
  bookingCalendar,
  createCalendarFeed,
  deleteUser,
  downloadMyData,
  getForms,
  getUserBookings,
} from '#contract/client.calls.ts';
import { staffCalendar, staffCreateBookings, staffPreviewHours } from '#contract/staff.calls.ts';
import { practice } from '#content/public/practice.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { testApp } from '#tests/support/app.ts';

const site = await testApp();
const { db, clock } = site;
const staff = await site.signInStaff();
const client = await site.signInClient('demo@example.com');
const HOUR = 3_600_000;

/** A consultation that staff book three days from now, at a time that clients cannot have. */
async function bookedByStaff(): Promise<string> {
  const service = await db
    .selectFrom('services')
    .innerJoin('form_services', 'form_services.service_id', 'services.id')
    .select('services.id')
    .where('format', '=', 'ONE_ON_ONE')
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  const start = new Date(Math.floor(clock.now().getTime() / HOUR) * HOUR + 3 * 24 * HOUR - 5 * HOUR);
  const { status, json } = await staff.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: client.user_id,
      service_id: service.id,
      place: 'FIXED_LOCATION',
      starts: [start.toISOString()],
      payment: 'LATER',
      accept: ['OUTSIDE_HOURS', 'TIME_OFF', 'SAME_DAY', 'BUFFER', 'CLASS_SCHEDULED'],
      notify: true,
      ask_for_forms: true,
    },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.bookings[0]!.id;
}
const mailsTo = async (kind: string) =>
  await db
    .selectFrom('outbox')
    .select(['subject', 'text', 'attachments'])
    .where('kind', '=', kind)
    .where('user_id', '=', client.user_id)
    .execute();
const statusOf = async (id: string) =>
  (await db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

const id = await bookedByStaff();

it('the client sees it in the schedule, with its price and without a payment', async () => {
  const { json } = await client.call(getUserBookings);
  expect(json.find((booking) => booking.id === id)).toMatchObject({
    status: 'CONFIRMED',
    receipt_url: null,
    refunded_cents: 0,
  });
});

it('the client is notified, with the missing forms and a calendar file', async () => {
  const [mail] = await mailsTo('booked-for-you');
  expect(mail!.text).toContain('paid at the visit');
  expect(mail!.text).toContain('Ayurvedic Intake');
  expect(JSON.stringify(mail!.attachments)).toContain('calendar');
});

it('its forms are asked for', async () => {
  const { json } = await client.call(getForms);
  expect(JSON.stringify(json)).toContain(id);
});

it('it is in the calendar feed, in one calendar file, and in the export', async () => {
  const { url } = (await client.call(createCalendarFeed)).json;
  expect((await site.visit(new URL(url).pathname)).body).toContain(`UID:booking-${id}@`);
  expect((await client.call(bookingCalendar, { query: { id } })).text).toContain(`UID:booking-${id}@`);
  const files = unzipSync(new Uint8Array((await client.call(downloadMyData)).bytes));
  expect(Buffer.from(files['bookings.json']!).toString()).toContain(id);
});

it('staff see it in the calendar, and time off names it', async () => {
  const date = localDateOf(clock.now(), practice.zone);
  const later = localDateOf(clock.now().getTime() + 4 * 24 * HOUR, practice.zone);
  const { json } = await staff.call(staffCalendar, { query: { from: date, to: later } });
  expect(json.sessions.map((session) => session.id)).toContain(id);
  const preview = await staff.call(staffPreviewHours, {
    body: {
      change: {
        kind: 'ADD_TIME_OFF',
        from: date,
        to: later,
        from_time: null,
        to_time: null,
        reason: '',
        shows_end: false,
      },
    },
  });
  expect(preview.json.bookings.map((booking) => booking.id)).toContain(id);
});

it('reminders go out as usual, and the session is completed when it ends', async () => {
  clock.advance(24 * HOUR);
  await site.runJobs('remind-clients');
  const reminders = await mailsTo('reminder');
  expect(reminders.length).toBeGreaterThan(0);
  clock.advance(48 * HOUR);
  await site.runJobs('complete-bookings');
  expect(await statusOf(id)).toBe('COMPLETED');
  const { json } = await client.call(getUserBookings);
  expect(json.find((booking) => booking.id === id)).toMatchObject({ status: 'COMPLETED' });
});

it('it is deleted with the account of its client', async () => {
  const next = await bookedByStaff();
  expect((await client.call(deleteUser)).status).toBe(200);
  expect(await statusOf(next)).toBe('CANCELLED');
  const left = await db
    .selectFrom('bookings')
    .select(['user_id', 'appointment_id'])
    .where('id', '=', next)
    .execute();
  expect(left).toEqual([{ user_id: null, appointment_id: null }]);
});
