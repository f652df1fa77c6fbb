import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { sessionOf } from '#tests/support/shop.ts';
import { openConsistentShop } from '#tests/support/consistent-shop.ts';
import { massageAt } from '#tests/support/stock.ts';
import { eraseClient } from './erase-client.ts';
import { CLOSURES_COUNTED_DAYS, deleteRefundedClosuresBefore } from './refunded-closures.ts';

const { shop, db, mailsToPractice } = await openConsistentShop();
const { clock } = shop;
const DAY_MS = 86_400_000;
let slot = 0;

beforeEach(async () => {
  await db.deleteFrom('refunded_closures').execute();
});

/** Signs up with this address, pays (every payment is by the same card) and deletes the account. */
async function payAndDelete(email: string, { knowsCard = false, pays = true } = {}): Promise<void> {
  const client = await shop.client();
  const { cognito_sub } = await db
    .updateTable('users')
    .set({ email })
    .where('id', '=', client.id)
    .returning('cognito_sub')
    .executeTakeFirstOrThrow();
  if (pays) {
    await shop.pay(sessionOf((await shop.checkout(client, [massageAt(12 + (slot++ % 100))])).body.url));
    if (!knowsCard) await db.updateTable('checkouts').set({ card_hash: null }).execute();
  }
  const session = { id: randomUUID(), account_id: cognito_sub ?? '', email };
  const { site_url, app_secret } = shop.deps.config;
  await eraseClient(db, { session, site_url, app_secret }, clock.now());
}

const notices = async () =>
  (await mailsToPractice()).filter(({ kind }) => kind === 'repeated-refunds').length;

it('the third deletion with a refund by one address is reported, the fourth is not', async () => {
  const counts: number[] = [];
  // The same mailbox in four spellings.
  for (const email of [
    'maren@example.com',
    'Maren@example.com',
    'maren+2@example.com',
    'maren@example.com',
  ]) {
    await payAndDelete(email);
    counts.push(await notices());
  }
  expect(counts).toEqual([0, 0, 1, 1]);
});

it('the third by one card is reported, whatever the addresses', async () => {
  const counts: number[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    await payAndDelete(`${name}@example.com`, { knowsCard: true });
    counts.push(await notices());
  }
  expect(counts).toEqual([0, 0, 1, 1]);
});

it('other addresses and cards, and deletions without a refund, do not count', async () => {
  for (const name of ['a', 'b', 'c']) await payAndDelete(`${name}@example.com`);
  for (let n = 0; n < 3; n++) await payAndDelete('maren@example.com', { pays: false });
  expect(await notices()).toBe(0);
});

it('two at once are both counted', async () => {
  await payAndDelete('maren@example.com');
  await Promise.all([payAndDelete('maren@example.com'), payAndDelete('maren+b@example.com')]);
  expect(await notices()).toBe(1);
});

it('after 30 days it is forgotten, and reported again', async () => {
  for (let n = 0; n < 3; n++) await payAndDelete('maren@example.com');
  clock.advance((CLOSURES_COUNTED_DAYS + 1) * DAY_MS);
  const before = new Date(clock.now().getTime() - CLOSURES_COUNTED_DAYS * DAY_MS);
  expect(await deleteRefundedClosuresBefore(db, before)).toBe(3);
  const counts: number[] = [];
  for (let n = 0; n < 3; n++) {
    await payAndDelete('maren@example.com');
    counts.push(await notices());
  }
  expect(counts).toEqual([1, 1, 2]);
});

it('neither address nor card stays', async () => {
  await payAndDelete('maren@example.com', { knowsCard: true });
  const rows = await db.selectFrom('refunded_closures').selectAll().execute();
  // One by the address, one by the card.
  expect(rows).toHaveLength(2);
  expect(rows.every(({ subject }) => subject.length === 32)).toBe(true);
  const cards = await db.selectFrom('checkouts').select('card_hash').execute();
  expect(cards).toEqual([{ card_hash: null }]);
});
