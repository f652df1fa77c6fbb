import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { beforeEach, expect, it } from 'vitest';
import {
  bookingCalendar,
  bookingOptions,
  cancelBooking,
  checkoutStatus,
  createCalendarFeed,
  deleteUser,
  getUserBookings,
  joinLink,
} from '#contract/client.calls.ts';
import {
  staffBooking,
  staffChangeRoom,
  staffChangeSetting,
  staffCreateBookings,
  staffRescheduleBooking,
  staffSettings,
  staffToday,
} from '#contract/staff.calls.ts';
import { dump, found } from '#tests/attacks/support/canaries.ts';
import { Browser } from '#tests/support/browser.ts';
import { emptyBooks, openShop, sessionOf } from '#tests/support/shop.ts';
import { startOf, type Wish } from '#tests/support/stock.ts';
import { remindClients } from '../jobs/remind-clients.ts';
import { sendMail } from '../mail/send-mail.ts';

const log: string[] = [];
const shop = await openShop({ log: (line) => log.push(line) });
const { clock, db, deps, stock } = shop;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROOM = 'https://zorvakroom.example/one';
const OTHER = 'https://zorvakroom.example/two';
const OWN = 'https://zorvakroom.example/own';

await db
  .updateTable('services')
  .set({ service_location_type: ['VIRTUAL'] })
  .where('id', '=', stock.massage.id)
  .execute();
await db
  .updateTable('rules')
  .set({ location_type: 'VIRTUAL' })
  .where('service_id', '=', stock.massage.id)
  .execute();

const START = clock.now();
beforeEach(async () => {
  clock.set(START);
  log.length = 0;
  await emptyBooks(shop);
  await db.deleteFrom('practice_settings').execute();
});

const massage = (days: number, start: string): Wish => ({ service: 'massage', days, start });
// Hours pass in these tests: each change is made by a new session.
const owner = () => shop.signInStaff();
async function setRoom(room_url: string, know = '') {
  const staff = await owner();
  const base_updated_at = (await staff.call(staffSettings)).json.online.updated_at;
  const value = { room_url, know };
  return await staff.call(staffChangeSetting, {
    params: { name: 'online' },
    body: { action_id: randomUUID(), base_updated_at, value },
  });
}
async function setOwnRoom(id: string, room_url: string, base?: string) {
  const staff = await owner();
  const { booking } = (await staff.call(staffBooking, { params: { id } })).json;
  const body = { action_id: randomUUID(), base_updated_at: base ?? booking.updated_at, room_url };
  return await staff.call(staffChangeRoom, { params: { id }, body });
}
const mailsOf = (kind: string) =>
  db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('seq').execute();
const tokenIn = (text: string | undefined) => /\/join\/([\w-]{43})/.exec(text ?? '')?.[1] ?? 'no link';

/** A client with a paid online session, and the token that its mail has. */
async function booked(wish = massage(3, '9:00 AM')) {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [wish])).body.url);
  await shop.pay(session);
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'start_time', 'end_time'])
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow();
  const token = tokenIn((await mailsOf('booking-confirmed')).at(-1)?.text);
  return { client, session, token, ...booking };
}
const open = (token: string) => new Browser(shop.app).call(joinLink, { params: { token } });
/** Where Join leads. */
async function join(token: string): Promise<unknown> {
  const answer = await shop.visit(`/join/${token}/room`);
  expect(answer.statusCode).toBe(303);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  return answer.headers.location;
}

