import { describe, expect, it } from 'vitest';
import {
  confirmNewPassword,
  confirmSignUp,
  deleteUser,
  forgotPassword,
  refreshToken,
  setPasswordByLink,
} from '#contract/client.calls.ts';
import { Browser, OTHER_PASSWORD } from '#tests/support/browser.ts';
import { authApp } from '#tests/support/auth-app.ts';

const { app, advance, newAddress, mailsTo, isSignedIn } = await authApp();

describe('a forgotten password', () => {
  it('is answered alike for every address, and mailed only to confirmed ones', async () => {
    const confirmed = newAddress();
    await new Browser(app).signUpAndIn(confirmed);
    const waiting = newAddress();
    await new Browser(app).signUp(waiting);
    const unknown = newAddress();
    const answers = [];
    for (const email of [confirmed, waiting, unknown]) {
      const { status, text, headers } = await new Browser(app).call(forgotPassword, { body: { email } });
      const same = text.replace(/"reset_id":"[\w-]{36}"/, '"reset_id":"…"');
      answers.push({ status, text: same, headers: Object.keys(headers).sort() });
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
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUpAndIn(email);
    const visitor = new Browser(app);
    await visitor.call(forgotPassword, { body: { email } });
    const confirmationCode = await visitor.codeFor(email);
    const reset = { email, confirmationCode, password: OTHER_PASSWORD };
    expect(await visitor.call(confirmNewPassword, { body: reset })).toMatchObject({ status: 200 });
    expect([...visitor.cookies.keys()]).toEqual([]);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.call(refreshToken)).toMatchObject({ status: 401 });
    expect((await mailsTo(email))[0]!.subject).toContain('password was changed');
    expect(await visitor.signIn(email)).toMatchObject({ status: 401 });
    expect(await visitor.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 200 });
    // once
    expect(await visitor.call(confirmNewPassword, { body: reset })).toMatchObject({ status: 400 });
  });

  it.each([
    ['short', 400, 'Password must be at least 8 characters long'],
    [OTHER_PASSWORD, 400, 'Invalid verification code provided, please try again.'],
  ])('answers errors as plain text: %s', async (password, status, text) => {
    const email = newAddress();
    await new Browser(app).signUpAndIn(email);
    const browser = new Browser(app);
    await browser.call(forgotPassword, { body: { email } });
    const right = await browser.codeFor(email);
    const confirmationCode = right === '000000' ? '000001' : '000000';
    const answer = await browser.call(confirmNewPassword, { body: { email, confirmationCode, password } });
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers['content-type']).toContain('text/plain');
  });

  it('takes guesses at known and unknown addresses alike (S4)', async () => {
    const known = newAddress();
    await new Browser(app).signUpAndIn(known);
    const unknown = newAddress();
    const seen = [];
    for (const email of [known, unknown]) {
      const browser = new Browser(app);
      const answers: string[] = [];
      const guess = async () => {
        const { status, text } = await browser.call(confirmNewPassword, {
          body: { email, confirmationCode: 'nodigits', password: OTHER_PASSWORD },
        });
        answers.push(`${status} ${text}`);
      };
      await guess();
      await browser.call(forgotPassword, { body: { email } });
      for (let index = 0; index < 7; index += 1) await guess();
      advance(31);
      await browser.call(forgotPassword, { body: { email } });
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
    'may be asked for every 30 s and three times an hour by a network: %s',
    async (kind) => {
      const email = newAddress();
      const browser = new Browser(app);
      if (kind === 'known') await browser.signUpAndIn(email);
      const forgot = async () => (await browser.call(forgotPassword, { body: { email } })).status;
      const statuses = [await forgot(), await forgot()];
      for (let index = 0; index < 3; index += 1) {
        advance(31);
        statuses.push(await forgot());
      }
      expect(statuses).toEqual([200, 429, 200, 200, 429]);
      advance(60 * 60);
      expect(await forgot()).toBe(200);
    },
  );

  it.each(['known', 'unknown'])(
    'may be asked for five times an hour and seven a day by everybody: %s',
    async (kind) => {
      const email = newAddress();
      if (kind === 'known') await new Browser(app).signUpAndIn(email);
      const statuses: number[] = [];
      let refused = '';
      for (let hour = 0; hour < 3; hour += 1) {
        for (let index = 0; index < 6; index += 1) {
          const { status, text } = await new Browser(app).call(forgotPassword, { body: { email } });
          statuses.push(status);
          if (status === 429) refused = text;
        }
        advance(60 * 60);
      }
      expect(statuses).toEqual([
        200, 200, 200, 200, 200, 429, 200, 200, 429, 429, 429, 429, 429, 429, 429, 429, 429, 429,
      ]);
      expect(refused).toBe(
        'There were too many attempts. The newest mail we sent to this address has a link that works for a day.',
      );
      expect((await mailsTo(email)).filter(({ subject }) => subject.includes('reset code'))).toHaveLength(
        kind === 'known' ? 7 : 0,
      );
    },
  );

  it('has a code per request, whose tries other requests cannot use up', async () => {
    const email = newAddress();
    await new Browser(app).signUpAndIn(email);
    const [owner, stranger] = [new Browser(app), new Browser(app)];
    const password = OTHER_PASSWORD;
    const ask = async (browser: Browser) =>
      (await browser.call(forgotPassword, { body: { email } })).json.reset_id;
    const reset_id = await ask(owner);
    const confirmationCode = await owner.codeFor(email);
    const wrong = confirmationCode === '000000' ? '000001' : '000000';
    advance(1);
    const theirs = await ask(stranger);
    const guess = async (confirmationCode: string, reset_id?: string) =>
      (await stranger.call(confirmNewPassword, { body: { email, password, confirmationCode, reset_id } }))
        .status;
    const own = [];
    for (let index = 0; index < 6; index += 1) {
      own.push(await guess(wrong, theirs));
    }
    expect(own).toEqual([400, 400, 400, 400, 400, 429]);
    // The owner's code is not the stranger's, and without a name only the newest request is meant.
    expect(await guess(confirmationCode, theirs)).toBe(429);
    expect(await guess(wrong)).toBe(429);
    expect(await guess(wrong, 'x')).toBe(400);
    const reset = { email, confirmationCode, password, reset_id };
    expect(await owner.call(confirmNewPassword, { body: reset })).toMatchObject({ status: 200 });
  });
});

