import { demoOwner } from '#content/seed/demo-owner.ts';
import type { Db } from '#server/db/pool.ts';
import { insertSession } from '#server/staff/session-store.ts';
import { hashToken, newToken } from '#server/sessions/tokens.ts';

/** The owner that the samples seed. */
export const DEMO_OWNER = demoOwner.email;
/** An owner of this test alone: their own access is open to them. */
export const SOLE_OWNER = 'asha@practice.example';

/**
 * Writes a staff session without the way through password and code, which has tests of its own, and the member if there
 * is none with this address. `unlocked`: it may read health data to its end. Returns the token that the browser sends.
 */
export async function insertStaffSession(
  db: Db,
  email: string,
  now: Date,
  expires_at: Date,
  { unlocked = false }: { unlocked?: boolean } = {},
): Promise<{ staff_id: string; token: string }> {
  await db
    .insertInto('staff')
    .values({ email, name: 'Nalini', created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id: staff_id } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const token = newToken();
  await insertSession(db, {
    staff_id,
    token_hash: hashToken(token),
    device: 'Firefox on Linux',
    created_at: now,
    idle_until: expires_at,
    expires_at,
    ...(unlocked ? { unlocked_at: now, unlocked_until: expires_at } : {}),
  });
  return { staff_id, token };
}
