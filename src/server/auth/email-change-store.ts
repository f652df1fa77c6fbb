import type { Db } from '../db/pool.ts';

/** A link that gives an account its earlier address back. */
export type EmailUndo = { token_hash: Buffer; account_id: string; email: string };

export async function insertUndo(
  db: Db,
  undo: EmailUndo & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('email_undos').values(undo).execute();
}

/** The unexpired link of this token; null without one. */
export async function selectUndo(db: Db, token_hash: Buffer, now: Date): Promise<EmailUndo | null> {
  const undo = await db
    .selectFrom('email_undos')
    .select(['token_hash', 'account_id', 'email'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return undo ?? null;
}

/** Deletes all such links of an account; false if the named one was used meanwhile. */
export async function deleteUndos(db: Db, { account_id, token_hash }: EmailUndo): Promise<boolean> {
  const used = await db.deleteFrom('email_undos').where('token_hash', '=', token_hash).executeTakeFirst();
  await db.deleteFrom('email_undos').where('account_id', '=', account_id).execute();
  return used.numDeletedRows > 0n;
}

/** Whether another account may take this address back. */
export async function isReserved(
  db: Db,
  { email, account_id }: { email: string; account_id: string | null },
  now: Date,
): Promise<boolean> {
  const undo = await db
    .selectFrom('email_undos')
    .select('account_id')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('account_id', 'is distinct from', account_id)
    .executeTakeFirst();
  return undo !== undefined;
}

/** The address of a client's record follows their login. Returns the id of the record, if there is one. */
export async function updateRecordEmail(
  db: Db,
  { account_id, email }: { account_id: string; email: string },
  now: Date,
): Promise<string | null> {
  const updated = await db
    .updateTable('users')
    .set({ email, updated_at: now })
    .where('cognito_sub', '=', account_id)
    .returning('id')
    .executeTakeFirst();
  return updated?.id ?? null;
}
