import { describe, expect, it } from 'vitest';
import { Browser } from '../../../tests/support/people-app.ts';
import { OTHER_PASSWORD, peopleAtOneMoment } from '../../../tests/support/people-at-one-moment.ts';

const { app, advance, someone, mailsTo, signedIn } = await peopleAtOneMoment();

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
