import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inParallel, randomFrom, report, seed, shuffled, size } from '../support/profile.ts';
import { faultsOf, openShop, sessionOf, type Shop } from '../support/shop.ts';
import { massageAt } from '../support/stock.ts';

const shop = await openShop({ max: 16 });
const unprotected = await openShop({ max: 16 });
const PAYERS = 4;

/** Every slot is held and given up by four clients, one after the other; then all of them pay. Checkouts by state. */
async function payLate(of: Shop, slots: number): Promise<{ state: string; count: number }[]> {
  const sessions: string[] = [];
  for (let payer = 0; payer < PAYERS; payer++) {
    const clients = await of.clients(slots);
    const answers = await inParallel(
      clients.map((client, n) => () => of.checkout(client, [massageAt(n)])),
      16,
    );
    sessions.push(...answers.map(({ body }) => sessionOf(body.url)));
    of.clock.advance(36 * 60_000);
    for (let batch = 0; batch <= slots / 50; batch++) await of.sweep();
  }
  for (const session of shuffled(sessions, randomFrom(seed))) {
    expect(of.sandbox.control.pay(session, true).ok).toBe(true);
  }
  await of.deliver();
  for (let batch = 0; batch < 3 + sessions.length / 20; batch++) {
    of.clock.advance(20_000);
    await of.sweep();
  }
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from checkouts group by state order by state`.execute(
    of.database.db,
  );
  return rows;
}

it('control: without the constraints, several late payers are booked', async () => {
  await unprotected.database.pool.query(
    'alter table appointments drop constraint one_practitioner, drop constraint one_occurrence_per_start',
  );
  const rows = await payLate(unprotected, 3);
  expect(rows.find(({ state }) => state === 'CONFIRMED')?.count).toBeGreaterThan(3);
});

it('R4: one late payer of a slot is booked, the others are refunded', { timeout: 900_000 }, async () => {
  const slots = size(4, 100);
  const rows = await payLate(shop, slots);
  const faults = await faultsOf(shop);
  const { payments } = shop.sandbox.control.books();
  const returned = payments.filter(({ amount, amount_refunded }) => amount === amount_refunded).length;
  const refunds = slots * (PAYERS - 1);
  const expected = {
    rows: [
      { state: 'CONFIRMED', count: slots },
      { state: 'REFUNDED', count: refunds },
    ],
    faults: [],
    returned: refunds,
  };
  report(
    'R4',
    `exactly ${slots} CONFIRMED, ${refunds} REFUNDED`,
    `${rows.map(({ state, count }) => `${count} ${state}`).join(', ')}, ${faults.length} faults, ` +
      `${returned} payments returned; seed ${seed}`,
    JSON.stringify({ rows, faults, returned }) === JSON.stringify(expected),
  );
  expect({ rows, faults, returned }).toEqual(expected);
});
