import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  answerOffer,
  bookingOptions,
  cancelBooking,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
} from '#contract/client.calls.ts';
import { matchWaitlist } from '#server/jobs/run-waitlist.ts';
import { ask } from '../support/ask.ts';
import { inParallel, randomFrom, report, seed, size } from '../support/profile.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, sessionOf, type Shop } from '../support/shop.ts';
import { type Client, startOf } from '../support/stock.ts';
import { rewritten } from '../support/without.ts';
import { startVictim } from './support/processes.ts';

const shop = await openShop({ max: 24 });
/** Frees time without looking for who waits; a job offers it afterwards. */
const control = await openShop({
  max: 24,
  change: (db) =>
    rewritten(db, (text) =>
      text
        .replace(/^select pg_advisory_xact_lock_shared.*/, "select set_config('app.is_freeing', 'on', true)")
        .replace(
          "where e.state = 'WAITING' and case",
          "where e.state = 'WAITING' and current_setting('app.is_freeing', true) is distinct from 'on' and case",
        ),
    ),
});

/** In real time, as its processes are. */
const real = await openShop({ start: new Date() });
const CLASSES = [7, 8, 9, 10];

const DAYS = [7, 8, 9];
const circle = (days: number) => ({ service: 'circle', days, start: '6:00 AM' }) as const;

/**
 * Lets the database itself say what is unfair at the moment it happens: a later entry that is offered a seat, and a stranger
 * who gets one, while an earlier entry waits for that class and was never offered it.
 */
async function watch({ db }: Shop): Promise<() => Promise<string[]>> {
  await sql`create table unfair (what text not null)`.execute(db);
  await sql`create function earlier(class timestamptz, service uuid, before timestamptz) returns bigint language sql as $$
    select count(*) from waitlist_entries e where e.service_id = service and e.class_start = class and e.state = 'WAITING'
      and (before is null or e.joined_at < before)
      and not exists (select from waitlist_offers o where o.entry_id = e.id)
      and not exists (select from bookings b where b.user_id = e.user_id and b.start_time = class
        and b.status in ('PENDING', 'CONFIRMED')) $$`.execute(db);
  await sql`create function see_offer() returns trigger language plpgsql as $$
    declare mine waitlist_entries;
    begin
      select * into mine from waitlist_entries where id = new.entry_id;
      if earlier(mine.class_start, mine.service_id, mine.joined_at) > 0 then insert into unfair values ('a later entry'); end if;
      return new;
    end $$`.execute(db);
  await sql`create function see_stranger() returns trigger language plpgsql as $$
    begin
      if new.status = 'PENDING' and not exists (select from checkouts c where c.id = new.checkout_id and c.kind = 'WAITLIST')
        and earlier(new.start_time, new.service_id, null) > 0 then insert into unfair values ('a stranger'); end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger see_offer after insert on waitlist_offers for each row execute function see_offer()`.execute(
    db,
  );
  await sql`create trigger see_stranger after insert on bookings for each row execute function see_stranger()`.execute(
    db,
  );
  return async () =>
    (await sql<{ what: string }>`select what from unfair`.execute(db)).rows.map(({ what }) => what);
}

