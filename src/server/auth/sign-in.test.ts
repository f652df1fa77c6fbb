import { describe, expect, it } from 'vitest';
import {
  confirmNewPassword,
  confirmSignUp,
  forgotPassword,
  refreshToken,
  resendConfirmCode,
  signIn,
  signOut,
} from '#contract/client.calls.ts';
import { Browser, GOOD_PASSWORD, OTHER_PASSWORD } from '#tests/support/browser.ts';
import { TOO_MANY, authApp, httpsBesides } from '#tests/support/auth-app.ts';

const { site, app, advance, newAddress, isSignedIn } = await authApp();

describe('POST /sign-in', () => {
  it('gives access for 15 minutes and a refresh token, and shows login=1 to the page', async () => {
    const browser = new Browser(app);
    await browser.signUpAndIn(newAddress());
    const cookies = (await browser.call(refreshToken)).headers['set-cookie'] as string[];
    const named = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`))!;
    expect(named('access')).toMatch(/Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(named('refresh')).toMatch(/Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(named('login')).toBe('login=1; Max-Age=604800; Path=/; SameSite=Lax');
    advance(15 * 60);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.call(refreshToken)).toMatchObject({ status: 204 });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('uses __Host- names and Secure over https', async () => {
    const secure = await httpsBesides(site);
    const email = newAddress();
    const browser = new Browser(secure.app);
    await browser.signUpAndIn(email);
    expect([...browser.cookies.keys()].sort()).toEqual([
      '__Host-access',
      '__Host-browser',
      '__Host-login',
      '__Host-refresh',
    ]);
    const cookies = (await browser.call(refreshToken)).headers['set-cookie'] as string[];
    for (const cookie of cookies) {
      expect(cookie).toContain('Secure');
      expect(cookie).not.toContain('Domain');
    }
  });

  it('keeps the former name of the login cookie for browsers that have it, until they sign out', async () => {
    const secure = await httpsBesides(site);
    const browser = new Browser(secure.app);
    await browser.signUpAndIn(newAddress());
    expect(browser.cookies.has('login')).toBe(false);
    // As the release before left it.
    browser.cookies.delete('__Host-login');
    browser.cookies.set('login', '1');
    expect(await browser.call(refreshToken)).toMatchObject({ status: 204 });
    expect([...browser.cookies.keys()].sort()).toEqual([
      '__Host-access',
      '__Host-browser',
      '__Host-login',
      '__Host-refresh',
      'login',
    ]);
    await browser.call(signOut);
    expect([...browser.cookies.keys()]).toEqual(['__Host-browser']);
  });

  it('says the same of an unknown address as of a wrong password (S4)', async () => {
    const known = newAddress();
    await new Browser(app).signUpAndIn(known);
    const unknown = newAddress();
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

  it('locks the network of five failures for 1, 2, 4 … 900 s, and no other and no known browser', async () => {
    const email = newAddress();
    const owner = new Browser(app);
    await owner.signUpAndIn(email);
    const thief = new Browser(app);
    const neighbor = new Browser(app, thief.ip);
    for (let index = 0; index < 5; index += 1) await thief.signIn(email, OTHER_PASSWORD);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      advance(seconds - 0.5);
      expect(await neighbor.signIn(email)).toMatchObject(TOO_MANY);
      expect(await owner.signIn(email)).toMatchObject({ status: 200 });
      expect(await new Browser(app).signIn(email)).toMatchObject({ status: 200 });
      advance(0.5);
      expect(await thief.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
    }
  });

  it('locks a known browser by its own failures alone, wherever it is', async () => {
    const email = newAddress();
    const [laptop, phone] = [new Browser(app), new Browser(app)];
    await laptop.signUpAndIn(email);
    await phone.signIn(email);
    for (let index = 0; index < 5; index += 1) await laptop.signIn(email, OTHER_PASSWORD);
    expect(await laptop.copy().signIn(email)).toMatchObject(TOO_MANY);
    expect(await phone.signIn(email)).toMatchObject({ status: 200 });
    expect(await new Browser(app, laptop.ip).signIn(email)).toMatchObject({ status: 200 });
    advance(1);
    expect(await laptop.signIn(email)).toMatchObject({ status: 200 });
  });

  it('pauses all unknown browsers from the 100th failure until a day after the first; known ones sign in', async () => {
    const email = newAddress();
    const owner = new Browser(app);
    await owner.signUpAndIn(email);
    const began = Date.now();
    for (let network = 0; network < 25; network += 1) {
      const stranger = new Browser(app);
      for (let index = 0; index < 4; index += 1) await stranger.signIn(email, OTHER_PASSWORD);
      advance(60);
    }
    const paused = await new Browser(app).signIn(email);
    expect(paused).toMatchObject(TOO_MANY);
    expect(paused.text).toContain(
      'There were too many attempts to sign in to this address from new browsers. Use a browser where you have signed in before, or reset your password.',
    );
    expect(await owner.signIn(email)).toMatchObject({ status: 200 });
    // The owner's own sign-in does not open the door to strangers.
    expect(await new Browser(app).signIn(email)).toMatchObject(TOO_MANY);
    advance((began - Date.now()) / 1000 + 24 * 60 * 60 - 1);
    expect(await new Browser(app).signIn(email)).toMatchObject(TOO_MANY);
    advance(1);
    expect(await new Browser(app).signIn(email)).toMatchObject({ status: 200 });
  });

  it('lets a new browser in at once after a reset, although strangers go on', async () => {
    const email = newAddress();
    await new Browser(app).signUpAndIn(email);
    const rush = async () => {
      for (let network = 0; network < 21; network += 1) {
        const stranger = new Browser(app);
        for (let index = 0; index < 5; index += 1) await stranger.signIn(email, GOOD_PASSWORD.slice(1));
      }
    };
    await rush();
    const hotel = new Browser(app);
    expect(await hotel.signIn(email)).toMatchObject(TOO_MANY);
    const { reset_id } = (await hotel.call(forgotPassword, { body: { email } })).json;
    const confirmationCode = await hotel.codeFor(email);
    const password = OTHER_PASSWORD;
    const reset = await hotel.call(confirmNewPassword, {
      body: { email, confirmationCode, password, reset_id },
    });
    expect(reset).toMatchObject({ status: 200 });
    const sign_in_pass = reset.json.sign_in_pass!;
    await rush();
    const body = { username: email, password };
    expect(await hotel.call(signIn, { body })).toMatchObject(TOO_MANY);
    for (const forged of ['x', sign_in_pass.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))]) {
      expect(await hotel.call(signIn, { body: { ...body, sign_in_pass: forged } })).toMatchObject(TOO_MANY);
    }
    const other = newAddress();
    await new Browser(app).signUpAndIn(other, password);
    expect(await hotel.copy().call(signIn, { body: { ...body, sign_in_pass } })).toMatchObject({
      status: 200,
    });
    advance(10 * 60);
    expect(await hotel.call(signIn, { body: { ...body, sign_in_pass } })).toMatchObject(TOO_MANY);
  });

  it('knows a browser by a cookie that helps no other address and cannot be forged', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const browser = new Browser(app);
    await browser.signUpAndIn(email);
    await new Browser(app).signUpAndIn(other);
    const cookie = browser.cookies.get('browser')!;
    const lock = async (stranger: Browser, address: string) => {
      for (let index = 0; index < 5; index += 1) await stranger.signIn(address, OTHER_PASSWORD);
    };
    const stranger = new Browser(app, browser.ip);
    await lock(stranger, other);
    await lock(stranger, email);
    // Locked as the network is: the cookie is one of another address.
    expect(await browser.signIn(other)).toMatchObject(TOO_MANY);
    for (const forged of [
      cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      `${cookie}x`,
      'x.y',
      '~~~',
    ]) {
      stranger.cookies.set('browser', forged);
      expect(await stranger.signIn(email)).toMatchObject(TOO_MANY);
    }
    expect(await browser.signIn(email)).toMatchObject({ status: 200 });
  });

  it('keeps that cookie for 180 days and beyond signing out, for the last three addresses', async () => {
    const people = [newAddress(), newAddress(), newAddress(), newAddress()];
    const browser = new Browser(app);
    for (const email of people) await browser.signUpAndIn(email);
    const answer = await browser.signIn(people[3]!);
    const line = (answer.headers['set-cookie'] as string[]).find((cookie) => cookie.startsWith('browser='))!;
    expect(line).toMatch(/Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(decodeURIComponent(line)).not.toMatch(/example|client/);
    await browser.call(signOut);
    expect(browser.cookies.get('browser')!.split('~')).toHaveLength(3);
    const stranger = new Browser(app, browser.ip);
    const isLocked = async (email: string) => {
      for (let index = 0; index < 5; index += 1) await stranger.signIn(email, OTHER_PASSWORD);
      return (
        (
          await browser.copy().call(
            signIn,
            { body: { username: email, password: GOOD_PASSWORD } },
            {
              remoteAddress: browser.ip,
            },
          )
        ).status === 429
      );
    };
    const locked = [];
    for (const email of people) locked.push(await isLocked(email));
    expect(locked).toEqual([true, false, false, false]);
  });

  it('forgets failures with the right password', async () => {
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUpAndIn(email);
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 4; index += 1) await browser.signIn(email, OTHER_PASSWORD);
      expect(await browser.signIn(email)).toMatchObject({ status: 200 });
    }
  });

  it('reveals an unverified address only with the right password, and lets that browser confirm it', async () => {
    const email = newAddress();
    await new Browser(app).signUp(email, OTHER_PASSWORD);
    await new Browser(app).signUp(email, GOOD_PASSWORD);
    const browser = new Browser(app);
    expect(await browser.signIn(email, 'Not the password 1!')).toMatchObject({ status: 401 });
    expect(await browser.signIn(email)).toMatchObject({
      status: 403,
      json: { code: 'UserNotConfirmedException', message: 'Please verify your email to continue' },
    });
    // Its cookie names the attempt of this password, although another one is alive.
    await browser.call(resendConfirmCode, { body: { email } });
    const confirmation_code = await browser.codeFor(email);
    expect(await browser.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject({
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
    expect(await new Browser(app).call(signIn, { body: body as never })).toMatchObject({
      status: 422,
      json: { code: 'INVALID_INPUT', details: expect.any(Object) },
    });
  });
});
