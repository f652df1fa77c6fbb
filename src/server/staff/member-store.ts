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

export type Invite = {
  token_hash: Buffer;
  staff_id: string;
  name: string;
  email: string;
  is_demo: boolean;
  /** What the set-up page offers, sealed. */
  totp_secret: Buffer | null;
};

export async function insertInvite(
  db: Db,
  invite: { token_hash: Buffer; staff_id: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('staff_invites').values(invite).execute();
}

/** The usable invite of a link; null if it was used, has expired, or the member is suspended. */
export async function selectInvite(db: Db, token_hash: Buffer, now: Date): Promise<Invite | null> {
  const invite = await db
    .selectFrom('staff_invites as invite')
    .innerJoin('staff', 'staff.id', 'invite.staff_id')
    .select([
      'invite.token_hash',
      'invite.staff_id',
      'invite.totp_secret',
      'staff.name',
      'staff.email',
      'staff.is_demo',
    ])
    .where('invite.token_hash', '=', token_hash)
    .where('invite.used_at', 'is', null)
    .where('invite.expires_at', '>', now)
    .where('staff.suspended_at', 'is', null)
    .executeTakeFirst();
  return invite ?? null;
}

/** Offers this secret unless the page offers one already; returns the one that counts, null if the link is over. */
export async function offerSecret(
  db: Db,
  token_hash: Buffer,
  sealed: Buffer,
  now: Date,
): Promise<Buffer | null> {
  const offered = await db
    .updateTable('staff_invites')
    .set((eb) => ({ totp_secret: eb.fn.coalesce('totp_secret', eb.val(sealed)) }))
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('totp_secret')
    .executeTakeFirst();
  return offered?.totp_secret ?? null;
}

/** Uses a link; false if it was used in the meantime or has expired. */
export async function spendInvite(trx: Trx, token_hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_invites')
    .set({ used_at: now, totp_secret: null })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the links of a member that were not used. */
export async function deleteUnusedInvites(trx: Trx, staff_id: string): Promise<void> {
  await trx
    .deleteFrom('staff_invites')
    .where('staff_id', '=', staff_id)
    .where('used_at', 'is', null)
    .execute();
}
