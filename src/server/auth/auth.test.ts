import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedClock } from '../../../tests/support/clock.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import { Browser, GOOD_PASSWORD, peopleApp } from '../../../tests/support/people-app.ts';

const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'people-'));
const clock = fixedClock();
const { app, deps } = await peopleApp(database, folder, () => new Date());
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
// rate-limiter-flexible reads the wall clock: the whole test stands at one moment.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
});
afterEach(() => {
  vi.useRealTimers();
});
const advance = (seconds: number) => {
  vi.setSystemTime(Date.now() + seconds * 1000);
};

const OTHER_PASSWORD = 'Triphala at 9 tonight!';
let people = 0;
const someone = () => `client${(people += 1)}@example.com`;
const mailsTo = async (email: string) =>
  (await new Browser(app).get(`/dev/mailbox.json?to=${email}`)).json as { subject: string; text: string }[];
const signedIn = async (browser: Browser) => (await browser.get('/auth/get-user')).status === 200;
const MISMATCH = { status: 400, json: { code: 'CodeMismatchException' } };
const TOO_MANY = {
  status: 429,
  json: { code: 'LimitExceededException', message: expect.stringContaining('too many attempts') },
};

describe('POST /sign-up', () => {
  it('mails six digits and answers 201', async () => {
    const email = someone();
    const browser = new Browser(app);
    expect(await browser.signUp(`  ${email.toUpperCase()} `)).toMatchObject({ status: 201 });
    const [mail] = await mailsTo(email);
    expect(mail!.text).toMatch(/\b\d{6}\b/);
    expect(browser.cookies.has('attempt')).toBe(true);
  });

  it.each([
    ['Ab1!', 'Password must be at least 8 characters long'],
    ['abcdefg1!', 'Password must contain at least one uppercase letter'],
    ['ABCDEFG1!', 'Password must contain at least one lowercase letter'],
    ['Abcdefgh!', 'Password must contain at least one number'],
    ['Abcdefgh1', 'Password must contain at least one special character'],
    ['Password123!', 'This password is too common. Please choose another one'],
  ])('names the first rule that %s breaks', async (password, message) => {
    expect(await new Browser(app).signUp(someone(), password)).toMatchObject({
      status: 400,
      json: { code: 'InvalidPasswordException', message, error: message },
    });
  });

  it('takes a passphrase of 64 characters and more', async () => {
    const email = someone();
    const browser = new Browser(app);
    await browser.become(email, `${'Turmeric and ghee, '.repeat(5)}7`);
    expect(await signedIn(browser)).toBe(true);
  });

  it('says that a confirmed address exists already', async () => {
    const email = someone();
    await new Browser(app).become(email);
    expect(await new Browser(app).signUp(email)).toMatchObject({
      status: 409,
      json: { code: 'UsernameExistsException', message: expect.stringContaining('already exists') },
    });
  });

  it('keeps at most three attempts alive, the newest', async () => {
    const email = someone();
    const browsers: Browser[] = [];
    const codes: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const browser = new Browser(app);
      await browser.signUp(email, `${GOOD_PASSWORD}${index}`);
      browsers.push(browser);
      codes.push(await browser.codeFor(email));
      advance(1);
    }
    const confirm = (index: number) =>
      browsers[index]!.post('/confirm-sign-up', { email, confirmation_code: codes[index] });
    expect(await confirm(0)).toMatchObject(MISMATCH);
    expect(await confirm(1)).toMatchObject({ status: 200 });
    expect(await browsers[1]!.signIn(email, `${GOOD_PASSWORD}1`)).toMatchObject({ status: 200 });
  });

  it('lets nobody plant a password on an address that is not theirs', async () => {
    const email = someone();
    const thief = new Browser(app);
    const owner = new Browser(app);
    await thief.signUp(email, OTHER_PASSWORD);
    await owner.signUp(email, GOOD_PASSWORD);
    const confirmation_code = await owner.codeFor(email);
    // The owner's code does not confirm the thief's password, and without a cookie two attempts are one too many.
    expect(await thief.post('/confirm-sign-up', { email, confirmation_code })).toMatchObject(MISMATCH);
    expect(await new Browser(app).post('/confirm-sign-up', { email, confirmation_code })).toMatchObject(
      MISMATCH,
    );
    expect(await owner.post('/confirm-sign-up', { email, confirmation_code })).toMatchObject({ status: 200 });
    expect(await thief.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
    expect(await owner.signIn(email)).toMatchObject({ status: 200 });
  });
});

