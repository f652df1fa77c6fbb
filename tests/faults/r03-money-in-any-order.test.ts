import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkoutStatus, removeBookings } from '#contract/client.calls.ts';
import { inParallel, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, sessionOf, type Shop } from '../support/shop.ts';
import { type Client, massageAt, type Wish } from '../support/stock.ts';
import { withoutStates } from '../support/without.ts';

const shop = await openShop({ max: 16 });
const unprotected = await openShop({ max: 16, change: withoutStates });
const random = randomFrom(seed);

/** Twelve massages and five seats of a class a day. */
function wishesFor(count: number): Wish[] {
  const seats = Math.floor((count * 5) / 17);
  const circles = Array.from({ length: seats }, (_, n): Wish => {
    return { service: 'circle', days: 2 + Math.floor(n / 5), start: '6:00 AM' };
  });
  return [...circles, ...Array.from({ length: count - seats }, (_, n) => massageAt(n))];
}

/** What a client does with a payment page. Each ends in a payment or not, in any order of the messages. */
const DEEDS = [
  'pay',
  'pay and ask',
  'pay against cancel',
  'cancel',
  'pay before the answer',
  'pay, and have it given back',
  'pay late',
  'pay against expiry',
  'pay for a slot given away',
  'leave',
] as const;
type Deed = (typeof DEEDS)[number];
const LATE: ReadonlySet<Deed> = new Set([
  'pay late',
  'pay against expiry',
  'pay for a slot given away',
  'leave',
]);
type Trip = { shop: Shop; client: Client; wish: Wish; session: string; deed: Deed; rival: Client };

const cancel = (trip: Trip) => trip.shop.call(trip.client, removeBookings, { query: { id: trip.session } });
const ask = (trip: Trip) =>
  trip.shop.call(trip.client, checkoutStatus, { query: { session_id: trip.session } });
/** After a moment of its own, so that it comes before, between and after what it races with. */
async function pay(trip: Trip): Promise<void> {
  for (let moment = Math.floor(random() * 40); moment > 0; moment--) await new Promise(setImmediate);
  trip.shop.sandbox.control.pay(trip.session, LATE.has(trip.deed));
}

async function payAfterRival(trip: Trip): Promise<void> {
  await ask(trip); // the page has expired: its seat is released
  const answer = await trip.shop.checkout(trip.rival, [trip.wish]);
  if (answer.body.url) trip.shop.sandbox.control.pay(sessionOf(answer.body.url));
  await pay(trip);
}

const ACTS: Readonly<Record<Deed, (trip: Trip) => Promise<unknown>>> = {
  pay,
  'pay and ask': async (trip) => {
    await pay(trip);
    await Promise.all([ask(trip), ask(trip)]);
  },
  'pay against cancel': (trip) => Promise.all(shuffled([cancel, pay], random).map((deed) => deed(trip))),
  cancel,
  'pay before the answer': async () => undefined,
  // By hand at the provider's dashboard, before any message about the payment is out.
  'pay, and have it given back': async (trip) => {
    await pay(trip);
    trip.shop.sandbox.control.refund(trip.session);
  },
  'pay late': pay,
  'pay against expiry': (trip) => Promise.all([ask(trip), pay(trip)]),
  'pay for a slot given away': payAfterRival,
  leave: async () => undefined,
};

/** Goes to the payment page; `pay before the answer` pays while the site still waits for the provider's answer. */
async function begin(of: Shop, client: Client, rival: Client, wish: Wish, deed: Deed): Promise<Trip> {
  const { control } = of.sandbox;
  const answering = of.checkout(client, [wish]);
  for (let tries = 0; deed === 'pay before the answer' && tries < 200; tries++) {
    const mine = control
      .books()
      .sessions.find(({ session }) => session.customer === client.customer_id && session.status === 'open');
    if (mine) {
      control.pay(mine.session.id);
      break;
    }
    await wait(1);
  }
  return { shop: of, client, rival, wish, session: sessionOf((await answering).body.url), deed };
}

