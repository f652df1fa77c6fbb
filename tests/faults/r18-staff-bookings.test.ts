import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deleteUser } from '#contract/client.calls.ts';
import type { BodyOf } from '#contract/call.ts';
import { staffCreateBookings } from '#contract/staff.calls.ts';
import { staffCookieName } from '#server/sessions/staff-session.ts';
import type { TestStaff } from '../support/app.ts';
import { inParallel, p99, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, type Shop, waitForWaiters } from '../support/shop.ts';
import { cartOf, type Client, limitTo, massageAt, startOf, type Wish } from '../support/stock.ts';
import { rewritten } from '../support/without.ts';
import { startProcesses } from './support/processes.ts';

const random = randomFrom(seed);
const shop = await openShop({ max: 24 });
/** Takes no lock, and asks for no seat of its own. */
const unprotected = await openShop({
  max: 24,
  change: (db) =>
    rewritten(db, (text) =>
      text.includes('pg_advisory_xact_lock')
        ? 'select 1'
        : text.replace(
            'select count(*)::int as seated from seats',
            'select count(*)::int as seated from wanted',
          ),
    ),
});
await unprotected.database.pool.query(
  'alter table appointments drop constraint one_practitioner, drop constraint one_occurrence_per_start',
);
/** The space of the locks of clients (src/server/seats/hold-seats.ts). */
const CLIENT_LOCK = '7130256';
/** Takes another lock for a client each time. */
const forgetful = await openShop({
  max: 24,
  change: (db) =>
    rewritten(db, (text) => text.replace(CLIENT_LOCK, () => String(Math.floor(Math.random() * 1e9)))),
});
/** In real time, as its processes are. */
const crowd = await openShop({ start: new Date(), max: 4 });
const processes = size(2, 4);
const origins = await startProcesses(crowd, processes);

type Booking = { client: Client; wishes: readonly Wish[]; action_id?: string; more?: Partial<Body> };
type Body = BodyOf<typeof staffCreateBookings>;
const bodyOf = (of: Shop, { client, wishes, action_id = randomUUID(), more }: Booking, now: Date): Body => ({
  action_id,
  client_id: client.id,
  service_id: of.stock[wishes[0]!.service].id,
  place: 'FIXED_LOCATION',
  starts: wishes.map((wish) => startOf(wish, now)),
  payment: 'LATER',
  accept: [],
  notify: true,
  ask_for_forms: false,
  ...more,
});
const book = async (of: Shop, staff: TestStaff, booking: Booking) =>
  await staff.call(staffCreateBookings, { body: bodyOf(of, booking, of.clock.now()) });

/** Staff and clients ask for the same times at once. Returns how often a series was booked in part, and what is wrong. */
async function rush(of: Shop, rounds: number) {
  const staff = await of.signInStaff();
  const clients = await of.clients(8);
  let [partial, others] = [0, 0];
  const findings: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await emptyBooks(of);
    const wishes = Array.from({ length: 4 }, (_, n) => massageAt(n));
    const series = clients.slice(0, 4).map((client) => async () => {
      const { status, json } = await book(of, staff, {
        client,
        wishes: shuffled(wishes, random).slice(0, 3),
      });
      if (status !== 201 && json.code !== 'SLOT_TAKEN') others++;
    });
    const buyers = clients.slice(4).map((client, n) => async () => {
      const { status } = await of.checkout(client, [wishes[n]!]);
      if (status !== 200 && status !== 409) others++;
    });
    await Promise.all(shuffled([...series, ...buyers], random).map((ask) => ask()));
    findings.push(...(await faultsOf(of)));
    const rows = await of.db
      .selectFrom('bookings')
      .select((select) => ['series_id', select.fn.count<number>('appointment_id').distinct().as('seats')])
      .where('series_id', 'is not', null)
      .groupBy('series_id')
      .execute();
    partial += rows.filter(({ seats }) => Number(seats) !== 3).length;
  }
  return { partial, others, findings };
}

it('staff book a series or nothing, beside clients who want its times', async () => {
  expect(await rush(shop, size(6, 100))).toEqual({ partial: 0, others: 0, findings: [] });
  expect(await deadlocksIn(shop)).toBe(0);
});

it('control: without locks, constraints and the count of seats, times are sold twice', async () => {
  await emptyBooks(unprotected);
  const staff = await unprotected.signInStaff();
  const clients = await unprotected.clients(4);
  // None sees what another has done until all are about to end.
  const goOn = await holdActions(unprotected);
  const asked = clients.map((client) =>
    book(unprotected, staff, { client, wishes: [massageAt(0), massageAt(1)] }),
  );
  await waitForWaiters(unprotected, clients.length);
  await goOn();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await faultsOf(unprotected)).not.toEqual([]);
});

