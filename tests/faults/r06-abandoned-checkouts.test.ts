import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inParallel, report, seed, size } from '../support/profile.ts';
import { emptyBooks, faultsOf, openShop, seatsIn } from '../support/shop.ts';
import { massageAt } from '../support/stock.ts';

const shop = await openShop({ max: 16 });
const { clock, sandbox, database } = shop;

/** Checkouts whose seats were released although their page could still be paid. */
async function freedWhilePayable(): Promise<string[]> {
  const open = new Set(
    sandbox.control
      .books()
      .sessions.filter(({ session }) => session.status === 'open')
      .map(({ session }) => session.id),
  );
  const { rows } = await sql<{ session: string }>`
    select provider_session_id as session from checkouts where state in ('EXPIRED', 'CANCELLED')`.execute(
    database.db,
  );
  return rows.map(({ session }) => session).filter((session) => open.has(session));
}

/** As the loop does: a full batch is followed by another at once. */
async function sweepAll(count: number): Promise<void> {
  for (let batch = 0; batch <= count / 50; batch++) await shop.sweep();
}

it('R6: an abandoned hold expires with its payment page', { timeout: 900_000 }, async () => {
  const [rounds, count] = [size(1, 8), size(40, 250)];
  const clients = await shop.clients(count);
  let early = 0;
  let left = 0;
  const faults: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await emptyBooks(shop);
    sandbox.control.set({ webhook_off: true });
    const answers = await inParallel(
      clients.map((client, n) => () => shop.checkout(client, [massageAt(n)])),
      16,
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    for (const minutes of [10, 20, 4]) {
      clock.advance(minutes * 60_000);
      await sweepAll(count);
      early += (await freedWhilePayable()).length + (count - (await seatsIn(shop)));
    }
    // A minute after the page has expired (35 minutes) nothing is held any more, though no event ever came.
    clock.advance(2 * 60_000);
    await sweepAll(count);
    early += (await freedWhilePayable()).length;
    left += await seatsIn(shop);
    faults.push(...(await faultsOf(shop)));
  }
  const passed = early + left + faults.length === 0;
  report(
    'R6',
    '0 slots freed while payable, 0 holds left 60 s after expiry',
    `${rounds * count} checkouts: ${early} freed early, ${left} left, ${faults.length} faults; seed ${seed}`,
    passed,
  );
  expect({ early, left, faults }).toEqual({ early: 0, left: 0, faults: [] });
});
