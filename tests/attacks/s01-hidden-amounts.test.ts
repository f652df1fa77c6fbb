import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { beforeEach, expect, it, vi } from 'vitest';
import { bookingOptions, cancelBooking } from '#contract/client.calls.ts';
import { privatePractice } from '#content/private/practice.ts';
import { paymentShares } from '#domain/money/refunds.ts';
import { randomFrom, seed, shuffled, size } from '../support/profile.ts';
import { atTheDashboard } from '../support/provider-dashboard.ts';
import { addBooking } from '../support/sample-booking.ts';
import { emptyBooks, openShop, sessionOf } from '../support/shop.ts';
import { type Client, dateIn, type ServiceName, startOf, type Wish } from '../support/stock.ts';
import type { Belongings } from './support/belongings.ts';
import { isStaffRow } from './support/route-row.ts';
import { ROWS, routesOf } from './support/routes.ts';

/** What the client chose on the scale of 60 to 120 dollars; no other price, sum or tax of the shop has its digits. */
const CANARY = 7300;
const SECOND_CANARY = 9900;

// Each test asks more than a hundred calls.
vi.setConfig({ testTimeout: 120_000 });

const shop = await openShop();
const { clock, db, sandbox, stock } = shop;
const staff = await shop.signInStaff(undefined, { unlocked: true });

/** Everything that staff were sent since the test began. */
let heard: string[] = [];
beforeEach(async () => {
  heard = [];
  sandbox.control.set({});
  await emptyBooks(shop);
});

const chosen = (start = '10:00 AM', cents = CANARY): Wish => ({ service: 'consult', days: 20, start, cents });
const massage: Wish = { service: 'massage', days: 20, start: '2:00 PM' };
const circle: Wish = { service: 'circle', days: 20, start: '6:00 AM' };
const CARTS: Record<string, readonly Wish[]> = {
  'a chosen price': [chosen()],
  'a chosen and a fixed price': [massage, chosen()],
  'a chosen price and a class': [circle, chosen()],
  'two chosen and two fixed prices': [circle, massage, chosen(), chosen('12:00 PM', SECOND_CANARY)],
};

type Paid = { client: Client; session: string; ids: string[] };

async function payByPage(wishes: readonly Wish[]): Promise<Paid> {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  await shop.pay(session);
  return { client, session, ids: await bookingsOf(client) };
}

/** Staff have booked; the client pays all of it by one link. */
async function openByLink(wishes: readonly Wish[]): Promise<Omit<Paid, 'ids'> & { ids: string[] }> {
  const client = await shop.client();
  const ids: string[] = [];
  for (const wish of wishes) {
    const isChosen = wish.service === 'consult';
    ids.push(
      await addBooking(db, {
        user_id: client.id,
        service_id: stock[wish.service].id,
        service_name: wish.service,
        price_cents: PRICES[wish.service],
        payment: isChosen ? 'ONLINE' : 'LATER',
        price_chosen_by_client: isChosen,
        start_time: new Date(startOf(wish, clock.now())),
        created_at: clock.now(),
      }),
    );
  }
  await ask('POST', `/api/staff/bookings/${ids[0]!}/payment-link`, { also_for: ids.slice(1) });
  const link = await db
    .selectFrom('outbox')
    .select('text')
    .where('kind', '=', 'payment-link')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const token = /\/visit\/([\w-]{43})/.exec(link.text)![1]!;
  const page = (await shop.visit(`/api/visits/${token}`)).json<{
    payment: { lines: { start_time: string }[] };
  }>().payment;
  const starts = page.lines.map(({ start_time }) => start_time);
  const answer = await shop.request({
    method: 'POST',
    url: `/api/visits/${token}/pay`,
    payload: {
      selected_prices: wishes.flatMap((wish) =>
        wish.service === 'consult'
          ? [{ line: starts.indexOf(startOf(wish, clock.now())), cents: wish.cents }]
          : [],
      ),
    },
  });
  return { client, session: sessionOf(answer.json<{ url?: string }>().url), ids };
}

async function payByLink(wishes: readonly Wish[]): Promise<Paid> {
  const opened = await openByLink(wishes);
  await shop.pay(opened.session);
  return opened;
}

