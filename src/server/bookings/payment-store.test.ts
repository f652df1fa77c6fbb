import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { addBooking, addCheckout, addService } from '#tests/support/sample-booking.ts';
import { migrate } from '../db/migrate.ts';

const { db, pool, url } = await testDatabase({ migrated: false });
const log = { info: () => undefined };
const now = new Date('2026-03-02T17:00:00Z');

it('the migration decides by the service whether a client chose the price; what the service becomes changes nothing', async () => {
  await migrate({ url, upTo: '0031_texts_about_clients.sql', log });
  const scale = await addService(db, { key: 'scale', min_price_cents: 6000, max_price_cents: 12_000 });
  const fixed = await addService(db, { key: 'fixed' });
  const bookings: string[] = [];
  for (const [service_id, price_chosen_by_client] of [
    [scale, null],
    [fixed, null],
    [scale, false],
    [fixed, true],
  ] as const) {
    const user_id = null;
    const id = await addBooking(db, { user_id, service_id, start_time: now, created_at: now });
    bookings.push(id);
    await pool.query('update bookings set price_chosen_by_client = $2 where id = $1', [
      id,
      price_chosen_by_client,
    ]);
  }
  const line = (n: number) => ({ booking_id: bookings[n], service_id: n % 2 === 0 ? scale : fixed });
  const paid: string[] = [];
  for (const items of [
    [line(1), line(0)],
    [line(1)],
    [{ ...line(2), price_chosen_by_client: true }],
    // Its booking is gone: the service decides.
    [{ service_id: scale }],
  ])
    paid.push(await addCheckout(db, { user_id: null, created_at: now, items: JSON.stringify(items) }));

  await migrate({ url, log });
  await db.updateTable('services').set({ min_price_cents: null, max_price_cents: null }).execute();
  const chosen = await db.selectFrom('bookings').select(['id', 'price_chosen_by_client']).execute();
  const isChosen = new Map(chosen.map((each) => [each.id, each.price_chosen_by_client]));
  expect(bookings.map((id) => isChosen.get(id))).toEqual([true, false, false, true]);
  const checkouts = await db.selectFrom('checkouts').select(['id', 'has_chosen_price']).execute();
  const isHidden = new Map(checkouts.map((each) => [each.id, each.has_chosen_price]));
  expect(paid.map((id) => isHidden.get(id))).toEqual([true, false, true, true]);
});
