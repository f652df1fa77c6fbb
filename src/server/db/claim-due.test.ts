import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { without } from '#tests/support/without.ts';
import { claimDue } from './claim-due.ts';
import type { Db } from './pool.ts';
import { decidedTransaction } from './transactions.ts';

const { db } = await testDatabase();
const MINUTE_MS = 60_000;
const now = new Date('2026-03-02T10:00:00Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);

/** Account removals that are due this many minutes ago; the account's id is that number. */
async function queue(...minutes: number[]): Promise<void> {
  const rows = minutes.map((n) => ({
    account_id: String(n),
    email: 'client@example.com',
    requested_at: now,
    next_attempt_at: inMinutes(-n),
  }));
  await db.insertInto('account_removals').values(rows).execute();
}

const claim = (of: Db, { limit = 10, at = now } = {}) =>
  claimDue(
    of,
    { table: 'account_removals', key: 'account_id', where: sql`true` },
    { limit, leased_until: new Date(at.getTime() + MINUTE_MS), now: at },
  );
const idsOf = (rows: Awaited<ReturnType<typeof claim>>) =>
  rows.map(({ account_id }) => Number(account_id)).sort((a, b) => a - b);

beforeEach(async () => {
  await db.deleteFrom('account_removals').execute();
});

describe('claiming due rows', () => {
  it('takes the rows that have been due the longest, and none that is not due yet', async () => {
    await queue(1, 3, 2, -1);
    expect(idsOf(await claim(db, { limit: 2 }))).toEqual([2, 3]);
    expect(idsOf(await claim(db))).toEqual([1]);
  });

  it('leases a row, and counts each attempt', async () => {
    await queue(0);
    expect(await claim(db)).toMatchObject([{ account_id: '0', attempts: 1 }]);
    expect(await claim(db)).toEqual([]);
    expect(await claim(db, { at: inMinutes(1) })).toMatchObject([{ account_id: '0', attempts: 2 }]);
  });
});

describe('two processes that claim at once', () => {
  /** Claims with `of` while another transaction holds the row that is due the longest. */
  const claimBeside = (of: Db) =>
    decidedTransaction(db, async (first) => {
      expect(idsOf(await claim(first, { limit: 1 }))).toEqual([2]);
      const answer = await decidedTransaction(of, async (second) => {
        await sql`set local lock_timeout = '200ms'`.execute(second);
        return { answer: await claim(second), isKept: true };
      });
      return { answer, isKept: true };
    });

  it('get different rows and do not wait for each other', async () => {
    await queue(1, 2);
    expect(idsOf(await claimBeside(db))).toEqual([1]);
  });

  it('control: without skip locked, the second waits for the first', async () => {
    await queue(1, 2);
    await expect(claimBeside(without(db, ' skip locked'))).rejects.toThrow('lock timeout');
  });
});
