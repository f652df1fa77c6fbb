import type { Db } from '../db/pool.ts';

/** The staff session of a token, with its member; none if it has ended or the member is suspended. */
export async function selectStaffSession(db: Db, token_hash: Buffer, now: Date) {
  return await db
    .selectFrom('staff_sessions as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select([
      'session.id',
      'session.seen_at',
      'session.expires_at',
      'staff.id as staff_id',
      'staff.name',
      'staff.email',
      'staff.role',
      'staff.is_demo',
    ])
    .where('session.token_hash', '=', token_hash)
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
