import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Cancellation } from '#contract/staff-bookings.schemas.ts';
import type { Erasure } from '#contract/clients.schemas.ts';
import type { BookingOptions } from '#contract/bookings.schemas.ts';
import { dayOfWeek } from '#domain/time/calendar.ts';
import { STAFF_WARNINGS } from '#domain/slots/placement-warnings.ts';
import { ask } from '../support/ask.ts';
import { randomFrom, report, seed, size } from '../support/profile.ts';
import { addBooking } from '../support/sample-booking.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, sessionOf } from '../support/shop.ts';
import { type Client, dateIn, massageAt, startOf } from '../support/stock.ts';
import { startVictim } from './support/processes.ts';

const DAY_MS = 24 * 60 * 60_000;
/** In real time, as its processes are. */
const shop = await openShop({ start: new Date() });
const { db } = shop.database;
const { massage } = shop.stock;
/** Unlocked anew for each kill. */
let staff = await shop.signInStaff(undefined, { unlocked: true });
const random = randomFrom(seed);

/** One request whose process is killed, and how often each part of what it does is there. */
type Deed = {
  name: string;
  path: string;
  body: object;
  /** Without it staff act. */
  client?: Client;
  parts: RawBuilder<number[]>;
};
/** `n` is free for this deed; the session `n` of the client is paid. */
type Subject = { client: Client; id: string; updated_at: Date; n: number; origin: string };

const action = (action_id: string) => sql`(select count(*) from staff_actions where id = ${action_id}::uuid)`;
const mail = (dedupe_key: string) => sql`(select count(*) from outbox where dedupe_key like ${dedupe_key})`;
const step = (id: string, cause: string) =>
  sql`(select count(*) from booking_history where booking_id = ${id}::uuid and cause = ${cause})`;
const isChanged = ({ id, updated_at }: Subject) =>
  sql`(select count(*) from bookings where id = ${id}::uuid and updated_at <> ${updated_at}::timestamptz)`;
const parts = (counts: RawBuilder<unknown>[]) => sql<number[]>`array[${sql.join(counts)}]::int[]`;

const cancelled = (id: string) => [
  sql`(select count(*) from bookings where id = ${id}::uuid and status = 'CANCELLED' and appointment_id is null)`,
  sql`(select count(*) from booking_history where booking_id = ${id}::uuid and to_status = 'CANCELLED')`,
  sql`(select count(*) from refunds where booking_id = ${id}::uuid)`,
  mail(`booking-cancelled:${id}`),
];
/** In its new seat; the old one is free. */
const moved = ({ id, n }: Subject, to: string, cause: string) => [
  sql`(select count(*) from bookings b join appointments a on a.id = b.appointment_id
    where b.id = ${id}::uuid and b.sequence = 1 and b.start_time = ${to}::timestamptz and a.start_time = b.start_time)`,
  sql`(select 1 - count(*) from appointments where start_time = ${startOf(massageAt(n), shop.clock.now())}::timestamptz)`,
  step(id, cause),
  mail(`rescheduled:${id}:%`),
];
const staffPath = (id: string, act: string) => `/api/staff/bookings/${id}/${act}`;
/** A time of its own. */
const targetOf = (n: number) => massageAt(60 + n);

async function staffCancel({ id, updated_at, origin }: Subject): Promise<Deed> {
  const { body } = await ask<Cancellation>(origin, staffPath(id, 'cancellation'), {
    staff_token: staff.token,
  });
  const action_id = randomUUID();
  const how = { by: 'PRACTICE', refund: 'POLICY', quote: body.quote, time: 'CLOSE', notify: true };
  const closures = sql`(select count(*) from closures c join bookings b on b.start_time = c.starts_at where b.id = ${id}::uuid)`;
  return {
    name: 'cancel',
    path: staffPath(id, 'cancel'),
    body: { action_id, base_updated_at: updated_at.toISOString(), ...how },
    parts: parts([...cancelled(id), closures, action(action_id)]),
  };
}

async function staffReschedule(subject: Subject): Promise<Deed> {
  const action_id = randomUUID();
  const start = startOf(targetOf(subject.n), shop.clock.now());
  const base_updated_at = subject.updated_at.toISOString();
  return {
    name: 'reschedule',
    path: staffPath(subject.id, 'reschedule'),
    body: { action_id, base_updated_at, start, accept: ['SAME_DAY'], notify: true },
    parts: parts([...moved(subject, start, 'rescheduled'), action(action_id)]),
  };
}

async function refund(subject: Subject): Promise<Deed> {
  const action_id = randomUUID();
  const base_updated_at = subject.updated_at.toISOString();
  return {
    name: 'refund a part',
    path: staffPath(subject.id, 'refund'),
    body: { action_id, base_updated_at, cents: 2000, reason: 'The room was cold.', notify: true },
    parts: parts([
      sql`(select count(*) from refunds where booking_id = ${subject.id}::uuid and cause = 'GOODWILL')`,
      mail(`refund:${action_id}`),
      isChanged(subject),
      action(action_id),
    ]),
  };
}

