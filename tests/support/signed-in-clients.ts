import { hashToken, newToken } from '#server/sessions/tokens.ts';
import type { Db } from '#server/db/pool.ts';

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

/** Writes clients with profile data, each with a login that lasts, straight into the tables: thousands at once. */
export async function insertClients(db: Db, clients: readonly SignedInClient[], now: Date): Promise<void> {
  const far = new Date(now.getTime() + SESSION_MS);
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
  await db
    .insertInto('logins')
    .values(
      clients.map(({ id, email, token }) => ({
        account_id: id,
        email,
        access_hash: hashToken(token),
        access_expires_at: far,
        refresh_hash: hashToken(newToken()),
        refresh_expires_at: far,
        created_at: now,
        expires_at: far,
      })),
    )
    .execute();
}
