import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/**
 * The staff session of a token, with its member; none if it has ended or the member is suspended. The token that an unlock
 * has replaced after `rotated_after` is found too, as one that is not current.
 */
export async function selectStaffSession(
  db: Db,
  token_hash: Buffer,
  { now, rotated_after }: { now: Date; rotated_after: Date },
) {
  return await db
    .selectFrom('staff_sessions as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select([
      'session.id',
      'session.seen_at',
      'session.expires_at',
      'session.unlocked_until',
      'session.unlocked_at',
      sql<boolean>`session.token_hash = ${token_hash}`.as('is_current'),
      'staff.id as staff_id',
      'staff.name',
      'staff.email',
      'staff.is_demo',
    ])
    .where(({ and, eb, or }) =>
      or([
        eb('session.token_hash', '=', token_hash),
        and([eb('session.previous_hash', '=', token_hash), eb('session.rotated_at', '>', rotated_after)]),
      ]),
    )
    .where('session.idle_until', '>', now)
    .where('session.expires_at', '>', now)
    .where('staff.suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Moves the end of an idle session. It never brings back one that has ended. */
export async function touchStaffSession(
  db: Db,
  id: string,
  { seen_at, idle_until }: { seen_at: Date; idle_until: Date },
): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ seen_at, idle_until })
    .where('id', '=', id)
    .where('seen_at', '<', seen_at)
    .execute();
}

/**
 * Moves the end of an unlocked session to `idle_until`, within its hour and its session. Null if it is locked by now, or
 * the token was replaced. One statement, so that a lock at the same time comes before it or after it.
 */
export async function extendUnlock(
  db: Db,
  { id, token_hash }: { id: string; token_hash: Buffer },
  { idle_until, hour_ms }: { idle_until: Date; hour_ms: number },
  now: Date,
): Promise<Date | null> {
  const hour = sql`unlocked_at + ${hour_ms} * interval '1 millisecond'`;
  const extended = await db
    .updateTable('staff_sessions')
    .set({
      unlocked_until: sql<Date>`greatest(unlocked_until, least(${idle_until}::timestamptz, ${hour}, expires_at))`,
    })
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .where('unlocked_until', '>', now)
    .returning('unlocked_until')
    .executeTakeFirst();
  return extended?.unlocked_until ?? null;
}

/** Deletes ended sessions, sign-ins and passkey prompts that were never answered, and links that are over. */
export async function deleteExpiredStaffRows(db: Db, now: Date): Promise<number> {
  const sessions = await db
    .deleteFrom('staff_sessions')
    .where(({ eb, or }) => or([eb('idle_until', '<=', now), eb('expires_at', '<=', now)]))
    .executeTakeFirst();
  const signIns = await db.deleteFrom('staff_sign_ins').where('expires_at', '<=', now).executeTakeFirst();
  const invites = await db.deleteFrom('staff_invites').where('expires_at', '<=', now).executeTakeFirst();
  const challenges = await db
    .deleteFrom('staff_passkey_challenges')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return [sessions, signIns, invites, challenges].reduce((sum, each) => sum + Number(each.numDeletedRows), 0);
}
