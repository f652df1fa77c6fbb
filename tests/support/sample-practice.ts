import { createPasswordHasher } from '#server/runtime/password-hasher.ts';
import { createDb, type Database } from '#server/db/pool.ts';
import { createKeyring } from '#server/runtime/keyring.ts';
import { seedPractice } from '#server/seed/seed.ts';
import { MASTER_KEY } from './assemble-app.ts';
import { fixedClock } from './clock.ts';

/** Cheap to compute; its strength has a test of its own. */
const QUICK_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export const quickHasher = () => createPasswordHasher(QUICK_HASH);

/** Seeds the practice with its sample clients as `clock` has it. */
export async function seedSamples(db: Database['db'], clock: () => Date): Promise<void> {
  const hasher = quickHasher();
  await seedPractice(db, {
    keyring: createKeyring(MASTER_KEY),
    clock,
    hashPassword: (text) => hasher.hash(text, null),
    samples: true,
  });
}

/** Seeds the database at this address at TEST_NOW. */
export async function seedSamplePractice(url: string): Promise<void> {
  const { db, close } = createDb(url, { max: 2 });
  await seedSamples(db, fixedClock().now);
  await close();
}
