import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deleteUser } from '#contract/client.calls.ts';
import { staffCancelBooking, staffCancellation, staffRescheduleBooking } from '#contract/staff.calls.ts';
import { practice } from '#content/public/practice.ts';
import { dayOfWeek } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import type { Db } from '#server/db/pool.ts';
import { type TestApp, type TestStaff, testApp } from '../support/app.ts';
import { inParallel, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { atTheDashboard } from '../support/provider-dashboard.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, sessionOf, SHOP } from '../support/shop.ts';
import { type Client, dateIn, type Wish } from '../support/stock.ts';
import { withoutConditionsOn, withoutStatusAndLocks } from '../support/without.ts';

const MINUTE = 60_000;
const shop = await openShop({ max: 24 });
const { clock, sandbox } = shop;
const { db } = shop.database;
/** Another process of the same site, on which a change asks neither for the status nor for the version. */
const withoutLooking = (of: Db): Db => withoutConditionsOn(withoutStatusAndLocks(of), 'updated_at');
const unprotected = await testApp({ ...SHOP, besides: shop, change: withoutLooking });
const random = randomFrom(seed);

/** What else happens to a booking while eight tabs change it. */
const RIVALS = [
  'nothing',
  'its payment',
  'a refund at the dashboard',
  'the deletion of the account',
] as const;
type Rival = (typeof RIVALS)[number];
type Round = { client: Client; session: string; day: number; rival: Rival; id: string };
type Heard = {
  act: 'MOVE' | 'CANCEL' | 'STAFF_CANCEL' | 'STAFF_MOVE';
  status: number;
  code: string | undefined;
};

const massage = (days: number, start: string): Wish => ({ service: 'massage', days, start });
const TARGETS = ['10:00 AM', '12:00 PM', '2:00 PM'] as const;
const bookingOf = (id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();

async function call(of: TestApp, client: Client, path: string, payload: object) {
  const answer = await of.request({ method: 'POST', url: path, cookies: { access: client.token }, payload });
  return { status: answer.statusCode, code: (answer.json() as { code?: string }).code };
}

/** Buys a session at 8 AM of a day that is the round's own. It is paid, unless its payment is the rival. */
async function buy(client: Client, day: number, rival: Rival): Promise<Round> {
  const session = sessionOf((await shop.checkout(client, [massage(day, '8:00 AM')])).body.url);
  if (rival !== 'its payment') await shop.pay(session);
  const { id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow();
  return { client, session, day, rival, id };
}

/** After a moment of its own, so that each act comes before, between and after the others. */
async function anyMoment(): Promise<void> {
  for (let moment = Math.floor(random() * 30); moment > 0; moment--) await new Promise(setImmediate);
}

/** Eight tabs that show the booking as it is now: what each of them sends. */
async function openTabs(of: TestApp, staff: TestStaff, { client, day, id }: Round) {
  const { updated_at, status } = (await bookingOf(id))!;
  const base_updated_at = updated_at.toISOString();
  const quote =
    status === 'CONFIRMED' ? (await staff.call(staffCancellation, { params: { id } })).json.quote : 'x.x';
  const date = dateIn(day, clock.now());
  const schedule_id = shop.stock.massage.rules[dayOfWeek(date)]!;
  const move = (start: string) => async (): Promise<Heard> => ({
    act: 'MOVE',
    ...(await call(of, client, '/auth/reschedule-booking', {
      id,
      schedule_id,
      date,
      start,
      base_updated_at,
    })),
  });
  const cancel = async (): Promise<Heard> => ({
    act: 'CANCEL',
    ...(await call(of, client, '/auth/cancel-booking', { id, expected_cents: 9223 })),
  });
  const staffCancels = async (): Promise<Heard> => {
    const { status, json } = await staff.call(staffCancelBooking, {
      params: { id },
      body: {
        action_id: randomUUID(),
        base_updated_at,
        by: 'PRACTICE',
        refund: 'POLICY',
        quote,
        time: 'OPEN',
        notify: true,
      },
    });
    return { act: 'STAFF_CANCEL', status, code: json.code };
  };
  const staffMoves = (start: string) => async (): Promise<Heard> => {
    const to = instantOf(date, parseTime(start)!, practice.zone)!.toISOString();
    const body = { action_id: randomUUID(), base_updated_at, start: to, accept: [], notify: true };
    const { status, json } = await staff.call(staffRescheduleBooking, { params: { id }, body });
    return { act: 'STAFF_MOVE', status, code: json.code };
  };
  return [...TARGETS.map(move), staffMoves(TARGETS[0]), staffMoves('4:00 PM'), cancel, cancel, staffCancels];
}

async function race(of: TestApp, staff: TestStaff, round: Round, isAtOnce: boolean): Promise<Heard[]> {
  const tabs: (() => Promise<Heard | null>)[] = await openTabs(of, staff, round);
  const { client, session, rival } = round;
  const RIVAL_ACTS: Readonly<Record<Rival, () => Promise<null>>> = {
    nothing: async () => null,
    'its payment': async () => (await shop.pay(session), null),
    'a refund at the dashboard': async () => {
      const { id } = sandbox.control.books().payments.find((each) => each.session === session)!;
      await atTheDashboard(sandbox, 'POST', 'refunds', `payment_intent=${id}&amount=3000`);
      await shop.deliver();
      return null;
    },
    'the deletion of the account': async () => {
      const { status } = await shop.call(client, deleteUser);
      if (status !== 200) throw new Error(`The account was not deleted: ${status}`);
      return null;
    },
  };
  const acts = [...tabs, RIVAL_ACTS[rival]].map((act) => async () => {
    if (!isAtOnce) await anyMoment();
    return await act();
  });
  const heard = await Promise.all(shuffled(acts, random).map((act) => act()));
  return heard.filter((each) => each !== null);
}

/** Returns a sentence for each fault after the race. */
async function compare({ session, rival, id }: Round, heard: readonly Heard[]): Promise<string[]> {
  const findings: string[] = [];
  const say = (text: string) => findings.push(`${rival}: ${text}`);
  const booking = await bookingOf(id);
  if (!booking) return [`${rival}: the booking is gone`];
  const steps = await db
    .selectFrom('booking_history')
    .selectAll()
    .where('booking_id', '=', id)
    .orderBy('id')
    .execute();
  const mails = await db
    .selectFrom('outbox')
    .select('kind')
    .where('dedupe_key', 'like', `%:${id}%`)
    .where('kind', 'in', ['rescheduled', 'booking-cancelled'])
    .execute();
  const isErased = rival === 'the deletion of the account';
  const done = (act: Heard['act']) => heard.filter((each) => each.act === act && each.status === 200).length;
  const moves = steps.filter(({ moved_to }) => moved_to !== null);
  const cancelled = steps.filter(({ to_status }) => to_status === 'CANCELLED').length;
  const odd = heard.filter(
    ({ status }) => status !== 200 && status !== 409 && !(isErased && [401, 403, 404].includes(status)),
  );
  if (odd.length > 0) say(`answers ${odd.map(({ status, code }) => `${status} ${code}`).join()}`);
  const moved = done('MOVE') + done('STAFF_MOVE');
  if (moved + done('STAFF_CANCEL') > 1) say(`${moved + done('STAFF_CANCEL')} tabs won`);
  if (moves.length !== moved) say(`${moves.length} moves are recorded, ${moved} were told`);
  if (cancelled > 1 || (cancelled === 1) !== (booking.status === 'CANCELLED'))
    say(`cancelled ${cancelled} times`);
  if (!isErased && cancelled !== Math.min(1, done('CANCEL') + done('STAFF_CANCEL')))
    say('a cancellation was lost');
  if (booking.sequence !== moves.length + cancelled) say(`sequence ${booking.sequence}`);
  const last = moves.at(-1);
  if (last && last.moved_to!.getTime() !== booking.start_time.getTime()) say('it is not where it was moved');
  const count = (kind: string) => mails.filter((mail) => mail.kind === kind).length;
  if (!isErased && count('booking-cancelled') !== cancelled)
    say(`${count('booking-cancelled')} mails of a cancellation`);
  const expected = moves.length > 0 && booking.status === 'CONFIRMED' ? 1 : 0;
  if (!isErased && count('rescheduled') !== expected) say(`${count('rescheduled')} mails of a move`);
  const payment = sandbox.control.books().payments.find((each) => each.session === session)!;
  const back = payment.amount_refunded;
  if (booking.status === 'CANCELLED' && back !== payment.amount) say(`${back} of ${payment.amount} are back`);
  if (booking.status === 'CONFIRMED' && back > (rival === 'a refund at the dashboard' ? 3000 : 0))
    say(`${back} are back although it is booked`);
  if (booking.status !== 'CANCELLED' && booking.status !== 'CONFIRMED') say(`it is ${booking.status}`);
  return findings;
}

async function run(
  of: TestApp,
  {
    batches,
    count,
    rivals,
    isAtOnce = false,
  }: { batches: number; count: number; rivals: readonly Rival[]; isAtOnce?: boolean },
): Promise<{ heard: Heard[]; findings: string[] }> {
  const staff = await of.signInStaff();
  const all: Heard[] = [];
  const findings: string[] = [];
  for (let batch = 0; batch < batches; batch++) {
    await emptyBooks(shop);
    const people = await shop.clients(count);
    const rounds = await inParallel(
      people.map((client, n) => () => buy(client, 2 + n, rivals[n % rivals.length]!)),
      8,
    );
    clock.advance(1000);
    const answers = await inParallel(
      rounds.map((round) => async () => ({ round, heard: await race(of, staff, round, isAtOnce) })),
      4,
    );
    // All refunds are settled: a job whose lease has ended takes up what another one left.
    for (let turn = 0; turn < 4; turn++) {
      await shop.deliver();
      clock.advance(MINUTE);
      await shop.sweep();
    }
    await shop.deliver();
    for (const { round, heard } of answers) {
      all.push(...heard);
      findings.push(...(await compare(round, heard)));
    }
    findings.push(...(await faultsOf(shop)));
  }
  return { heard: all, findings };
}

it('R16: one booking is changed from eight tabs at once', { timeout: 3_000_000 }, async () => {
  const [batches, count] = [size(1, 40), size(16, 26)];
  const { heard, findings } = await run(shop, { batches, count, rivals: RIVALS });
  const deadlocks = await deadlocksIn(shop);
  const codes = Map.groupBy(heard, ({ code }) => code ?? 'done');
  report(
    'R16',
    'one booking moved and cancelled from eight tabs, against its payment, a refund and the deletion: one winner, a whole history, one mail, the old seat released once',
    `${batches * count} rounds (${[...codes].map(([code, some]) => `${some.length} ${code}`).join(', ')}): ` +
      `${findings.length} findings, ${deadlocks} deadlocks; seed ${seed}`,
    findings.length === 0 && deadlocks === 0,
  );
  expect({ findings, deadlocks }).toEqual({ findings: [], deadlocks: 0 });
});

it('control: without looking at status and version, two tabs move one booking', async () => {
  const { findings } = await run(unprotected, {
    batches: 1,
    count: 8,
    rivals: ['nothing'],
    isAtOnce: true,
  });
  expect(findings.filter((text) => text.includes('tabs won')).length).toBeGreaterThan(0);
});