const PRICES: Partial<Record<ServiceName, number>> & Record<string, number> = {
  massage: 8500,
  circle: 2000,
  consult: 8500,
};

const bookingsOf = async ({ id }: Client) =>
  (
    await db.selectFrom('bookings').select('id').where('user_id', '=', id).orderBy('start_time').execute()
  ).map((booking) => booking.id);

/** A call by staff, whose answer is searched too. */
async function ask<T = Record<string, unknown>>(
  method: 'GET' | 'POST',
  url: string,
  body: object = {},
): Promise<T> {
  const payload = method === 'GET' ? {} : { payload: { action_id: randomUUID(), ...body } };
  const answer = await staff.request({ method, url, ...payload });
  heard.push(`${method} ${url} ${textOf(answer)}`);
  return answer.json<T>();
}

const versionOf = async (id: string) =>
  (await ask<{ booking: { updated_at: string } }>('GET', `/api/staff/bookings/${id}`)).booking.updated_at;

const later = async () => {
  clock.advance(60_000);
  await shop.sweep();
  await shop.deliver();
};
const dashboard = (session: string, more = '') =>
  atTheDashboard(sandbox, 'POST', 'refunds', `payment_intent=${paymentOf(session).id}${more}`);
const paymentOf = (session: string) =>
  sandbox.control.books().payments.find((each) => each.session === session)!;

async function cancelByStaff(id: string, by: 'PRACTICE' | 'CLIENT'): Promise<void> {
  const { quote } = await ask<{ quote: string }>('GET', `/api/staff/bookings/${id}/cancellation`);
  await ask('POST', `/api/staff/bookings/${id}/cancel`, {
    base_updated_at: await versionOf(id),
    by,
    refund: 'POLICY',
    quote,
    time: 'OPEN',
    notify: true,
  });
  await later();
}

const UNCHANGED = 'stays as it is';
const ENDS: Record<string, (paid: Paid) => Promise<unknown>> = {
  [UNCHANGED]: () => Promise.resolve(),
  'has been over for a month': () =>
    db
      .updateTable('bookings')
      .set({
        start_time: sql<Date>`start_time - interval '50 days'`,
        end_time: sql<Date>`end_time - interval '50 days'`,
        blocked_until: sql<Date>`blocked_until - interval '50 days'`,
      })
      .execute(),
  'is refunded by staff, one session': async ({ ids }) => {
    await ask('POST', `/api/staff/bookings/${ids[0]!}/refund`, {
      base_updated_at: await versionOf(ids[0]!),
      cents: 'ALL',
      reason: 'The room was cold.',
      notify: true,
    });
    await later();
  },
  'is cancelled by staff': async ({ ids }) => {
    for (const id of ids) await cancelByStaff(id, 'PRACTICE');
  },
  'is cancelled by the client': async ({ client, ids }) => {
    const { body } = await shop.call(client, bookingOptions, { query: { id: ids[0]! } });
    const expected_cents = body.cancel.refund_cents;
    await shop.call(client, cancelBooking, { body: { id: ids[0]!, expected_cents } });
    await later();
    await cancelByStaff(ids.at(-1)!, 'CLIENT');
  },
  'is refunded at the dashboard': async ({ session }) => {
    await dashboard(session, '&amount=1111');
    await later();
    await dashboard(session);
    await later();
  },
  'has a refund that the bank returns': async ({ ids }) => {
    await cancelByStaff(ids[0]!, 'PRACTICE');
    const { provider_refund_id } = await db
      .selectFrom('refunds')
      .select('provider_refund_id')
      .executeTakeFirstOrThrow();
    sandbox.control.fail_refund(provider_refund_id!);
    await later();
  },
  'is disputed, and its refund refused': async ({ session, ids }) => {
    const dispute = sandbox.control.dispute(session);
    await later();
    await cancelByStaff(ids[0]!, 'PRACTICE');
    sandbox.control.close_dispute(dispute, 'lost');
    await later();
  },
};

