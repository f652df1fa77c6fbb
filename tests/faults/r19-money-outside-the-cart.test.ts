import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { payBalance } from '#contract/client.calls.ts';
import {
  staffBooking,
  staffCancelBooking,
  staffCancellation,
  staffChangePrice,
  staffCorrectPayment,
  staffRecordPayment,
  staffRefund,
} from '#contract/staff.calls.ts';
import { type TestStaff, testApp } from '../support/app.ts';
import { inParallel, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { atTheDashboard } from '../support/provider-dashboard.ts';
import { addBooking } from '../support/sample-booking.ts';
import { deadlocksIn, emptyBooks, openShop, sessionOf, SHOP, type Shop } from '../support/shop.ts';
import { type Client, massageAt } from '../support/stock.ts';
import { withoutStatusAndLocks } from '../support/without.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PRICE = 8500;
const shop = await openShop({ max: 16 });
/** Another process of the same site. */
const unprotected = await testApp({ ...SHOP, besides: shop, change: withoutStatusAndLocks });
const random = randomFrom(seed);

/** A booking whose money is handled: bought in a cart, or booked by staff and not paid yet. */
type Case = { of: Shop; staff: TestStaff; client: Client; id: string; sessions: string[] };
type Act = (of: Case) => Promise<unknown>;

const panel = async ({ staff, id }: Case) => (await staff.call(staffBooking, { params: { id } })).json;

const goodwill =
  (cents: number | 'ALL'): Act =>
  async (one) => {
    const { booking } = await panel(one);
    return await one.staff.call(staffRefund, {
      params: { id: one.id },
      body: {
        action_id: randomUUID(),
        base_updated_at: booking.updated_at,
        cents,
        reason: 'Sorry.',
        notify: true,
      },
    });
  };
const cancel: Act = async (one) => {
  const { json, status } = await one.staff.call(staffCancellation, { params: { id: one.id } });
  if (status !== 200) return;
  const { quote, updated_at: base_updated_at } = json;
  const how = { by: 'PRACTICE', refund: 'FULL', time: 'OPEN', notify: true } as const;
  await one.staff.call(staffCancelBooking, {
    params: { id: one.id },
    body: { action_id: randomUUID(), ...how, base_updated_at, quote },
  });
};
const dashboard =
  (cents: number): Act =>
  async ({ of, sessions }) => {
    const { payments } = of.sandbox.control.books();
    const paid = payments.find(({ session }) => sessions.includes(session));
    // Its answer may be lost too, and nothing may be left to refund.
    const body = `payment_intent=${paid?.id}&amount=${cents}`;
    if (paid) await atTheDashboard(of.sandbox, 'POST', 'refunds', body).catch(() => undefined);
    await of.deliver();
  };
const takeCash =
  (cents: number): Act =>
  (one) =>
    one.staff.call(staffRecordPayment, {
      params: { id: one.id },
      body: { action_id: randomUUID(), cents, method: 'CASH', received_on: '2026-03-01' },
    });
const correct: Act = async (one) => {
  const payment = (await panel(one)).money.offline_payments.find(({ can_correct }) => can_correct);
  const body = { action_id: randomUUID() };
  if (payment) await one.staff.call(staffCorrectPayment, { params: { id: payment.id }, body });
};
const changePrice: Act = async (one) =>
  await one.staff.call(staffChangePrice, {
    params: { id: one.id },
    body: { action_id: randomUUID(), base_updated_at: (await panel(one)).booking.updated_at, cents: 6000 },
  });
const openPage: Act = async (one) => {
  const { of, client, id, sessions } = one;
  const answer = await of.call(client, payBalance, { body: { booking_id: id } });
  if (answer.body.url) sessions.push(sessionOf(answer.body.url));
};
/** Pays the page that the client has opened, also if something else has settled the booking since. */
const payPage: Act = async ({ of, sessions }) => {
  const last = sessions.at(-1);
  if (last !== undefined) of.sandbox.control.pay(last, true);
  await of.deliver();
};
const job: Act = ({ of }) => of.sweep();

const ACTS: readonly Act[] = [
  goodwill(2000),
  goodwill(5000),
  goodwill('ALL'),
  cancel,
  dashboard(3000),
  takeCash(2500),
  takeCash(PRICE),
  correct,
  changePrice,
  openPage,
  payPage,
  payPage,
  job,
];

async function buy(of: Shop, staff: TestStaff, client: Client, n: number): Promise<Case> {
  const session = sessionOf((await of.checkout(client, [massageAt(n)])).body.url);
  await of.pay(session);
  const { id } = await of.db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow();
  return { of, staff, client, id, sessions: [session] };
}

async function book(of: Shop, staff: TestStaff, client: Client): Promise<Case> {
  const now = of.clock.now();
  const id = await addBooking(of.db, {
    user_id: client.id,
    service_id: of.stock.massage.id,
    price_cents: PRICE,
    payment: 'LATER',
    price_chosen_by_client: false,
    start_time: new Date(now.getTime() + 3 * DAY),
    created_at: now,
  });
  return { of, staff, client, id, sessions: [] };
}

/** A few acts in any order, two at a time, while answers of the provider are lost. */
async function live(one: Case): Promise<void> {
  const isUnpaid = one.sessions.length === 0;
  if (isUnpaid && random() < 0.8) await openPage(one);
  const acts = shuffled(ACTS, random).slice(0, 2 + Math.floor(random() * 4));
  for (let at = 0; at < acts.length; at += 2)
    await Promise.all(acts.slice(at, at + 2).map((act) => act(one)));
}

/** Returns a sentence for each fault once everything has settled. */
async function compare({ of, id, client }: Case): Promise<string[]> {
  const findings: string[] = [];
  const { payments, refunds } = of.sandbox.control.books();
  const checkouts = await of.db
    .selectFrom('checkouts')
    .select(['id', 'state', 'payment_intent_id', 'total_cents', 'refunded_cents'])
    .where('user_id', '=', client.id)
    .execute();
  let kept = 0;
  for (const checkout of checkouts) {
    if (checkout.payment_intent_id === null) continue;
    const payment = payments.find((each) => each.id === checkout.payment_intent_id)!;
    const back = refunds
      .filter(({ payment_intent }) => payment_intent === payment.id)
      .reduce((sum, { amount }) => sum + amount, 0);
    if (back > payment.amount) findings.push(`${back} of ${payment.amount} are back`);
    if (checkout.refunded_cents !== back)
      findings.push(`the site knows of ${checkout.refunded_cents}, not of ${back}`);
    if (checkout.state === 'REFUNDED' && back !== payment.amount)
      findings.push(`a returned payment kept ${payment.amount - back}`);
    if (checkout.state === 'PAID' || checkout.state === 'REFUND_DUE')
      findings.push(`a payment is still ${checkout.state}`);
    if (checkout.state === 'CONFIRMED') kept++;
  }
  const { rows } = await sql<{
    queued: number;
    cash: number;
    price: number;
    line: number | null;
    owed: number;
  }>`
    select (select coalesce(sum(amount_cents), 0) from refunds r where r.checkout_id = b.checkout_id)::int as queued,
      (select coalesce(sum(amount_cents), 0) from refunds r where r.booking_id = b.id and r.done_at is null)::int as owed,
      (select coalesce(sum(amount_cents), 0) from offline_payments o where o.booking_id = b.id)::int as cash,
      b.price_cents as price,
      (select (l ->> 'price_cents')::int from checkouts c, jsonb_array_elements(c.items) l
        where c.id = b.checkout_id and l ->> 'booking_id' = b.id::text) as line
    from bookings b where b.id = ${id}::uuid`.execute(of.db);
  const { queued, owed, cash, price, line } = rows[0]!;
  const total = checkouts.find(({ state }) => state === 'CONFIRMED')?.total_cents ?? 0;
  if (kept > 1) findings.push(`${kept} payments were kept for one booking`);
  if (queued > total) findings.push(`refunds of ${queued} were queued for a payment of ${total}`);
  if (owed > 0) findings.push(`a refund of ${owed} never came`);
  if (cash > price) findings.push(`${cash} in cash for a price of ${price}`);
  if (cash < 0) findings.push('more cash went back than came');
  // A correction may take cash back afterwards; never do cash and the payment exceed the price.
  if (line !== null && cash + line > price) findings.push(`${cash} in cash and ${line} online for ${price}`);
  return findings;
}

async function run(
  of: Shop,
  site: Pick<Shop, 'signInStaff'>,
  { batches, count, act = live }: { batches: number; count: number; act?: (one: Case) => Promise<void> },
): Promise<string[]> {
  const findings: string[] = [];
  for (let batch = 0; batch < batches; batch++) {
    of.sandbox.control.set({});
    await emptyBooks(of);
    const staff = await site.signInStaff();
    const people = await of.clients(count);
    const cases = await inParallel(
      people.map((client, n) => () => (n % 2 === 0 ? buy(of, staff, client, n) : book(of, staff, client))),
      8,
    );
    of.clock.advance(1000);
    // The provider does its work, and the answer is lost.
    of.sandbox.control.set({
      api_fault: 'error_after',
      api_fault_on: 'POST /v1/refunds',
      api_fault_times: count,
    });
    await inParallel(
      cases.map((one) => () => act(one)),
      8,
    );
    of.sandbox.control.set({});
    // An amount that was refused while its answer was lost is asked for again once the provider has forgotten its key.
    for (const pause of [16 * MINUTE, 16 * MINUTE, 16 * MINUTE, DAY + MINUTE, 16 * MINUTE]) {
      await of.deliver();
      of.clock.advance(pause);
      await of.sweep();
    }
    await of.deliver();
    for (const one of cases) findings.push(...(await compare(one)));
  }
  return findings;
}

it(
  'R19: cancelled, refunded, paid in cash and by link in any order, with lost answers',
  { timeout: 3_000_000 },
  async () => {
    const [batches, count] = [size(1, 100), size(30, 50)];
    const findings = await run(shop, shop, { batches, count });
    const deadlocks = await deadlocksIn(shop);
    report(
      'R19',
      'cancellation, goodwill, external refund, cash, corrections, prices and payment links: never more back than paid, nothing kept twice',
      `${batches * count} orders: ${findings.length} findings, ${deadlocks} deadlocks; seed ${seed}`,
      findings.length === 0 && deadlocks === 0,
    );
    expect({ findings, deadlocks }).toEqual({ findings: [], deadlocks: 0 });
  },
);

it('control: without locks, cash and a payment link are both kept', async () => {
  const act = async (one: Case) => {
    if (one.sessions.length > 0) {
      await Promise.all([goodwill('ALL')(one), cancel(one), goodwill(5000)(one)]);
      return;
    }
    await openPage(one);
    await Promise.all([payPage(one), takeCash(PRICE)(one), takeCash(PRICE)(one)]);
  };
  const findings = await run(shop, unprotected, { batches: 1, count: 24, act });
  expect(findings.length).toBeGreaterThan(0);
});
