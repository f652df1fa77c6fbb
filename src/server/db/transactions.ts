import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from './pool.ts';
import { readFirst, text } from './rows.ts';

const START = sql`start transaction isolation level read committed`;
const COMMIT = sql`commit`;
const ROLLBACK = sql`rollback`;

/** The last steps of the transactions that run here, in order. */
const lastSteps = new WeakMap<Trx, (() => Promise<void>)[]>();

/**
 * Runs a step as the last one of a transaction, before it commits: whatever the transaction still does comes first. A
 * transaction that is rolled back does not run it.
 * @throws Error if the transaction is none of those below
 */
export function beforeCommit(trx: Trx, step: () => Promise<void>): void {
  const steps = lastSteps.get(trx);
  if (!steps) throw new Error('Only a transaction of transactions.ts has last steps');
  steps.push(step);
}

async function takeLastSteps(trx: Trx): Promise<void> {
  for (const step of lastSteps.get(trx)!) await step();
}

/** What a transaction returns, and whether it commits. */
type Decided<R> = { answer: R; isKept: boolean };

/**
 * Runs the work in a READ COMMITTED transaction, whatever the database's default level is: after it has waited for a
 * lock, the next statement must see what was committed in the meantime. An error rolls it back.
 */
export async function inTransaction<R>(db: Db, work: (trx: Trx) => Promise<R>): Promise<R> {
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      const trx = transaction as Db as Trx;
      lastSteps.set(trx, []);
      const answer = await work(trx);
      await takeLastSteps(trx);
      return answer;
    });
}

/** Like inTransaction(), but the work decides whether it is committed or rolled back. */
export async function decidedTransaction<R>(
  db: Db,
  work: (trx: Trx) => Promise<Decided<R>>,
  start: RawBuilder<unknown> = START,
): Promise<R> {
  return await db.connection().execute(async (connection) => {
    const trx = connection as Db as Trx;
    lastSteps.set(trx, []);
    try {
      await start.execute(trx);
      const { answer, isKept } = await work(trx);
      if (isKept) await takeLastSteps(trx);
      await end(trx, isKept);
      return answer;
    } catch (error) {
      await end(trx, false).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Like decidedTransaction(), and begins with `locks`, a statement without parameters. Both are sent in one round trip, and
 * if one fails the work does not begin. Data that the locks protect must be read by later statements, which see it as
 * it is after the wait.
 */
export async function lockedTransaction<R>(
  db: Db,
  locks: RawBuilder<unknown>,
  work: (trx: Trx) => Promise<Decided<R>>,
): Promise<R> {
  return await decidedTransaction(db, work, sql`${START}; ${locks}`);
}

/** Lets the statements of this transaction wait for a lock for two seconds at most, and then fail (isLockTimeout). */
export async function limitLockWaits(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(trx);
}

async function end(trx: Trx, isKept: boolean): Promise<void> {
  const ended = await readFirst(trx, { command: text }, isKept ? COMMIT : ROLLBACK);
  // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK.
  if (isKept && ended?.command !== 'COMMIT') throw new Error('A transaction was rolled back at its end');
}