/** The request of each row names this client and this booking; what they do not have does not exist. */
const belongingsOf = (client: Client, next_booking: string): Belongings => ({
  user_id: client.id,
  stripe_id: 'cus_none',
  email: 'maren@example.com',
  past_booking: next_booking,
  next_booking,
  submission_id: randomUUID(),
  contact_note: randomUUID(),
  suggestion_id: randomUUID(),
  form: { form_id: randomUUID(), responses: {} },
  session_id: 'cs_test_none',
  signed_in_session: randomUUID(),
  photo_url: '',
  upload: '',
  upload_body: Buffer.alloc(0),
  cart: { items: [], total_amount: 0 },
  service_id: stock.consult.id,
  day: dateIn(20, clock.now()),
});

/** These reveal amounts, and record it: the only calls whose answers may have one. */
const REVEALS = /\/reveal-(?:amount|statement)$/;
/** These end the session that asks, or the calls that follow it. */
const ENDS_SESSION = /sign-out|\/lock$|security|unlock$|set-up|passkey/;
const asked = ROWS.filter(
  (row) => isStaffRow(row) && !REVEALS.test(row.route) && !ENDS_SESSION.test(row.route),
);

function textOf(answer: LightMyRequestResponse): string {
  if (!String(answer.headers['content-type']).includes('zip')) return answer.body;
  return Object.entries(unzipSync(answer.rawPayload))
    .map(([name, bytes]) => name + strFromU8(bytes))
    .join('\n');
}

/** Asks every staff call about every booking of the client, and every screen, feed and mail of the practice. */
async function hearEverything({ client, ids }: Paid): Promise<void> {
  const day = dateIn(20, clock.now());
  for (const [n, id] of ids.entries())
    for (const row of asked) {
      const ask = row.ask(belongingsOf(client, id));
      // What names no booking has one answer.
      if (n > 0 && !JSON.stringify(ask).includes(id)) continue;
      heard.push(`${row.route} ${textOf(await staff.request(ask))}`);
    }
  const timeOff = { kind: 'ADD_TIME_OFF', from: day, from_time: null, to: day, to_time: null, reason: '' };
  await ask('POST', '/api/staff/hours/preview', { change: { ...timeOff, shows_end: false } });
  await ask('POST', `/api/staff/days/${day}/cancel/preview`, { from: null, to: null });
  const start = startOf(circle, clock.now()).replaceAll(/[-:]|\.\d+/g, '');
  const roster = `/api/staff/classes/${stock.circle.id}/${start}`;
  await ask('GET', roster);
  for (const kind of ['CANCEL', 'STOP_BOOKING']) await ask('POST', `${roster}/preview`, { change: { kind } });
  for (const url of ['/api/staff/audit-log', '/staff/', '/staff/calendar', '/staff/clients'])
    heard.push(`GET ${url} ${(await staff.request({ url })).body}`);
  heard.push(`metrics ${await shop.deps.metrics.registry.metrics()}`);
  const feed = await ask<{ url: string }>('POST', '/api/staff/calendar-feed', { detail: 'INITIALS' });
  heard.push(`feed ${(await shop.visit(new URL(feed.url).pathname)).body}`);
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where('to_address', '=', privatePractice.contact_email)
    .execute();
  for (const mail of mails) heard.push(`mail ${mail.kind} ${mail.subject} ${mail.text} ${mail.html}`);
}

/** What gives the chosen prices away: they, totals, taxes, shares, refunds, and the differences to what is known. */
async function secretsOf(): Promise<Set<number>> {
  const secrets = new Set<number>();
  const known = new Set([8500, 2000, 6000, 12_000, 10_500, 0]);
  const add = (...cents: number[]) => {
    for (const each of cents) if (!known.has(each)) secrets.add(each);
  };
  for (const { items, subtotal_cents, tax_cents, total_cents, refunded_cents } of await db
    .selectFrom('checkouts')
    .selectAll()
    .execute()) {
    const prices = items.map(({ price_cents }) => price_cents);
    const total = total_cents ?? subtotal_cents;
    add(subtotal_cents, tax_cents ?? 0, total, refunded_cents, total - refunded_cents, ...prices);
    for (const [n, share] of paymentShares(prices, total).entries())
      add(share, share - prices[n]!, total - share, total - prices[n]!, subtotal_cents - prices[n]!);
  }
  for (const table of ['refunds', 'refunds_elsewhere'] as const)
    for (const { amount_cents } of await db.selectFrom(table).select('amount_cents').execute())
      add(amount_cents);
  secrets.add(CANARY);
  return secrets;
}

