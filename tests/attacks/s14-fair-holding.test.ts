import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeBookings } from '#contract/client.calls.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { inParallel, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, sessionOf, type Shop } from '../support/shop.ts';
import type { Client, Wish } from '../support/stock.ts';
import { without } from '../support/without.ts';

const GOAL = 'held ≤ what the policy says; honest people are booked';
/** One-to-one times of 60 minutes a day, from 8 AM to 8 PM. */
const HOURS = Array.from({ length: 12 }, (_, n) => formatTime((8 + n) * 60));
const OPEN = 60 * HOURS.length;
const AT_ONCE = 16;
/** A simulated hour; in the small size it is looked at every quarter of an hour. */
const STEP_MINUTES = size(15, 1);
const STEPS = 60 / STEP_MINUTES;
const random = randomFrom(seed);

// The time limit is long, because the provider runs in this process, together with all clients.
const shop = await openShop({ hold_scale: 1, max: 16, timeout_ms: 60_000 });
const policyOff = await openShop({ max: 16 });
const unlocked = await openShop({
  hold_scale: 1,
  max: 16,
  change: (db) => without(db, 'pg_advisory_xact_lock(space, key)'),
});

const wishOf = (days: number, hour: number): Wish => ({ service: 'massage', days, start: HOURS[hour]! });
/** Clients of so many networks, in turn. */
async function clientsOf(of: Shop, count: number, networks: number, prefix: string): Promise<Client[]> {
  const clients = await of.clients(count);
  return clients.map((client, n) => ({ ...client, ip: `${prefix}.${n % networks}` }));
}
async function knownClient(of: Shop, ip: string): Promise<Client> {
  const client = await of.client();
  await of.database.db
    .updateTable('users')
    .set({ house_call_approved: true })
    .where('id', '=', client.id)
    .execute();
  return { ...client, ip };
}

type Taken = { day: number; hour: number; is_paid: boolean; is_new: boolean };
/** Every one-to-one time that is taken, by whom. */
async function takenIn(of: Shop): Promise<Taken[]> {
  const zone = 'America/Los_Angeles';
  const { rows } = await sql<Taken>`
    select ((b.start_time at time zone ${zone})::date - (${of.clock.now()}::timestamptz at time zone ${zone})::date) as day,
      extract(hour from b.start_time at time zone ${zone})::int - 8 as hour,
      b.status = 'CONFIRMED' as is_paid, not c.is_known and c.state in ('CREATED', 'OPEN') as is_new
    from bookings b join checkouts c on c.id = b.checkout_id
    where b.format = 'ONE_ON_ONE' and b.status in ('PENDING', 'CONFIRMED')`.execute(of.database.db);
  return rows;
}
function freeTimes(taken: readonly Taken[], days: readonly number[]): { day: number; hour: number }[] {
  const names = new Set(taken.map(({ day, hour }) => `${day} ${hour}`));
  return days
    .flatMap((day) => HOURS.map((_, hour) => ({ day, hour })))
    .filter(({ day, hour }) => !names.has(`${day} ${hour}`));
}
/** Share of a day's unpaid minutes that new clients hold. */
function heldShare(taken: readonly Taken[], day: number): number {
  const today = taken.filter((each) => each.day === day);
  const paid = today.filter(({ is_paid }) => is_paid).length;
  const held = today.filter(({ is_paid, is_new }) => is_new && !is_paid).length;
  return held === 0 ? 0 : held / (HOURS.length - paid);
}
/** Most units that new clients of one network hold, and most of one client. */
async function mostUnits(of: Shop): Promise<{ network: number; client: number }> {
  const { rows } = await sql<{ network: number; client: number }>`
    with held as (select c.id, c.network, (select sum(1.0 / l.capacity) from jsonb_to_recordset(c.items) as l(capacity int)) as units
      from checkouts c where c.state in ('CREATED', 'OPEN') and c.holds and not c.is_known)
    select coalesce((select max(s) from (select sum(units) as s from held group by network) n), 0)::float8 as network,
      coalesce((select max(units) from held), 0)::float8 as client`.execute(of.database.db);
  return rows[0]!;
}
async function stateOf(of: Shop, url: string | undefined): Promise<string | undefined> {
  const row = of.database.db.selectFrom('checkouts').select('state');
  return (await row.where('provider_session_id', '=', sessionOf(url)).executeTakeFirst())?.state;
}
async function sweep(of: Shop, clients: number): Promise<void> {
  for (let batch = 0; batch <= clients / 50; batch++) await of.sweep();
}

type Hour = {
  worstDay: number;
  share: number;
  network: number;
  client: number;
  booked: number;
  honest: number;
};

