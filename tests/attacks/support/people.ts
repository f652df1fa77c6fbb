import { randomUUID } from 'node:crypto';
import type { TestApp, TestSession } from '../../support/app.ts';

/** What an account has: nothing but a login, a record without what booking needs, or a whole profile. */
type Kind = 'session' | 'record' | 'profile';

let count = 0;

/** The hash of an unknown password. */
const UNKNOWN_PASSWORD =
  '$argon2id$v=19$m=8,t=1,p=1$k61Q0MqVh6qaAqf2LYqQ9w$IDeof7R1bxqs3G9CObwev+gHN/ZB/vi4sys8lA37gKA';

/** A new account of this kind, signed in. */
export async function newPerson(site: TestApp, kind: Kind): Promise<TestSession & { email: string }> {
  count += 1;
  const email = `person-${count}@example.com`;
  const now = site.clock.now();
  const { db } = site.deps;
  const { id } = await db
    .insertInto('accounts')
    .values({ id: randomUUID(), email, password_hash: UNKNOWN_PASSWORD, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (kind !== 'session') {
    const profile =
      kind === 'profile'
        ? {
            pronouns: 'they/them',
            birthdate: '1990-02-03',
            phone: '+15035550100',
            stripe_id: `cus_person${count}`,
          }
        : {};
    await db
      .insertInto('users')
      .values({
        cognito_sub: id,
        email,
        first_name: 'Other',
        last_name: 'Person',
        created_at: now,
        updated_at: now,
        ...profile,
      })
      .execute();
  }
  return { ...(await site.signIn(email)), email };
}