/** Ids and tokens have any digits. */
const ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\b(?:cs_test|pi|re|cus|dp|du)_\w+|[\w-]{40,}/g;

/** The places in which staff read a secret, with the text around it. */
async function leaks(more: readonly number[] = []): Promise<string[]> {
  const found: string[] = [];
  for (const secret of [...(await secretsOf()), ...more]) {
    const dollars = `${Math.floor(secret / 100).toLocaleString('en-US')}`;
    const cents = String(secret % 100).padStart(2, '0');
    // Three digits alone, as a tax of $6.20 in cents, are also a part of times and lengths.
    const asNumber = secret > 999 ? `|(?<![\\d.-])${secret}(?![\\d.:-])` : '';
    const asCell = `|(?<=[,"])${Math.floor(secret / 100)}\\.${cents}(?=[,"])`;
    const amount = new RegExp(
      `\\$${dollars}${cents === '00' ? '(?:\\.00)?' : `\\.${cents}`}(?![\\d.]\\d|\\d)${asNumber}${asCell}`,
    );
    for (const text of heard) {
      const plain = text.replaceAll(ID, 'id');
      const at = plain.search(amount);
      if (at >= 0)
        found.push(`${secret} in ${plain.slice(0, 60)} … ${plain.slice(Math.max(0, at - 60), at + 40)}`);
    }
  }
  return found;
}

it('S1: every staff call is asked for hidden amounts', () => {
  const covered = new Set(ROWS.filter(isStaffRow).map(({ route }) => route));
  const routes = routesOf(shop.app).filter((route) => route.includes(' /api/staff'));
  const open = new Set(ROWS.filter((row) => !isStaffRow(row)).map(({ route }) => route));
  expect(routes.filter((route) => !covered.has(route) && !open.has(route))).toEqual([]);
});

const WAYS = Object.entries({ page: payByPage, link: payByLink });
const random = randomFrom(seed);
/** Each cart, and each end of a mixed one, by each way; in the small size by one of them, another in each run. */
const PAYMENTS = Object.entries(CARTS).flatMap(([cart, wishes]) =>
  Object.entries(ENDS)
    .filter(([end]) => cart === 'a chosen and a fixed price' || end === UNCHANGED)
    .flatMap(([end, finish]) =>
      shuffled(WAYS, random)
        .slice(0, size(1, 2))
        .map(([way, pay]) => ({ name: `with ${cart}, paid by ${way}, that ${end},`, pay, wishes, finish })),
    ),
);

it.each(PAYMENTS)(
  `S1: a payment $name tells staff no amount (seed ${seed})`,
  async ({ pay, wishes, finish }) => {
    const paid = await pay(wishes);
    await finish(paid);
    await hearEverything(paid);
    expect(await leaks()).toEqual([]);
    expect(heard.length).toBeGreaterThan(asked.length);
  },
);

it('S1: a payment that does not match its checkout tells staff no amount', async () => {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [massage, chosen()])).body.url);
  await db.updateTable('checkouts').set({ subtotal_cents: 1 }).execute();
  await shop.pay(session);
  await later();
  const mails = await db.selectFrom('outbox').select('kind').execute();
  expect(mails).toMatchObject([{ kind: 'payment-misfit' }]);
  await db
    .updateTable('checkouts')
    .set({ subtotal_cents: CANARY + 8500, total_cents: paymentOf(session).amount })
    .execute();
  await hearEverything({ client, session, ids: await bookingsOf(client) });
  expect(await leaks()).toEqual([]);
});

it('S1: a balance that goes back tells staff no amount', async () => {
  const paid = await openByLink([massage, chosen()]);
  await ask('POST', `/api/staff/bookings/${paid.ids[0]!}/offline-payments`, {
    cents: 8500,
    method: 'CASH',
    received_on: '2026-03-02',
  });
  await shop.pay(paid.session);
  await later();
  const mails = await db.selectFrom('outbox').select('kind').where('user_id', 'is', null).execute();
  expect(mails).toMatchObject([{ kind: 'balance-returned' }]);
  await hearEverything(paid);
  expect(await leaks()).toEqual([]);
});