/** So many accounts try for an hour to hold every time of these days, while honest people come and pay. */
async function holdHostage(of: Shop, attackers: readonly Client[], days: readonly number[]): Promise<Hour> {
  const seen: Hour = { worstDay: 0, share: 0, network: 0, client: 0, booked: 0, honest: 0 };
  const dayBound = new Map<number, number>();
  /** What each account wants at a time: as much as a cart takes, then what the policy lets it have. */
  const sizes = new Map(attackers.map(({ id }) => [id, 10]));
  const holding = async () => {
    const rows = await of.database.db
      .selectFrom('checkouts')
      .select('user_id')
      .where('state', 'in', ['CREATED', 'OPEN'])
      .where('holds', '=', true)
      .execute();
    return new Set(rows.map(({ user_id }) => user_id));
  };
  const attack = async (wanted: { day: number; hour: number }[]) => {
    const holds = await holding();
    const waiting = shuffled(
      attackers.filter(({ id }) => !holds.has(id)),
      random,
    );
    const tried = new Set<string>();
    let next = 0;
    const tasks = waiting.map((attacker) => async () => {
      const cart = sizes.get(attacker.id)!;
      const wishes = wanted.slice(next, next + cart);
      next += cart;
      if (wishes.length === 0) return;
      tried.add(attacker.id);
      await of.checkout(
        attacker,
        wishes.map(({ day, hour }) => wishOf(day, hour)),
      );
    });
    await inParallel(tasks, AT_ONCE);
    const after = await holding();
    for (const id of tried) if (!after.has(id)) sizes.set(id, sizes.get(id) === 10 ? 3 : 1);
  };

  for (let step = 0; step < STEPS; step++) {
    const before = await takenIn(of);
    for (const day of days) {
      const paid = before.filter((each) => each.day === day && each.is_paid).length;
      const held = before.filter((each) => each.day === day && each.is_new && !each.is_paid).length;
      dayBound.set(day, Math.max(held, 1, (HOURS.length - paid) / 2));
    }
    await attack(shuffled(freeTimes(before, days), random));
    const taken = await takenIn(of);
    for (const day of days) {
      const held = taken.filter((each) => each.day === day && each.is_new && !each.is_paid).length;
      seen.worstDay = Math.max(seen.worstDay, held / dayBound.get(day)!);
    }
    const held = taken.filter(({ is_new, is_paid }) => is_new && !is_paid).length;
    seen.share = Math.max(seen.share, held / (days.length * HOURS.length));
    const units = await mostUnits(of);
    seen.network = Math.max(seen.network, units.network);
    seen.client = Math.max(seen.client, units.client);

    const free = shuffled(freeTimes(taken, days), random);
    if (free.length >= 2) {
      const [fresh] = await clientsOf(of, 1, 1, `10.9.${step}`);
      const honest = [fresh!, await knownClient(of, '10.8.0.1')];
      const wishes = free.slice(0, 2).map(({ day, hour }) => wishOf(day, hour));
      const pages = [];
      for (const [n, client] of honest.entries()) pages.push(await of.checkout(client, [wishes[n]!]));
      // The attackers want the very times that honest people are paying for.
      await attack(free.slice(0, 2));
      for (const { body } of pages) await of.pay(sessionOf(body.url));
      for (const { body } of pages) if ((await stateOf(of, body.url)) === 'CONFIRMED') seen.booked += 1;
    }
    seen.honest += 2;
    of.clock.advance(STEP_MINUTES * 60_000);
    await sweep(of, attackers.length);
  }
  return seen;
}

/** Closes the days after so many, so that there is no more to hold than the attackers could. */
async function closeAfter(of: Shop, days: number): Promise<void> {
  const starts_at = new Date(of.clock.now().getTime() + (days * 24 + 15) * 3_600_000);
  const ends_at = new Date(starts_at.getTime() + 60 * 24 * 3_600_000);
  await of.database.db.deleteFrom('closures').execute();
  await of.database.db.insertInto('closures').values({ starts_at, ends_at, reason: 'test' }).execute();
}
const daysUntil = (last: number) => Array.from({ length: last }, (_, n) => n + 1);
const percent = (share: number) => `${Math.round(share * 100)} %`;