it('the link leads from 15 minutes before the start until the end to the room as it is then', async () => {
  const { id, token, start_time, end_time } = await booked();
  const page = `/join/${token}`;
  const at = (moment: Date, minutes = 0, ms = 0) =>
    clock.set(new Date(moment.getTime() + minutes * MINUTE + ms));
  expect((await setRoom(ROOM, 'Please have a pen.')).status).toBe(200);
  expect((await open(token)).json).toEqual({
    title: 'Massage',
    when: 'Thursday, March 5, 2026, 9:00 AM - 9:45 AM PST',
    text: 'The link opens at 8:45 AM PST.',
    can_join: false,
    know: 'Please have a pen.',
    changes_in_ms: start_time.getTime() - 15 * MINUTE - clock.now().getTime(),
  });
  at(start_time, -15, -1);
  expect(await join(token)).toBe(page);
  at(start_time, -15);
  expect((await open(token)).json).toMatchObject({ text: 'You can join now.', can_join: true });
  expect(await join(token)).toBe(ROOM);
  at(start_time, -1);
  await setRoom(OTHER);
  expect(await join(token)).toBe(OTHER);
  expect((await setOwnRoom(id, OWN)).json.own_room).toBe(OWN);
  expect(await join(token)).toBe(OWN);
  await setOwnRoom(id, '');
  at(end_time, 0, -1);
  expect(await join(token)).toBe(OTHER);
  at(end_time);
  expect((await open(token)).json).toMatchObject({ text: 'This session is over.', can_join: false });
  expect(await join(token)).toBe(page);
});

it('without a room the session can be booked, and the link says that it follows', async () => {
  const { token, start_time } = await booked();
  clock.set(start_time);
  expect((await open(token)).json).toMatchObject({
    text: 'Nalini will send you the link.',
    can_join: false,
  });
  expect(await join(token)).toBe(`/join/${token}`);
});

it('a moved visit keeps its link and follows its time; a cancelled one says so', async () => {
  const { client, id, token } = await booked();
  await setRoom(ROOM);
  const staff = await owner();
  const { booking } = (await staff.call(staffBooking, { params: { id } })).json;
  const start = startOf(massage(4, '11:00 AM'), clock.now());
  const moved = await staff.call(staffRescheduleBooking, {
    params: { id },
    body: { action_id: randomUUID(), base_updated_at: booking.updated_at, start, accept: [], notify: true },
  });
  expect(moved.status, moved.text).toBe(200);
  expect(tokenIn((await mailsOf('rescheduled')).at(-1)?.text)).toBe(token);
  expect((await open(token)).json).toMatchObject({
    when: 'Friday, March 6, 2026, 11:00 AM - 11:45 AM PST',
    text: 'The link opens at 10:45 AM PST.',
  });

  const { cancel } = (await shop.call(client, bookingOptions, { query: { id } })).body;
  const body = { id, expected_cents: cancel.refund_cents };
  expect((await shop.call(client, cancelBooking, { body })).status).toBe(200);
  expect((await open(token)).json.text).toBe('This session was cancelled.');
  clock.set(new Date(start));
  expect(await join(token)).toBe(`/join/${token}`);
});

it('only tokens of this server open something, and that of a deleted account does not', async () => {
  const { client, token } = await booked();
  const last = token.at(-1)!;
  // The last sign has two bits that say nothing: another sign may stand for the same bytes.
  const twins = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
    (sign) => sign !== last,
  );
  for (const guess of [
    'x',
    'k'.repeat(43),
    `A${token.slice(1)}`,
    ...twins.map((sign) => token.slice(0, -1) + sign),
  ])
    expect([guess, (await open(guess)).json.code]).toEqual([guess, 'JOIN_LINK_EXPIRED']);
  expect((await open(token)).status).toBe(200);
  expect((await shop.call(client, deleteUser)).status).toBeLessThan(300);
  expect(await open(token)).toMatchObject({ status: 410, json: { code: 'JOIN_LINK_EXPIRED' } });
  expect(await join(token)).toBe(`/join/${token}`);
});

it('a hold has no link yet', async () => {
  const client = await shop.client();
  await shop.checkout(client, [massage(3, '9:00 AM')]);
  const { body } = await shop.call(client, getUserBookings);
  expect(body).toEqual([expect.objectContaining({ status: 'PENDING', join: null })]);
});

const eventIn = (file: string) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!);
const linkIn = (file: string) => {
  const event = eventIn(file);
  const url = String(event.component.getFirstPropertyValue('url'));
  expect(event.description).toBe(`Join online: ${url}\nThe link opens 15 minutes before.`);
  return tokenIn(url);
};

