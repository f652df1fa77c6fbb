import { describe, expect, it } from 'vitest';
import { checkoutStatus } from '#contract/client.calls.ts';
import { sessionOf } from '#tests/support/shop.ts';
import { massage, openConsistentShop } from '#tests/support/consistent-shop.ts';
import type { Client } from '#tests/support/stock.ts';

const { shop, db, stateOf, bookingsOf, mailsToPractice } = await openConsistentShop();
const { clock, sandbox } = shop;
const GRACE_MS = 61_000;

/** Gives a client a page, and loses its row as a crash of the database loses the last commit. */
async function forgotten(client: Client, last_error: string | null = null) {
  const { url } = (await shop.checkout(client, [massage('9:00 AM')])).body;
  await db
    .updateTable('checkouts')
    .set({ state: 'CREATED', provider_session_id: null, url: null, last_error })
    .where('user_id', '=', client.id)
    .execute();
  return { url, session: sessionOf(url) };
}
const statusOf = async (client: Client, session: string) =>
  (await shop.call(client, checkoutStatus, { query: { session_id: session } })).body;
const pagesOf = (client: Client) =>
  sandbox.control.books().sessions.filter(({ session }) => session.customer === client.customer_id);

describe('a payment page that the database lost in a crash', () => {
  it('is found by the sweeper, and can be paid as long as any other', async () => {
    const client = await shop.client();
    const { url, session } = await forgotten(client);
    clock.advance(GRACE_MS);
    await shop.sweep();
    expect(await stateOf(session)).toBe('OPEN');
    expect((await shop.checkout(client, [massage('9:00 AM')])).body.url).toBe(url);
    expect(pagesOf(client)).toHaveLength(1);
    clock.advance(30 * 60_000);
    await shop.sweep();
    await shop.pay(session);
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
  });

  it('control: a page that was reported to the client as missing is ended', async () => {
    const client = await shop.client();
    const { session } = await forgotten(client, 'UNKNOWN: the provider did not answer');
    clock.advance(GRACE_MS);
    await shop.sweep();
    expect(sandbox.control.pay(session)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('is searched for again after the provider was down, and ends with its time', async () => {
    const client = await shop.client();
    const { session } = await forgotten(client);
    sandbox.control.set({ api_fault: 'error_before' });
    clock.advance(GRACE_MS);
    await shop.sweep();
    sandbox.control.set({});
    clock.advance(GRACE_MS);
    await shop.sweep();
    expect(await stateOf(session)).toBe('OPEN');
    clock.advance(40 * 60_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('EXPIRED');
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('is the same for the same cart, and is ended before another cart is held', async () => {
    const client = await shop.client();
    const { url } = await forgotten(client);
    expect((await shop.checkout(client, [massage('9:00 AM')])).body.url).toBe(url);
    const again = await forgotten(client);
    expect((await shop.checkout(client, [massage('11:00 AM')])).status).toBe(200);
    expect(sandbox.control.pay(again.session)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['PENDING']);
  });

  it('is booked by the event of its payment', async () => {
    const client = await shop.client();
    const { session } = await forgotten(client);
    await shop.pay(session);
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
    expect(await statusOf(client, session)).toMatchObject({ status: 'PAID' });
  });

  it('is booked when its client returns before the event, and no lost payment is reported', async () => {
    const client = await shop.client();
    const { session } = await forgotten(client);
    sandbox.control.set({ webhook_off: true });
    expect(sandbox.control.pay(session).ok).toBe(true);
    expect(await statusOf(client, session)).toMatchObject({ status: 'PAID' });
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
    expect(await mailsToPractice()).toEqual([]);
  });

  it('is booked by the sweeper without either', async () => {
    const client = await shop.client();
    const { session } = await forgotten(client);
    sandbox.control.set({ webhook_off: true });
    expect(sandbox.control.pay(session).ok).toBe(true);
    clock.advance(GRACE_MS);
    await shop.sweep();
    expect(await stateOf(session)).toBe('CONFIRMED');
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
  });
});