async function clientCancel({ id, client, origin }: Subject): Promise<Deed> {
  const url = `/auth/booking-options?id=${id}`;
  const { body } = await ask<BookingOptions>(origin, url, { token: client.token });
  return {
    name: 'cancel by the client',
    path: '/auth/cancel-booking',
    body: { id, expected_cents: body.cancel.refund_cents },
    client,
    parts: parts([...cancelled(id), mail(`cancelled-by-client:${id}`)]),
  };
}

async function clientReschedule(subject: Subject): Promise<Deed> {
  const { id, client, updated_at, n } = subject;
  const { days, start } = targetOf(n);
  const date = dateIn(days, shop.clock.now());
  const to = startOf(targetOf(n), shop.clock.now());
  const schedule_id = massage.rules[dayOfWeek(date)]!;
  return {
    name: 'reschedule by the client',
    path: '/auth/reschedule-booking',
    body: { id, schedule_id, date, start, base_updated_at: updated_at.toISOString() },
    client,
    parts: parts([...moved(subject, to, 'client rescheduled'), mail(`rescheduled-by-client:${id}:%`)]),
  };
}

async function book({ client, n }: Pick<Subject, 'client' | 'n'>): Promise<Deed> {
  const action_id = randomUUID();
  const start = startOf(targetOf(n), shop.clock.now());
  const { id: client_id } = client;
  const wish = { client_id, service_id: massage.id, place: 'FIXED_LOCATION', starts: [start] };
  const paid = { payment: 'LATER', paid_by: 'CASH' };
  const mine = sql`select id from bookings where user_id = ${client_id}::uuid`;
  return {
    name: 'book',
    path: '/api/staff/bookings',
    body: { action_id, ...wish, ...paid, accept: STAFF_WARNINGS, notify: true, ask_for_forms: true },
    parts: parts([
      sql`(select count(*) from offline_payments where user_id = ${client_id}::uuid)`,
      sql`(select count(*) from bookings where id in (${mine}) and status = 'CONFIRMED' and booked_by is not null)`,
      sql`(select count(*) from appointments where start_time = ${start}::timestamptz and taken = 1)`,
      sql`(select count(*) from booking_history where booking_id in (${mine}))`,
      sql`(select count(*) from outbox where kind = 'booked-for-you' and user_id = ${client_id}::uuid)`,
      action(action_id),
    ]),
  };
}

async function takeCash(subject: Subject): Promise<Deed> {
  const action_id = randomUUID();
  const received_on = dateIn(0, shop.clock.now());
  return {
    name: 'cash',
    path: staffPath(subject.id, 'offline-payments'),
    body: { action_id, cents: 2000, method: 'CASH', received_on },
    parts: parts([
      sql`(select count(*) from offline_payments where booking_id = ${subject.id}::uuid)`,
      isChanged(subject),
      action(action_id),
    ]),
  };
}

async function sendLink({ id }: Subject): Promise<Deed> {
  const action_id = randomUUID();
  return {
    name: 'payment link',
    path: staffPath(id, 'payment-link'),
    body: { action_id },
    parts: parts([
      sql`(select count(*) from payment_links where ${id}::uuid = any(booking_ids))`,
      mail(`payment-link:${action_id}`),
      action(action_id),
    ]),
  };
}

async function eraseRecord({ id, client, origin }: Subject): Promise<Deed> {
  const action_id = randomUUID();
  const path = (act: string) => `/api/staff/clients/${client.id}/${act}`;
  await db.updateTable('users').set({ cognito_sub: null }).where('id', '=', client.id).execute();
  const { body } = await ask<Erasure>(origin, path('erasure'), { staff_token: staff.token });
  return {
    name: 'delete a record',
    path: path('erase'),
    body: { action_id, quote: body.quote },
    parts: parts([
      ...cancelled(id).slice(0, 3),
      sql`(select 1 - count(*) from users where id = ${client.id}::uuid)`,
      sql`(select 1 - count(*) from bookings where id = ${id}::uuid and user_id is not null)`,
      mail(`account-deleted:${action_id}`),
      action(action_id),
    ]),
  };
}

async function publish({ id }: Subject): Promise<Deed> {
  const path = staffPath(id, 'recommendation');
  const saved = await staff.send('PUT', path, { draft: 'Warm soup.', version: 0 });
  expect(saved.status).toBe(200);
  const action_id = randomUUID();
  const around = dateIn(14, shop.clock.now());
  const suggestion = { service_id: massage.id, place: 'FIXED_LOCATION', around, times: 2, every_weeks: 1 };
  return {
    name: 'publish',
    path: `${path}/publish`,
    body: { action_id, version: 1, suggestion },
    parts: parts([
      sql`(select count(*) from bookings where id = ${id}::uuid and published_recommendations is not null
        and recommendations_draft is null and published_at is not null and recommendation_version = 2)`,
      sql`(select count(*) from suggested_sessions where booking_id = ${id}::uuid and state = 'OPEN')`,
      sql`(select count(*) from audit where object_id = ${id} and action = 'recommendations.publish')`,
      mail(`note-waiting:${id}:%`),
      action(action_id),
    ]),
  };
}

