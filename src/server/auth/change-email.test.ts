import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  changeEmail,
  confirmEmailChange,
  createUser,
  getUser,
  setPasswordByLink,
  updateUser,
} from '#contract/client.calls.ts';
import { startSession } from '../sessions/refresh-session.ts';
import { authApp, MISMATCH } from '#tests/support/auth-app.ts';
import { Browser, OTHER_PASSWORD, GOOD_PASSWORD } from '#tests/support/browser.ts';
import { waitForWaiters } from '#tests/support/shop.ts';

const { app, advance, database, deps, newAddress, mailsTo, isSignedIn } = await authApp();

const DAY = 24 * 60 * 60;
const ask = (browser: Browser, email: string, password = GOOD_PASSWORD) =>
  browser.call(changeEmail, { body: { email, password } });
const confirm = async (browser: Browser, email: string) =>
  browser.call(confirmEmailChange, { body: { email, confirmation_code: await browser.codeFor(email) } });
const keyIn = (text: string) => /#key=([\w-]{43})/.exec(text)?.[1] ?? '';
const undo = async (old: string, password = OTHER_PASSWORD) =>
  new Browser(app).call(setPasswordByLink, { body: { key: keyIn((await mailsTo(old))[0]!.text), password } });

/** A client who is signed in, with the addresses before and after. */
async function client() {
  const [old, next] = [newAddress(), newAddress()];
  const browser = new Browser(app);
  await browser.signUpAndIn(old);
  return { browser, old, next };
}

