import type { Trx } from '../db/pool.ts';

/**
 * Unlocks a session and replaces its token. True also where another tab has just replaced the same token by the same
 * successor; false if the session has ended, or another token is current.
 */
export async function unlockSession(
  trx: Trx,
  id: string,
  { presented, successor, unlocked_until }: { presented: Buffer; successor: Buffer; unlocked_until: Date },
  { now, rotated_after }: { now: Date; rotated_after: Date },
): Promise<boolean> {
  const unlocked = { unlocked_at: now, unlocked_until };
  const rotated = await trx
    .updateTable('staff_sessions')
    .set({ ...unlocked, token_hash: successor, previous_hash: presented, rotated_at: now })
    .where('id', '=', id)
    .where('token_hash', '=', presented)
    .executeTakeFirst();
  if (rotated.numUpdatedRows > 0n) return true;
  const repeated = await trx
    .updateTable('staff_sessions')
    .set(unlocked)
    .where('id', '=', id)
    .where('token_hash', '=', successor)
    .where('previous_hash', '=', presented)
    .where('rotated_at', '>', rotated_after)
    .executeTakeFirst();
  return repeated.numUpdatedRows > 0n;
}

/** Locks a session; false if it was locked already. */
export async function lockSession(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_sessions')
    .set({ unlocked_until: null, unlocked_at: null })
    .where('id', '=', id)
    .where('unlocked_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks every session of a member, because a factor that may have opened them is gone. */
export async function lockSessionsOf(trx: Trx, staff_id: string): Promise<void> {
  await trx
    .updateTable('staff_sessions')
    .set({ unlocked_until: null, unlocked_at: null })
    .where('staff_id', '=', staff_id)
    .where('unlocked_until', 'is not', null)
    .execute();
}
