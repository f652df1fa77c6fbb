import { describe, expect, it } from 'vitest';
import { Browser, GOOD_PASSWORD, peopleApp } from '../../../tests/support/people-app.ts';
import { OTHER_PASSWORD, TOO_MANY, peopleAtOneMoment } from '../../../tests/support/people-at-one-moment.ts';

const { app, database, folder, advance, someone, signedIn } = await peopleAtOneMoment();

describe('POST /sign-in', () => {
  it('gives access for 15 minutes and a refresh token, and shows login=1 to the page', async () => {
    const browser = new Browser(app);
    await browser.become(someone());
    const cookies = (await browser.post('/auth/refresh-token')).headers['set-cookie'] as string[];
    const named = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`))!;
    expect(named('access')).toMatch(/Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(named('refresh')).toMatch(/Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(named('login')).toBe('login=1; Max-Age=604800; Path=/; SameSite=Lax');
    advance(15 * 60);
    expect(await signedIn(browser)).toBe(false);
    expect(await browser.post('/auth/refresh-token')).toMatchObject({ status: 204 });
    expect(await signedIn(browser)).toBe(true);
  });

  it('uses __Host- names and Secure over https', async () => {
    const secure = await peopleApp(database, folder, () => new Date(), { https: true });
    const email = someone();
    const browser = new Browser(secure.app);
    await browser.become(email);
    expect([...browser.cookies.keys()].sort()).toEqual(['__Host-access', '__Host-login', '__Host-refresh']);
    const cookies = (await browser.post('/auth/refresh-token')).headers['set-cookie'] as string[];
    for (const cookie of cookies) {
      expect(cookie).toContain('Secure');
      expect(cookie).not.toContain('Domain');
    }
    await secure.app.close();
  });

  it('keeps the former name of the login cookie for browsers that have it, until they sign out', async () => {
    const secure = await peopleApp(database, folder, () => new Date(), { https: true });
    const browser = new Browser(secure.app);
    await browser.become(someone());
    expect(browser.cookies.has('login')).toBe(false);
    // As the release before left it.
    browser.cookies.delete('__Host-login');
    browser.cookies.set('login', '1');
    expect(await browser.post('/auth/refresh-token')).toMatchObject({ status: 204 });
    expect([...browser.cookies.keys()].sort()).toEqual([
      '__Host-access',
      '__Host-login',
      '__Host-refresh',
      'login',
    ]);
    await browser.get('/sign-out');
    expect([...browser.cookies.keys()]).toEqual([]);
    await secure.app.close();
  });

  it('says the same of an unknown address as of a wrong password (S4)', async () => {
    const known = someone();
    await new Browser(app).become(known);
    const unknown = someone();
    const seen = [];
    for (const email of [known, unknown]) {
      const browser = new Browser(app);
      const answers = [];
      // beyond the lock as well
      for (let index = 0; index < 8; index += 1) answers.push(await browser.signIn(email, OTHER_PASSWORD));
      seen.push(
        answers.map(({ status, text, headers }) => ({
          status,
          text: text.replace(/"request_id":"[^"]*"/, ''),
          headers: Object.keys(headers).sort(),
          cookies: headers['set-cookie'],
        })),
      );
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]!.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(seen[0]![0]!.text).toContain('Incorrect email or password.');
  });

  it('locks for 1, 2, 4 … 900 s after the fifth failure, and the owner can always reset', async () => {
    const email = someone();
    const owner = new Browser(app);
    await owner.become(email);
    const thief = new Browser(app);
    for (let index = 0; index < 5; index += 1) await thief.signIn(email, OTHER_PASSWORD);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      advance(seconds - 0.5);
      expect(await owner.signIn(email)).toMatchObject(TOO_MANY);
      advance(0.5);
      expect(await thief.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
    }
    await owner.post('/forgot-password', { email });
    const confirmationCode = await owner.codeFor(email);
    await owner.post('/confirm-new-password', { email, confirmationCode, password: OTHER_PASSWORD });
    expect(await owner.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 200 });
  });

  it('forgets failures with the right password', async () => {
    const email = someone();
    const browser = new Browser(app);
    await browser.become(email);
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 4; index += 1) await browser.signIn(email, OTHER_PASSWORD);
      expect(await browser.signIn(email)).toMatchObject({ status: 200 });
    }
  });

  it('tells an unverified address only to who has the right password, whom it lets confirm', async () => {
    const email = someone();
    await new Browser(app).signUp(email, OTHER_PASSWORD);
    await new Browser(app).signUp(email, GOOD_PASSWORD);
    const browser = new Browser(app);
    expect(await browser.signIn(email, 'Not the password 1!')).toMatchObject({ status: 401 });
    expect(await browser.signIn(email)).toMatchObject({
      status: 403,
      json: { code: 'UserNotConfirmedException', message: 'Please verify your email to continue' },
    });
    // Its cookie names the attempt of this password, although another one is alive.
    await browser.post('/resend-confirm-code', { email });
    const confirmation_code = await browser.codeFor(email);
    expect(await browser.post('/confirm-sign-up', { email, confirmation_code })).toMatchObject({
      status: 200,
    });
    expect(await browser.signIn(email)).toMatchObject({ status: 200 });
  });

  it.each([
    [{}],
    [{ username: 'not an address', password: 'x' }],
    [{ username: ['a@b.c'], password: {} }],
    [{ username: `${'a'.repeat(250)}@example.com`, password: 'x' }],
    [{ username: 'a@example.com\r\nBcc: b@example.com', password: 'x' }],
    // Nothing can be compared with this length.
    [{ username: { length: { toString: 1 } }, password: 'x' }],
  ])('refuses %j in words', async (body) => {
    expect(await new Browser(app).post('/sign-in', body)).toMatchObject({
      status: 422,
      json: { code: 'INVALID_INPUT', details: expect.any(Object) },
    });
  });
});
