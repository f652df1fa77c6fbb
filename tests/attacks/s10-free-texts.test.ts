import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  staffBooking,
  staffCancellation,
  staffEraseClient,
  staffErasure,
  staffForm,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import { bookingOptions, cancelBooking, deleteUser } from '#contract/client.calls.ts';
import type { CreatedBookings } from '#contract/placement.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { cleanUp } from '#server/jobs/clean-up.ts';
import { notifyOfBookings } from '#server/jobs/notify-of-bookings.ts';
import type { TestAnswer } from '../support/app.ts';
import { ask, draftOf, publishForm } from '../support/forms.ts';
import { report } from '../support/profile.ts';
import { addBooking } from '../support/sample-booking.ts';
import { openShop, sessionOf } from '../support/shop.ts';
import { type Client, dateIn, startOf, type Wish } from '../support/stock.ts';
import { dump, found } from './support/canaries.ts';
import { FREE_TEXTS } from './support/free-texts.ts';

// What staff write about a client, and mails to the practice that name the client, go with the account or the record.

/** Texts of what the practice offers, of its diary and of its own accounts: they belong to no client. */
const OF_THE_PRACTICE =
  /^\w+ \/api\/staff\/(?:events|services|forms|posts|post-pictures|mail-lines|settings|security|set-up|sign-in|unlock|attention|busy-calendars)|\/hours\/(?:apply|preview) change\.reason$/;
/** Columns of the record, which is deleted as a whole. */
const IN_THE_RECORD =
  /^(?:POST|PATCH) \/api\/staff\/clients(?:\/:id)? (?:\w+_name|pronouns|phone|email|address\.\w+)$/;
/** What clients write themselves: in s10-canary-tables.test.ts, or stored nowhere. */
const BY_CLIENTS = /^\w+ \/(?:auth|api\/visits|sign|confirm|resend|refresh|forgot|login|password|dev|staff)/;

const shop = await openShop({ max: 24 });
const { db, clock, deps } = shop;
const staff = await shop.signInStaff(undefined, { unlocked: true });
const START = clock.now();
const HOUR = 3_600_000;

const sent = new Map<string, string>();
/** The canary of one text of the contract. */
function canary(text: string): string {
  if (!sent.has(text)) sent.set(text, `zorvak${sent.size}text`);
  return sent.get(text)!;
}
/** Asks a call, with a canary in each of these texts of its body. */
async function write<T = unknown>(
  method: 'POST' | 'PUT' | 'PATCH',
  route: string,
  { params = {}, body, texts }: { params?: Record<string, string>; body: object; texts: string[] },
): Promise<TestAnswer<T>['json']> {
  const path = route.replaceAll(/:(\w+)/g, (_, name: string) => params[name]!);
  const written = Object.fromEntries(texts.map((text) => [text, canary(`${method} ${route} ${text}`)]));
  const answer = await staff.send<T>(method, path, { action_id: randomUUID(), ...body, ...written });
  expect([route, answer.status, answer.text]).toEqual([route, expect.toSatisfy((n) => n < 300), answer.text]);
  return answer.json;
}

const NAME = ['Zorvakina', 'Quillibert'] as const;
const massage = (n: number, days: number): Wish => ({ service: 'massage', days, start: `${n}:00 PM` });
const circle: Wish = { service: 'circle', days: 4, start: '6:00 AM' };

