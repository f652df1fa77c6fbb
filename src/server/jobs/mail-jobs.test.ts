import type { BookingStatus } from '#domain/visits/booking.ts';
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixedClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';
import type { Config } from '../runtime/config.ts';
import { queueMail } from '../mail/outbox.ts';
import { MailRefused, type OutgoingMail } from '../ports/mailer.ts';
import { cleanUp } from './clean-up.ts';
import { remindClients } from './remind-clients.ts';
import { sendMail } from '../mail/send-mail.ts';

const database = await testDatabase();
const { db } = database;
const { log } = Fastify();
const { now: clock } = fixedClock();
const now = clock();
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const mailTo = (to: string, dedupe_key: string = randomUUID()) => ({
  dedupe_key,
  kind: 'notice',
  user_id: null,
  to,
  subject: 'Hello\r\nBcc: everybody@example.com',
  text: 'the code is 042137',
  html: '<p>042137</p>',
});
function fakeMailer() {
  const sent: OutgoingMail[] = [];
  const mailer = {
    delivers: true,
    failure: undefined as Error | undefined,
    sent,
    send: async (mail: OutgoingMail) => {
      if (mailer.failure) throw mailer.failure;
      sent.push(mail);
    },
    close: async () => undefined,
  };
  return mailer;
}
const rowsTo = (to: string) => db.selectFrom('outbox').selectAll().where('to_address', '=', to).execute();

it('sends a mail only if its cause was committed, and one per cause', async () => {
  const mailer = fakeMailer();
  await expect(
    db.transaction().execute(async (tx) => {
      await queueMail(tx, mailTo('undone@example.com'), now);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await queueMail(db, mailTo('once@example.com', 'cause'), now)).toBe(true);
  expect(await queueMail(db, mailTo('once@example.com', 'cause'), now)).toBe(false);
  expect(await sendMail.run({ db, mailer, log, clock }, now)).toBe(1);
  expect(await sendMail.run({ db, mailer, log, clock }, now)).toBe(0);
  expect(mailer.sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['once@example.com', 'Hello Bcc: everybody@example.com'],
  ]);
});

it('sends each mail once, however many processes work at it', async () => {
  const mailer = fakeMailer();
  for (let index = 0; index < 60; index += 1) await queueMail(db, mailTo(`many${index}@example.com`), now);
  const done = await Promise.all(
    Array.from({ length: 6 }, () => sendMail.run({ db, mailer, log, clock }, now)),
  );
  while ((await sendMail.run({ db, mailer, log, clock }, now)) > 0);
  expect(done.reduce((all, one) => all + one, 0)).toBeGreaterThan(0);
  expect(mailer.sent).toHaveLength(60);
  expect(new Set(mailer.sent.map(({ to }) => to)).size).toBe(60);
});

it('loses none while the server is down for an hour, and waits longer each time (R10)', async () => {
  const mailer = fakeMailer();
  mailer.failure = new Error('connect ECONNREFUSED');
  await queueMail(db, mailTo('patient@example.com'), now);
  const tries: number[] = [];
  for (let second = 0; second < 3600; second += 1) {
    const before = await rowsToTry(after(second));
    if (before === 0) continue;
    await sendMail.run({ db, mailer, log, clock }, after(second));
    tries.push(second);
  }
  expect(tries).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 1235, 1835, 2435, 3035]);
  const [waiting] = await rowsTo('patient@example.com');
  expect(waiting).toMatchObject({ sent_at: null, last_error: 'connect ECONNREFUSED', attempts: 12 });
  mailer.failure = undefined;
  expect(await sendMail.run({ db, mailer, log, clock }, after(3635))).toBe(1);
  expect(mailer.sent[0]!.message_id).toBe(waiting!.message_id);
  // A delivered mail does not keep its code.
  expect(await rowsTo('patient@example.com')).toMatchObject([{ sent_at: after(3635), text: '', html: '' }]);
});

it('does not retry a mail that the server refused permanently', async () => {
  const mailer = fakeMailer();
  mailer.failure = new MailRefused('no such mailbox');
  await queueMail(db, mailTo('nobody@example.com'), now);
  await sendMail.run({ db, mailer, log, clock }, now);
  mailer.failure = undefined;
  expect(await sendMail.run({ db, mailer, log, clock }, after(10 * 24 * 3600))).toBe(0);
  expect(mailer.sent).toEqual([]);
});

