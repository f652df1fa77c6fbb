import { beforeEach, describe, expect, it } from 'vitest';
import { clearNetworks } from './store.ts';
import { emptyBooks, faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { type Client, massageAt, type Wish } from '#tests/support/stock.ts';

const shop = await openShop({ hold_scale: 1 });
const policyOff = await openShop();
const { clock } = shop;
const { db } = shop.database;
const PAY_FIRST_TEXT =
  'Your time is booked when your payment arrives. If somebody else books it first, you get everything back at once.';

beforeEach(() => emptyBooks(shop));

const massage = (start: string, days = 3): Wish => ({ service: 'massage', days, start });
const circle = (days = 3): Wish => ({ service: 'circle', days, start: '6:00 AM' });
const checkoutOf = async (url: string | undefined) =>
  await db
    .selectFrom('checkouts')
    .selectAll()
    .where('provider_session_id', '=', sessionOf(url))
    .executeTakeFirstOrThrow();
const stateOf = async (url: string | undefined) => (await checkoutOf(url)).state;
/** Opens a checkout. Returns whether its times are held. */
const opens = async (client: Client, wishes: readonly Wish[]) => {
  const { status, body } = await shop.checkout(client, wishes);
  expect(status).toBe(200);
  return { ...(await checkoutOf(body.url)), url: body.url };
};
const approve = (client: Client) =>
  db.updateTable('users').set({ house_call_approved: true }).where('id', '=', client.id).execute();
const knownClient = async () => {
  const client = await shop.client();
  await approve(client);
  return client;
};
const sessionAt = (url: string | undefined) =>
  shop.sandbox.control.books().sessions.find(({ session }) => session.id === sessionOf(url))!.session;

describe('a new client', () => {
  it('holds three sessions, and pays first for four', async () => {
    const [one, other] = await shop.clients(2);
    const three = [massage('9:00 AM'), massage('9:00 AM', 4), massage('9:00 AM', 5)];
    expect(await opens(one!, three)).toMatchObject({ holds: true, is_known: false });
    const four = [...three.map((wish) => ({ ...wish, start: '11:00 AM' })), massage('11:00 AM', 6)];
    const checkout = await opens(other!, four);
    expect(checkout).toMatchObject({ holds: false, state: 'OPEN' });
    expect(await db.selectFrom('bookings').select('id').where('user_id', '=', other!.id).execute()).toEqual(
      [],
    );
  });

  it('is booked by the payment, with every session, and sees that at the button', async () => {
    const client = await shop.client();
    const checkout = await opens(
      client,
      [3, 4, 5, 6].map((days) => massage('9:00 AM', days)),
    );
    expect(sessionAt(checkout.url).custom_text).toEqual({ submit: { message: PAY_FIRST_TEXT } });
    expect(await (await fetch(checkout.url!)).text()).toContain(PAY_FIRST_TEXT);
    await shop.pay(sessionOf(checkout.url));
    expect(await stateOf(checkout.url)).toBe('CONFIRMED');
    const bookings = await db.selectFrom('bookings').select('status').execute();
    expect(bookings).toEqual(Array.from({ length: 4 }, () => ({ status: 'CONFIRMED' })));
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('sees no note at the button when the times are held', async () => {
    const checkout = await opens(await shop.client(), [massage('9:00 AM')]);
    expect(sessionAt(checkout.url).custom_text).toEqual({ submit: null });
  });

  it('gets a full refund at once if another client was faster', async () => {
    const client = await shop.client();
    const checkout = await opens(
      client,
      [3, 4, 5, 6].map((days) => massage('9:00 AM', days)),
    );
    await opens(await knownClient(), [massage('9:00 AM', 5)]);
    await shop.pay(sessionOf(checkout.url));
    expect(await stateOf(checkout.url)).toBe('REFUNDED');
    const payment = shop.sandbox.control
      .books()
      .payments.find((each) => each.session === sessionOf(checkout.url));
    expect(payment?.amount_refunded).toBe(payment?.amount);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('cannot pay in vain once the time is booked', async () => {
    const [first, second] = [await shop.client(), await shop.client()];
    const paying = await opens(
      first,
      [3, 4, 5, 6].map((days) => massage('9:00 AM', days)),
    );
    const elsewhere = await opens(
      second,
      [3, 4, 5, 6].map((days) => massage('2:00 PM', days)),
    );
    const known = await opens(await knownClient(), [massage('9:00 AM', 5)]);
    await shop.pay(sessionOf(known.url));
    await shop.sweep();
    expect(await stateOf(paying.url)).toBe('CANCELLED');
    expect(shop.sandbox.control.pay(sessionOf(paying.url))).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect(await stateOf(elsewhere.url)).toBe('OPEN');
  });

  it('keeps the page for a class until it is full', async () => {
    const clients = await shop.clients(6);
    // 3 of 5 seats may be held by new clients.
    const checkouts = [];
    for (const client of clients) checkouts.push(await opens(client, [circle()]));
    expect(checkouts.map(({ holds }) => holds)).toEqual([true, true, true, false, false, false]);
    for (const { url } of checkouts.slice(0, 4)) await shop.pay(sessionOf(url));
    await shop.sweep();
    expect(await stateOf(checkouts[4]!.url)).toBe('OPEN');
    await shop.pay(sessionOf(checkouts[4]!.url));
    await shop.sweep();
    expect(await stateOf(checkouts[4]!.url)).toBe('CONFIRMED');
    expect(await stateOf(checkouts[5]!.url)).toBe('CANCELLED');
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('gets the same page for the same cart, and another page for another cart', async () => {
    const client = await shop.client();
    const four = [3, 4, 5, 6].map((days) => massage('9:00 AM', days));
    const first = await opens(client, four);
    expect((await opens(client, four)).url).toBe(first.url);
    const fewer = await opens(client, four.slice(1));
    expect(fewer.url).not.toBe(first.url);
    expect(fewer.holds).toBe(true);
    expect(await stateOf(first.url)).toBe('CANCELLED');
  });

  it('may change the cart, but not renew holds for ever: pays first after 105 minutes', async () => {
    const client = await shop.client();
    const held: boolean[] = [];
    for (let page = 0; page < 5; page++) {
      held.push((await opens(client, [massage('9:00 AM', 3 + page)])).holds);
      clock.advance(36 * 60_000);
      await shop.sweep();
    }
    expect(held).toEqual([true, true, true, false, false]);
    const paid = await opens(client, [massage('9:00 AM', 10)]);
    await shop.pay(sessionOf(paid.url));
    expect(await opens(client, [massage('11:00 AM', 10)])).toMatchObject({ holds: true, is_known: true });
  });

  it('may hold again a day later', async () => {
    const client = await shop.client();
    for (let page = 0; page < 3; page++) {
      await opens(client, [massage('9:00 AM', 3 + page)]);
      clock.advance(36 * 60_000);
      await shop.sweep();
    }
    expect((await opens(client, [massage('9:00 AM', 6)])).holds).toBe(false);
    clock.advance(24 * 3_600_000);
    await shop.sweep();
    expect((await opens(client, [massage('9:00 AM', 6)])).holds).toBe(true);
  });

  it('is counted by minutes, also with five changes of the cart in half an hour', async () => {
    const client = await shop.client();
    for (let change = 0; change < 6; change++) {
      expect((await opens(client, [massage('9:00 AM', 3 + change)])).holds).toBe(true);
      clock.advance(5 * 60_000);
    }
  });

  it('becomes known by a payment that was not refunded', async () => {
    const client = await shop.client();
    const paid = await opens(client, [massage('9:00 AM')]);
    await shop.pay(sessionOf(paid.url));
    const { total_cents } = await checkoutOf(paid.url);
    await db
      .updateTable('checkouts')
      .set({ refunded_cents: total_cents! })
      .where('id', '=', paid.id)
      .execute();
    expect((await opens(client, [massage('9:00 AM', 5)])).is_known).toBe(false);
    await db.updateTable('checkouts').set({ refunded_cents: 100 }).where('id', '=', paid.id).execute();
    expect((await opens(client, [massage('9:00 AM', 6)])).is_known).toBe(true);
  });
});

describe('a known client', () => {
  it('holds ten sessions, for 210 minutes in a day', async () => {
    const client = await knownClient();
    const held: boolean[] = [];
    for (let page = 0; page < 7; page++) {
      const cart = Array.from({ length: 10 }, (_, n) => massage(page % 2 ? '9:00 AM' : '2:00 PM', 3 + n));
      held.push((await opens(client, cart)).holds);
      clock.advance(36 * 60_000);
      await shop.sweep();
    }
    expect(held).toEqual([true, true, true, true, true, true, false]);
  });

  it('is a client with a completed session', async () => {
    const client = await shop.client();
    const paid = await opens(client, [massage('9:00 AM')]);
    await shop.pay(sessionOf(paid.url));
    await db
      .updateTable('checkouts')
      .set({ refunded_cents: paid.subtotal_cents * 2 })
      .where('id', '=', paid.id)
      .execute();
    expect((await opens(client, [massage('11:00 AM')])).is_known).toBe(false);
    await db
      .updateTable('bookings')
      .set({ status: 'COMPLETED' })
      .where('checkout_id', '=', paid.id)
      .execute();
    expect((await opens(client, [massage('2:00 PM')])).is_known).toBe(true);
  });
});

describe('new clients together', () => {
  it('hold six sessions from one network; a known client is not counted', async () => {
    const clients = await shop.clients(8);
    const held = [];
    for (const [n, client] of clients.entries())
      held.push((await opens(client, [massage('9:00 AM', 3 + n)])).holds);
    expect(held).toEqual([true, true, true, true, true, true, false, false]);
    const known = await opens(
      await knownClient(),
      Array.from({ length: 10 }, (_, n) => massage('12:00 PM', 3 + n)),
    );
    expect(known).toMatchObject({ holds: true, network: null, network_wide: null });
  });

  it('hold six sessions of a /64 and twelve of a /48', async () => {
    const held = async (ips: readonly string[]) => {
      await emptyBooks(shop);
      const clients = await shop.clients(ips.length);
      const decisions = [];
      for (const [n, client] of clients.entries())
        decisions.push((await opens({ ...client, ip: ips[n]! }, [massage('9:00 AM', 3 + n)])).holds);
      return decisions.filter(Boolean).length;
    };
    const count = (length: number, ipOf: (n: number) => string) => Array.from({ length }, (_, n) => ipOf(n));
    expect(await held(count(8, (n) => `2001:db8:1:1::${n + 1}`))).toBe(6);
    expect(await held(count(14, (n) => `2001:db8:1:${n + 1}::1`))).toBe(12);
    expect(await held(count(14, (n) => `2001:db8:${n + 1}:1::1`))).toBe(14);
    expect(await held(count(8, (n) => (n % 2 ? '192.0.2.7' : '::ffff:192.0.2.7')))).toBe(6);
  });

  it('hold half of a day at most', async () => {
    const scattered = await openDay();
    // 8 AM to 8 PM without the class at six: 720 minutes, six sessions of 60.
    expect(scattered).toEqual([true, true, true, true, true, true, false, false, false, false, false, false]);
  });

  it('hold half of the time that is not paid for', async () => {
    const known = await knownClient();
    const paid = await opens(
      known,
      [0, 1, 2, 3].map((n) => ({ ...massageAt(n), days: 3 })),
    );
    await shop.pay(sessionOf(paid.url));
    // 480 minutes are left, four sessions of 60.
    expect(await openDay(4)).toEqual([true, true, true, true, false, false, false, false]);
  });

  it('hold the last free time of a day', async () => {
    const known = await knownClient();
    const rest = Array.from({ length: 10 }, (_, n) => ({ ...massageAt(n), days: 3 }));
    await shop.pay(sessionOf((await opens(known, rest)).url));
    await shop.pay(sessionOf((await opens(known, [{ ...massageAt(10), days: 3 }])).url));
    expect(await openDay(11)).toEqual([true]);
  });

  it('control: with the policy off they hold every time of the day', async () => {
    const clients = await policyOff.clients(12);
    for (const [n, client] of clients.entries())
      expect((await policyOff.checkout(client, [{ ...massageAt(n), days: 3 }])).status).toBe(200);
    const holds = await policyOff.database.db.selectFrom('checkouts').select('holds').execute();
    expect(holds.map((row) => row.holds)).toEqual(Array.from({ length: 12 }, () => true));
  });

  /** Requests every free massage of a day, each for another new client in another network. Returns the held ones. */
  async function openDay(from = 0): Promise<boolean[]> {
    const held: boolean[] = [];
    for (let n = from; n < 12; n++) {
      const [client] = await shop.clients(1);
      held.push((await opens(client!, [{ ...massageAt(n), days: 3 }])).holds);
      await db
        .updateTable('checkouts')
        .set({ network: `${n}`, network_wide: `${n}` })
        .where('user_id', '=', client!.id)
        .execute();
    }
    return held;
  }
});

it('counts checkouts by mode, and records which clients paid first', async () => {
  const client = await shop.client();
  await opens(
    client,
    [3, 4, 5, 6].map((days) => massage('9:00 AM', days)),
  );
  const metrics = await shop.deps.metrics.registry.metrics();
  expect(metrics).toMatch(/checkouts_total\{mode="pay_first",reason="client-units"\} [1-9]/);
  expect(metrics).toMatch(/security_events_total\{event="checkout\.pay-first"\} [1-9]/);
});

it('forgets networks after a day', async () => {
  const checkout = await opens(await shop.client(), [massage('9:00 AM')]);
  expect(checkout.network).toMatch(/^[\da-f]{64}$/);
  expect(await clearNetworks(db, new Date(clock.now().getTime() - 1))).toBe(0);
  expect(await clearNetworks(db, new Date(clock.now().getTime() + 1))).toBe(1);
  expect(await db.selectFrom('checkouts').select(['network', 'network_wide']).execute()).toEqual([
    { network: null, network_wide: null },
  ]);
});
