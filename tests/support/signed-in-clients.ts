import type { Db } from '#server/db/pool.ts';
import { hashToken, newToken } from '#server/sessions/tokens.ts';

const SESSION_MS = 30 * 86_400_000;

export type SignedInClient = {
  id: string;
  email: string;
  /** What the browser of this client sends. */
  token: string;
  customer_id: string;
  /** Where the client comes from; this machine if it is left out. */
  ip?: string;
};

/** Writes clients with profile data, each with a session that lasts, straight into the tables: thousands at once. */
export async function insertClients(db: Db, clients: readonly SignedInClient[], now: Date): Promise<void> {
  await db
    .insertInto('users')
    .values(
      clients.map(({ id, email, customer_id }) => ({
        id,
        email,
        cognito_sub: id,
        stripe_id: customer_id,
        first_name: 'Maren',
        pronouns: 'she/her',
        birthdate: '1990-01-01',
        phone: '+15035550100',
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await insertSessions(
    db,
    clients.map(({ id, email, token }) => ({ account_id: id, email, token })),
    now,
    new Date(now.getTime() + SESSION_MS),
  );
}

/** Writes sessions without the way through codes and passwords, which has tests of its own. */
export async function insertSessions(
  db: Db,
  sessions: readonly { account_id: string; email: string; token: string }[],
  now: Date,
  expires_at: Date,
): Promise<void> {
  await db
    .insertInto('logins')
    .values(
      sessions.map(({ account_id, email, token }) => ({
        account_id,
        email,
        access_hash: hashToken(token),
        access_expires_at: expires_at,
        refresh_hash: hashToken(newToken()),
        refresh_expires_at: expires_at,
        created_at: now,
        expires_at,
      })),
    )
    .execute();
}