describe('POST /confirm-sign-up', () => {
  it('works once, without a session, and clears the cookie', async () => {
    const email = someone();
    const browser = new Browser(app);
    await browser.signUp(email);
    const confirmation_code = await browser.codeFor(email);
    expect(await browser.post('/confirm-sign-up', { email, confirmation_code })).toMatchObject({
      status: 200,
    });
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await browser.post('/confirm-sign-up', { email, confirmation_code })).toMatchObject(MISMATCH);
  });

  it('needs no cookie when exactly one attempt is alive (another device)', async () => {
    const email = someone();
    await new Browser(app).signUp(email);
    const phone = new Browser(app);
    const confirmation_code = await phone.codeFor(email);
    expect(await phone.post('/confirm-sign-up', { email, confirmation_code })).toMatchObject({ status: 200 });
  });

  it('ends a code after ten minutes', async () => {
    const email = someone();
    const browser = new Browser(app);
    await browser.signUp(email);
    const confirmation_code = await browser.codeFor(email);
    advance(10 * 60);
    expect(await browser.post('/confirm-sign-up', { email, confirmation_code })).toMatchObject({
      status: 400,
      json: { code: 'ExpiredCodeException', message: expect.stringContaining('Invalid verification code') },
    });
  });

  it('compares five guesses at most, however many come at once (S3)', async () => {
    const email = someone();
    const owner = new Browser(app);
    await owner.signUp(email);
    const right = await owner.codeFor(email);
    const guesses = Array.from({ length: 200 }, (_, index) => String(index).padStart(6, '0')).filter(
      (code) => code !== right,
    );
    const strangers = Array.from({ length: 20 }, () => new Browser(app));
    const answers = await Promise.all(
      guesses.map((confirmation_code, index) =>
        strangers[index % 20]!.post('/confirm-sign-up', { email, confirmation_code }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
    const { tries } = await database.db
      .selectFrom('codes')
      .select('tries')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    // All tries are used up: the right code does not help any more, a new one does.
    expect(await owner.post('/confirm-sign-up', { email, confirmation_code: right })).toMatchObject(TOO_MANY);
    await owner.post('/resend-confirm-code', { email });
    const confirmation_code = await owner.codeFor(email);
    advance(60 * 60);
    await owner.post('/resend-confirm-code', { email });
    expect(confirmation_code).toMatch(/^\d{6}$/);
    const newest = await owner.codeFor(email);
    expect(await owner.post('/confirm-sign-up', { email, confirmation_code: newest })).toMatchObject({
      status: 200,
    });
  });

  it('and the same guesses would get through without the count before the comparison (twin)', async () => {
    const email = someone();
    await new Browser(app).signUp(email);
    const subject = await database.db
      .selectFrom('codes')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    // Read, compare, then count: what the one UPDATE of takeTry avoids.
    const compared = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { tries } = await database.db
          .selectFrom('codes')
          .select('tries')
          .where('subject', '=', subject.subject)
          .executeTakeFirstOrThrow();
        if (tries >= 5) return 0;
        await database.db
          .updateTable('codes')
          .set({ tries: sql`least(tries + 1, 5)` })
          .where('subject', '=', subject.subject)
          .execute();
        return 1;
      }),
    );
    expect(compared.reduce<number>((all, one) => all + one, 0)).toBeGreaterThan(5);
  });
});