it('one action that is sent eight times books once, and each answer names it', async () => {
  await emptyBooks(shop);
  const staff = await shop.signInStaff();
  const client = await shop.client();
  const action_id = randomUUID();
  const booking = { client, wishes: [massageAt(0), massageAt(1)], action_id };
  const answers = await Promise.all(Array.from({ length: 8 }, () => book(shop, staff, booking)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(answers.map(({ json }) => JSON.stringify(json)))).toHaveProperty('size', 1);
  expect(await shop.db.selectFrom('bookings').select('id').execute()).toHaveLength(2);
  expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(1);
});

/** Stops every action before its last statement, its record, until the returned function is called. */
async function holdActions(of: Shop): Promise<() => Promise<void>> {
  const holder = await of.db.startTransaction().execute();
  await sql`lock table staff_actions in exclusive mode`.execute(holder);
  return () => holder.commit().execute();
}

/** Eight supported visits of one month are asked for at once. Returns how many are given. */
async function supportedRush(of: Shop): Promise<number> {
  await emptyBooks(of);
  const staff = await of.signInStaff();
  const clients = await of.clients(8);
  const more = { payment: 'FREE', free_reason: 'SUPPORTED' } as const;
  const goOn = await holdActions(of);
  const asked = clients.map((client, n) => book(of, staff, { client, wishes: [massageAt(n * 12)], more }));
  await waitForWaiters(of, clients.length);
  await goOn();
  const answers = await Promise.all(asked);
  return answers.filter(({ status }) => status === 201).length;
}

it('two supported visits are given in a month, however many are asked for at once', async () => {
  expect(await supportedRush(shop)).toBe(2);
});

it('control: without the lock of the month, more than two are given', async () => {
  expect(await supportedRush(unprotected)).toBeGreaterThan(2);
});

/** The client's account is deleted while staff book for them. Returns what is wrong afterwards. */
async function deletedMeanwhile(of: Shop): Promise<string[]> {
  await emptyBooks(of);
  const staff = await of.signInStaff();
  const client = await of.client();
  const goOn = await holdActions(of);
  const booked = book(of, staff, { client, wishes: [massageAt(0)] });
  await waitForWaiters(of, 1);
  const deleted = of.call(client, deleteUser);
  await waitForWaiters(of, 2);
  await goOn();
  expect([(await booked).status, (await deleted).status]).toEqual([201, 200]);
  return await faultsOf(of);
}

it('a client who is deleted while staff book for them loses that booking too', async () => {
  expect(await deletedMeanwhile(shop)).toEqual([]);
  expect(await shop.db.selectFrom('appointments').select('id').execute()).toEqual([]);
});

it('control: without the lock of the client, a booking for nobody is left', async () => {
  expect(await deletedMeanwhile(forgetful)).toContainEqual(expect.stringContaining('confirmed for nobody'));
});

it('R18: staff book for clients while others check out the same times', { timeout: 1_800_000 }, async () => {
  const [bookings, people, slots] = [size(20, 200), size(60, 2000), size(120, 336)];
  const clients = await crowd.clients(people);
  await crowd.database.db.updateTable('users').set({ house_call_approved: true }).execute();
  // Staff book for every tenth one, who could not.
  const isOutside = (n: number) => n % 10 === 0;
  const known = clients.filter((_, n) => !isOutside(n));
  await limitTo(crowd.db, crowd.stock.massage, known);
  const staff = await crowd.signInStaff();
  const wishOf = () => massageAt(Math.floor(random() * slots));
  const heard: string[] = [];
  const times: number[] = [];
  const ask = async (n: number, path: string, cookie: string, body: object, who: string) => {
    const began = performance.now();
    const answer = await fetch(`${origins[n % origins.length]}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify(body),
    });
    const { code } = (await answer.json()) as { code?: string };
    if (who === 'staff') times.push(performance.now() - began);
    heard.push(`${who} ${answer.status}${code ? ` ${code}` : ''}`);
  };
  const buys = clients.map(
    (client, n) => () =>
      ask(
        n,
        '/auth/create-checkout',
        `access=${client.token}`,
        cartOf(crowd.stock, [wishOf()], new Date()),
        isOutside(n) ? 'outsider' : 'client',
      ),
  );
  const cookie = `${staffCookieName(crowd.deps.config)}=${staff.token}`;
  const placements = Array.from({ length: bookings }, (_, n) => () => {
    const asked = n % 2 === 0 ? [wishOf()] : [wishOf(), wishOf()];
    const wishes = [...new Map(asked.map((wish) => [`${wish.days} ${wish.start}`, wish])).values()];
    const more: Partial<Body> = { accept: ['TOO_FAR', 'SAME_DAY', 'AUDIENCE'] };
    const body = bodyOf(crowd, { client: clients[n % people]!, wishes, more }, new Date());
    return ask(n, '/api/staff/bookings', cookie, body, 'staff');
  });
  await inParallel(shuffled([...buys, ...placements], random), 32);

  const faults = await faultsOf(crowd);
  const deadlocks = await deadlocksIn(crowd);
  const expected = [
    'client 200',
    'client 409 SLOT_TAKEN',
    'outsider 409 AUDIENCE',
    'staff 201',
    'staff 409 SLOT_TAKEN',
  ];
  const others = heard.filter((each) => !expected.includes(each));
  const count = (which: string) => heard.filter((each) => each === which).length;
  const isSound = faults.length + deadlocks + others.length === 0 && count('staff 201') > 0;
  report(
    'R18',
    'staff book among clients who check out: 0 overlaps, 0 HTTP 5xx, 0 deadlocks, seats = live bookings',
    `${people} clients and ${bookings} bookings by staff on ${processes} processes: ${count('client 200')} held, ` +
      `${count('staff 201')} booked, ${count('staff 409 SLOT_TAKEN')} of staff taken, ${faults.length} faults, ` +
      `${deadlocks} deadlocks, ${others.length} other answers, p99 of staff ${p99(times).toFixed(0)} ms; seed ${seed}`,
    isSound,
  );
  expect({ faults, deadlocks, others }).toEqual({ faults: [], deadlocks: 0, others: [] });
  expect(count('staff 201')).toBeGreaterThan(0);
});