async function round(of: Shop, count: number, people: readonly Client[]): Promise<void> {
  const { sandbox, clock } = of;
  sandbox.control.set({
    webhook_copies: 1 + Math.floor(random() * 3),
    webhook_second_id: random() < 0.5,
    webhook_reorder: random() < 0.5 ? 7 : 0,
    webhook_drop: random() < 0.3 ? 1 : 0,
    api_delay_ms: 5,
  });
  const deeds = Array.from({ length: count }, (_, n) => DEEDS[n % DEEDS.length]!);
  const wishes = shuffled(wishesFor(count), random);
  const trips = await inParallel(
    wishes.map((wish, n) => () => begin(of, people[n]!, people[count + n]!, wish, deeds[n]!)),
    24,
  );
  const perform = (some: Trip[]) =>
    inParallel(
      shuffled(some, random).map((trip) => () => ACTS[trip.deed](trip)),
      24,
    );
  await perform(trips.filter(({ deed }) => !LATE.has(deed)));
  clock.advance(36 * 60_000);
  await Promise.all([perform(trips.filter(({ deed }) => LATE.has(deed))), of.sweep()]);
  // Within a minute everything that was paid is booked or refunded.
  sandbox.control.set({});
  for (let seconds = 0; seconds < 60; seconds += 15) {
    await of.deliver();
    clock.advance(15_000);
    await of.sweep();
  }
}

/** What the provider knows against what the site says; each finding is a sentence. */
async function compare(of: Shop): Promise<{ findings: string[]; paid: number; states: string[] }> {
  const { sessions, payments, refunds } = of.sandbox.control.books();
  const { rows: checkouts } = await sql<{
    id: string;
    session: string | null;
    state: string;
    mails: number;
    bookings: number;
  }>`
    select c.id, c.provider_session_id as session, c.state,
      (select count(*)::int from outbox o where o.dedupe_key like '%:' || c.id) as mails,
      (select count(*)::int from bookings b where b.checkout_id = c.id and b.status = 'CONFIRMED') as bookings
    from checkouts c`.execute(of.database.db);
  const findings = await faultsOf(of);
  let paid = 0;
  for (const checkout of checkouts) {
    const stored = sessions.find(({ session }) => session.client_reference_id === checkout.id);
    const payment = payments.find(({ session }) => session === stored?.session.id);
    const returned = refunds.filter(({ payment_intent }) => payment_intent === payment?.id);
    const say = (words: string) => findings.push(`${checkout.state} checkout ${checkout.id}: ${words}`);
    if (!payment) {
      if (checkout.state !== 'EXPIRED' && checkout.state !== 'CANCELLED') say('was not paid');
      if (checkout.mails > 0) say('nothing was paid, and a mail was sent');
      continue;
    }
    paid++;
    if (checkout.mails !== 1) say(`${checkout.mails} mails`);
    if (checkout.state === 'CONFIRMED') {
      if (checkout.bookings !== 1 || returned.length > 0) say('booked and given back, or not booked');
    } else if (checkout.state === 'REFUNDED') {
      if (checkout.bookings !== 0) say('given back and booked');
      const isWhole = payment.amount_refunded === payment.amount;
      if (returned.length !== 1 || !isWhole) say(`${returned.length} refunds`);
    } else say('paid but lost');
  }
  return { findings, paid, states: checkouts.map(({ state }) => state) };
}

async function run(of: Shop, rounds: number, count: number, { isControl = false } = {}) {
  const people = await of.clients(2 * count);
  const findings: string[] = [];
  const ends = new Map<string, number>();
  let paid = 0;
  for (let n = 0; n < rounds; n++) {
    await emptyBooks(of);
    await round(of, count, people);
    const compared = await compare(of);
    findings.push(...compared.findings);
    paid += compared.paid;
    for (const state of compared.states) ends.set(state, (ends.get(state) ?? 0) + 1);
    // A control has done its work with the first fault.
    if (isControl && findings.length > 0) break;
  }
  return { findings, paid, ends: [...ends].map(([state, times]) => `${times} ${state}`).sort() };
}

it('control: without state checks, payments are lost or doubled', async () => {
  const { findings } = await run(unprotected, 4, 15, { isControl: true });
  expect(findings.length).toBeGreaterThan(0);
});

it(
  'R3: every payment is booked or refunded, in whatever order the events arrive',
  { timeout: 3_000_000 },
  async () => {
    const [rounds, count] = [size(1, 25), size(63, 270)];
    const { findings, paid, ends } = await run(shop, rounds, count);
    const deadlocks = await deadlocksIn(shop);
    report(
      'R3',
      '0 paid but lost, 0 confirmed unpaid, 0 partial, 0 double refunds, 1 mail each; every paid checkout CONFIRMED or REFUNDED ≤ 60 s',
      `${rounds * count} checkouts, ${paid} payments (${ends.join(', ')}): ${findings.length} findings, ` +
        `${deadlocks} deadlocks; seed ${seed}`,
      findings.length + deadlocks === 0,
    );
    expect({ findings, deadlocks }).toEqual({ findings: [], deadlocks: 0 });
  },
);
