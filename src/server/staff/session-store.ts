import type { Insertable } from 'kysely';
import type { Db, Trx } from '../db/pool.ts';
import type { StaffSessions } from '../db/types.ts';

/**
 * Unlocks a session and replaces its token. True also where another tab has just replaced the same token by the same
 * successor; false if the session has ended, or another token is current.
 */
export async function unlockSession(
  trx: Trx,
  id: string,
  { presented, successor, unlocked_until }: { presented: Buffer; successor: Buffer; unlocked_until: Date },
  { now, rotated_after }: { now: Date; rotated_after: Date },
): Promise<boolean> {
  const unlocked = { unlocked_at: now, unlocked_until };
  const rotated = await trx
    .updateTable('staff_sessions')
    .set({ ...unlocked, token_hash: successor, previous_hash: presented, rotated_at: now })
    .where('id', '=', id)
    .where('token_hash', '=', presented)
    .executeTakeFirst();
  if (rotated.numUpdatedRows > 0n) return true;
  const repeated = await trx
    .updateTable('staff_sessions')
    .set(unlocked)
    .where('id', '=', id)
    .where('token_hash', '=', successor)
    .where('previous_hash', '=', presented)
    .where('rotated_at', '>', rotated_after)
    .executeTakeFirst();
  return repeated.numUpdatedRows > 0n;
}

/** Locks a session; false if it was locked already. */
export async function lockSession(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_sessions')
    .set({ unlocked_until: null, unlocked_at: null })
    .where('id', '=', id)
    .where('unlocked_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks every session of a member, because a factor that may have opened them is gone. */
export async function lockSessionsOf(trx: Trx, staff_id: string): Promise<void> {
  await trx
    .updateTable('staff_sessions')
    .set({ unlocked_until: null, unlocked_at: null })
    .where('staff_id', '=', staff_id)
    .where('unlocked_until', 'is not', null)
    .execute();
}

export async function insertSession(
  db: Db,
  session: Omit<Insertable<StaffSessions>, 'seen_at'> & { created_at: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('staff_sessions')
    .values({ ...session, seen_at: session.created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends the session that has this token, or had it before its last unlock, whose answer may have been lost. */
export async function deleteSessionByToken(db: Db, token_hash: Buffer): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where(({ eb, or }) => or([eb('token_hash', '=', token_hash), eb('previous_hash', '=', token_hash)]))
    .execute();
}

/** Ends one session of a member; false if there is none. */
export async function deleteSession(db: Db, session: { id: string; staff_id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_sessions')
    .where('id', '=', session.id)
    .where('staff_id', '=', session.staff_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether the session has not been ended. */
export async function hasSession(db: Db, id: string): Promise<boolean> {
  const session = await db.selectFrom('staff_sessions').select('id').where('id', '=', id).executeTakeFirst();
  return session !== undefined;
}

/** Keeps the secret of another app, sealed, until it is confirmed; null forgets it. */
export async function setOfferedSecret(
  trx: Trx,
  session_id: string,
  offer: { sealed: Buffer; until: Date } | null,
): Promise<void> {
  await trx
    .updateTable('staff_sessions')
    .set({ offered_totp_secret: offer?.sealed ?? null, offered_until: offer?.until ?? null })
    .where('id', '=', session_id)
    .execute();
}

export async function selectOfferedSecret(db: Db, session_id: string, now: Date): Promise<Buffer | null> {
  const session = await db
    .selectFrom('staff_sessions')
    .select('offered_totp_secret')
    .where('id', '=', session_id)
    .where('offered_until', '>', now)
    .executeTakeFirst();
  return session?.offered_totp_secret ?? null;
}

/** Ends the sign-ins that wait for a code. */
export async function endWaitingSignIns(trx: Trx, staff_id: string): Promise<void> {
  await trx.deleteFrom('staff_sign_ins').where('staff_id', '=', staff_id).execute();
}

/** Ends all sessions of a member and the sign-ins that wait for a code. */
export async function endAllSessions(trx: Trx, staff_id: string): Promise<void> {
  await endWaitingSignIns(trx, staff_id);
  await trx.deleteFrom('staff_sessions').where('staff_id', '=', staff_id).execute();
}

/** Ends the sessions of a member but this one and, with `most`, but those used last. */
export async function endOtherSessions(
  trx: Trx,
  { id, staff_id }: { id: string; staff_id: string },
  most = 1,
): Promise<void> {
  await trx
    .deleteFrom('staff_sessions')
    .where('staff_id', '=', staff_id)
    .where('id', '<>', id)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('staff_sessions')
        .select('id')
        .where('staff_id', '=', staff_id)
        .where('id', '<>', id)
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .limit(most - 1),
    )
    .execute();
}

/** The live sessions of a member, the most recently used first. */
export async function selectSessions(db: Db, staff_id: string, now: Date) {
  return await db
    .selectFrom('staff_sessions')
    .select(['id', 'device', 'created_at', 'seen_at'])
    .where('staff_id', '=', staff_id)
    .where('idle_until', '>', now)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}