it('S1: a payment that has lost its checkout tells staff no amount', async () => {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [massage, chosen()])).body.url);
  await db.deleteFrom('bookings').execute();
  await db.deleteFrom('appointments').execute();
  await db.deleteFrom('checkouts').execute();
  await shop.pay(session);
  clock.advance(2 * 3_600_000);
  await shop.runJobs();
  const mails = await db.selectFrom('outbox').select('kind').where('user_id', 'is', null).execute();
  // The payments of the other tests have lost theirs too.
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(
    new Set(['payment-unmatched', 'unmatched-refunded']),
  );
  await hearEverything({ client, session, ids: [randomUUID()] });
  const { amount } = paymentOf(session);
  expect(await leaks([amount, amount - 8500])).toEqual([]);
});

it('S1: a service that becomes a fixed price tells staff no amount', async () => {
  const paid = await payByPage([massage, chosen()]);
  const id = stock.consult.id;
  const of = (min: number | null, max: number | null) =>
    db
      .updateTable('services')
      .set({ min_price_cents: min, max_price_cents: max })
      .where('id', '=', id)
      .execute();
  await of(null, null);
  await hearEverything(paid);
  await of(6000, 12_000);
  expect(await leaks()).toEqual([]);
});

it('control: amounts of a payment with fixed prices are found', async () => {
  const paid = await payByPage([massage, circle]);
  await hearEverything(paid);
  const found = await leaks();
  expect(found.length).toBeGreaterThan(3);
  expect(found.some((leak) => leak.includes('POST /api/staff/export'))).toBe(true);
});

it('S1: an amount that a member has looked at is told in that answer alone', async () => {
  const paid = await payByPage([massage, chosen()]);
  const amounts = await ask('POST', `/api/staff/bookings/${paid.ids[0]!}/reveal-amount`);
  expect(amounts).toMatchObject({ price_cents: CANARY, left_cents: 7921 });
  heard = [];
  await hearEverything(paid);
  expect(await leaks()).toEqual([]);
});

/** Asks for payouts, months and tables once these months are over, as a member who signs in then. */
async function hearLater(months: readonly string[]): Promise<void> {
  clock.set(`${dateIn(90, clock.now())}T17:00:00Z`);
  const member = await shop.signInStaff(undefined, { unlocked: true });
  const urls = months.flatMap((month) => [
    `reports?month=${month}`,
    `payouts?from=${month}-01&to=${month}-28`,
    ...['', '&filter=CARD', '&filter=REFUNDED'].map(
      (filter) => `payments?from=${month}-01&to=${month}-28${filter}`,
    ),
  ]);
  for (const url of urls) {
    const { body } = await member.request({ url: `/api/staff/${url}` });
    heard.push(`GET ${url} ${body}`);
  }
  for (const kind of ['payments', 'refunds', 'balances', 'sessions']) {
    const payload = { action_id: randomUUID(), from: `${months[0]!}-01`, to: `${months.at(-1)!}-28` };
    const { body } = await member.request({ method: 'POST', url: `/api/staff/exports/${kind}`, payload });
    heard.push(`POST exports/${kind} ${body}`);
  }
}

it('S1: payouts, months and tables tell no amount of fewer than five clients, and of five their sum alone', async () => {
  // Payments of other tests that have lost their checkouts.
  await db.deleteFrom('unmatched_payments').execute();
  const before = clock.now();
  const months = [0, 30].map((days) => dateIn(days, before).slice(0, 7));
  const prices = [CANARY, SECOND_CANARY, 6100, 6700, 7900];
  for (const [n, cents] of prices.entries()) {
    await payByPage([
      { ...chosen('9:00 AM', cents), days: 3 + n },
      ...(n === 0 ? [{ ...massage, days: 9 }] : []),
    ]);
    if (n !== 3) continue;
    heard = [];
    await hearLater(months);
    expect(await leaks(prices)).toEqual([]);
    expect(heard.join(' ')).toContain('"payments":4');
    clock.set(before);
  }
  heard = [];
  await hearLater(months);
  const sum = (await db.selectFrom('checkouts').select('total_cents').execute()).reduce(
    (total, { total_cents }) => total + total_cents!,
    0,
  );
  expect(heard.find((text) => text.startsWith(`GET reports?month=${months[0]!}`))).toContain(
    `"cents":${sum},`,
  );
  expect(await leaks(prices)).toEqual([]);
  clock.set(before);
});
