import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { confirmSignUp, resendConfirmCode } from '#contract/client.calls.ts';
import { Browser, GOOD_PASSWORD, OTHER_PASSWORD } from '#tests/support/browser.ts';
import { MISMATCH, TOO_MANY, authApp } from '#tests/support/auth-app.ts';

const { app, database, advance, newAddress, mailsTo, isSignedIn } = await authApp();

describe('POST /sign-up', () => {
  it('mails six digits and answers 201', async () => {
    const email = newAddress();
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
    ['Thunder1!', 'This password is too common. Please choose another one'],
  ])('names the first rule that %s breaks', async (password, message) => {
    expect(await new Browser(app).signUp(newAddress(), password)).toMatchObject({
      status: 400,
      json: { code: 'InvalidPasswordException', message, error: message },
    });
  });

  it('takes a passphrase of 64 characters and more', async () => {
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUpAndIn(email, `${'Turmeric and ghee, '.repeat(5)}7`);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('says that a confirmed address exists already', async () => {
    const email = newAddress();
    await new Browser(app).signUpAndIn(email);
    expect(await new Browser(app).signUp(email)).toMatchObject({
      status: 409,
      json: { code: 'UsernameExistsException', message: expect.stringContaining('already exists') },
    });
  });

  it('keeps five attempts alive, two of a network, and drops none while its code is good', async () => {
    const email = newAddress();
    const begin = async (browser: Browser, password: string) => {
      const { status } = await browser.signUp(email, password);
      return { status, browser, code: status === 201 ? await browser.codeFor(email) : '' };
    };
    const owner = await begin(new Browser(app), GOOD_PASSWORD);
    const strangers = [];
    for (let index = 0; index < 8; index += 1) {
      strangers.push(await begin(new Browser(app), `${OTHER_PASSWORD}${index}`));
    }
    // Five mails an hour, too.
    expect(strangers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429, 429, 429, 429]);
    const confirm = ({ browser, code }: typeof owner) =>
      browser.call(confirmSignUp, { body: { email, confirmation_code: code } });
    expect(await confirm(owner)).toMatchObject({ status: 200 });
    expect(await owner.browser.signIn(email)).toMatchObject({ status: 200 });
  });

  it('lets one network fill two places of an address alone, and drops the oldest once its code is over', async () => {
    const email = newAddress();
    const network = new Browser(app).ip;
    const here = (n: number) => new Browser(app, network).signUp(email, `${OTHER_PASSWORD}${n}`);
    expect([(await here(1)).status, (await here(2)).status, (await here(3)).status]).toEqual([201, 201, 429]);
    const elsewhere = new Browser(app);
    expect(await elsewhere.signUp(email)).toMatchObject({ status: 201 });
    const attempts = () =>
      database.db.selectFrom('sign_up_attempts').select('id').where('email', '=', email).execute();
    expect(await attempts()).toHaveLength(3);
    advance(10 * 60);
    expect(await here(4)).toMatchObject({ status: 201 });
    expect(await attempts()).toHaveLength(3);
    // The same browser replaces its own.
    expect(await elsewhere.signUp(email)).toMatchObject({ status: 201 });
    expect(await attempts()).toHaveLength(3);
  });

  it('mails a mailbox ten times a day at most, however its address is spelled, seven of them for the plain one', async () => {
    const name = newAddress().split('@')[0]!;
    const plain = `${name}@example.com`;
    let tagged = 0;
    for (let hour = 0; hour < 8; hour += 1) {
      for (let index = 0; index < 6; index += 1) {
        const spelled = `${name}+${hour}-${index}@example.com`;
        await new Browser(app).signUp(spelled, OTHER_PASSWORD);
        tagged += (await mailsTo(spelled)).length;
      }
      // The owner comes when strangers have had an hour for themselves.
      if (hour === 1) expect(await new Browser(app).signUp(plain)).toMatchObject({ status: 201 });
      for (let index = 0; index < 6 && hour > 0; index += 1) {
        await new Browser(app).signUp(plain, OTHER_PASSWORD);
        await new Browser(app).call(resendConfirmCode, { body: { email: plain } });
      }
      advance(60 * 60);
    }
    expect({ tagged, plain: (await mailsTo(plain)).length }).toEqual({ tagged: 3, plain: 7 });
    advance(24 * 60 * 60);
    expect(await new Browser(app).signUp(plain)).toMatchObject({ status: 201 });
  });

  it('does not let a stranger set a password for an address', async () => {
    const email = newAddress();
    const thief = new Browser(app);
    const owner = new Browser(app);
    await thief.signUp(email, OTHER_PASSWORD);
    await owner.signUp(email, GOOD_PASSWORD);
    const confirmation_code = await owner.codeFor(email);
    // The owner's code does not confirm the thief's password, and without a cookie two attempts are one too many.
    expect(await thief.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject(MISMATCH);
    expect(await new Browser(app).call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject(
      MISMATCH,
    );
    expect(await owner.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject({
      status: 200,
    });
    expect(await thief.signIn(email, OTHER_PASSWORD)).toMatchObject({ status: 401 });
    expect(await owner.signIn(email)).toMatchObject({ status: 200 });
  });
});

describe('POST /confirm-sign-up', () => {
  it('works once, without a session, and clears the cookie', async () => {
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUp(email);
    const confirmation_code = await browser.codeFor(email);
    expect(await browser.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject({
      status: 200,
    });
    expect([...browser.cookies.keys()]).toEqual([]);
    expect(await browser.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject(MISMATCH);
  });

  it('needs no cookie when exactly one attempt is alive (another device)', async () => {
    const email = newAddress();
    await new Browser(app).signUp(email);
    const phone = new Browser(app);
    const confirmation_code = await phone.codeFor(email);
    expect(await phone.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject({
      status: 200,
    });
  });

  it('ends a code after ten minutes', async () => {
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUp(email);
    const confirmation_code = await browser.codeFor(email);
    advance(10 * 60);
    expect(await browser.call(confirmSignUp, { body: { email, confirmation_code } })).toMatchObject({
      status: 400,
      json: { code: 'ExpiredCodeException', message: expect.stringContaining('Invalid verification code') },
    });
  });

  it('compares five guesses at most, however many are sent at once (S3)', async () => {
    const email = newAddress();
    const owner = new Browser(app);
    await owner.signUp(email);
    const right = await owner.codeFor(email);
    const guesses = Array.from({ length: 200 }, (_, index) => String(index).padStart(6, '0')).filter(
      (code) => code !== right,
    );
    const strangers = Array.from({ length: 20 }, () => new Browser(app));
    const answers = await Promise.all(
      guesses.map((confirmation_code, index) =>
        strangers[index % 20]!.call(confirmSignUp, { body: { email, confirmation_code } }),
      ),
    );
    // A stranger hears nothing of the tries.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    const triesTaken = async () =>
      (
        await database.db
          .selectFrom('codes')
          .select('tries')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).tries;
    expect(await triesTaken()).toBe(4);
    // The fifth try is for the browser that signed up.
    const wrong = guesses[0]!;
    expect(await owner.call(confirmSignUp, { body: { email, confirmation_code: wrong } })).toMatchObject(
      MISMATCH,
    );
    expect(await triesTaken()).toBe(5);
    // All tries are used up: the right code does not help any more, a new one does.
    const usedUp = await owner.call(confirmSignUp, { body: { email, confirmation_code: right } });
    expect(usedUp).toMatchObject(TOO_MANY);
    expect(usedUp.text).toContain(
      'There were too many attempts with this code. Use the link in the mail, or request a new code.',
    );
    await owner.call(resendConfirmCode, { body: { email } });
    const confirmation_code = await owner.codeFor(email);
    advance(60 * 60);
    await owner.call(resendConfirmCode, { body: { email } });
    expect(confirmation_code).toMatch(/^\d{6}$/);
    const newest = await owner.codeFor(email);
    expect(await owner.call(confirmSignUp, { body: { email, confirmation_code: newest } })).toMatchObject({
      status: 200,
    });
  });

  it('control: without the count before the comparison, the same guesses get through', async () => {
    const email = newAddress();
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
    const email = newAddress();
    const browser = new Browser(app);
    await browser.signUp(email);
    const first = await browser.codeFor(email);
    await browser.call(resendConfirmCode, { body: { email } });
    const second = await browser.codeFor(email);
    expect(await mailsTo(email)).toHaveLength(2);
    if (first !== second) {
      expect(await browser.call(confirmSignUp, { body: { email, confirmation_code: first } })).toMatchObject(
        MISMATCH,
      );
    }
    expect(await browser.call(confirmSignUp, { body: { email, confirmation_code: second } })).toMatchObject({
      status: 200,
    });
  });

  it.each(['known', 'unknown'])(
    'allows a network one in 30 s and three an hour: %s address',
    async (kind) => {
      const email = newAddress();
      const browser = new Browser(app);
      if (kind === 'known') await browser.signUp(email);
      const resend = () => browser.call(resendConfirmCode, { body: { email } });
      expect(await resend()).toMatchObject({ status: 200 });
      expect(await resend()).toMatchObject(TOO_MANY);
      for (let index = 0; index < 2; index += 1) {
        advance(31);
        expect(await resend()).toMatchObject({ status: 200 });
      }
      advance(31);
      expect(await resend()).toMatchObject(TOO_MANY);
      // No network waits for what another one asked for.
      expect(await new Browser(app).call(resendConfirmCode, { body: { email } })).toMatchObject({
        status: 200,
      });
      advance(60 * 60);
      expect(await resend()).toMatchObject({ status: 200 });
      expect(await mailsTo(email)).toHaveLength(kind === 'known' ? 6 : 0);
    },
  );
});