/** People who book, cancel, join, leave, take and let go, all at once, while the clock goes on. */
async function crowd(of: Shop, steps: number): Promise<{ offers: number; answers: Set<string> }> {
  const random = randomFrom(seed);
  const clients = await of.clients(size(40, 120));
  const answers = new Set<string>();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const note = (what: string, { status, body }: { status: number; body: { code?: string } }) => {
    if (status >= 500) answers.add(`${what} ${status} ${body.code}`);
  };
  const book = async (client: Client) => {
    const answer = await of.checkout(client, [circle(pick(DAYS))]);
    note('book', answer as never);
    if (answer.status === 200 && random() < 0.8)
      await of.pay(sessionOf(answer.body.url)).catch(() => undefined);
  };
  const cancel = async (client: Client) => {
    const bookings = of.db.selectFrom('bookings').select('id').where('user_id', '=', client.id);
    const [booking] = await bookings.where('status', '=', 'CONFIRMED').execute();
    if (!booking) return await book(client);
    const { body } = await of.call(client, bookingOptions, { query: { id: booking.id } });
    const expected_cents = body.cancel?.refund_cents ?? 0;
    note(
      'cancel',
      (await of.call(client, cancelBooking, { body: { id: booking.id, expected_cents } })) as never,
    );
  };
  const join = async (client: Client) => {
    const class_start = startOf(circle(pick(DAYS)), of.clock.now());
    const body = {
      service_id: of.stock.circle.id,
      place: 'FIXED_LOCATION',
      class_start,
      times: null,
    } as const;
    note('join', (await of.call(client, joinWaitlist, { body })) as never);
  };
  const reply = async (client: Client) => {
    const { body } = await of.call(client, getWaitlist);
    const [offer] = body.offers;
    const [entry] = body.entries;
    if (!offer) {
      if (entry && random() < 0.1)
        note('leave', (await of.call(client, leaveWaitlist, { query: { id: entry.id } })) as never);
      return;
    }
    const answer = random() < 0.6 ? ('TAKE' as const) : ('DECLINE' as const);
    const answered = await of.call(client, answerOffer, { body: { id: offer.id, answer } });
    note(answer, answered as never);
    if (answered.status === 200 && answered.body.url !== null && random() < 0.8)
      await of.pay(sessionOf(answered.body.url)).catch(() => undefined);
  };
  const tick = async () => {
    of.clock.advance(20 * 60_000);
    await of.sweep();
    await matchWaitlist.run(of.deps, of.clock.now());
  };
  const acts = [book, book, cancel, cancel, join, join, join, reply, reply];
  await inParallel(
    Array.from({ length: steps }, (_, n) => async () => {
      if (n % 40 === 39) await tick();
      else await pick(acts)(pick(clients));
    }),
    8,
  );
  const { offers } = (
    await sql<{ offers: number }>`select count(*)::int as offers from waitlist_offers`.execute(of.db)
  ).rows[0]!;
  return { offers, answers };
}

