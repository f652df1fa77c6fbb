import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';

type Ended = { command?: string };
const COMMIT = sql<Ended>`commit`;
const ROLLBACK = sql<Ended>`rollback`;

/**
 * Does the work in a READ COMMITTED transaction that begins with `locks`, a statement without parameters: both go in one
 * round trip, and if one fails the work is not begun. What the locks protect must be read by later statements, which see
 * it as it is after the wait. The transaction is committed if the work says so, else rolled back.
 */
export async function lockedTransaction<R>(
  db: Db,
  locks: RawBuilder<unknown>,
  work: (trx: Db) => Promise<{ answer: R; isKept: boolean }>,
): Promise<R> {
  return await db.connection().execute(async (trx) => {
    try {
      await sql`start transaction isolation level read committed; ${locks}`.execute(trx);
      const { answer, isKept } = await work(trx);
      await end(trx, isKept);
      return answer;
    } catch (error) {
      await end(trx, false).catch(() => undefined);
      throw error;
    }
  });
}

async function end(trx: Db, isKept: boolean): Promise<void> {
  const { rows } = await (isKept ? COMMIT : ROLLBACK).execute(trx);
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK.
  if (isKept && rows[0]?.command !== 'COMMIT') throw new Error('A transaction was rolled back at its end');
}