describe('accounts that try to block the calendar', () => {
  it.each([
    { accounts: 20, networks: 1, days: 15, most: 6 / 180 },
    { accounts: size(30, 200), networks: size(15, 100), days: size(7, 30), most: 0.5 },
  ])(
    'S14: $accounts accounts of $networks networks hold no more than the policy allows',
    { timeout: 3_600_000 },
    async ({ accounts, networks, days, most }) => {
      await emptyBooks(shop);
      await closeAfter(shop, days);
      const attackers = await clientsOf(shop, accounts, networks, '10.1.1');
      const seen = await holdHostage(shop, attackers, daysUntil(days));
      const faults = await faultsOf(shop);
      const passed =
        seen.worstDay <= 1 &&
        seen.share <= most &&
        seen.network <= 6 &&
        seen.client <= 3 &&
        seen.booked === seen.honest &&
        faults.length === 0;
      report(
        'S14',
        `${accounts} accounts of ${networks} networks for an hour: ${GOAL}`,
        `${accounts} accounts of ${networks} networks: at most ${percent(seen.share)} of the calendar held, ${percent(seen.worstDay)} of what a day allows, ` +
          `${seen.network} units of a network, ${seen.client} of a client; ${seen.booked} of ${seen.honest} honest people booked; seed ${seed}`,
        passed,
      );
      expect({ ...seen, faults }).toMatchObject({ booked: seen.honest, faults: [] });
      expect(passed, JSON.stringify(seen)).toBe(true);
    },
  );

  it('control: without the policy, twenty accounts hold the whole calendar', async () => {
    await closeAfter(policyOff, 15);
    const attackers = await clientsOf(policyOff, 20, 1, '10.1.1');
    const free = freeTimes([], daysUntil(15));
    await inParallel(
      attackers.map((attacker, n) => async () => {
        const wishes = free.slice(n * 10, n * 10 + 10).map(({ day, hour }) => wishOf(day, hour));
        if (wishes.length > 0) await policyOff.checkout(attacker, wishes);
      }),
      AT_ONCE,
    );
    const taken = await takenIn(policyOff);
    const share = taken.filter(({ is_new }) => is_new).length / (15 * HOURS.length);
    console.log(`S14 control: ${percent(share)} of the calendar held with the policy off`);
    expect(share).toBeGreaterThan(0.98);
    expect(heldShare(taken, 3)).toBe(1);
  });
});

