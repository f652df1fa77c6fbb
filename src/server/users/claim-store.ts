import { sql } from 'kysely';
import { maybe, readFirst, text } from '../db/rows.ts';
import type { UserRow } from '../sessions/session-store.ts';
import type { Trx } from '../db/pool.ts';

/** Wrong phone numbers after which an invitation ends (rules.md §9). */
export const MOST_TRIES = 5;

const INVITED = { id: text, email: text, phone: maybe(text), cognito_sub: maybe(text) };

/** The record of an invitation, locked until the transaction ends; null if there is none. */
export async function lockInvitedRecord(trx: Trx, token_hash: Buffer) {
  const record = sql`select id, email, phone, cognito_sub from users
    where id = (select user_id from client_invites where token_hash = ${token_hash}) for update`;
  return (await readFirst(trx, INVITED, record)) ?? null;
}

/** The invitation if it can still be used. Read after its record is locked, which every change of it holds. */
export async function selectUsableInvite(
  trx: Trx,
  token_hash: Buffer,
  now: Date,
): Promise<{ email: string } | null> {
  const invite = await trx
    .selectFrom('client_invites')
    .select('email')
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', MOST_TRIES)
    .executeTakeFirst();
  return invite ?? null;
}

/** Counts a wrong phone number. */
export async function countTry(trx: Trx, token_hash: Buffer): Promise<void> {
  await trx
    .updateTable('client_invites')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .execute();
}

/** Uses an invitation; false if it was used in the meantime. */
export async function spendClientInvite(trx: Trx, token_hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('client_invites')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Gives a record without a login to this account; null if it has one. */
export async function giveRecordTo(
  trx: Trx,
  id: string,
  account_id: string,
  now: Date,
): Promise<UserRow | null> {
  const given = await trx
    .updateTable('users')
    .set({ cognito_sub: account_id, updated_at: now })
    .where('id', '=', id)
    .where('cognito_sub', 'is', null)
    .returningAll()
    .$castTo<UserRow>()
    .executeTakeFirst();
  return given ?? null;
}
