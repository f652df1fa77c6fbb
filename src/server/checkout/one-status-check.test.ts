import { expect, it } from 'vitest';
import { checkoutStatus } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { sessionOf, SHOP } from '#tests/support/shop.ts';
import { massage, openConsistentShop } from '#tests/support/consistent-shop.ts';

const { shop, db, stateOf } = await openConsistentShop();
const { clock, sandbox } = shop;

/** A second process of the same site. */
const second = await testApp({ ...SHOP, besides: shop });

const CALLS = 150;
const SECONDS = 3;

/** Polls for three seconds through both processes. Returns how often the provider was asked, and the statuses. */
async function poll(calls: number, unprotected = false) {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
  let asked = 0;
  const { retrieveSession } = shop.deps.payments;
  const counted: typeof retrieveSession = async (id) => {
    asked += 1;
    return await retrieveSession(id);
  };
  const statuses = new Map<number, number>();
  for (const deps of [shop.deps, second.deps]) deps.payments.retrieveSession = counted;
  try {
    for (let call = 0; call < calls; call++) {
      if (unprotected) await db.updateTable('checkouts').set({ checked_at: null }).execute();
      const { app } = call % 2 === 0 ? shop : second;
      const { statusCode } = await app.inject({
        method: 'GET',
        url: `/auth/checkout-status?session_id=${session}`,
        cookies: { access: client.token },
      });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      clock.advance((SECONDS * 1000) / calls);
    }
  } finally {
    for (const deps of [shop.deps, second.deps]) deps.payments.retrieveSession = retrieveSession;
  }
  return { asked, statuses: Object.fromEntries(statuses) };
}

it('150 calls in three seconds over two processes ask the provider twice', async () => {
  await second.app.ready();
  expect(await poll(CALLS)).toEqual({ asked: 2, statuses: { 200: CALLS } });
});

it('control: without the time of the last check each call asks', async () => {
  expect(await poll(30, true)).toEqual({ asked: 30, statuses: { 200: 30 } });
});

it('a waiting page learns of a payment within three seconds, although no event arrives', async () => {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
  const status = async () =>
    (await shop.call(client, checkoutStatus, { query: { session_id: session } })).body.status;
  expect(await status()).toBe('PROCESSING');
  sandbox.control.set({ webhook_off: true });
  expect(sandbox.control.pay(session).ok).toBe(true);
  let waited = 0;
  // The polling intervals of the page (src/web/checkout/queries.ts).
  for (let count = 1; (await stateOf(session)) !== 'CONFIRMED' && waited < 10_000; count++) {
    const pause = 700 * 1.4 ** count;
    clock.advance(pause);
    waited += pause;
    await status();
  }
  expect(waited).toBeLessThanOrEqual(3000);
  sandbox.control.set({});
});
