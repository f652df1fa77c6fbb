import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createPasswordHasher } from '#server/runtime/password-hasher.ts';
import { openSite, type Site } from '../../faults/support/site.ts';
import { testDatabase } from '../../support/database.ts';
import { RealBrowser } from './real-browser.ts';

export const PASSWORD = 'Kitchari & ghee 7';
export const OTHER_PASSWORD = 'Triphala at 9 tonight!';

type PeopleSite = {
  site: Site;
  /** Of each process. */
  origins: readonly string[];
  /** An account of its own, with a record where `isClient`. */
  newAccount(isClient?: boolean): Promise<string>;
  /** A signed-in browser. @throws if that is refused */
  signIn(email: string, origin?: string): Promise<RealBrowser>;
  /** The six digits that were mailed to an address last. */
  codeFor(email: string): Promise<string>;
  /** For the logins of an address so much time has passed: their access tokens and rotations are older. */
  letTimePass(email: string, seconds: number): Promise<void>;
};

/** The whole app in several processes on one database, as behind a proxy that passes on the visitors' addresses. */
export async function openPeopleSite(
  processes: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<PeopleSite> {
  const { url } = await testDatabase();
  // Its own name: nothing asks for it, the processes are asked one by one.
  const site = await openSite({ url, processes, origin: 'http://127.0.0.1:9', settings });
  await Promise.all(Array.from({ length: processes - 1 }, (_, n) => site.start(n + 1)));
  const origins = site.ports.map((port) => `http://127.0.0.1:${port}`);
  const { db } = site.database;
  const password_hash = await createPasswordHasher().hash(PASSWORD, null);
  return {
    site,
    origins,
    async newAccount(isClient = true) {
      const id = randomUUID();
      const email = `${id.slice(0, 8)}@example.com`;
      const times = { created_at: new Date(), updated_at: new Date() };
      await db
        .insertInto('accounts')
        .values({ id, email, password_hash, ...times })
        .execute();
      if (isClient) {
        const names = { first_name: 'Maren', last_name: 'Okafor' };
        await db
          .insertInto('users')
          .values({ cognito_sub: id, email, ...names, stripe_id: `cus_${id}`, ...times })
          .execute();
      }
      return email;
    },
    async signIn(email, origin = origins[0]!) {
      const browser = new RealBrowser();
      const answer = await browser.post(origin, '/sign-in', { username: email, password: PASSWORD });
      if (answer.status !== 200) throw new Error(`Signing in: ${answer.status} ${answer.text}`);
      return browser;
    },
    async codeFor(email) {
      const { text } = await db
        .selectFrom('outbox')
        .select('text')
        .where('to_address', '=', email)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const code = /\b\d{6}\b/.exec(text)?.[0];
      if (code === undefined) throw new Error(`No code in: ${text}`);
      return code;
    },
    async letTimePass(email, seconds) {
      const earlier = (column: 'access_expires_at' | 'rotated_at') =>
        sql<Date>`${sql.ref(column)} - ${seconds} * interval '1 second'`;
      await db
        .updateTable('logins')
        .set({ access_expires_at: earlier('access_expires_at'), rotated_at: earlier('rotated_at') })
        .where('email', '=', email)
        .execute();
    },
  };
}
