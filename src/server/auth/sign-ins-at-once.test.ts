import { describe, expect, it } from 'vitest';
import { without } from '#tests/support/without.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { Db } from '../db/pool.ts';
import { countSignIn, forgiveSignInFailures, sourcesOfUnknown } from './sign-in-failures-store.ts';

const { db } = await testDatabase();
const now = new Date('2026-03-02T17:00:00Z');
const sources = sourcesOfUnknown('studio');
const AT_ONCE = 8;
const ROUNDS = 150;

/** Right passwords for one account from one network: each is counted and forgiven. The errors of all of them. */
async function signInsAtOnce(given: Db, email: string): Promise<string[]> {
  const errors: string[] = [];
  const signIn = async () => {
    for (let round = 0; round < ROUNDS && errors.length === 0; round++) {
      await countSignIn(given, email, sources, { free: 1000, all_free: 100_000 }, now);
      await forgiveSignInFailures(given, email, sources, 100_000);
    }
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      signIn().catch((error: { code?: string }) => void errors.push(String(error.code))),
    ),
  );
  return errors;
}

describe('sign-ins to one account at once', () => {
  it('never wait for each other', async () => {
    expect(await signInsAtOnce(db, 'owner@example.com')).toEqual([]);
  });

  it('control: with the rows locked in another order, they deadlock', async () => {
    const unordered = without(db, ' and (select count(*) from own) >= 0');
    expect(await signInsAtOnce(unordered, 'other@example.com')).toContain('40P01');
  });
});
