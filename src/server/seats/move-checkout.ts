import type { Updateable } from 'kysely';
import { type CheckoutState, statesBefore } from '#domain/checkout-states.ts';
import type { Db } from '../db/pool.ts';
import type { Checkouts } from '../db/types.ts';

type Change = Omit<Updateable<Checkouts>, 'id' | 'state' | 'updated_at'>;

/**
 * Moves a checkout to another state. False if it is in none of the states `from`, by default those that the domain allows:
 * another process was faster.
 */
export async function moveCheckout(
  db: Db,
  id: string,
  to: CheckoutState,
  now: Date,
  change: Change = {},
  from: readonly CheckoutState[] = statesBefore(to),
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set({ ...change, state: to, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