async function book(client: Client, wish: Wish): Promise<string> {
  await shop.pay(sessionOf((await shop.checkout(client, [wish])).body.url));
  const { id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', client.id)
    .where('start_time', '=', new Date(startOf(wish, START)))
    .executeTakeFirstOrThrow();
  return id;
}
const base = async (id: string) => ({
  base_updated_at: (await staff.call(staffBooking, { params: { id } })).json.booking.updated_at,
});
const at = (days: number, minutes = 0) => new Date(START.getTime() + days * 24 * HOUR + minutes * 60_000);

/** Writes into every free text that is about this client, n-th of the two. */
async function writeAbout(client: Client, n: number): Promise<void> {
  const of = '/api/staff/bookings/:id';
  const cancelled = await book(client, massage(1 + n, 2));
  const { quote } = (await staff.call(staffCancellation, { params: { id: cancelled } })).json;
  const cancel = {
    ...(await base(cancelled)),
    by: 'PRACTICE',
    refund: 'FULL',
    quote,
    time: 'OPEN',
    notify: true,
  };
  await write('POST', `${of}/cancel`, { params: { id: cancelled }, body: cancel, texts: ['message'] });

  const waiting = await db
    .insertInto('waitlist_entries')
    .values({
      user_id: client.id,
      service_id: shop.stock.massage.id,
      location_type: 'FIXED_LOCATION',
      from_date: dateIn(9, START),
      to_date: dateIn(9, START),
      state: 'WAITING',
      joined_at: START,
      updated_at: START,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const offer = { start: startOf(massage(1 + n, 9), START) };
  await write('POST', '/api/staff/waitlist/:id/offer', { params: waiting, body: offer, texts: ['reason'] });

  const id = await book(client, massage(1 + n, 3));
  const refund = { ...(await base(id)), cents: 100, notify: true };
  await write('POST', `${of}/refund`, { params: { id }, body: refund, texts: ['reason'] });
  await write('POST', `${of}/message`, { params: { id }, body: {}, texts: ['subject', 'text'] });
  const to = startOf(massage(4 + n, 3), START);
  const move = { ...(await base(id)), start: to, accept: [], notify: true };
  await write('POST', `${of}/reschedule`, { params: { id }, body: move, texts: ['message'] });

  const series = [10, 17].map((days) =>
    startOf({ service: 'massage', days, start: `${9 + 2 * n}:00 AM` }, START),
  );
  const made = await write<CreatedBookings>('POST', '/api/staff/bookings', {
    body: {
      client_id: client.id,
      service_id: shop.stock.massage.id,
      place: 'FIXED_LOCATION',
      starts: series,
      payment: 'LATER',
      accept: [],
      notify: false,
      ask_for_forms: false,
    },
    texts: [],
  });
  const ofSeries = { id: made.bookings[0]!.id };
  const change = { kind: 'CANCEL' };
  const path = `/api/staff/bookings/${ofSeries.id}/series/preview`;
  const { preview_hash } = (await staff.send<Preview>('POST', path, { change })).json;
  await write('POST', `${of}/series/apply`, {
    params: ofSeries,
    body: { preview_hash, change, decisions: [] },
    texts: ['message'],
  });

  const visit = { service_id: shop.stock.massage.id, payment: 'LATER', price_chosen_by_client: false };
  const owed = await addBooking(db, { user_id: client.id, ...visit, start_time: at(9), created_at: START });
  const cash = { cents: 500, method: 'CASH', received_on: dateIn(0, START) };
  const { booking } = await write<{ booking: BookingPanel }>('POST', `${of}/offline-payments`, {
    params: { id: owed },
    body: cash,
    texts: ['note'],
  });
  const payment = { id: booking.money.offline_payments[0]!.id };
  await write('POST', '/api/staff/offline-payments/:id/correct', {
    params: payment,
    body: {},
    texts: ['note'],
  });

  const online = await addBooking(db, {
    user_id: client.id,
    service_id: shop.stock.massage.id,
    location_type: 'VIRTUAL',
    start_time: at(11),
    created_at: START,
  });
  const room_url = `https://meet.example/${canary(`PUT ${of}/room room_url`)}`;
  await write('PUT', `${of}/room`, {
    params: { id: online },
    body: { ...(await base(online)), room_url },
    texts: [],
  });

  const past = await addBooking(db, {
    user_id: client.id,
    service_id: shop.stock.massage.id,
    start_time: at(-2),
    created_at: at(-9),
    status: 'COMPLETED',
  });
  const params = { id: past };
  const [note, advice] = [`${of}/session-note`, `${of}/recommendation`];
  await write('PUT', note, { params, body: { version: 0 }, texts: ['body'] });
  await staff.call(staffSignSessionNote, {
    params: { id: past },
    body: { action_id: randomUUID(), version: 1 },
  });
  await write('POST', `${note}/addenda`, { params, body: {}, texts: ['body'] });
  await write('PUT', advice, { params, body: { version: 0 }, texts: ['draft'] });
  const call = { version: 0, contact: { client_id: client.id, kind: 'PHONE' } };
  await write('PUT', note, { params: { id: randomUUID() }, body: call, texts: ['body'] });
  const search = { client_id: client.id, before: null };
  await write('POST', '/api/staff/notes/search', { body: search, texts: ['q'] });
  const { published } = (await staff.call(staffForm, { params: { key: 'agreement' } })).json;
  const of_client = '/api/staff/clients/:id/forms';
  const signed_by = canary(`POST ${of_client} given.signed_by`);
  await write('POST', of_client, {
    params: { id: client.id },
    body: {
      form_id: published!.id,
      form_updated_at: published!.updated_at,
      booking_id: null,
      given: { source: 'PAPER', signed_on: dateIn(0, START), signed_by },
    },
    texts: [],
  });
  const pinned = { params: { id: client.id }, body: { version: 0 }, texts: ['body'] };
  await write('PUT', '/api/staff/clients/:id/pinned-note', pinned);
}

/** Cancels a class, a day and time off in which both have booked. */
async function writeToAll(): Promise<void> {
  const occurrence = {
    service_id: shop.stock.circle.id,
    start: `${startOf(circle, START).slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
  };
  const ofClass = '/api/staff/classes/:service_id/:start';
  await write('POST', `${ofClass}/message`, { params: occurrence, body: {}, texts: ['subject', 'text'] });
  const preview = async (path: string, body: object) => (await staff.send<Preview>('POST', path, body)).json;
  const change = { kind: 'CANCEL' };
  const path = ofClass.replace(':service_id', occurrence.service_id).replace(':start', occurrence.start);
  const { preview_hash } = await preview(`${path}/preview`, { change });
  await write('POST', `${ofClass}/apply`, {
    params: occurrence,
    body: { preview_hash, change },
    texts: ['message'],
  });
  const date = dateIn(5, START);
  const part = { from: null, to: null };
  const day = await preview(`/api/staff/days/${date}/cancel/preview`, part);
  await write('POST', '/api/staff/days/:date/cancel/apply', {
    params: { date },
    body: { preview_hash: day.preview_hash, decisions: [], ...part },
    texts: ['message'],
  });
  const off = {
    kind: 'ADD_TIME_OFF',
    from: dateIn(6, START),
    from_time: null,
    to: dateIn(6, START),
    to_time: null,
  };
  const asked = { change: { ...off, reason: '', shows_end: false } };
  const hours = await preview('/api/staff/hours/preview', asked);
  const decisions = hours.bookings.map(({ id }) => ({ booking: id, choice: 'CANCEL' }));
  await write('POST', '/api/staff/hours/apply', {
    body: { preview_hash: hours.preview_hash, decisions, ...asked },
    texts: ['message'],
  });
}

it('S10: no text about a client outlives the account or the record', async () => {
  await db
    .insertInto('practice_settings')
    .values({ name: 'notices', value: JSON.stringify({ when: 'AT_ONCE' }), updated_at: START })
    .execute();
  await publishForm(staff, 'agreement', draftOf('Agreement', [ask('SIGNATURE', 'Signature')]));
  const clients = await shop.clients(2);
  const ids = clients.map(({ id }) => id);
  const named = { first_name: NAME[0], last_name: NAME[1] };
  await db.updateTable('users').set(named).where('id', 'in', ids).execute();
  for (const [n, client] of clients.entries()) {
    await book(client, circle);
    await book(client, massage(1 + n, 5));
    await book(client, massage(1 + n, 6));
    await writeAbout(client, n);
    // The client cancels, and the practice is notified.
    const own = await book(client, massage(1 + n, 7));
    const { cancel: quote } = (await shop.call(client, bookingOptions, { query: { id: own } })).body;
    const cancel = { id: own, expected_cents: quote.refund_cents };
    expect((await shop.call(client, cancelBooking, { body: cancel })).status).toBe(200);
  }
  await writeToAll();
  // The notice of each morning, with the bookings of the day.
  await book(clients[0]!, massage(5, 8));
  await db
    .updateTable('practice_settings')
    .set({ value: JSON.stringify({ when: 'DAILY' }) })
    .where('name', '=', 'notices')
    .execute();
  clock.advance(24 * HOUR);
  await notifyOfBookings.run(deps, clock.now());

  const about = [...FREE_TEXTS].filter(
    (text) => !OF_THE_PRACTICE.test(text) && !IN_THE_RECORD.test(text) && !BY_CLIENTS.test(text),
  );
  expect([...sent.keys()].sort(), 'each free text of the contract has a canary').toEqual(about.sort());
  const canaries = [...sent.values()];
  const before = await dump(db);
  const sealed = canaries
    .filter((word) => !before.includes(word))
    .map((word) => [...sent].find((each) => each[1] === word)![0]);
  expect(
    sealed.every((text) => /note|addenda|recommendation/.test(text)),
    sealed.join(),
  ).toBe(true);
  const notices = before.split('\n').filter((line) => line.startsWith('outbox ') && line.includes(NAME[0]));
  expect(new Set(notices.map((line) => /"kind":"([\w-]+)"/.exec(line)![1]))).toEqual(
    expect.objectContaining(new Set(['new-booking', 'cancelled-by-client', 'bookings-of-the-day'])),
  );

  const [withLogin, kept] = clients as [Client, Client];
  expect((await shop.call(withLogin, deleteUser)).status).toBe(200);
  await db.updateTable('users').set({ cognito_sub: null }).where('id', '=', kept.id).execute();
  const { quote } = (await staff.call(staffErasure, { params: { id: kept.id } })).json;
  const erased = await staff.call(staffEraseClient, {
    params: { id: kept.id },
    body: { action_id: randomUUID(), quote },
  });
  expect([erased.status, erased.text]).toEqual([204, '']);
  await shop.sweep();
  await cleanUp.run(deps, clock.now());

  const left = (await dump(db)).split('\n').filter((line) => found([...canaries, ...NAME], line).length > 0);
  report(
    'S10',
    'canary in every free text of the contract: after both ways of deletion, in no column',
    `${canaries.length} free texts, after both ways of deletion ${left.length} rows left`,
    left.length === 0,
  );
  expect(left).toEqual([]);
});
