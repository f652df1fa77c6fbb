import { describe, expect, it } from 'vitest';
import { checkoutStatus, removeBookings } from '#contract/client.calls.ts';
import { sessionOf } from '#tests/support/shop.ts';
import { circle, massage, openConsistentShop } from '#tests/support/consistent-shop.ts';

const { shop, db, startsOf, stateOf, bookingsOf } = await openConsistentShop();
const { clock, sandbox } = shop;
const codeOf = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code];

describe('an open checkout', () => {
  it('gives the same page to the same cart, and its times stay available to its owner', async () => {
    const client = await shop.client();
    const first = await shop.checkout(client, [massage('9:00 AM')]);
    expect(await startsOf(client)).toContain('9:00 AM');
    expect(await startsOf(await shop.client())).not.toContain('9:00 AM');
    expect((await shop.checkout(client, [massage('9:00 AM')])).body.url).toBe(first.body.url);
    expect(await bookingsOf(client.id)).toHaveLength(1);
  });

  it('answers two clicks at once with one page', async () => {
    const client = await shop.client();
    const answers = await Promise.all([1, 2, 3].map(() => shop.checkout(client, [massage('9:00 AM')])));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1);
    expect(
      sandbox.control.books().sessions.filter(({ session }) => session.customer === client.customer_id),
    ).toHaveLength(1);
  });

  it('is ended at the provider before another cart is held', async () => {
    const client = await shop.client();
    const first = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    const other = await shop.checkout(client, [massage('9:00 AM'), massage('11:00 AM')]);
    expect(other.status).toBe(200);
    expect(await stateOf(first)).toBe('CANCELLED');
    expect(sandbox.control.pay(first)).toEqual({ ok: false, reason: 'NOT_OPEN' });
    expect((await bookingsOf(client.id)).map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
  });

  it('leads to the success page if it was paid in the meantime', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ webhook_off: true });
    sandbox.control.pay(session);
    const again = await shop.checkout(client, [massage('9:00 AM')]);
    expect(again.body.url).toBe(`${shop.origin}/checkout/success?session_id=${session}`);
    expect(await stateOf(session)).toBe('CONFIRMED');
  });

  it('is released on cancel, and its times can be booked again at once', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM'), circle()])).body.url);
    const cancel = () => shop.call(client, removeBookings, { query: { id: session } });
    expect(await cancel()).toMatchObject({ status: 200, body: { removed: 2 } });
    expect(await cancel()).toMatchObject({ status: 200, body: { removed: 0 } });
    expect((await shop.call(client, checkoutStatus, { query: { session_id: session } })).body).toMatchObject({
      status: 'CANCELLED',
    });
    expect(await bookingsOf(client.id)).toEqual([]);
    expect((await shop.checkout(await shop.client(), [massage('9:00 AM')])).status).toBe(200);
  });

  it('cannot be cancelled once it is paid', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ webhook_off: true });
    sandbox.control.pay(session);
    const answer = await shop.call(client, removeBookings, { query: { id: session } });
    expect(codeOf(answer)).toEqual([409, 'CHECKOUT_PAID']);
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
  });

  it('waits for the sweeper if the provider is down when it is cancelled', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    sandbox.control.set({ api_fault: 'error_before' });
    const cancelled = await shop.call(client, removeBookings, { query: { id: session } });
    expect(cancelled.status).toBe(202);
    expect(await bookingsOf(client.id)).toHaveLength(1);
    sandbox.control.set({});
    clock.advance(31_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('CANCELLED');
    expect(await bookingsOf(client.id)).toEqual([]);
  });

  it('expires when its page has expired, and not before', async () => {
    const client = await shop.client();
    const session = sessionOf((await shop.checkout(client, [massage('9:00 AM')])).body.url);
    clock.advance(34 * 60_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('OPEN');
    clock.advance(62_000);
    await shop.sweep();
    expect(await stateOf(session)).toBe('EXPIRED');
    expect(await bookingsOf(client.id)).toEqual([]);
    expect((await shop.call(client, checkoutStatus, { query: { session_id: session } })).body).toMatchObject({
      status: 'EXPIRED',
    });
  });
});

describe('a payment page that is not created', () => {
  it('releases the seats at once if the provider refuses', async () => {
    const client = await shop.client();
    sandbox.control.set({ api_fault: 'refuse' });
    const answer = await shop.checkout(client, [massage('9:00 AM')]);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'PAYMENT_REFUSED' },
    });
    expect(await bookingsOf(client.id)).toEqual([]);
    expect(await startsOf(client)).toContain('9:00 AM');
  });

  it.each(['error_before', 'error_after', 'reset_before', 'reset_after'] as const)(
    'keeps the hold after %s until the sweeper knows, and leaves no page that can be paid',
    async (api_fault) => {
      const client = await shop.client();
      sandbox.control.set({ api_fault, api_fault_on: 'POST /v1/checkout/sessions' });
      expect(codeOf(await shop.checkout(client, [massage('9:00 AM')]))).toEqual([502, 'PAYMENT_PROVIDER']);
      expect(await bookingsOf(client.id)).toHaveLength(1);
      expect(await startsOf(await shop.client())).not.toContain('9:00 AM');

      sandbox.control.set({});
      clock.advance(31_000);
      await shop.sweep();
      const mine = sandbox.control
        .books()
        .sessions.filter(({ session }) => session.customer === client.customer_id);
      expect(mine.map(({ session }) => session.status)).not.toContain('open');
      expect(mine.length).toBeLessThanOrEqual(1);
      if (api_fault === 'error_before' || api_fault === 'error_after') clock.advance(45 * 60_000);
      await shop.sweep();
      expect(await bookingsOf(client.id)).toEqual([]);
    },
  );

  it('is found when the client tries again', async () => {
    const client = await shop.client();
    // These requests alone: an event of an earlier page may be on its way, and the site asks the provider about it.
    sandbox.control.set({
      api_fault: 'reset_after',
      api_fault_times: 2,
      api_fault_on: 'POST /v1/checkout/sessions',
    });
    expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(502);
    const again = await shop.checkout(client, [massage('9:00 AM')]);
    expect(again.status).toBe(200);
    await shop.pay(sessionOf(again.body.url));
    expect(await bookingsOf(client.id)).toMatchObject([{ status: 'CONFIRMED' }]);
    expect(
      sandbox.control.books().sessions.filter(({ session }) => session.customer === client.customer_id),
    ).toHaveLength(1);
  });

  it('is created for a new customer if the provider does not know the old one', async () => {
    const client = await shop.client();
    await db.updateTable('users').set({ stripe_id: 'cus_forgotten' }).where('id', '=', client.id).execute();
    expect((await shop.checkout(client, [massage('9:00 AM')])).status).toBe(200);
  });
});
