import { createKeyring } from '#server/runtime/keyring.ts';
import { seedPractice } from '#server/seed/seed.ts';
import { fixedClock } from './clock.ts';
import type { TestDatabase } from './database.ts';

/** The sample practice with its clients, and rows whose letters and moments are easily lost on the way. */
export async function fillPracticeToBackUp({ db, pool }: Pick<TestDatabase, 'db' | 'pool'>): Promise<void> {
  await seedPractice(db, {
    keyring: createKeyring(Buffer.alloc(32, 7)),
    clock: fixedClock().now,
    hashPassword: (password) => Promise.resolve(`hash of ${password}`),
    samples: true,
  });
  await pool.query(
    `insert into audit (at, actor, action, user_id)
     select timestamptz '2026-03-08 01:59:59.123456-08', 'Ünïcödé 🌿' || E'\\n"' || i, 'read', gen_random_uuid()
       from generate_series(1, 2500) i`,
  );
}
