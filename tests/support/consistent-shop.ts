import { afterEach, beforeEach, expect } from 'vitest';
import { getSlots } from '#contract/client.calls.ts';
import { openShop, emptyBooks, faultsOf } from './shop.ts';
import { type Client, dateIn } from './stock.ts';

/** Days ahead of what `massage` and `circle` book. */
export const DAYS_AHEAD = 3;

export const massage = (start: string, more = {}) =>
  ({ service: 'massage', days: DAYS_AHEAD, start, ...more }) as const;
export const circle = (more = {}) =>
  ({ service: 'circle', days: DAYS_AHEAD, start: '6:00 AM', ...more }) as const;

/** A shop with queries, whose bookings are empty before each test and must be consistent after it. */
export async function openConsistentShop() {
  const shop = await openShop();
  const { db } = shop.database;
  beforeEach(async () => {
    shop.sandbox.control.set({});
    await emptyBooks(shop);
  });
  afterEach(async () => {
    expect(await faultsOf(shop)).toEqual([]);
  });

  const slotsOf = async (client: Client, service: 'massage' | 'circle') => {
    const body = {
      service: shop.stock[service].id,
      date: dateIn(DAYS_AHEAD, shop.clock.now()),
      availabilities: [],
      cart_items: [],
    };
    return (await shop.call(client, getSlots, { body })).body;
  };

  return {
    shop,
    db,
    slotsOf,
    startsOf: async (client: Client) => (await slotsOf(client, 'massage')).map(({ start }) => start),
    stateOf: async (session: string) => {
      const checkouts = db.selectFrom('checkouts').select('state');
      return (await checkouts.where('provider_session_id', '=', session).executeTakeFirst())?.state;
    },
    bookingsOf: (user_id: string) =>
      db.selectFrom('bookings').selectAll().where('user_id', '=', user_id).orderBy('start_time').execute(),
    paymentOf: (session: string) =>
      shop.sandbox.control.books().payments.find((each) => each.session === session)!,
    refundedOf: async (session: string) => {
      const checkouts = db.selectFrom('checkouts').select('refunded_cents');
      return (await checkouts.where('provider_session_id', '=', session).executeTakeFirstOrThrow())
        .refunded_cents;
    },
    mailsToPractice: () =>
      db
        .selectFrom('outbox')
        .select(['kind', 'subject', 'text'])
        .where('user_id', 'is', null)
        .orderBy('seq')
        .execute(),
    mailsTo: async (user_id: string) => {
      const mails = await db.selectFrom('outbox').select('kind').where('user_id', '=', user_id).execute();
      return mails.map(({ kind }) => kind);
    },
  };
}