/** Acts on a session that was paid in the cart. */
const OF_PAID = [eraseRecord, staffCancel, staffReschedule, refund, clientCancel, clientReschedule] as const;
/** Acts on a visit that is over and not paid. */
const OF_UNPAID = [takeCash, sendLink, publish] as const;

/** What each client or the practice is about to do in one round. */
async function deeds(origin: string): Promise<Deed[]> {
  const paid = OF_PAID.length;
  const unpaid = OF_UNPAID.length;
  const people = await shop.clients(paid + unpaid + 1);
  const pages = await Promise.all(
    people.slice(0, paid).map((client, n) => shop.checkout(client, [massageAt(n)])),
  );
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  for (const { body } of pages) await shop.pay(sessionOf(body.url));
  const created_at = new Date(shop.clock.now().getTime() - DAY_MS);
  const visit = { service_id: massage.id, status: 'COMPLETED', payment: 'LATER' } as const;
  for (const { id: user_id } of people.slice(paid, paid + unpaid))
    await addBooking(db, { ...visit, user_id, start_time: created_at, created_at });
  const bookings = await db.selectFrom('bookings').select(['id', 'user_id', 'updated_at']).execute();
  // So that a change that the repeat makes is seen.
  shop.clock.advance(1000);
  const subjects = people.map((client, n) => ({
    origin,
    client,
    n,
    ...bookings.find(({ user_id }) => user_id === client.id),
  }));
  return await Promise.all(
    subjects.map((subject, n) => {
      if (n >= paid + unpaid) return book(subject);
      return [...OF_PAID, ...OF_UNPAID][n]!(subject as Subject);
    }),
  );
}

const countOf = async (deed: Deed): Promise<number[]> =>
  (await sql<{ parts: number[] }>`select ${deed.parts} as parts`.execute(db)).rows[0]!.parts;

/** The same request, to a process that lives. */
async function repeat({ path, body, client }: Deed): Promise<{ status: number; code: string }> {
  if (client) {
    const cookies = { access: client.token };
    const answer = await shop.request({ method: 'POST', url: path, cookies, payload: body });
    return { status: answer.statusCode, code: answer.json<{ code: string }>().code };
  }
  const { status, json } = await staff.send<{ code?: string } | undefined>('POST', path, body);
  return { status, code: String(json?.code) };
}

it(
  'R15: a process is killed in the middle of a change, and the request is repeated',
  { timeout: 6_000_000 },
  async () => {
    const kills = size(3, 100);
    const findings: string[] = [];
    const count = { asked: 0, answered: 0, whole: 0, nothing: 0 };
    /** Milliseconds that answers take, as far as is known. */
    let span = 60;
    for (let kill = 0; kill < kills; kill++) {
      await emptyBooks(shop);
      await db.deleteFrom('closures').execute();
      staff = await shop.signInStaff(undefined, { unlocked: true });
      const victim = await startVictim(shop);
      const round = await deeds(victim.origin);
      const asked = round.map(({ path, body, client }) =>
        ask(victim.origin, path, {
          method: 'POST',
          body,
          ...(client ? { token: client.token } : { staff_token: staff.token }),
        }),
      );
      await (kill % 2 === 0 ? Promise.race(asked) : wait(random() * 2 * span));
      await victim.kill();
      const answers = await Promise.all(asked);
      const answered = answers.filter(({ status }) => status >= 200 && status < 300).length;
      // The next moment adapts to the pace of the machine, so that kills hit before and after the answers.
      span *= answered * 2 < round.length ? 1.3 : 0.8;
      count.asked += round.length;
      count.answered += answered;
      for (const [n, deed] of round.entries()) {
        const say = (text: string) => findings.push(`${deed.name}: ${text}`);
        const { status } = answers[n]!;
        const isAnswered = status >= 200 && status < 300;
        if (!isAnswered && status !== 0) say(`answer ${status} ${JSON.stringify(answers[n]!.body)}`);
        const found = await countOf(deed);
        const isWhole = found.every((part) => part === 1);
        if (!isWhole && found.some((part) => part !== 0)) say(`parts ${found.join()}`);
        if (isAnswered && !isWhole) say('told that it is done, and it is not');
        count[isWhole ? 'whole' : 'nothing'] += 1;
        const again = await repeat(deed);
        if (again.status < 200 || again.status >= 300) say(`the repeat: ${again.status} ${again.code}`);
        const after = await countOf(deed);
        if (after.some((part) => part !== 1)) say(`parts after the repeat ${after.join()}`);
      }
      findings.push(...(await faultsOf(shop)));
    }
    const deadlocks = await deadlocksIn(shop);
    report(
      'R15',
      'kill -9 while staff cancel, book, reschedule, delete a record, refund, take cash, send links and publish, and while clients cancel and reschedule: whole or not at all, and a repeat completes it',
      `${kills} kills during ${count.asked} changes: ${count.answered} answered, ${count.whole} whole, ` +
        `${count.nothing} not begun, ${findings.length} findings, ${deadlocks} deadlocks; seed ${seed}`,
      findings.length === 0 && deadlocks === 0,
    );
    expect({ findings, deadlocks }).toEqual({ findings: [], deadlocks: 0 });
  },
);