it('S14: twenty people on one Wi-Fi book one class', async () => {
  await emptyBooks(shop);
  const { db } = shop.database;
  await db.deleteFrom('closures').execute();
  await db.updateTable('services').set({ max_capacity: 20 }).where('id', '=', shop.stock.circle.id).execute();
  const people = await clientsOf(shop, 20, 1, '10.2.2');
  const circle: Wish = { service: 'circle', days: 3, start: '6:00 AM' };
  const answers = await inParallel(
    people.map((client) => () => shop.checkout(client, [circle])),
    AT_ONCE,
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  const holds = await db.selectFrom('checkouts').select('holds').execute();
  for (const { body } of shuffled(answers, random)) await shop.pay(sessionOf(body.url));
  const states = await Promise.all(answers.map(({ body }) => stateOf(shop, body.url)));
  const seated = states.filter((state) => state === 'CONFIRMED').length;
  report(
    'S14',
    '20 people on one Wi-Fi: all are seated in a class of 20',
    `one Wi-Fi: ${seated} seated, ${holds.filter((row) => row.holds).length} of them with a hold; seed ${seed}`,
    seated === 20,
  );
  expect(states).toEqual(people.map(() => 'CONFIRMED'));
  expect(await faultsOf(shop)).toEqual([]);
});

describe('new clients of one network at the same moment', () => {
  /** Units that are held after 16 of them wanted a session each, on days of their own. */
  async function rush(of: Shop): Promise<number> {
    await emptyBooks(of);
    const clients = await clientsOf(of, AT_ONCE, 1, '10.3.3');
    const answers = await Promise.all(clients.map((client, n) => of.checkout(client, [wishOf(2 + n, 1)])));
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
    return (await mostUnits(of)).network;
  }

  it('hold six sessions, however many processes decide', async () => {
    for (let round = 0; round < size(3, 30); round++) expect(await rush(shop)).toBe(6);
    expect(await deadlocksIn(shop)).toBe(0);
  });

  it('control: without the locks, they hold more', async () => {
    let most = 0;
    for (let round = 0; round < 5 && most <= 6; round++) most = Math.max(most, await rush(unlocked));
    expect(most).toBeGreaterThan(6);
  });
});

it(
  'S14: thirty clients of five networks, sixteen at a time, keep every limit',
  { timeout: 3_600_000 },
  async () => {
    await emptyBooks(shop);
    const { db } = shop.database;
    await db.deleteFrom('closures').execute();
    const DAYS = [2, 3, 4];
    const clients = [
      ...(await clientsOf(shop, 25, 5, '10.4.4')),
      ...(await Promise.all(Array.from({ length: 5 }, (_, n) => knownClient(shop, `10.4.4.${n}`)))),
    ];
    const attempts = size(160, 10_000);
    const pick = <T>(things: readonly T[]) => things[Math.floor(random() * things.length)]!;
    const act = async (client: Client, free: { day: number; hour: number }[]): Promise<string> => {
      const what = random();
      if (what < 0.6) {
        // Several want the same few times.
        const wishes = shuffled(free.slice(0, 24), random).slice(0, 1 + Math.floor(random() * 4));
        const seat: Wish[] =
          random() < 0.2 ? [{ service: 'circle', days: pick(DAYS), start: '6:00 AM' }] : [];
        const cart = [...wishes.map(({ day, hour }) => wishOf(day, hour)), ...seat];
        if (cart.length === 0) return 'nothing';
        const { status, body } = await shop.checkout(client, cart);
        return `${status} ${body.code ?? ''}`;
      }
      const open = await db
        .selectFrom('checkouts')
        .select('provider_session_id')
        .where('user_id', '=', client.id)
        .where('state', '=', 'OPEN')
        .executeTakeFirst();
      if (!open?.provider_session_id) return 'nothing';
      const id = open.provider_session_id;
      if (what < 0.8) {
        shop.sandbox.control.pay(id);
        await shop.deliver();
        return 'paid';
      }
      return `cancelled ${(await shop.call(client, removeBookings, { query: { id } })).status}`;
    };
    const answers = new Map<string, number>();
    const broken: string[] = [];
    const heldOn = (taken: readonly Taken[], day: number) =>
      60 * taken.filter((each) => each.day === day && each.is_new && !each.is_paid).length;
    for (let done = 0; done < attempts; done += AT_ONCE) {
      const before = await takenIn(shop);
      const round = shuffled(clients, random).slice(0, AT_ONCE);
      const free = shuffled(freeTimes(before, DAYS), random);
      for (const answer of await Promise.all(round.map((client) => act(client, free))))
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      const after = await takenIn(shop);
      for (const day of DAYS) {
        const paid = 60 * before.filter((each) => each.day === day && each.is_paid).length;
        const bound = Math.max(heldOn(before, day), 60, (OPEN - paid) / 2);
        if (heldOn(after, day) > bound)
          broken.push(`${heldOn(after, day)} of ${bound} minutes on day ${day}`);
      }
      const units = await mostUnits(shop);
      if (units.network > 6 || units.client > 3) broken.push(JSON.stringify(units));
      if (done % (AT_ONCE * 4) === 0) {
        shop.clock.advance(13 * 60_000);
        await sweep(shop, 50);
      }
      // The calendar fills up: begin anew, so that holds are decided all the time.
      if (freeTimes(after, DAYS).length < 8) await settle();
    }

    /** Everything that was paid is booked or went back; what is left free can be bought; then the books are emptied. */
    async function settle(): Promise<void> {
      broken.push(...(await faultsOf(shop)));
      shop.clock.advance(60_000);
      await sweep(shop, 50);
      for (const { day, hour } of freeTimes(await takenIn(shop), DAYS).slice(0, 4)) {
        const [buyer] = await clientsOf(shop, 1, 1, `10.5.${hour}`);
        const { body } = await shop.checkout(buyer!, [wishOf(day, hour)]);
        await shop.pay(sessionOf(body.url));
        const state = await stateOf(shop, body.url);
        if (state !== 'CONFIRMED') broken.push(`a free time could not be bought: ${state}`);
      }
      const paid = new Set(shop.sandbox.control.books().payments.map(({ session }) => session));
      const rows = await db.selectFrom('checkouts').select(['state', 'provider_session_id']).execute();
      for (const { state, provider_session_id } of rows)
        if (paid.has(provider_session_id ?? '') && state !== 'CONFIRMED' && state !== 'REFUNDED')
          broken.push(`paid and ${state}`);
      await emptyBooks(shop);
    }
    await settle();
    const deadlocks = await deadlocksIn(shop);
    const unexpected = [...answers.keys()].filter(
      (answer) =>
        !/^(200 |409 SLOT_TAKEN|409 ALREADY_BOOKED|nothing|paid|cancelled 200|cancelled 409|422 CART_OVERLAP)$/.test(
          answer,
        ),
    );
    const passed = broken.length + deadlocks + unexpected.length === 0;
    report(
      'S14',
      `${attempts} actions, 16 at a time: no limit broken, paid ⇒ booked or refunded, free ⇒ can be bought, 0 deadlocks`,
      `${attempts} actions: ${broken.length} broken, ${deadlocks} deadlocks, ${unexpected.length} unexpected answers; ` +
        `${[...answers].map(([answer, count]) => `${count} × ${answer.trim()}`).join(', ')}; seed ${seed}`,
      passed,
    );
    expect({ broken, deadlocks, unexpected }).toEqual({ broken: [], deadlocks: 0, unexpected: [] });
  },
);