describe('changing the e-mail of a login', () => {
  it('takes the password and a code from the new address; then only the new one signs in', async () => {
    const { browser, old, next } = await client();
    const elsewhere = new Browser(app);
    await elsewhere.signIn(old);
    expect(await ask(browser, next)).toMatchObject({ status: 200 });
    expect((await mailsTo(next))[0]!.subject).toMatch(/^\d{6} is your .* verification code$/);
    expect(await confirm(browser, next)).toMatchObject({ status: 200, json: { email: next } });

    expect(await browser.call(getUser)).toMatchObject({ status: 200, json: { email: next } });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await new Browser(app).signIn(old)).toMatchObject({ status: 401 });
    expect(await new Browser(app).signIn(next)).toMatchObject({ status: 200 });
    const [notice] = await mailsTo(old);
    expect(notice!.subject).toContain('e-mail was changed');
    expect(notice!.text).not.toContain(next);
  });

  it('moves the record with the login', async () => {
    const { browser, next } = await client();
    const profile = { pronouns: 'she/her', birthdate: '1990-05-04', phone: '(503) 555-0142' };
    expect(await browser.call(createUser, { body: profile })).toMatchObject({ status: 201 });
    await ask(browser, next);
    await confirm(browser, next);
    expect(await browser.call(getUser)).toMatchObject({ json: { data: { email: next } } });
  });

  it('refuses a wrong password beside its field, and mails nothing', async () => {
    const { browser, next } = await client();
    expect(await ask(browser, next, 'Wrong & wrong 7')).toMatchObject({
      status: 422,
      json: { details: { password: 'This isn’t your password.' } },
    });
    expect(await mailsTo(next)).toEqual([]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('refuses the present address and one that has an account', async () => {
    const { browser, old } = await client();
    const other = await client();
    expect(await ask(browser, old)).toMatchObject({ status: 422 });
    expect(await ask(browser, other.old)).toMatchObject({ status: 409 });
  });

  it('refuses a wrong code, a code of another address, and a code that is too old', async () => {
    const { browser, old, next } = await client();
    const third = newAddress();
    await ask(browser, next);
    const confirmation_code = await browser.codeFor(next);
    expect(
      await browser.call(confirmEmailChange, { body: { email: third, confirmation_code } }),
    ).toMatchObject(MISMATCH);
    advance(10 * 60);
    expect(await confirm(browser, next)).toMatchObject({
      status: 400,
      json: { code: 'ExpiredCodeException' },
    });
    expect(await browser.call(getUser)).toMatchObject({ json: { email: old } });
  });

  it('gives the old address back for seven days, with a new password, and signs everybody out', async () => {
    const { browser, old, next } = await client();
    await ask(browser, next);
    await confirm(browser, next);
    advance(7 * DAY - 60);
    expect(await undo(old)).toMatchObject({ status: 200, json: { email: old } });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await new Browser(app).signIn(next, GOOD_PASSWORD)).toMatchObject({ status: 401 });
    expect(await new Browser(app).signIn(old, OTHER_PASSWORD)).toMatchObject({ status: 200 });
    expect(await undo(old)).toMatchObject({ status: 400 });
  });

  it('does not give it back after that', async () => {
    const { browser, old, next } = await client();
    await ask(browser, next);
    await confirm(browser, next);
    advance(7 * DAY);
    expect(await undo(old)).toMatchObject({ status: 400 });
    expect(await new Browser(app).signIn(next)).toMatchObject({ status: 200 });
  });

  it('the way back of the first address wins over a second change', async () => {
    const { browser, old, next } = await client();
    const third = newAddress();
    for (const email of [next, third]) {
      await ask(browser, email);
      await confirm(browser, email);
    }
    expect(await undo(old)).toMatchObject({ status: 200, json: { email: old } });
    expect(await undo(next)).toMatchObject({ status: 400 });
  });

  it('keeps the old address for its owner meanwhile', async () => {
    const { browser, old, next } = await client();
    await ask(browser, next);
    await confirm(browser, next);
    expect(await new Browser(app).signUp(old)).toMatchObject({ status: 409 });
    const other = await client();
    expect(await ask(other.browser, old)).toMatchObject({ status: 409 });
    advance(7 * DAY);
    expect(await new Browser(app).signUp(old)).toMatchObject({ status: 201 });
  });
});

it('PUT /auth/update-user refuses another e-mail, and says where to change it', async () => {
  const { browser, old, next } = await client();
  const profile = { pronouns: 'she/her', birthdate: '1990-05-04', phone: '(503) 555-0142' };
  await browser.call(createUser, { body: profile });
  expect(await browser.call(updateUser, { body: { ...profile, email: next } })).toMatchObject({
    status: 422,
    json: { details: { email: 'To change your e-mail, use “Change e-mail” in Settings.' } },
  });
  expect(await browser.call(updateUser, { body: { ...profile, email: old.toUpperCase() } })).toMatchObject({
    status: 200,
  });
});

describe('at the same time', () => {
  it.each([
    ['a sign-in that is under way gets no session', true],
    ['control: without its condition it gets one, with the old address', false],
  ])('%s', async (_name, isProtected) => {
    const { browser, old, next } = await client();
    const now = new Date();
    const source = { known: false, network: '192.0.2.1' } as const;
    const checked = await deps.identity.signIn(deps.db, { email: old, password: GOOD_PASSWORD, source }, now);
    if (!checked.ok) throw new Error(checked.code);
    await ask(browser, next);
    await confirm(browser, next);
    const holds = isProtected ? checked.holds : undefined;
    const session = await startSession(deps.db, deps.config.app_secret, checked.account, now, holds);
    expect(session === null).toBe(isProtected);
  });

  it.each([
    ['two accounts confirm one address: one has it', [200, 409]],
    // The last test of the file, because the constraint stays away.
    ['control: without the constraint both have it', [200, 200]],
  ])('%s', async (name, expected) => {
    const next = newAddress();
    const [one, two] = [await client(), await client()];
    await ask(one.browser, next);
    const first = await one.browser.codeFor(next);
    advance(60);
    await ask(two.browser, next);
    const codes = [first, await two.browser.codeFor(next)];
    if (name.startsWith('control'))
      await sql`alter table accounts drop constraint one_account_per_email`.execute(deps.db);
    const answers = await deps.db.transaction().execute(async (trx) => {
      // Both have looked whether the address is free before either can take it.
      await sql`select id from accounts where email in (${one.old}, ${two.old}) for update`.execute(trx);
      const begun = [one, two].map(({ browser }, index) =>
        browser.call(confirmEmailChange, { body: { email: next, confirmation_code: codes[index]! } }),
      );
      await waitForWaiters({ database }, begun.length);
      return begun;
    });
    expect((await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(
      expected,
    );
  });
});
