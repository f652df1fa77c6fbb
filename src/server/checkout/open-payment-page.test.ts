import { beforeEach, expect, it } from 'vitest';
import { emptyBooks, faultsOf, openShop, sessionOf } from '#tests/support/shop.ts';
import { cartOf, type Client, type Wish } from '#tests/support/stock.ts';
import { withoutStates } from '#tests/support/without.ts';
import type { Db } from '../db/pool.ts';
import type { Payments } from '../ports/payments.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { type SlotGate, createCheckout } from './create-checkout.ts';

const shop = await openShop();
const { clock, sandbox, database, deps } = shop;
const { db } = database;
const WISHES: Wish[] = [{ service: 'massage', days: 3, start: '9:00 AM' }];

beforeEach(() => emptyBooks(shop));

/** Tries again for the client, with a provider that may do something in between. */
async function checkOut(of: Db, client: Client, change: Partial<Payments>) {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .$castTo<UserRow>()
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow();
  const cart = cartOf(shop.stock, WISHES, clock.now());
  const slotGate: SlotGate = { run: (_, work) => work(false), isContested: () => false };
  const rush = { isAllowed: () => Promise.resolve(true), slotGate };
  const changed = { ...deps, db: of, payments: { ...deps.payments, ...change } };
  return await createCheckout(changed, { user, ip: '127.0.0.1', facts: null }, cart, rush, clock.now());
}

/** While the provider refuses one tab of a client (too many requests), another tab gets the page. */
async function askInTwoTabs(of: Db, client: Client) {
  let other: string | undefined;
  const createCheckoutSession: Payments['createCheckoutSession'] = async () => {
    other = (await shop.checkout(client, WISHES)).body.url;
    return { ok: false, outcome: 'REFUSED', code: '429', reason: 'Too many requests', conclusive: false };
  };
  const answer = await checkOut(of, client, { createCheckoutSession });
  return { answer, other };
}

it('keeps the seats of a page that another tab got, when the provider refuses this tab', async () => {
  const client = await shop.client();
  const { answer, other } = await askInTwoTabs(db, client);
  expect(answer).toEqual({ url: other });
  expect((await shop.checkout(await shop.client(), WISHES)).status).toBe(409);
  await shop.pay(sessionOf(other));
  const bookings = await db.selectFrom('bookings').select(['user_id', 'status']).execute();
  expect(bookings).toEqual([{ user_id: client.id, status: 'CONFIRMED' }]);
  expect(await faultsOf(shop)).toEqual([]);
});

it('control: without the condition on the state it releases the seats under that page', async () => {
  const { other } = await askInTwoTabs(withoutStates(db), await shop.client());
  expect((await shop.checkout(await shop.client(), WISHES)).status).toBe(200);
  expect(sandbox.control.pay(sessionOf(other)).ok).toBe(true);
});

it('does not return a page that the client has begun to cancel, although it is still open at the provider', async () => {
  const client = await shop.client();
  const { url } = (await shop.checkout(client, WISHES)).body;
  const retrieveSession: Payments['retrieveSession'] = async (id) => {
    const answer = await deps.payments.retrieveSession(id);
    await db.updateTable('checkouts').set({ cancel_requested: true }).execute();
    return answer;
  };
  const answer = await checkOut(db, client, { retrieveSession });
  expect(answer).toMatchObject({ url: expect.stringContaining('cs_test_') });
  expect(answer).not.toEqual({ url });
  expect(sandbox.control.pay(sessionOf(url)).ok).toBe(false);
  expect(await faultsOf(shop)).toEqual([]);
});

/** Checks out while `meanwhile` happens to the row, before the provider answers. */
async function meanwhile(client: Client, happens: () => Promise<void>) {
  const createCheckoutSession: Payments['createCheckoutSession'] = async (request) => {
    const answer = await deps.payments.createCheckoutSession(request);
    await happens();
    return answer;
  };
  const answer = await checkOut(db, client, { createCheckoutSession });
  return sessionOf((answer as { url: string }).url);
}
const states = async () =>
  (await db.selectFrom('checkouts').select('state').execute()).map(({ state }) => state);

it('gives the address of the page before it is recorded', async () => {
  const lock = await db.startTransaction().execute();
  const session = await meanwhile(await shop.client(), async () => {
    await lock.selectFrom('checkouts').select('id').forUpdate().execute();
  });
  expect(session).toMatch(/^cs_test_/);
  expect(await states()).toEqual(['CREATED']);
  await lock.commit().execute();
  await shop.settled();
  expect(await states()).toEqual(['OPEN']);
});

it('ends a page whose seats were released before it was recorded', async () => {
  const session = await meanwhile(await shop.client(), async () => {
    await db.updateTable('checkouts').set({ state: 'CANCELLED' }).execute();
  });
  await shop.settled();
  expect(sandbox.control.pay(session)).toEqual({ ok: false, reason: 'NOT_OPEN' });
});
