import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerOffer,
  bookingOptions,
  cancelBooking,
  deleteUser,
  getSlots,
  getUserBookings,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
} from '#contract/client.calls.ts';
import {
  staffApplyClass,
  staffApplyHours,
  staffApplyService,
  staffCancelBooking,
  staffCancellation,
  staffCheckPlacement,
  staffCreateClient,
  staffEndHold,
  staffJoinWaitlist,
  staffOffer,
  staffPreviewClass,
  staffPreviewHours,
  staffPreviewService,
  staffRemoveEntry,
  staffWaitlist,
} from '#contract/staff.calls.ts';
import type { BodyOf } from '#contract/call.ts';
import type { ClassChangeInput } from '#contract/hours.schemas.ts';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import { offerEndsAt } from '#domain/slots/waitlist.ts';
import { dayNumberOf } from '#domain/time/calendar.ts';
import { practice } from '#content/public/practice.ts';
import { sql } from 'kysely';
import { selectPayer } from '../checkout/balance-store.ts';
import type { Db } from '../db/pool.ts';
import { beforeCommit, inTransaction } from '../db/transactions.ts';
import { matchWaitlist } from '../jobs/run-waitlist.ts';
import type { Payments } from '../ports/payments.ts';
import { lockTime } from '../seats/hold-seats.ts';
import { releaseSeats } from '../seats/release-seats.ts';
import { takeOffer } from './answer-offer.ts';
import { until } from '#tests/support/ask.ts';
import { emptyBooks, faultsOf, openShop, sessionOf, type Shop } from '#tests/support/shop.ts';
import { rewritten, withoutStates } from '#tests/support/without.ts';
import { CLASS_SEATS, type Client, dateIn, startOf, type Wish } from '#tests/support/stock.ts';

const shop = await openShop({ max: 16 });
const { clock, db, deps, stock } = shop;
const DAYS = 9;
const circle = (days = DAYS): Wish => ({ service: 'circle', days, start: '6:00 AM' });
const massage = (start: string, days = DAYS): Wish => ({ service: 'massage', days, start });

beforeEach(() => emptyBooks(shop));