describe('POST /resend-confirm-code', () => {
  it('makes the newest code the only one', async () => {
    const email = someone();
    const browser = new Browser(app);
    await browser.signUp(email);
    const first = await browser.codeFor(email);
    await browser.post('/resend-confirm-code', { email });
    const second = await browser.codeFor(email);
    expect(await mailsTo(email)).toHaveLength(2);
    if (first !== second) {
      expect(await browser.post('/confirm-sign-up', { email, confirmation_code: first })).toMatchObject(
        MISMATCH,
      );
    }
    expect(await browser.post('/confirm-sign-up', { email, confirmation_code: second })).toMatchObject({
      status: 200,
    });
  });

  it.each(['known', 'unknown'])('allows one in 30 s and five an hour: %s address', async (kind) => {
    const email = someone();
    const browser = new Browser(app);
    if (kind === 'known') await browser.signUp(email);
    const resend = () => browser.post('/resend-confirm-code', { email });
    expect(await resend()).toMatchObject({ status: 200 });
    expect(await resend()).toMatchObject(TOO_MANY);
    for (let index = 0; index < 4; index += 1) {
      advance(31);
      expect(await resend()).toMatchObject({ status: 200 });
    }
    advance(31);
    expect(await resend()).toMatchObject(TOO_MANY);
    advance(60 * 60);
    expect(await resend()).toMatchObject({ status: 200 });
    expect(await mailsTo(email)).toHaveLength(kind === 'known' ? 7 : 0);
  });
});

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
    expect([...browser.cookies.keys()].sort()).toEqual(['__Host-access', '__Host-refresh', 'login']);
    const cookies = (await browser.post('/auth/refresh-token')).headers['set-cookie'] as string[];
    for (const cookie of cookies) {
      expect(cookie).toContain('Secure');
      expect(cookie).not.toContain('Domain');
    }
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

describe('POST /auth/refresh-token', () => {
  it('gives two tabs that refresh at once the same tokens', async () => {
    const browser = new Browser(app);
    await browser.become(someone());
    const before = new Map(browser.cookies);
    const tabs = Array.from({ length: 6 }, () => {
      const tab = new Browser(app);
      for (const [name, value] of before) tab.cookies.set(name, value);
      return tab;
    });
    const answers = await Promise.all(tabs.map((tab) => tab.post('/auth/refresh-token')));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
    expect(new Set(tabs.map((tab) => tab.cookies.get('refresh'))).size).toBe(1);
    expect(tabs[0]!.cookies.get('refresh')).not.toBe(before.get('refresh'));
    for (const tab of tabs) expect(await signedIn(tab)).toBe(true);
  });

  it('ends the login of who shows a token older than the last (S5)', async () => {
    const browser = new Browser(app);
    await browser.become(someone());
    const thief = new Browser(app);
    thief.cookies.set('refresh', browser.cookies.get('refresh')!);
    await browser.post('/auth/refresh-token');
    advance(11);
    expect(await signedIn(browser)).toBe(true);
    expect(await thief.post('/auth/refresh-token')).toMatchObject({ status: 401 });
    expect([...thief.cookies.keys()]).toEqual([]);
    expect(await signedIn(browser)).toBe(false);
    expect(await browser.post('/auth/refresh-token')).toMatchObject({ status: 401 });
  });

  it('ends it within the ten seconds too, if the token is older than the predecessor', async () => {
    const browser = new Browser(app);
    await browser.become(someone());
    const thief = new Browser(app);
    thief.cookies.set('refresh', browser.cookies.get('refresh')!);
    await browser.post('/auth/refresh-token');
    await browser.post('/auth/refresh-token');
    expect(await thief.post('/auth/refresh-token')).toMatchObject({ status: 401 });
    expect(await signedIn(browser)).toBe(false);
  });

  it('lasts 7 days idle and 30 days at most', async () => {
    const day = 24 * 60 * 60;
    const browser = new Browser(app);
    await browser.become(someone());
    for (let days = 0; days < 24; days += 6) {
      advance(6 * day);
      expect(await browser.post('/auth/refresh-token')).toMatchObject({ status: 204 });
    }
    advance(5.999 * day);
    const { headers } = await browser.post('/auth/refresh-token');
    expect(String(headers['set-cookie'])).toContain('Max-Age=86;'); // what is left of 30 days
    advance(0.002 * day);
    expect(await browser.post('/auth/refresh-token')).toMatchObject({ status: 401 });

    const idle = new Browser(app);
    await idle.become(someone());
    advance(7 * day);
    expect(await idle.post('/auth/refresh-token')).toMatchObject({ status: 401 });
    expect(idle.cookies.has('login')).toBe(false);
  });

  it('answers nonsense like nothing', async () => {
    const browser = new Browser(app);
    browser.cookies.set('refresh', 'nonsense');
    expect(await browser.post('/auth/refresh-token')).toMatchObject({ status: 401 });
    expect(await new Browser(app).post('/auth/refresh-token')).toMatchObject({ status: 401 });
  });
});