it('the link is in every mail, calendar file and answer; the room in none of them, nor in a log or record', async () => {
  await setRoom(ROOM);
  const { client, session, id, token, start_time } = await booked();
  await setOwnRoom(id, OWN);
  const staff = await owner();
  const made = await staff.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: client.id,
      service_id: stock.massage.id,
      place: 'VIRTUAL',
      starts: [startOf(massage(3, '2:00 PM'), clock.now())],
      payment: 'LATER',
      accept: ['SAME_DAY'],
      notify: true,
      ask_for_forms: false,
    },
  });
  expect(made.status, made.text).toBe(201);

  const answers = (await shop.call(client, getUserBookings)).body;
  expect(answers.map((each) => each.join?.has_room)).toEqual([true, true]);
  const [own, second] = answers.map((each) => tokenIn(each.join?.url)) as [string, string];
  expect(own).toBe(token);
  const [status] = (await shop.call(client, checkoutStatus, { query: { session_id: session } })).body
    .bookings;
  expect(tokenIn(status!.join?.url)).toBe(token);
  const [confirmed] = await mailsOf('booking-confirmed');
  const [forYou] = await mailsOf('booked-for-you');
  expect(tokenIn(forYou!.text)).toBe(second);
  for (const mail of [confirmed!, forYou!]) {
    expect(mail.text).toContain('Join online (the link opens 15 minutes before): ');
    expect(mail.html).toContain(`/join/${tokenIn(mail.text)}"`);
    const [file] = mail.attachments as { content: string }[];
    expect(linkIn(file!.content)).toBe(tokenIn(mail.text));
  }
  const ofClient = (url: string) => shop.request({ url, cookies: { access: client.token } });
  expect(linkIn((await ofClient(`${bookingCalendar.path}?id=${id}`)).body)).toBe(token);
  const feed = new URL((await shop.call(client, createCalendarFeed)).body.url).pathname;
  expect(linkIn((await shop.visit(feed)).body)).toBe(token);
  clock.advance(30 * HOUR);
  await remindClients.run(deps, clock.now());
  expect((await mailsOf('reminder')).map(({ text }) => tokenIn(text))).toEqual([token, second]);
  while ((await sendMail.run(deps, clock.now())) > 0);
  expect(
    (await (await owner()).call(staffToday, { query: { date: '2026-03-05' } })).json.sessions[0]!.room,
  ).toBe(OWN);

  const rows = (await dump(db)).split('\n').filter((line) => found(['zorvakroom'], line).length > 0);
  expect(new Set(rows.map((line) => line.split(' ')[0]))).toEqual(new Set(['practice_settings', 'bookings']));
  clock.set(start_time);
  expect(await join(token)).toBe(OWN);
  shop.app.log.warn('This line is written.');
  expect(log.join('')).toContain('This line is written.');
  expect(log.filter((line) => found(['zorvakroom', token, second], line).length > 0)).toEqual([]);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://zorvakroom.example',
  'https://nalini@zorvakroom.example',
  'https://nalini:pass@zorvakroom.example',
])('the address %s is refused with a text at its field', async (address) => {
  const { id } = await booked();
  for (const answer of [await setRoom(address), await setOwnRoom(id, address)])
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'INVALID_INPUT', details: { room_url: expect.stringMatching(/^Please /) } },
    });
});

it('a room is changed where it is as it was seen, and only of an online booking', async () => {
  const { id } = await booked();
  const answer = await setOwnRoom(id, OWN, '2020-01-01T00:00:00.000Z');
  expect(answer).toMatchObject({ status: 409, json: { code: 'BOOKING_CHANGED' } });
  await db.updateTable('bookings').set({ location_type: 'FIXED_LOCATION', appointment_id: null }).execute();
  expect((await setOwnRoom(id, OWN)).status).toBe(409);
  expect((await setOwnRoom(randomUUID(), OWN, '2020-01-01T00:00:00.000Z')).status).toBe(404);
});
