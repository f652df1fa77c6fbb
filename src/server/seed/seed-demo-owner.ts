import { randomUUID } from 'node:crypto';
import { demoOwner } from '#content/seed/demo-owner.ts';
import type { Config } from '../runtime/config.ts';
import type { Db } from '../db/pool.ts';
import { totpField } from '../runtime/keyring.ts';
import { newTotpSecret } from '../staff/totp.ts';
import type { SeedOptions } from './seeding.ts';

/** Seeds the demo owner if there is none, also in a sandbox that is older than the staff area. Returns their id. */
export async function seedDemoOwner(
  db: Db,
  { keyring, hashPassword, clock }: Pick<SeedOptions, 'keyring' | 'hashPassword' | 'clock'>,
): Promise<string> {
  const there = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', demoOwner.email)
    .executeTakeFirst();
  if (there) return there.id;
  const id = randomUUID();
  const now = clock();
  await db
    .insertInto('staff')
    .values({
      id,
      email: demoOwner.email,
      name: demoOwner.name,
      password_hash: await hashPassword(demoOwner.password),
      totp_secret: keyring.sealOwn(totpField(id), newTotpSecret()),
      is_demo: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** What the start prints about the demo owner; null if they cannot sign in. */
export async function demoOwnerToEnter(
  db: Db,
  config: Pick<Config, 'sandbox' | 'STAFF_AREA'>,
): Promise<string | null> {
  if (!config.sandbox || config.STAFF_AREA === 'off') return null;
  const there = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', demoOwner.email)
    .where('is_demo', '=', true)
    .where('password_hash', 'is not', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (!there) return null;
  return `${demoOwner.email}, password ${demoOwner.password}, code: press Demo code on the sign-in page`;
}
