import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { claimRecord, confirmNewPassword, forgotPassword } from '#contract/client.calls.ts';
import {
  staffCreateClient,
  staffFinishSetUp,
  staffInviteClient,
  staffUnlock,
} from '#contract/staff.calls.ts';
import { createEmbeddedIdentity } from '#server/auth/identity-embedded.ts';
import { HasherBusy, type PasswordHasher } from '#server/runtime/password-hasher.ts';
import { codeOfStep, stepAt } from '#server/staff/totp.ts';
import { testApp, type TestSession } from '../support/app.ts';
import { Browser, OTHER_PASSWORD } from '../support/browser.ts';
import { quickHasher } from '../support/sample-practice.ts';
import {
  enterCode,
  enterPassword,
  newSetUpLink,
  offeredSecret,
  setUpOwner,
  STAFF_PASSWORD,
} from '../support/staff-browser.ts';

const hasher = quickHasher();
let isBusy = false;
/** A hasher that a crowd keeps busy. */
const inTime = <T>(work: () => Promise<T>) =>
  isBusy ? Promise.reject(new HasherBusy('Too many passwords at once')) : work();
const crowded: PasswordHasher = {
  hash: (password, by) => inTime(() => hasher.hash(password, by)),
  verify: (hash, password, by) => inTime(() => hasher.verify(hash, password, by)),
};
const site = await testApp({
  deps: {
    hasher: crowded,
    identity: createEmbeddedIdentity({
      app_secret: 'a secret of tests, long enough to be one',
      site_url: 'http://localhost:3000',
      hasher: crowded,
      rate_limit_scale: 1,
    }),
  },
});
const { db } = site;

type Answer = { status: number };
/** What makes the server unable to decide. */
type Trouble = (ask: () => Promise<Answer>) => Promise<Answer>;

const busy: Trouble = async (ask) => {
  isBusy = true;
  return await ask().finally(() => (isBusy = false));
};
/** The database fails as soon as this table is written. */
const failing =
  (table: string): Trouble =>
  async (ask) => {
    await sql`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the database is away'; end $$`.execute(db);
    await sql`create trigger fails before insert or update or delete on ${sql.table(table)}
      for each statement execute function fail()`.execute(db);
    const answer = await ask();
    await sql`drop trigger fails on ${sql.table(table)}`.execute(db);
    return answer;
  };

/** All that counts: limits, failures, and tries of codes. */
async function counters(): Promise<unknown> {
  const { rows } = await sql`
    select 'limit' as what, key, points::int as count from rate_limits where points > 0
    union all select 'failure', email || ' ' || source, failures::int from sign_in_failures where failures > 0
    union all select 'code', subject, tries::int from codes
    union all select 'staff code', encode(token_hash, 'hex'), tries::int from staff_sign_ins
    order by 1, 2`.execute(db);
  return rows;
}

let people = 0;
const newAddress = () => `undecided-${(people += 1)}@example.com`;
const owner = await setUpOwner(site, newAddress());
const staff = await site.signInStaff();

/** An invited record, and a login with its address. */
async function invited(): Promise<{ login: TestSession; token: string }> {
  const email = newAddress();
  const { json } = await staff.call(staffCreateClient, {
    body: { action_id: randomUUID(), first_name: 'Petra', email },
  });
  const action_id = randomUUID();
  await staff.call(staffInviteClient, { params: { id: json.id }, body: { action_id } });
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('dedupe_key', '=', `client-invitation:${action_id}`)
    .executeTakeFirstOrThrow();
  const now = site.clock.now();
  const account = {
    email,
    password_hash: await hasher.hash(OTHER_PASSWORD, null),
    created_at: now,
    updated_at: now,
  };
  await db.insertInto('accounts').values(account).execute();
  return { login: await site.signIn(email), token: /#key=([\w-]{43})/.exec(text)![1]! };
}

type Case = { trouble: Trouble; prepare: () => Promise<() => Promise<Answer>> };
const CASES: Record<string, Case> = {
  'a sign-in': {
    trouble: busy,
    prepare: async () => {
      const email = newAddress();
      const browser = new Browser(site.app);
      await browser.signUpAndIn(email);
      return () => browser.signIn(email);
    },
  },
  'a sign-in from a new browser': {
    trouble: busy,
    prepare: async () => {
      const email = newAddress();
      await new Browser(site.app).signUpAndIn(email);
      const browser = new Browser(site.app);
      return () => browser.signIn(email);
    },
  },
  'a reset': {
    trouble: busy,
    prepare: async () => {
      const email = newAddress();
      const browser = new Browser(site.app);
      await browser.signUpAndIn(email);
      const { json } = await browser.call(forgotPassword, { body: { email } });
      const body = { email, confirmationCode: await browser.codeFor(email), password: OTHER_PASSWORD };
      return () => browser.call(confirmNewPassword, { body: { ...body, reset_id: json.reset_id } });
    },
  },
  'a reset while the database is away': {
    trouble: failing('accounts'),
    prepare: () => CASES['a reset']!.prepare(),
  },
  'a sign-in of staff': {
    trouble: busy,
    prepare: async () => () => enterPassword(new Browser(site.app), owner.email, STAFF_PASSWORD),
  },
  'a code of staff': {
    trouble: failing('staff'),
    prepare: async () => {
      const browser = new Browser(site.app);
      await enterPassword(browser, owner.email, STAFF_PASSWORD);
      const code = owner.nextCode();
      return () => enterCode(browser, code);
    },
  },
  'an unlock': {
    trouble: failing('staff'),
    prepare: async () => {
      const code = owner.nextCode();
      return () => owner.browser.call(staffUnlock, { body: { code } });
    },
  },
  'a set-up': {
    trouble: busy,
    prepare: async () => {
      const browser = new Browser(site.app);
      const link = await newSetUpLink(site, newAddress());
      const secret = await offeredSecret(browser, link);
      const code = codeOfStep(secret, stepAt(site.clock.now()));
      return () => browser.call(staffFinishSetUp, { params: link, body: { password: STAFF_PASSWORD, code } });
    },
  },
  'a claim': {
    trouble: failing('users'),
    prepare: async () => {
      const { login, token } = await invited();
      return () => login.call(claimRecord, { body: { token } });
    },
  },
};

describe('S15: what the server could not decide counts nothing', () => {
  it.each(Object.entries(CASES))('%s, which works afterwards', async (_name, { trouble, prepare }) => {
    const ask = await prepare();
    const before = await counters();
    const { status } = await trouble(ask);
    expect([429, 500, 503]).toContain(status);
    expect(await counters()).toEqual(before);
    expect((await ask()).status).toBeLessThan(300);
  });

  it('control: what it could decide is counted', async () => {
    const before = await counters();
    expect((await enterPassword(new Browser(site.app), owner.email, 'not the password')).status).toBe(401);
    expect(await counters()).not.toEqual(before);
  });
});