describe('GET /sign-out', () => {
  it('ends the login at the server and the cookies, and is always 204', async () => {
    const browser = new Browser(app);
    await browser.become(someone());
    const stolen = new Browser(app);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    const answer = await browser.get('/sign-out');
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['clear-site-data']).toBeUndefined();
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await signedIn(stolen)).toBe(false);
    expect(await stolen.post('/auth/refresh-token')).toMatchObject({ status: 401 });
    expect(await browser.get('/sign-out')).toMatchObject({ status: 204 });
  });

  it('ends it with the refresh token alone, as after 15 minutes', async () => {
    const browser = new Browser(app);
    await browser.become(someone());
    const other = new Browser(app);
    other.cookies.set('refresh', browser.cookies.get('refresh')!);
    await other.get('/sign-out');
    expect(await signedIn(browser)).toBe(false);
  });
});

describe('a forgotten password', () => {
  it('is answered alike for every address, and mailed only to confirmed ones', async () => {
    const confirmed = someone();
    await new Browser(app).become(confirmed);
    const waiting = someone();
    await new Browser(app).signUp(waiting);
    const unknown = someone();
    const answers = [];
    for (const email of [confirmed, waiting, unknown]) {
      const { status, text, headers } = await new Browser(app).post('/forgot-password', { email });
      answers.push({ status, text, headers: Object.keys(headers).sort() });
    }
    expect(answers[0]).toMatchObject({
      status: 200,
      text: expect.stringContaining(
        'If your email exists in our system, a verification code has been sent to it',
      ),
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect((await mailsTo(confirmed))[0]!.subject).toContain('password reset code');
    expect(await mailsTo(waiting)).toHaveLength(1);
    expect(await mailsTo(unknown)).toHaveLength(0);
  });

  it('is reset with the code: signs out everywhere, mails a notice, does not sign in', async () => {
    const email = someone();
    const browser = new Browser(app);
    await browser.become(email);
    const visitor = new Browser(app);
    await visitor.post('/forgot-password', { email });
    const confirmationCode = await visitor.codeFor(email);
    const reset = { email, confirmationCode, password: OTHER_PASSWORD };
    expect(await visitor.post('/confirm-new-password', reset)).toMatchObject({ status: 200 });
    expect([...visitor.cookies.keys()]).toEqual([]);
    expect(await signedIn(browser)).toBe(false);
    expect(await browser.post('/auth/refresh-token')).toMatchObject({ status: 401 });
    expect((await mailsTo(email))[0]!.subject).toContain('password was changed');
    expect(await visitor.signIn(email)).toMatchObject({ status: 401 });
    expect(await visitor.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 200 });
    // once
    expect(await visitor.post('/confirm-new-password', reset)).toMatchObject({ status: 400 });
  });

  it.each([
    ['short', 400, 'Password must be at least 8 characters long'],
    [OTHER_PASSWORD, 400, 'Invalid verification code provided, please try again.'],
  ])('answers errors as plain text: %s', async (password, status, text) => {
    const email = someone();
    await new Browser(app).become(email);
    const browser = new Browser(app);
    await browser.post('/forgot-password', { email });
    const right = await browser.codeFor(email);
    const confirmationCode = right === '000000' ? '000001' : '000000';
    const answer = await browser.post('/confirm-new-password', { email, confirmationCode, password });
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers['content-type']).toContain('text/plain');
  });

  it('takes guesses at known and unknown addresses alike (S4)', async () => {
    const known = someone();
    await new Browser(app).become(known);
    const unknown = someone();
    const seen = [];
    for (const email of [known, unknown]) {
      const browser = new Browser(app);
      const answers: string[] = [];
      const guess = async () => {
        const { status, text } = await browser.post('/confirm-new-password', {
          email,
          confirmationCode: 'nodigits',
          password: OTHER_PASSWORD,
        });
        answers.push(`${status} ${text}`);
      };
      await guess();
      await browser.post('/forgot-password', { email });
      for (let index = 0; index < 7; index += 1) await guess();
      advance(31);
      await browser.post('/forgot-password', { email });
      advance(10 * 60);
      await guess();
      seen.push(answers);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]!.map((answer) => answer.slice(0, 3))).toEqual([
      '400',
      '400',
      '400',
      '400',
      '400',
      '400',
      '429',
      '429',
      '400',
    ]);
  });

  it.each(['known', 'unknown'])(
    'may be asked for every 30 s, five times an hour, ten a day: %s',
    async (kind) => {
      const email = someone();
      const browser = new Browser(app);
      if (kind === 'known') await browser.become(email);
      const forgot = async () => (await browser.post('/forgot-password', { email })).status;
      const statuses: number[] = [];
      for (let hour = 0; hour < 3; hour += 1) {
        for (let index = 0; index < 6; index += 1) {
          statuses.push(await forgot());
          advance(31);
        }
        advance(60 * 60);
      }
      expect(statuses).toEqual([
        200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 200, 429, 429, 429, 429, 429, 429, 429,
      ]);
    },
  );
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
  const email = someone();

  it.each(CROSS)('%s: nothing unsafe is done, nor GET /sign-out', async (_name, headers) => {
    if (victim.cookies.size === 0) await victim.become(email);
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
    expect(await signedIn(victim)).toBe(true);
  });

  it('a body that a plain form could send is refused', async () => {
    if (victim.cookies.size === 0) await victim.become(email);
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
    expect(await signedIn(victim)).toBe(true);
  });
});

describe('what is stored', () => {
  it('opens nothing by being read: no password, code or token in plain', async () => {
    const email = someone();
    const browser = new Browser(app);
    await browser.signUp(email);
    const code = await browser.codeFor(email);
    await browser.post('/confirm-sign-up', { email, confirmation_code: code });
    await browser.signIn(email);
    await browser.post('/forgot-password', { email });
    const reset = await browser.codeFor(email);
    const secrets = [GOOD_PASSWORD, ...browser.cookies.values()].filter((value) => value.length > 1);
    for (const table of [
      'accounts',
      'sign_up_attempts',
      'codes',
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

  it('goes when its time is over', async () => {
    advance(40 * 24 * 60 * 60);
    await cleanUp.run(deps, new Date());
    for (const table of [
      'sign_up_attempts',
      'codes',
      'logins',
      'spent_refresh_tokens',
      'sign_in_failures',
      'rate_limits',
    ] as const) {
      const left = await database.db
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .execute();
      expect([table, left.length]).toEqual([table, 0]);
    }
  });
});