describe('a mail that one process has claimed and not sent yet', () => {
  afterEach(() => vi.useRealTimers());

  /** A slow server; the test decides when it answers. */
  function slowMailer() {
    let end: (error?: Error) => void = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    return { ...fakeMailer(), send: () => ended, end: (error?: Error) => end(error) };
  }
  /** Seconds between two checks of the other processes. */
  const STEP = 5;
  const rowTo = async (to: string) => (await rowsTo(to))[0]!;

  // The timers of a killed process stop; everything else is equal, so that each case is the control of the other.
  it.each([
    { what: 'is left to it while it lives, however slow its mail server is', lives: true, seconds: null },
    { what: 'is sent by another within a minute after its death', lives: false, seconds: 45 },
  ])('$what', async ({ lives, seconds }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const to = `${lives ? 'slow' : 'killed'}@example.com`;
    const time = fixedClock(now);
    await queueMail(db, mailTo(to), now);
    const slow = slowMailer();
    const first = sendMail.run({ db, mailer: slow, log, clock: time.now }, now);
    await expect.poll(async () => (await rowTo(to)).attempts).toBe(1);

    const other = fakeMailer();
    let sent_after: number | null = null;
    for (let second = STEP; second <= 600 && sent_after === null; second += STEP) {
      time.advance(STEP * 1000);
      if (lives) {
        vi.advanceTimersByTime(STEP * 1000);
        // The renewed lease is visible before the others check.
        const ahead = async () => (await rowTo(to)).next_attempt_at.getTime() - time.now().getTime();
        await expect.poll(ahead).toBeGreaterThanOrEqual(30_000);
      }
      const deps = { db, mailer: other, log, clock: time.now };
      if ((await sendMail.run(deps, time.now())) > 0) sent_after = second;
    }
    expect(sent_after).toBe(seconds);
    expect(other.sent).toHaveLength(lives ? 0 : 1);
    slow.end();
    await first;
    expect(await rowTo(to)).toMatchObject({ sent_at: expect.any(Date), attempts: lives ? 1 : 2 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not released for a third process if the first fails while a second is sending it', async () => {
    const to = 'three@example.com';
    await queueMail(db, mailTo(to), now);
    const [one, two, three] = [slowMailer(), slowMailer(), fakeMailer()];
    const first = sendMail.run({ db, mailer: one, log, clock }, now);
    await expect.poll(async () => (await rowTo(to)).attempts).toBe(1);
    // The first was delayed for so long that its lease has ended.
    const second = sendMail.run({ db, mailer: two, log, clock }, after(50));
    await expect.poll(async () => (await rowTo(to)).attempts).toBe(2);
    one.end(new Error('timed out'));
    await first;
    expect(await sendMail.run({ db, mailer: three, log, clock }, after(60))).toBe(0);
    two.end();
    await second;
    expect(await rowTo(to)).toMatchObject({ sent_at: expect.any(Date), attempts: 2, last_error: null });
  });
});

it('a mail that is being sent when the process stops is sent completely, and not again by another process', async () => {
  let accept = () => undefined as void;
  const accepted = new Promise<void>((resolve) => (accept = resolve));
  let handed = () => undefined as void;
  const begun = new Promise<void>((resolve) => (handed = resolve));
  const mailer = {
    ...fakeMailer(),
    send: async () => {
      handed();
      await accepted;
    },
  };
  const { app } = await testApp({
    database,
    seeded: false,
    clock: () => new Date(),
    deps: { mailer },
  });
  const browser = new Browser(app);
  expect((await browser.signUp('stopping@example.com')).status).toBe(201);
  await begun;
  let closed = false;
  const closing = app.close().then(() => (closed = true));
  // The process closes the database next.
  await db.selectFrom('outbox').select('id').execute();
  expect(closed).toBe(false);
  accept();
  await closing;
  expect(await rowsTo('stopping@example.com')).toMatchObject([{ sent_at: expect.any(Date), attempts: 1 }]);
});

it('reminds of each confirmed booking two days and one day ahead, once', async () => {
  const deps = { db, log, config: { site_url: 'https://sattvaandsage.example' } as Config };
  const client = async (first_name: string) =>
    (await db
      .insertInto('users')
      .values({ cognito_sub: randomUUID(), email: `${first_name}@example.com`, first_name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()).id; // oxfmt-ignore
  const service_id = await addService(db);
  const form = async (key: string, is_global: boolean) => {
    const { id } = await db
      .insertInto('forms')
      .values({ key, is_global, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('form_versions')
      .values({ form_id: id, version: 1, name: key, type: 'X', content: '{}', created_at: now })
      .execute();
    return id;
  };
  const consent = await form('Consent', true);
  const health = await form('Health history', false);
  await form('Of another service', false);
  await db.insertInto('form_services').values({ form_id: health, service_id }).execute();

  const book = (user_id: string, hours_ahead: number, made_hours_ahead: number, status?: BookingStatus) =>
    addBooking(db, {
      user_id,
      service_id,
      start_time: after(hours_ahead * 3600),
      created_at: after((hours_ahead - made_hours_ahead) * 3600),
      ...(status && { status }),
    });
  const maren = await client('maren');
  await book(maren, 47, 100);
  await db
    .insertInto('submissions')
    .values({
      user_id: maren,
      form_id: consent,
      form_version: 1,
      answers: Buffer.from('sealed'),
      submitted_at: now,
    })
    .execute();
  await book(await client('soon'), 23, 100); // the day-ahead one only
  await book(await client('late'), 47, 40); // made less than two days ahead
  await book(await client('verylate'), 20, 10);
  await book(await client('cancelled'), 47, 100, 'CANCELLED');
  await book(await client('far'), 49, 100);

  expect(await remindClients.run(deps, now)).toBe(2);
  expect(await remindClients.run(deps, now)).toBe(0);
  const [mail] = await rowsTo('maren@example.com');
  expect(mail!.subject).toBe('Reminder: Slow Morning Flow in two days');
  expect(mail!.text).toContain('- Health history');
  expect(mail!.text).not.toContain('Consent');
  expect((await rowsTo('soon@example.com'))[0]!.subject).toBe('Reminder: Slow Morning Flow within a day');

  expect(await remindClients.run(deps, after(24 * 3600))).toBe(2);
  for (const [name, count] of [
    ['maren', 2],
    ['late', 1],
    ['verylate', 0],
    ['cancelled', 0],
    ['far', 0], // no longer two days away, and not yet one
  ] as const) {
    expect([name, (await rowsTo(`${name}@example.com`)).length]).toEqual([name, count]);
  }
});

it('a reminder that waited is not sent if it is no longer true', async () => {
  await db.deleteFrom('outbox').where('kind', '=', 'reminder').execute();
  const mailer = fakeMailer();
  const deps = { db, log, config: { site_url: 'https://sattvaandsage.example' } as Config };
  const service_id = (await db.selectFrom('services').select('id').executeTakeFirstOrThrow()).id;
  const start = after(1000 * 3600);
  const bookingOf = async (name: string) => {
    const email = `${name}@example.com`;
    const user = { cognito_sub: name, email, created_at: now, updated_at: now };
    const { id: user_id } = await db
      .insertInto('users')
      .values(user)
      .returning('id')
      .executeTakeFirstOrThrow();
    return await addBooking(db, { user_id, service_id, start_time: start, created_at: now });
  };
  const comes = await bookingOf('comes');
  const cancels = await bookingOf('cancels');
  const deletes = await bookingOf('deletes');
  const before = (hours: number) => new Date(start.getTime() - hours * 3_600_000);

  // The mail server is down until the booking is cancelled.
  expect(await remindClients.run(deps, before(47))).toBe(3);
  await db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', cancels).execute();
  // The account was deleted between reading the booking and queueing the mail.
  await db.updateTable('bookings').set({ user_id: null }).where('id', '=', deletes).execute();
  while ((await rowsToTry(before(47))) > 0) await sendMail.run({ db, mailer, log, clock }, before(47));
  expect(mailer.sent.map(({ to }) => to)).toEqual(['comes@example.com']);
  for (const name of ['cancels', 'deletes']) expect(await rowsTo(`${name}@example.com`)).toEqual([]);

  // … and until the session is over: no reminder is sent any more.
  mailer.sent.length = 0;
  expect(await remindClients.run(deps, before(23))).toBe(1);
  while ((await rowsToTry(before(-2))) > 0) await sendMail.run({ db, mailer, log, clock }, before(-2));
  expect(mailer.sent).toEqual([]);
  expect(await remindClients.run(deps, before(-2))).toBe(0);

  // The reminders two days and one day ahead are never sent together.
  await db.deleteFrom('outbox').where('kind', '=', 'reminder').execute();
  expect(await remindClients.run(deps, before(47))).toBe(1);
  expect(await remindClients.run(deps, before(23))).toBe(1);
  while ((await rowsToTry(before(23))) > 0) await sendMail.run({ db, mailer, log, clock }, before(23));
  expect(mailer.sent.map(({ subject }) => subject)).toEqual(['Reminder: Slow Morning Flow within a day']);
  await db.deleteFrom('bookings').where('id', 'in', [comes, cancels, deletes]).execute();
});

it('keeps sent mails for 90 days', async () => {
  const deps = { db, log, config: {} as Config, photos: {} as never, identity: {} as never };
  const before = await rowsTo('once@example.com');
  expect(before).toHaveLength(1);
  await cleanUp.run(deps, after(89 * 24 * 3600));
  expect(await rowsTo('once@example.com')).toHaveLength(1);
  await cleanUp.run(deps, after(91 * 24 * 3600));
  expect(await rowsTo('once@example.com')).toHaveLength(0);
});

async function rowsToTry(at: Date): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', at)
    .execute();
  return rows.length;
}