describe('the link of a code mail', () => {
  const linkIn = (text: string) => /\/forgot-password#key=([\w-]{43})\b/.exec(text)?.[1];
  const keysOf = async (email: string) => (await mailsTo(email)).map(({ text }) => linkIn(text) ?? '');

  it('sets a password in any browser for a day; newer mails leave it, using one ends all', async () => {
    const email = newAddress();
    const owner = new Browser(app);
    await owner.signUpAndIn(email);
    for (let network = 0; network < 3; network += 1) {
      await new Browser(app).call(forgotPassword, { body: { email } });
      advance(60);
    }
    const [third, second, first] = (await keysOf(email)) as [string, string, string];
    expect(new Set([first, second, third]).size).toBe(3);
    advance(24 * 60 * 60 - 3 * 60);
    const anywhere = new Browser(app);
    const set = (key: string, password = OTHER_PASSWORD) =>
      anywhere.call(setPasswordByLink, { body: { key, password } });
    const over = {
      status: 400,
      text: 'This link has been used or is older than a day. Please request a new code.',
    };
    expect(await set(first)).toMatchObject(over);
    expect(await set(second, 'short')).toMatchObject({
      status: 400,
      text: 'Password must be at least 8 characters long',
    });
    const done = await set(second);
    expect(done).toMatchObject({ status: 200, json: { email, sign_in_pass: expect.any(String) } });
    expect([...anywhere.cookies.keys()]).toEqual([]);
    expect(await isSignedIn(owner)).toBe(false);
    expect((await mailsTo(email))[0]!.subject).toContain('password was changed');
    for (const key of [second, third, 'x', `${third.slice(1)}A`]) expect(await set(key)).toMatchObject(over);
    expect(await anywhere.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 200 });
  });

  it('creates the account of a pending sign-up with the password set through the mail', async () => {
    const email = newAddress();
    const thief = new Browser(app);
    await thief.signUp(email);
    const key = (await keysOf(email))[0]!;
    const owner = new Browser(app);
    expect(await owner.call(setPasswordByLink, { body: { key, password: OTHER_PASSWORD } })).toMatchObject({
      status: 200,
    });
    expect(await owner.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 200 });
    expect(await thief.signIn(email)).toMatchObject({ status: 401 });
    const confirmation_code = /\b\d{6}\b/.exec((await mailsTo(email)).at(-1)!.text)![0];
    expect(await thief.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject({
      status: 400,
    });
  });

  it('of a reset makes no account where there is none any more', async () => {
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUpAndIn(email);
    await new Browser(app).call(forgotPassword, { body: { email } });
    const key = (await keysOf(email))[0]!;
    await browser.call(deleteUser);
    const answer = await new Browser(app).call(setPasswordByLink, {
      body: { key, password: OTHER_PASSWORD },
    });
    expect(answer).toMatchObject({ status: 400 });
    expect(await new Browser(app).signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
  });

  it('is used by one of many who press at once', async () => {
    const email = newAddress();
    await new Browser(app).signUpAndIn(email);
    await new Browser(app).call(forgotPassword, { body: { email } });
    const key = (await keysOf(email))[0]!;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        new Browser(app).call(setPasswordByLink, { body: { key, password: `${OTHER_PASSWORD}${n}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await new Browser(app).signIn(email, `${OTHER_PASSWORD}${winner}`)).toMatchObject({ status: 200 });
  });
});
