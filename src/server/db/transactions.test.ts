import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import type { Db, Trx } from './pool.ts';
import { decidedTransaction, inTransaction, lockedTransaction } from './transactions.ts';

const { db } = await testDatabase({ migrated: false });
await sql`create table entries (n int primary key)`.execute(db);

beforeEach(async () => {
  await sql`truncate entries`.execute(db);
});

const add = async (trx: Trx, n: number) => await sql`insert into entries values (${n})`.execute(trx);
const entries = async () => (await sql<{ n: number }>`select n from entries order by n`.execute(db)).rows;
const levelOf = async (of: Db) =>
  (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(of))
    .rows[0]!.level;

it('every transaction is READ COMMITTED, whatever the default level is', async () => {
  await db.connection().execute(async (one) => {
    await sql`set default_transaction_isolation = 'serializable'`.execute(one);
    const decided = async (trx: Trx) => ({ answer: await levelOf(trx), isKept: true });
    expect(await inTransaction(one, levelOf)).toBe('read committed');
    expect(await decidedTransaction(one, decided)).toBe('read committed');
    expect(await lockedTransaction(one, sql`select pg_advisory_xact_lock(1)`, decided)).toBe(
      'read committed',
    );
    // Control: without a stated level, the default applies.
    expect(await one.transaction().execute(levelOf)).toBe('serializable');
    await sql`reset default_transaction_isolation`.execute(one);
  });
});

describe('a transaction', () => {
  it('commits what the work has done and returns its answer', async () => {
    const answer = await inTransaction(db, async (trx) => {
      await add(trx, 1);
      return 'added';
    });
    expect(answer).toBe('added');
    expect(await entries()).toEqual([{ n: 1 }]);
  });

  it('is rolled back by an error of the work', async () => {
    const failing = async (trx: Trx): Promise<never> => {
      await add(trx, 1);
      throw new Error('changed my mind');
    };
    await expect(inTransaction(db, failing)).rejects.toThrow('changed my mind');
    await expect(decidedTransaction(db, failing)).rejects.toThrow('changed my mind');
    expect(await entries()).toEqual([]);
  });

  it('is committed or rolled back as the work decides', async () => {
    const adding = (n: number, isKept: boolean) => async (trx: Trx) => {
      await add(trx, n);
      return { answer: n, isKept };
    };
    expect(await decidedTransaction(db, adding(1, true))).toBe(1);
    expect(await decidedTransaction(db, adding(2, false))).toBe(2);
    expect(await entries()).toEqual([{ n: 1 }]);
  });

  it('is not reported as committed if a statement in it has failed', async () => {
    const swallowing = async (trx: Trx) => {
      await add(trx, 1);
      await add(trx, 1).catch(() => undefined);
      return { answer: null, isKept: true };
    };
    await expect(decidedTransaction(db, swallowing)).rejects.toThrow('rolled back at its end');
    expect(await entries()).toEqual([]);
  });

  it('does not begin the work if its locks cannot be taken', async () => {
    let hasBegun = false;
    const work = async () => {
      hasBegun = true;
      return { answer: null, isKept: true };
    };
    await expect(lockedTransaction(db, sql`select no_such_lock()`, work)).rejects.toThrow('no_such_lock');
    expect(hasBegun).toBe(false);
    expect(await inTransaction(db, levelOf)).toBe('read committed');
  });
});
