import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { confirmSignUp, forgotPassword, refreshToken, signOut } from '#contract/client.calls.ts';
import { Browser, GOOD_PASSWORD } from '#tests/support/browser.ts';
import { authApp } from '#tests/support/auth-app.ts';
import { cleanUp } from '../jobs/clean-up.ts';

const { app, deps, database, advance, newAddress, mailsTo, isSignedIn } = await authApp();

/** A browser whose refresh token a thief has copied, and that has refreshed since. */
async function afterTheft(): Promise<{ browser: Browser; thief: Browser }> {
  const browser = new Browser(app);
  await browser.signUpAndIn(newAddress());
  const thief = new Browser(app);
  thief.cookies.set('refresh', browser.cookies.get('refresh')!);
  await browser.call(refreshToken);
  return { browser, thief };
}

describe('POST /auth/refresh-token', () => {
  it('gives two tabs that refresh at once the same tokens', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const tabs = Array.from({ length: 6 }, () => browser.copy());
    const answers = await Promise.all(tabs.map((tab) => tab.call(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
    expect(new Set(tabs.map((tab) => tab.cookies.get('refresh'))).size).toBe(1);
    expect(tabs[0]!.cookies.get('refresh')).not.toBe(browser.cookies.get('refresh'));
    for (const tab of tabs) expect(await isSignedIn(tab)).toBe(true);
  });

  it('gives the same to a tab that asks with the new token already, and to one that still has the old (S5)', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const slow = browser.copy();
    await browser.call(refreshToken);
    const first = new Map(browser.cookies);
    advance(5);
    const next = browser.copy();
    expect(await next.call(refreshToken)).toMatchObject({ status: 204 });
    expect(await slow.call(refreshToken)).toMatchObject({ status: 204 });
    expect([next.cookies, slow.cookies]).toEqual([first, first]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('gives a token again for less than a minute, and then others; the time is not begun anew', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    await browser.call(refreshToken);
    const first = new Map(browser.cookies);
    advance(59.999);
    const { headers } = await browser.call(refreshToken);
    expect(browser.cookies).toEqual(first);
    // What is left of 15 minutes, and of 7 days.
    expect(String(headers['set-cookie'])).toMatch(
      /access=[^;]+; Max-Age=840;.*refresh=[^;]+; Max-Age=604740;/,
    );
    advance(0.001);
    await browser.call(refreshToken);
    expect(browser.cookies.get('refresh')).not.toBe(first.get('refresh'));
    expect(browser.cookies.get('access')).not.toBe(first.get('access'));
    const old = new Browser(app);
    old.cookies.set('access', first.get('access')!);
    expect(await isSignedIn(old)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('answers the token before the present one for less than 30 seconds', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const slow = browser.copy();
    await browser.call(refreshToken);
    advance(29.999);
    expect(await slow.call(refreshToken)).toMatchObject({ status: 204 });
    expect(slow.cookies).toEqual(browser.cookies);
  });

  it('then ends the login of who shows it, fresh or not (S5)', async () => {
    for (const seconds of [30, 11 * 60]) {
      const { browser, thief } = await afterTheft();
      advance(seconds);
      expect(await isSignedIn(browser)).toBe(true);
      expect(await thief.call(refreshToken)).toMatchObject({ status: 401 });
      expect([...thief.cookies.keys()]).toEqual([]);
      expect(await isSignedIn(browser)).toBe(false);
      expect(await browser.call(refreshToken)).toMatchObject({ status: 401 });
    }
  });

  it('a session stolen in that time ends with the owner’s next request, and the owner is warned (S5)', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const thief = browser.copy();
    await browser.call(refreshToken);
    expect(await thief.call(refreshToken)).toMatchObject({ status: 204 });
    advance(14 * 60);
    await browser.call(refreshToken);
    expect(await isSignedIn(thief)).toBe(false);
    advance(30);
    expect(await thief.call(refreshToken)).toMatchObject({ status: 401 });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('ends it at once if the token is older than the predecessor', async () => {
    const { browser, thief } = await afterTheft();
    advance(60);
    await browser.call(refreshToken);
    expect(await thief.call(refreshToken)).toMatchObject({ status: 401 });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('gives nothing again once the login has ended: signed out, or 30 days over', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const slow = browser.copy();
    await browser.call(refreshToken);
    const copies = [slow, browser.copy()];
    await browser.call(signOut);
    for (const copy of copies) expect(await copy.call(refreshToken)).toMatchObject({ status: 401 });

    const old = new Browser(app);
    await old.signUpAndIn(newAddress());
    for (const days of [6, 6, 6, 6]) {
      advance(days * 24 * 60 * 60);
      await old.call(refreshToken);
    }
    advance(6 * 24 * 60 * 60 - 10);
    const late = old.copy();
    expect(await old.call(refreshToken)).toMatchObject({ status: 204 });
    advance(10);
    for (const copy of [late, old]) expect(await copy.call(refreshToken)).toMatchObject({ status: 401 });
  });

  it('lasts 7 days idle and 30 days at most', async () => {
    const day = 24 * 60 * 60;
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    for (let days = 0; days < 24; days += 6) {
      advance(6 * day);
      expect(await browser.call(refreshToken)).toMatchObject({ status: 204 });
    }
    advance(5.999 * day);
    const { headers } = await browser.call(refreshToken);
    expect(String(headers['set-cookie'])).toContain('Max-Age=86;'); // what is left of 30 days
    advance(0.002 * day);
    expect(await browser.call(refreshToken)).toMatchObject({ status: 401 });

    const idle = new Browser(app);
    await idle.signUpAndIn(newAddress());
    advance(7 * day);
    expect(await idle.call(refreshToken)).toMatchObject({ status: 401 });
    expect(idle.cookies.has('login')).toBe(false);
  });

  it('answers nonsense like nothing', async () => {
    const browser = new Browser(app);
    browser.cookies.set('refresh', 'nonsense');
    expect(await browser.call(refreshToken)).toMatchObject({ status: 401 });
    expect(await new Browser(app).call(refreshToken)).toMatchObject({ status: 401 });
  });
});

describe('GET /sign-out', () => {
  it('ends the login at the server and the cookies, and is always 204', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const stolen = browser.copy();
    const answer = await browser.call(signOut);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['clear-site-data']).toBeUndefined();
    expect([...browser.cookies.keys()]).toEqual(['browser']);
    expect(await isSignedIn(stolen)).toBe(false);
    expect(await stolen.call(refreshToken)).toMatchObject({ status: 401 });
    expect(await browser.call(signOut)).toMatchObject({ status: 204 });
  });

  it('ends it with the refresh token alone, as after 15 minutes', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const other = new Browser(app);
    other.cookies.set('refresh', browser.cookies.get('refresh')!);
    await other.call(signOut);
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('another site (S6)', () => {
  const CROSS: readonly [string, Record<string, string>][] = [
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['the null origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['no origin', { 'sec-fetch-site': 'none' }],
  ];
  const victim = new Browser(app);
  const email = newAddress();

  it.each(CROSS)('%s: nothing unsafe is done, nor GET /sign-out', async (_name, headers) => {
    if (victim.cookies.size === 0) await victim.signUpAndIn(email);
    const before = new Map(victim.cookies);
    for (const [method, url, body] of [
      ['GET', '/sign-out', undefined],
      ['POST', '/sign-in', { username: email, password: GOOD_PASSWORD }],
      ['POST', '/sign-up', { username: email, password: GOOD_PASSWORD }],
      ['POST', '/forgot-password', { email }],
      ['POST', '/auth/refresh-token', undefined],
      ['POST', '/auth/create-user', { pronouns: 'x' }],
      ['PUT', '/auth/update-user', { pronouns: 'x' }],
      ['DELETE', '/auth/delete-user', undefined],
    ] as const) {
      const answer = await victim.send(method, url, body, { headers });
      expect([url, answer.status]).toEqual([url, 403]);
    }
    expect(victim.cookies).toEqual(before);
    expect(await isSignedIn(victim)).toBe(true);
  });

  it('a body that a plain form could send is refused', async () => {
    if (victim.cookies.size === 0) await victim.signUpAndIn(email);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await victim.post('/auth/refresh-token', undefined, {
        payload: '{}',
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(415);
    }
    expect(await isSignedIn(victim)).toBe(true);
  });
});

describe('what is stored', () => {
  it('opens nothing by being read: no password, code or token in plain', async () => {
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUp(email);
    const code = await browser.codeFor(email);
    await browser.call(confirmSignUp, { body: { email, confirmation_code: code } });
    await browser.signIn(email);
    await browser.call(forgotPassword, { body: { email } });
    const reset = await browser.codeFor(email);
    const [mail] = await mailsTo(email);
    const key = /#key=([\w-]+)/.exec(mail!.text)![1]!;
    const secrets = [GOOD_PASSWORD, key, ...browser.cookies.values()].filter((value) => value.length > 1);
    for (const table of [
      'accounts',
      'sign_up_attempts',
      'codes',
      'mailbox_links',
      'logins',
      'spent_refresh_tokens',
      'sign_in_failures',
      'rate_limits',
    ]) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
        database.db,
      );
      const dump = rows.map(({ row }) => row).join('\n');
      for (const secret of secrets) {
        expect(dump).not.toContain(secret);
        expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
      }
      if (table === 'codes') expect(dump).not.toContain(`,${reset},`);
    }
    const { password_hash } = await database.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$/);
  });

  it('ends when it expires', async () => {
    await new Browser(app).signUp(newAddress());
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    await browser.call(refreshToken);
    await new Browser(app).signIn(newAddress());
    const full = await countSessionRows();
    for (const [table, rows] of Object.entries(full)) expect([table, rows > 0]).toEqual([table, true]);
    advance(40 * 24 * 60 * 60);
    await cleanUp.run(deps, new Date());
    const empty = Object.fromEntries(Object.keys(full).map((table) => [table, 0]));
    expect(await countSessionRows()).toEqual(empty);
  });
});

/** How many rows are in each table of what ends by itself. */
async function countSessionRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    'sign_up_attempts',
    'codes',
    'mailbox_links',
    'logins',
    'spent_refresh_tokens',
    'sign_in_failures',
    'rate_limits',
  ] as const) {
    counts[table] = (
      await database.db
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .execute()
    ).length;
  }
  return counts;
}
