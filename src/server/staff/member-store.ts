import type { Db, Trx } from '../db/pool.ts';
import { deletePasskeysOf } from './passkey-store.ts';

// What the commands of `owner` read and write.

/** Adds an owner who is not set up; null if someone has this address. */
export async function insertOwner(
  db: Db,
  { email, name }: { email: string; name: string },
  now: Date,
): Promise<string | null> {
  const added = await db
    .insertInto('staff')
    .values({ email, name, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.constraint('one_staff_member_per_email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

export async function selectMembers(db: Db, now: Date) {
  return await db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'is_demo', 'suspended_at'])
    .select((eb) => [
      eb('password_hash', 'is not', null).as('is_set_up'),
      eb
        .selectFrom('staff_sessions')
        .select((sessions) => sessions.fn.countAll<number>().as('count'))
        .whereRef('staff_sessions.staff_id', '=', 'staff.id')
        .where('idle_until', '>', now)
        .where('expires_at', '>', now)
        .as('sessions'),
    ])
    .orderBy('email')
    .execute();
}

/** A member by address, locked until the transaction ends; suspended ones too. */
export async function lockMemberByEmail(trx: Trx, email: string) {
  return await trx
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'suspended_at'])
    .select((eb) => eb('password_hash', 'is not', null).as('is_set_up'))
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setSuspended(
  trx: Trx,
  id: string,
  suspended_at: Date | null,
  now: Date,
): Promise<void> {
  await trx.updateTable('staff').set({ suspended_at, updated_at: now }).where('id', '=', id).execute();
}

/** Forgets password, app, recovery codes and passkeys. */
export async function clearFactors(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ password_hash: null, totp_secret: null, totp_last_step: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('staff_recovery_codes').where('staff_id', '=', id).execute();
  await trx.deleteFrom('staff_calendar_feeds').where('staff_id', '=', id).execute();
  await deletePasskeysOf(trx, id);
}
