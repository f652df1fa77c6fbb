import type { ControlledTransaction } from 'kysely';
import type { DB } from './types.ts';

/** After a fault: ends the transaction if it still runs. What went wrong is told by the fault, not by this. */
export async function rollBack(trx: ControlledTransaction<DB>): Promise<void> {
  if (trx.isRolledBack || trx.isCommitted) return;
  await trx
    .rollback()
    .execute()
    .catch(() => undefined);
}
