import { beforeEach, describe, expect, it } from 'vitest';
import { emptyBooks, faultsOf, openShop, sessionOf, waitForWaiters } from '#tests/support/shop.ts';
import { cancelBookings, selectCancellable } from '../checkout/cancel-booking.ts';
import { releaseSeats } from '../seats/release-seats.ts';
import type { Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { completeBookings } from './complete-bookings.ts';

const shop = await openShop();
const { clock, database, deps } = shop;
const { db } = database;
const DAY_MS = 86_400_000;

beforeEach(() => emptyBooks(shop));

/** A class of two ended long ago. While one seat is being released, and not committed, the job releases the other. */
async function completeDuring(release: (trx: Trx, booking_id: string) => Promise<unknown>): Promise<void> {
  const start = clock.now();
  for (const client of await shop.clients(2)) {
    const wish = { service: 'circle', days: 1, start: '6:00 AM' } as const;
    await shop.pay(sessionOf((await shop.checkout(client, [wish])).body.url));
  }
  clock.advance(9 * DAY_MS);
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow();
  let completing: Promise<unknown> | undefined;
  await inTransaction(db, async (trx) => {
    await release(trx, id);
    completing = completeBookings.run(deps, clock.now());
    await waitForWaiters(shop, 1);
  });
  await completing;
  await completeBookings.run(deps, clock.now());
  clock.set(start);
}

it('keeps booked time if the clock ran ahead for a day, and releases it a week after the session', async () => {
  const start = clock.now();
  const [first, second] = await shop.clients(2);
  const wish = { service: 'massage', days: 1, start: '9:00 AM' } as const;
  await shop.pay(sessionOf((await shop.checkout(first!, [wish])).body.url));
  const over = async (days: number) => {
    clock.set(new Date(start.getTime() + days * DAY_MS));
    await completeBookings.run(deps, clock.now());
    const statuses = (await db.selectFrom('bookings').select('status').execute()).map(({ status }) => status);
    const held = (await db.selectFrom('appointments').select('taken').execute()).map(({ taken }) => taken);
    return { statuses, held };
  };
  expect(await over(2)).toEqual({ statuses: ['COMPLETED'], held: [1] });
  expect(await faultsOf(shop)).toEqual([]);

  expect(await over(0)).toEqual({ statuses: ['CONFIRMED'], held: [1] });
  expect((await shop.checkout(second!, [wish])).status).toBe(409);

  expect(await over(8)).toEqual({ statuses: ['COMPLETED'], held: [1] });
  expect(await over(9)).toEqual({ statuses: ['COMPLETED'], held: [] });
  clock.set(start);
});

describe('after a clock that ran ahead completed sessions', () => {
  const wish = { service: 'circle', days: 1, start: '6:00 AM' } as const;
  const buy = async (client: Awaited<ReturnType<typeof shop.client>>) =>
    await shop.pay(sessionOf((await shop.checkout(client, [wish])).body.url));
  const completeAhead = async () => {
    const start = clock.now();
    clock.advance(2 * DAY_MS);
    await completeBookings.run(deps, clock.now());
    clock.set(start);
  };
  const statuses = async () => {
    await completeBookings.run(deps, clock.now());
    const rows = await db.selectFrom('bookings').select('status').orderBy('status').execute();
    expect(await faultsOf(shop)).toEqual([]);
    return rows.map(({ status }) => status);
  };

  it('a client gets one seat of a class back, not a second', async () => {
    const client = await shop.client();
    await buy(client);
    await completeAhead();
    await buy(client);
    expect(await statuses()).toEqual(['COMPLETED', 'CONFIRMED']);
    await completeAhead();
    expect(await statuses()).toEqual(['COMPLETED', 'CONFIRMED']);
  });

  it('nothing is booked again for a deleted account', async () => {
    await buy(await shop.client());
    await completeAhead();
    await db.updateTable('bookings').set({ user_id: null }).execute();
    expect(await statuses()).toEqual(['COMPLETED']);
  });
});

it('deletes an appointment whose last two seats are released at once', async () => {
  await completeDuring(async (trx, id) => {
    const booking = (await selectCancellable(trx, id))!;
    await cancelBookings(trx, [booking], { cause: 'practice', refund: 'POLICY' }, clock.now());
  });
  const statuses = await db.selectFrom('bookings').select('status').orderBy('status').execute();
  expect(statuses).toEqual([{ status: 'CANCELLED' }, { status: 'COMPLETED' }]);
  expect(await db.selectFrom('appointments').selectAll().execute()).toEqual([]);
  expect(await faultsOf(shop)).toEqual([]);
});

it('control: without the lock on its time the appointment stays without seats', async () => {
  await completeDuring(async (trx, id) => {
    const seat = (await selectCancellable(trx, id))!;
    const change = { status: 'CANCELLED' as const, appointment_id: null };
    await trx.updateTable('bookings').set(change).where('id', '=', id).execute();
    await releaseSeats(trx, [seat], clock.now());
  });
  expect(await faultsOf(shop)).toMatchObject([expect.stringContaining('says 1 seats, bookings say 0')]);
});