describe('the waitlist', () => {
  it(
    'R23: no later entry and no stranger gets what an earlier one waits for',
    { timeout: 900_000 },
    async () => {
      const unfair = await watch(shop);
      const steps = size(500, 10_000);
      const { offers, answers } = await crowd(shop, steps);
      const [found, faults, deadlocks] = [await unfair(), await faultsOf(shop), await deadlocksIn(shop)];
      report(
        'R23',
        '10,000 joins, cancels, offers and answers at once: each seat goes to the first who waits for it',
        `${steps} steps, ${offers} offers: ${found.length} unfair, ${faults.length} faults, ${deadlocks} deadlocks, ${answers.size} errors; seed ${seed}`,
        found.length + faults.length + answers.size === 0 && offers > steps / 50,
      );
      expect({ found, faults, answers: [...answers] }).toEqual({ found: [], faults: [], answers: [] });
      expect(offers).toBeGreaterThan(steps / 50);
      await emptyBooks(shop);
    },
  );

  it('control: offered after the seat was freed, a stranger gets it', { timeout: 120_000 }, async () => {
    const unfair = await watch(control);
    await crowd(control, 400).catch(() => undefined);
    expect(await unfair()).toContain('a stranger');
  });

  it('R23: kill -9 while seats are freed and offers answered', { timeout: 1_800_000 }, async () => {
    const kills = size(1, 25);
    const random = randomFrom(seed);
    const broken: string[] = [];
    let [offered, cut] = [0, 0];
    for (let kill = 0; kill < kills; kill++) {
      await emptyBooks(real);
      const [booked, waiting] = await Promise.all([
        real.clients(CLASSES.length),
        real.clients(CLASSES.length),
      ]);
      const quotes = await Promise.all(CLASSES.map((days, n) => fullClass(days, booked[n]!, waiting[n]!)));
      /** Asks a process all at once, and kills it at the first answer or a moment later. */
      const askAndKill = async (path: string, bodies: readonly object[], clients: readonly Client[]) => {
        const victim = await startVictim(real);
        const asked = clients.map((client, n) =>
          ask(victim.origin, path, { method: 'POST', token: client.token, body: bodies[n]! }),
        );
        await (kill % 2 === 0 ? Promise.race(asked) : wait(random() * 60));
        await victim.kill();
        const answers = await Promise.all(asked);
        cut += answers.filter(({ status }) => status === 0).length;
        return answers;
      };

      const cancels = await askAndKill('/auth/cancel-booking', quotes, booked);
      for (const [n, { status }] of cancels.entries()) {
        const [seat, entry] = [await seatOf(quotes[n]!.id), await entryOf(waiting[n]!)];
        if (
          seat !== (entry === 'OFFERED' ? 'CANCELLED' : 'CONFIRMED') ||
          (status === 200 && entry !== 'OFFERED')
        )
          broken.push(`${status}: a ${seat} booking, and who waits is ${entry}`);
        if (entry !== 'OFFERED') await real.call(booked[n]!, cancelBooking, { body: quotes[n]! });
      }
      const offers = await Promise.all(
        waiting.map(async (client) => (await real.call(client, getWaitlist)).body.offers[0]!),
      );
      offered += offers.filter(Boolean).length;
      const given = offers.map(({ id }, n) => ({
        id,
        answer: n % 2 ? ('DECLINE' as const) : ('TAKE' as const),
      }));
      const answers = await askAndKill('/auth/waitlist-offer', given, waiting);
      broken.push(...(await faultsOf(real)));
      for (const [n, { status }] of answers.entries()) {
        // A repeat completes it, or says that it was done.
        const again = await real.call(waiting[n]!, answerOffer, { body: given[n]! });
        if (given[n]!.answer === 'TAKE') await real.pay(sessionOf(again.body.url ?? ''));
        else if (status === 200 && again.status !== 410) broken.push(`declined twice: ${again.status}`);
        const entry = await entryOf(waiting[n]!);
        if (entry !== (n % 2 ? 'WAITING' : 'BOOKED')) broken.push(`${given[n]!.answer}: ${entry}`);
      }
      broken.push(...(await faultsOf(real)));
    }
    report(
      'R23',
      '100 offers under 50 × kill -9: whole or not at all, and a repeat completes it',
      `${offered} offers, ${2 * kills} × kill -9, ${cut} answers cut off: ${broken.length} broken; seed ${seed}`,
      broken.length === 0,
    );
    expect(broken).toEqual([]);
  });
});

/** Books a class of one seat, with a client who waits for it. Returns what cancels the booking. */
async function fullClass(days: number, owner: Client, client: Client) {
  await real.pay(sessionOf((await real.checkout(owner, [circle(days)])).body.url));
  const { id } = await real.db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  await sql`update appointments a set capacity = taken from bookings b where b.id = ${id} and a.id = b.appointment_id`.execute(
    real.db,
  );
  const class_start = startOf(circle(days), real.clock.now());
  const body = {
    service_id: real.stock.circle.id,
    place: 'FIXED_LOCATION',
    class_start,
    times: null,
  } as const;
  expect((await real.call(client, joinWaitlist, { body })).status).toBe(201);
  const { cancel: quote } = (await real.call(owner, bookingOptions, { query: { id } })).body;
  return { id, expected_cents: quote.refund_cents };
}
const seatOf = async (id: string) =>
  (await real.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
const entryOf = async ({ id }: Client) =>
  (
    await real.db
      .selectFrom('waitlist_entries')
      .select('state')
      .where('user_id', '=', id)
      .where('class_start', 'is not', null)
      .executeTakeFirstOrThrow()
  ).state;