async function book(client: Client, ...wishes: Wish[]): Promise<void> {
  const answer = await shop.checkout(client, wishes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await shop.pay(sessionOf(answer.body.url));
}
const bookingsOf = async (client: Client) =>
  (await shop.call(client, getUserBookings, { query: { id: client.id } })).body;
const waitlistOf = async (client: Client) => (await shop.call(client, getWaitlist)).body;
const offerOf = async (client: Client) => (await waitlistOf(client)).offers[0];
const forClass = (days = DAYS, of: Shop = shop): BodyOf<typeof joinWaitlist> => ({
  service_id: of.stock.circle.id,
  place: 'FIXED_LOCATION',
  class_start: startOf(circle(days), of.clock.now()),
  times: null,
});
const forMassage = (more = {}): BodyOf<typeof joinWaitlist> => ({
  service_id: stock.massage.id,
  place: 'FIXED_LOCATION',
  class_start: null,
  times: {
    from_date: dateIn(DAYS, clock.now()),
    to_date: dateIn(DAYS, clock.now()),
    weekdays: 127,
    from_time: '00:00',
    to_time: '24:00',
    ...more,
  },
});
const join = (client: Client, body = forClass()) => shop.call(client, joinWaitlist, { body });
const answer = (client: Client, id: string, given: 'TAKE' | 'DECLINE', more = {}) =>
  shop.call(client, answerOffer, { body: { id, answer: given, ...more } });
const cancelOne = async (client: Client, id: string) => {
  const { cancel: quote } = (await shop.call(client, bookingOptions, { query: { id } })).body;
  const body = { id, expected_cents: quote.refund_cents };
  expect((await shop.call(client, cancelBooking, { body })).status).toBe(200);
};
async function cancel(client: Client) {
  const { id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', client.id)
    .where('status', '=', 'CONFIRMED')
    .executeTakeFirstOrThrow();
  await cancelOne(client, id);
}
const daysSince = (moment: Date) => dayNumberOf(dateIn(0, clock.now())) - dayNumberOf(dateIn(0, moment));
const mailsTo = async (client: Client) =>
  (
    await db
      .selectFrom('outbox')
      .select(['kind', 'text'])
      .where('user_id', '=', client.id)
      .orderBy('seq')
      .execute()
  ).filter(({ kind }) => kind.startsWith('waitlist'));

/** Whether a transaction waits for a lock of this kind. */
const waitsForLock = async (kind: 'advisory' | 'relation', of: Shop = shop) =>
  (
    await sql`select from pg_locks where locktype = ${kind} and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(of.db)
  ).rows.length > 0;

async function limit(sessions_a_day: number | null) {
  const value = JSON.stringify({ ...NO_LIMITS, sessions_a_day });
  await db
    .insertInto('practice_settings')
    .values({ name: 'limits', value, updated_at: clock.now() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
/** After this the job matches every date again. */
async function changeCatalogue() {
  await limit(99);
  await limit(null);
}

/** A class whose seats are all booked, and people in line. */
async function fullClass(waiting: number, days = DAYS) {
  const booked = await shop.clients(CLASS_SEATS);
  for (const client of booked) await book(client, circle(days));
  const line = await shop.clients(waiting);
  for (const [n, client] of line.entries()) {
    clock.advance(1000);
    const joined = await join(client, forClass(days));
    expect(joined.status, JSON.stringify(joined.body)).toBe(201);
    expect(joined.body.position).toBe(n + 1);
  }
  return { booked, line: line as [Client, Client, ...Client[]] };
}

describe('a full class', () => {
  it('is waited for, offered when a seat is freed, taken and paid', async () => {
    const { booked, line } = await fullClass(2);
    const [first, second] = line;
    expect(await bookingsOf(first)).toMatchObject([{ status: 'WAITLISTED', service_name: 'Circle' }]);
    expect((await waitlistOf(second)).entries).toMatchObject([{ state: 'WAITING', position: 2 }]);
    expect((await mailsTo(second)).map(({ kind }) => kind)).toEqual(['waitlist-joined']);
    await cancel(booked[0]!);

    const ends_at = offerEndsAt(clock.now(), new Date(startOf(circle(), clock.now())), practice.zone)!;
    const offer = (await offerOf(first))!;
    expect(offer).toMatchObject({ ends_at: ends_at.toISOString(), price_cents: 2000, is_being_paid: false });
    expect(await offerOf(second)).toBeUndefined();
    // A stranger cannot take it.
    const stranger = await shop.client();
    expect((await shop.checkout(stranger, [circle()])).body.code).toBe('SLOT_TAKEN');
    await shop.sweep();
    expect((await mailsTo(first)).map(({ kind }) => kind)).toEqual(['waitlist-joined', 'waitlist-offer']);
    expect((await mailsTo(first))[1]!.text).toContain(`/profile/schedule?offer=${offer.booking_id}`);
    expect(await bookingsOf(first)).toMatchObject([{ id: offer.booking_id, status: 'WAITLISTED' }]);

    const taken = await answer(first, offer.id, 'TAKE');
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect(await bookingsOf(first)).toMatchObject([{ status: 'PENDING' }]);
    // A second press leads to the same page.
    expect((await answer(first, offer.id, 'TAKE')).body.url).toBe(taken.body.url);
    await shop.pay(sessionOf(taken.body.url!));
    expect(await bookingsOf(first)).toMatchObject([{ id: offer.booking_id, status: 'CONFIRMED' }]);
    expect(await waitlistOf(first)).toMatchObject({ entries: [], offers: [] });
    expect((await waitlistOf(second)).entries).toMatchObject([{ position: 1 }]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('goes to the third in line when the second lets it go and the first misses it', async () => {
    const { booked, line } = await fullClass(3);
    await cancel(booked[0]!);
    const [first, second, third] = line as [Client, Client, Client];
    const missed = (await offerOf(first))!;
    clock.advance(Date.parse(missed.ends_at) - clock.now().getTime() - 1);
    await shop.sweep();
    expect(await offerOf(first)).toBeDefined();
    clock.advance(1);
    await shop.sweep();
    await shop.sweep();
    expect(await waitlistOf(first)).toMatchObject({
      entries: [{ state: 'WAITING', position: 1 }],
      offers: [],
    });
    expect((await mailsTo(first)).map(({ kind }) => kind)).toContain('waitlist-missed');
    expect((await answer(first, missed.id, 'TAKE')).body).toMatchObject({
      code: 'OFFER_EXPIRED',
      message: 'This has gone to the next person. You keep your place.',
    });

    expect((await answer(second, (await offerOf(second))!.id, 'DECLINE')).status).toBe(200);
    expect((await waitlistOf(second)).entries).toMatchObject([{ state: 'WAITING' }]);
    expect(await offerOf(third)).toBeDefined();
    await answer(third, (await offerOf(third))!.id, 'DECLINE');
    // Everybody was asked: it is free for all.
    expect(await Promise.all(line.map(offerOf))).toEqual([undefined, undefined, undefined]);
    expect((await shop.checkout(await shop.client(), [circle()])).status).toBe(200);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('pauses who missed twice, until they say that they still wait', async () => {
    const { booked, line } = await fullClass(1);
    const wish = forClass();
    const days = () => DAYS - daysSince(began);
    const began = clock.now();
    for (const client of booked.slice(0, 2)) {
      await cancel(client);
      clock.advance(Date.parse((await offerOf(line[0]))!.ends_at) - clock.now().getTime());
      await shop.sweep();
      await shop.sweep();
    }
    expect((await waitlistOf(line[0])).entries).toMatchObject([{ state: 'PAUSED', position: null }]);
    expect((await mailsTo(line[0])).at(-1)!.text).toContain('Still interested?');
    // Both seats are free now.
    expect((await join(line[0], wish)).body.code).toBe('FREE_NOW');
    const strangers = await shop.clients(2);
    for (const stranger of strangers) await book(stranger, circle(days()));
    expect((await join(line[0], wish)).body).toMatchObject({ state: 'WAITING', position: 1 });
    await cancel(strangers[0]!);
    expect(await offerOf(line[0])).toBeDefined();
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('refuses who is in line, who has a seat, and what is free', async () => {
    const { booked, line } = await fullClass(1);
    expect((await join(line[0])).body.code).toBe('ALREADY_WAITING');
    expect((await join(booked[0]!)).body.code).toBe('ALREADY_BOOKED');
    const free = await join(line[0], forClass(DAYS + 1));
    expect(free.body).toMatchObject({ code: 'FREE_NOW', details: { times: [{ start: '6:00 AM' }] } });
    const odd = { ...forClass(), class_start: startOf(massage('7:00 AM'), clock.now()) };
    expect((await join(line[0], odd)).body.code).toBe('CLASS_NOT_FOUND');
    const [entry] = (await waitlistOf(line[0])).entries;
    expect((await shop.call(booked[0]!, leaveWaitlist, { query: { id: entry!.id } })).body.code).toBe(
      'NOT_WAITING',
    );
    expect((await shop.call(line[0], leaveWaitlist, { query: { id: entry!.id } })).status).toBe(200);
    expect(await bookingsOf(line[0])).toEqual([]);
    await cancel(booked[0]!);
    expect(await offerOf(line[0])).toBeUndefined();
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is offered to the next when a hold ends unpaid, and when the client of an offer is erased or leaves', async () => {
    const { booked, line } = await fullClass(3);
    await cancel(booked[0]!);
    const [first, second, third] = line as [Client, Client, Client];
    const erased = await shop.call(first, deleteUser, { query: { id: first.id } } as never);
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    expect(await offerOf(second)).toBeDefined();
    const [entry] = (await waitlistOf(second)).entries;
    await shop.call(second, leaveWaitlist, { query: { id: entry!.id } });
    const offer = (await offerOf(third))!;
    const { body } = await answer(third, offer.id, 'TAKE');
    const fourth = await shop.client();
    expect((await join(fourth)).status).toBe(201);
    // The page is left unpaid.
    clock.advance(41 * 60_000);
    shop.sandbox.control.set({});
    await shop.sweep();
    expect(body.url).toBeDefined();
    expect(await offerOf(fourth)).toBeDefined();
    expect(await faultsOf(shop)).toEqual([]);
  });
});

describe('a kind of time', () => {
  const HOURS = [
    '8:00 AM',
    '9:00 AM',
    '10:00 AM',
    '11:00 AM',
    '12:00 PM',
    '1:00 PM',
    '2:00 PM',
    '3:00 PM',
    '4:00 PM',
    '5:00 PM',
    '6:00 PM',
    '7:00 PM',
  ];
  async function fullDay() {
    const owner = await shop.client();
    for (const hour of HOURS) await book(owner, massage(hour));
    return owner;
  }
  const cancelAt = async (client: Client, start: string) => {
    const { id } = await db
      .selectFrom('bookings')
      .select('id')
      .where('user_id', '=', client.id)
      .where('start_time', '=', new Date(startOf(massage(start), clock.now())))
      .executeTakeFirstOrThrow();
    await cancelOne(client, id);
  };

  it('is offered to the first in line whom it suits', async () => {
    const owner = await fullDay();
    const [late, early, both] = (await shop.clients(3)) as [Client, Client, Client];
    for (const [client, times] of [
      [late, { from_time: '15:00' }],
      [early, { to_time: '12:00' }],
      [both, {}],
    ] as const) {
      clock.advance(1000);
      const joined = await join(client, forMassage(times));
      expect(joined.status, JSON.stringify(joined.body)).toBe(201);
    }
    await cancelAt(owner, '10:00 AM');
    expect(await offerOf(early)).toMatchObject({ start_time: startOf(massage('10:00 AM'), clock.now()) });
    await cancelAt(owner, '1:00 PM');
    expect(await offerOf(both)).toMatchObject({ start_time: startOf(massage('1:00 PM'), clock.now()) });
    expect(await offerOf(late)).toBeUndefined();
    const { body } = await shop.call(await shop.client(), getSlots, {
      body: { service: stock.massage.id, date: dateIn(DAYS, clock.now()) },
    });
    expect(body).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('refuses times that are free, that lie behind, and too many places', async () => {
    const client = await shop.client();
    expect((await join(client, forMassage())).body.code).toBe('FREE_NOW');
    expect((await join(client, forMassage({ to_date: '2020-01-01' }))).status).toBe(422);
    expect((await join(client, forMassage({ from_time: '12:00', to_time: '09:00' }))).status).toBe(422);
    expect((await join(client, { ...forMassage(), times: null })).status).toBe(422);
    expect((await join(client, { ...forMassage(), service_id: randomUUID() })).status).toBe(404);
    expect(
      (await join(client, { ...forMassage(), service_id: stock.visit.id, place: 'HOUSE_CALL' })).status,
    ).toBe(403);
  });

  it('on a sliding scale is paid at the price that the client chooses', async () => {
    const owner = await fullDay();
    const client = await shop.client();
    const wish = { ...forMassage(), service_id: stock.consult.id };
    expect((await join(client, wish)).status).toBe(201);
    await cancelAt(owner, '10:00 AM');
    await cancelAt(owner, '11:00 AM');
    const offer = (await offerOf(client))!;
    expect(offer.price_range).toMatchObject({ min_cents: 6000, max_cents: 12_000, suggested_cents: 8500 });
    expect((await answer(client, offer.id, 'TAKE', { selected_price: 5900 })).body.code).toBe(
      'PRICE_CHANGED',
    );
    const taken = await answer(client, offer.id, 'TAKE', { selected_price: 6100 });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    await shop.pay(sessionOf(taken.body.url!));
    expect(await bookingsOf(client)).toMatchObject([{ status: 'CONFIRMED', price_cents: 6100 }]);
  });

  it('is offered within a minute of relaxed limits of her days', async () => {
    const owner = await shop.client();
    await book(owner, massage('10:00 AM'));
    await limit(1);
    const client = await shop.client();
    const joined = await join(client, forMassage());
    expect(joined.status, JSON.stringify(joined.body)).toBe(201);
    await matchWaitlist.run(deps, clock.now());
    expect(await offerOf(client)).toBeUndefined();
    await limit(null);
    await matchWaitlist.run(deps, clock.now());
    expect(await offerOf(client)).toMatchObject({ start_time: startOf(massage('8:00 AM'), clock.now()) });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is offered on the date that can be booked since today', async () => {
    const client = await shop.client();
    const date = dateIn(31, clock.now());
    const joined = await join(client, forMassage({ from_date: date, to_date: date }));
    expect(joined.status, JSON.stringify(joined.body)).toBe(201);
    await matchWaitlist.run(deps, clock.now());
    expect(await offerOf(client)).toBeUndefined();
    clock.advance(24 * 3_600_000);
    await matchWaitlist.run(deps, clock.now());
    expect(await offerOf(client)).toMatchObject({ start_time: startOf(massage('8:00 AM', 30), clock.now()) });
    await answer(client, (await offerOf(client))!.id, 'DECLINE');
    // Another time of that date, but not the same again.
    await matchWaitlist.run(deps, clock.now());
    expect(await offerOf(client)).toMatchObject({ start_time: startOf(massage('9:00 AM', 30), clock.now()) });
    expect(await faultsOf(shop)).toEqual([]);
  });
});

describe('at the same time', () => {
  /** An offer ends while the provider is asked for the client who takes it. */
  async function takeAsItEnds(of: Db) {
    const { booked, line } = await fullClass(2);
    await cancel(booked[0]!);
    const { id, ends_at } = (await offerOf(line[0]))!;
    clock.advance(Date.parse(ends_at) - clock.now().getTime() - 1000);
    const payer = { ...(await selectPayer(db, line[0].id))!, stripe_id: null };
    const createCustomer: Payments['createCustomer'] = async (request) => {
      clock.advance(1000);
      await shop.sweep();
      return await shop.deps.payments.createCustomer(request);
    };
    const changed = { ...shop.deps, db: of, payments: { ...shop.deps.payments, createCustomer } };
    const taken = await takeOffer(changed, payer, { id }, clock.now());
    return { hasPage: 'url' in taken, isNext: (await offerOf(line[1])) !== undefined };
  }

  it('an offer that ends while it is taken is gone', async () => {
    expect(await takeAsItEnds(db)).toEqual({ hasPage: false, isNext: true });
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('control: a transition that does not ask for the state sells what the next one is offered', async () => {
    expect(await takeAsItEnds(withoutStates(db))).toEqual({ hasPage: true, isNext: true });
  });

  it('an offer that is taken as it ends is either taken or gone', async () => {
    const { booked, line } = await fullClass(2);
    await cancel(booked[0]!);
    const offer = (await offerOf(line[0]))!;
    clock.advance(Date.parse(offer.ends_at) - clock.now().getTime());
    const [taken] = await Promise.all([answer(line[0], offer.id, 'TAKE'), shop.sweep()]);
    const next = await offerOf(line[1]);
    if (taken.status === 200) expect(next).toBeUndefined();
    else {
      expect(taken.body.code).toBe('OFFER_EXPIRED');
      expect(next).toBeDefined();
    }
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('a late payment books, if the seat is free; else it goes back', async () => {
    const { booked, line } = await fullClass(1);
    await cancel(booked[0]!);
    const { url } = (await answer(line[0], (await offerOf(line[0]))!.id, 'TAKE')).body;
    clock.advance(41 * 60_000);
    await shop.sweep();
    expect((await waitlistOf(line[0])).entries).toMatchObject([{ state: 'WAITING' }]);
    await shop.pay(sessionOf(url!), true);
    await shop.sweep();
    expect(await bookingsOf(line[0])).toMatchObject([{ status: 'CONFIRMED' }]);
    expect((await waitlistOf(line[0])).entries).toEqual([]);
    expect(await faultsOf(shop)).toEqual([]);
  });
});

describe('who joins while a seat is freed', () => {
  /** Frees the seat of a booked client, and lets another join after the look for who waits, before the commit. */
  async function joinBetween(of: Shop) {
    const booked = await of.clients(CLASS_SEATS);
    for (const client of booked) {
      const { body } = await of.checkout(client, [circle()]);
      await of.pay(sessionOf(body.url));
    }
    const seat = await of.db
      .selectFrom('bookings')
      .select(['id', 'appointment_id', 'start_time', 'blocked_until'])
      .where('user_id', '=', booked[0]!.id)
      .executeTakeFirstOrThrow();
    const [looked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const freeing = inTransaction(of.deps.db, async (trx) => {
      await lockTime(trx, [seat]);
      const change = { status: 'CANCELLED', appointment_id: null } as const;
      await trx.updateTable('bookings').set(change).where('id', '=', seat.id).execute();
      await releaseSeats(trx, [seat], clock.now());
      beforeCommit(trx, async () => {
        looked.resolve();
        await go.promise;
      });
    });
    await looked.promise;
    const client = await of.client();
    let isDone = false;
    const joining = of.call(client, joinWaitlist, { body: forClass(DAYS, of) }).finally(() => {
      isDone = true;
    });
    expect(await until(async () => isDone || (await waitsForLock('advisory', of)), 10_000)).toBe(true);
    go.resolve();
    await freeing;
    return { status: (await joining).status, offers: (await of.call(client, getWaitlist)).body.offers };
  }

  it('is refused, because it is free', async () => {
    expect(await joinBetween(shop)).toEqual({ status: 409, offers: [] });
  });

  it('control: without the lock of the lines, waits for what is free', async () => {
    const control = await openShop({
      change: (each) => rewritten(each, (text) => text.replace('pg_advisory_xact_lock_shared', 'int4pl')),
    });
    expect(await joinBetween(control)).toEqual({ status: 201, offers: [] });
  });
});

const staff = await shop.signInStaff();
const action_id = () => randomUUID();

/** Changes one date of the class, as previewed. */
async function changeClass(at: string, change: ClassChangeInput) {
  const start = `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const params = { service_id: stock.circle.id, start };
  const { json: preview } = await staff.call(staffPreviewClass, { params, body: { change } });
  const { preview_hash } = preview;
  const applied = await staff.call(staffApplyClass, {
    params,
    body: { action_id: action_id(), change, preview_hash },
  });
  expect(applied.status, applied.text).toBe(200);
  return { preview, reached: applied.json.reached };
}

describe('staff', () => {
  it('see the line, offer out of order with a reason, withdraw and remove', async () => {
    const { booked, line } = await fullClass(2);
    const listed = async () => (await staff.call(staffWaitlist)).json.entries;
    expect(await listed()).toMatchObject([
      { position: 1, client: { id: line[0].id }, offer: null, free: [] },
      { position: 2, client: { id: line[1].id }, offer: null, free: [] },
    ]);
    await cancel(booked[0]!);
    const [offered, second] = await listed();
    expect(offered).toMatchObject({ state: 'OFFERED', offered: 1, offer: { is_being_paid: false } });
    const withdrawn = await staff.call(staffEndHold, {
      params: { id: offered!.offer!.booking_id },
      body: { action_id: action_id() },
    });
    expect(withdrawn.json.outcome).toBe('ENDED');
    // It is free for staff and everybody, and not offered to the next.
    expect(await listed()).toMatchObject([
      { offer: null, free: [{}] },
      { offer: null, free: [{}] },
    ]);
    await changeCatalogue();
    await matchWaitlist.run(deps, clock.now());
    expect(await listed()).toMatchObject([{ offer: null }, { offer: null }]);
    const start = startOf(circle(), clock.now());
    const offer = (id: string, more = {}) =>
      staff.call(staffOffer, { params: { id }, body: { action_id: action_id(), start, ...more } });
    expect((await offer(second!.id)).json.code).toBe('OUT_OF_ORDER');
    expect((await offer(second!.id, { start: startOf(circle(DAYS + 1), clock.now()) })).json.code).toBe(
      'NOT_FREE',
    );
    expect((await offer(second!.id, { reason: 'She drives far' })).status).toBe(200);
    expect(await offerOf(line[1])).toBeDefined();
    const action = await db
      .selectFrom('waitlist_offers')
      .select('out_of_order_reason')
      .where('outcome', 'is', null)
      .execute();
    expect(action).toEqual([{ out_of_order_reason: 'She drives far' }]);
    expect((await offer(offered!.id)).json.code).toBe('NOT_FREE');
    const removed = await staff.call(staffRemoveEntry, {
      params: { id: offered!.id },
      body: { action_id: action_id() },
    });
    expect(removed.status, removed.text).toBe(200);
    expect(await listed()).toMatchObject([{ client: { id: line[1].id }, position: 1 }]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('add a client who phones, who answers by the link of the visit', async () => {
    const { booked } = await fullClass(0);
    const { json } = await staff.call(staffCreateClient, {
      body: { action_id: action_id(), first_name: 'Petra', email: `petra${Date.now()}@example.com` },
    });
    const added = await staff.call(staffJoinWaitlist, {
      body: { action_id: action_id(), client_id: json.id, ...forClass() },
    });
    expect(added.status, added.text).toBe(201);
    await cancel(booked[0]!);
    await shop.sweep();
    const mail = await db
      .selectFrom('outbox')
      .select('text')
      .where('user_id', '=', json.id)
      .where('kind', '=', 'waitlist-offer')
      .executeTakeFirstOrThrow();
    expect(mail.text).toMatch(/\/visit\/\S+/);
    expect(mail.text).not.toContain('/profile');
  });

  it('read who is offered a time that they want to give to another', async () => {
    const { booked, line } = await fullClass(1);
    await cancel(booked[0]!);
    const checked = await staff.call(staffCheckPlacement, {
      body: { service_id: stock.massage.id, place: 'FIXED_LOCATION', start: startOf(circle(), clock.now()) },
    });
    expect(checked.json.verdict).toBe('TAKEN');
    expect(await offerOf(line[0])).toBeDefined();
  });

  it('open time for who waits: an extra opening and one more seat; what is kept closed is not offered', async () => {
    const [client, other, owner] = (await shop.clients(3)) as [Client, Client, Client];
    const evening = forMassage({ from_time: '20:00', to_time: '21:00' });
    expect((await join(client, evening)).status).toBe(201);
    const change = {
      kind: 'ADD_OPENING',
      service_id: stock.massage.id,
      place: 'FIXED_LOCATION',
      date: dateIn(DAYS, clock.now()),
      start: '20:00',
      end: '21:00',
      seats: null,
    } as const;
    const { preview_hash } = (await staff.call(staffPreviewHours, { body: { change } })).json;
    const opened = await staff.call(staffApplyHours, {
      body: { action_id: action_id(), change, preview_hash, decisions: [] },
    });
    expect(opened.status, opened.text).toBe(200);
    expect(await offerOf(client)).toMatchObject({ start_time: startOf(massage('8:00 PM'), clock.now()) });

    const { line } = await fullClass(1);
    await changeClass(startOf(circle(), clock.now()), { kind: 'SET_SEATS', seats: CLASS_SEATS + 1 });
    expect(await offerOf(line[0])).toBeDefined();

    // A day of one session, which its client takes.
    const day = DAYS + 3;
    const off = { kind: 'ADD_TIME_OFF', reason: 'Away', shows_end: false } as const;
    const on = { from: dateIn(day, clock.now()), to: dateIn(day, clock.now()) };
    const rest = { ...off, ...on, from_time: '09:00', to_time: '21:00' };
    const hash = (await staff.call(staffPreviewHours, { body: { change: rest } })).json.preview_hash;
    await staff.call(staffApplyHours, {
      body: { action_id: action_id(), change: rest, preview_hash: hash, decisions: [] },
    });
    await book(owner, massage('8:00 AM', day));
    const wish = forMassage({ from_date: on.from, to_date: on.to });
    expect((await join(other, wish)).status).toBe(201);
    const [{ id, updated_at }] = (await db
      .selectFrom('bookings')
      .select(['id', 'updated_at'])
      .where('user_id', '=', owner.id)
      .execute()) as [{ id: string; updated_at: Date }];
    const quoted = (await staff.call(staffCancellation, { params: { id } })).json;
    expect(quoted.next_in_line).not.toBeNull();
    const closed = await staff.call(staffCancelBooking, {
      params: { id },
      body: {
        action_id: action_id(),
        base_updated_at: updated_at.toISOString(),
        by: 'PRACTICE',
        refund: 'FULL',
        quote: quoted.quote,
        time: 'CLOSE',
        notify: false,
      },
    });
    expect(closed.status, closed.text).toBe(200);
    expect(await offerOf(other)).toBeUndefined();
    // Opened again, it is offered.
    const [closure] = await db.selectFrom('closures').select('id').where('reason', '<>', 'Away').execute();
    const remove = { kind: 'REMOVE_TIME_OFF', time_off_id: closure!.id } as const;
    const shown = (await staff.call(staffPreviewHours, { body: { change: remove } })).json.preview_hash;
    await staff.call(staffApplyHours, {
      body: { action_id: action_id(), change: remove, preview_hash: shown, decisions: [] },
    });
    expect(await offerOf(other)).toMatchObject({ start_time: startOf(massage('8:00 AM', day), clock.now()) });
    expect(await faultsOf(shop)).toEqual([]);
  });
});

describe('a class that changes', () => {
  // Each on a date of its own: the hours stay changed.
  const before = (days: number) => startOf(circle(days), clock.now());

  it('takes who waits along to its new time', async () => {
    const days = DAYS + 5;
    const { booked, line } = await fullClass(2, days);
    const start = startOf({ ...circle(days), start: '5:00 AM' }, clock.now());
    await cancel(booked[0]!);
    expect(await offerOf(line[0])).toBeDefined();
    const { preview, reached } = await changeClass(before(days), { kind: 'RESCHEDULE', start });
    expect(preview.holds).toMatchObject([{ text: expect.stringContaining('A client is offered Circle') }]);
    expect(preview.waitlist).toMatchObject([
      {
        text: expect.stringMatching(
          /^2 clients wait for a seat in Circle, .* They keep their place in line\.$/,
        ),
        reach: line.map(({ id }) => ({ client: { id }, way: 'MAIL', refund: 'NOTHING_PAID' })),
      },
    ]);
    const moved = line.map(({ id }) => ({ fate: 'MOVED', start_time: start, client: { id } }));
    expect(reached.filter(({ client }) => line.some(({ id }) => id === client?.id))).toMatchObject(moved);
    for (const [n, client] of line.entries()) {
      const entry = { position: n + 1, state: n === 0 ? 'OFFERED' : 'WAITING', class_start: start };
      expect((await waitlistOf(client)).entries).toMatchObject([entry]);
      const mail = (await mailsTo(client)).find(({ kind }) => kind === 'waitlist-moved')!;
      expect(mail.text).toContain('Before: ');
      expect(mail.text).toContain('/profile/schedule');
    }
    // The seat that was free is offered at the new time.
    expect(await offerOf(line[0])).toMatchObject({ start_time: start });
    expect(await bookingsOf(line[1])).toMatchObject([{ status: 'WAITLISTED', start_time: start }]);
    await matchWaitlist.run(deps, clock.now());
    expect((await waitlistOf(line[1])).entries).toMatchObject([{ position: 2 }]);
    expect(await faultsOf(shop)).toEqual([]);
  });

  /** A class moves while the job looks for lines whose class is gone. Returns where its client waits then. */
  async function moveMeanwhile(of: Db, days: number) {
    await fullClass(1, days);
    await changeClass(before(days), { kind: 'CANCEL' });
    const { line } = await fullClass(1, days + 1);
    const start = startOf({ ...circle(days + 1), start: '5:00 AM' }, clock.now());
    let [reads, isDone] = [0, false];
    let moving: Promise<unknown> = Promise.resolve();
    const gated = of.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // The second time under the lock of the week, after it has read who waits.
        if (result.rows[0] && 'start' in result.rows[0] && ++reads === 2) {
          moving = changeClass(before(days + 1), { kind: 'RESCHEDULE', start }).finally(() => {
            isDone = true;
          });
          await until(async () => isDone || (await waitsForLock('relation')), 10_000);
        }
        return result;
      },
    });
    await matchWaitlist.run({ ...deps, db: gated }, clock.now());
    await moving;
    expect(reads).toBe(2);
    return (await waitlistOf(line[0])).entries.map(({ class_start }) => class_start === start);
  }

  it('keeps its line while the lines of others end', async () => {
    expect(await moveMeanwhile(db, DAYS + 7)).toEqual([true]);
  });

  it('control: without the lock of the week, loses it', async () => {
    const control = rewritten(db, (text) => text.replace('lock table rules in', 'select --'));
    expect(await moveMeanwhile(control, DAYS + 9)).toEqual([]);
  });

  it('ends the wait for a date that is cancelled, and says so', async () => {
    const { line } = await fullClass(2, DAYS + 6);
    const { reached } = await changeClass(before(DAYS + 6), { kind: 'CANCEL' });
    expect(reached.filter(({ fate }) => fate === 'WAIT_ENDED')).toMatchObject(
      line.map(({ id }) => ({ client: { id }, way: 'MAIL' })),
    );
    await matchWaitlist.run(deps, clock.now());
    await matchWaitlist.run(deps, clock.now());
    for (const client of line) {
      expect((await waitlistOf(client)).entries).toEqual([]);
      expect(await bookingsOf(client)).toEqual([]);
      const mails = await mailsTo(client);
      expect(mails.map(({ kind }) => kind)).toEqual(['waitlist-joined', 'waitlist-ended']);
      expect(mails[1]!.text).toContain('/wellness-services');
    }
    expect(await faultsOf(shop)).toEqual([]);
  });
});

describe('a service that is retired', () => {
  it('ends the wait for any of its times, and says so before and after', async () => {
    const client = await shop.client();
    const { json: caller } = await staff.call(staffCreateClient, {
      body: { action_id: action_id(), first_name: 'Petra', last_name: 'Lind', phone: '503-555-0148' },
    });
    await book(await shop.client(), massage('8:00 AM'));
    const times = { from_time: '08:00', to_time: '09:00' };
    expect((await join(client, forMassage(times))).status).toBe(201);
    const added = await staff.call(staffJoinWaitlist, {
      body: { action_id: action_id(), client_id: caller.id, ...forMassage(times) },
    });
    expect(added.status, added.text).toBe(201);
    const change = { kind: 'RETIRE', id: stock.massage.id } as const;
    const { json: preview } = await staff.call(staffPreviewService, { body: { change } });
    expect(preview.summary.slice(2)).toEqual([
      '2 clients wait for it. Their wait ends, and an e-mail says so.',
      'Petra L. has no e-mail address: please call.',
    ]);
    const { preview_hash } = preview;
    await staff.call(staffApplyService, { body: { action_id: action_id(), change, preview_hash } });
    await matchWaitlist.run(deps, clock.now());
    expect((await waitlistOf(client)).entries).toEqual([]);
    const [joined, ended] = await mailsTo(client);
    expect([joined!.kind, ended!.kind]).toEqual(['waitlist-joined', 'waitlist-ended']);
    expect(ended!.text).toContain('you were waiting for a time for Massage.');
  });
});
