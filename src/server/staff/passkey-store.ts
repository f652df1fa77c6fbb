import type { Db, Trx } from '../db/pool.ts';

/** What a passkey prompt is for. UNLOCK proves that a signed-in member is at the browser. */
export type PasskeyPurpose = 'SIGN_IN' | 'REGISTER' | 'UNLOCK';

// Challenges

/** A challenge as its answer must name it. `staff_id` is null for a sign-in, where the passkey says who it is. */
export type ChallengeKey = { id_hash: Buffer; purpose: PasskeyPurpose; staff_id: string | null };

export async function insertChallenge(
  db: Db,
  challenge: ChallengeKey & { challenge: Buffer; expires_at: Date },
): Promise<void> {
  await db.insertInto('staff_passkey_challenges').values(challenge).execute();
}

/** The challenge, which stays usable until it is taken. */
export async function selectChallenge(
  db: Db,
  { id_hash, purpose, staff_id }: ChallengeKey,
  now: Date,
): Promise<Buffer | null> {
  const found = await db
    .selectFrom('staff_passkey_challenges')
    .select('challenge')
    .where('id_hash', '=', id_hash)
    .where('purpose', '=', purpose)
    .where('staff_id', 'is not distinct from', staff_id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.challenge ?? null;
}

/** Uses a challenge, which is answered once. Null if it was used, has expired, or was made for something else. */
export async function takeChallenge(
  db: Db,
  { id_hash, purpose, staff_id }: ChallengeKey,
  now: Date,
): Promise<Buffer | null> {
  const taken = await db
    .deleteFrom('staff_passkey_challenges')
    .where('id_hash', '=', id_hash)
    .where('purpose', '=', purpose)
    .where('staff_id', 'is not distinct from', staff_id)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return taken?.challenge ?? null;
}

// Passkeys

export type PasskeyRow = {
  credential_id: Buffer;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};
export type StoredPasskey = {
  credential_id: Buffer;
  staff_id: string;
  email: string;
  public_key: Buffer;
  sign_count: number;
};

/** The passkeys of a member, the oldest first. */
export async function selectPasskeys(db: Db, staff_id: string): Promise<PasskeyRow[]> {
  return await db
    .selectFrom('staff_passkeys')
    .select(['credential_id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staff_id)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
}

export async function selectPasskey(db: Db, credential_id: Buffer): Promise<StoredPasskey | null> {
  const passkey = await db
    .selectFrom('staff_passkeys as passkey')
    .innerJoin('staff', 'staff.id', 'passkey.staff_id')
    .select([
      'passkey.credential_id',
      'passkey.staff_id',
      'passkey.public_key',
      'passkey.sign_count',
      'staff.email',
    ])
    .where('passkey.credential_id', '=', credential_id)
    .executeTakeFirst();
  return passkey ?? null;
}

/** Adds a passkey; false if it is registered already. */
export async function insertPasskey(
  trx: Trx,
  passkey: {
    credential_id: Buffer;
    staff_id: string;
    public_key: Buffer;
    sign_count: number;
    name: string;
    created_at: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('staff_passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Records a use of a passkey whose signature was verified against `before`. False if it was removed, or used elsewhere
 * in the meantime.
 */
export async function recordPasskeyUse(
  trx: Trx,
  before: StoredPasskey,
  sign_count: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_passkeys')
    .set({ sign_count, last_used_at: now })
    .where('credential_id', '=', before.credential_id)
    .where('staff_id', '=', before.staff_id)
    .where('sign_count', '=', before.sign_count)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(trx: Trx, staff_id: string, credential_id: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('staff_passkeys')
    .where('credential_id', '=', credential_id)
    .where('staff_id', '=', staff_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all passkeys of a member, and the prompts that are open. */
export async function deletePasskeysOf(trx: Trx, staff_id: string): Promise<void> {
  await trx.deleteFrom('staff_passkeys').where('staff_id', '=', staff_id).execute();
  await trx.deleteFrom('staff_passkey_challenges').where('staff_id', '=', staff_id).execute();
}
