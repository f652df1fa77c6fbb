import { expect, test, vi } from 'vitest';
import { signUp } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { expectAccessible } from './support/accessible.ts';
import { expectTexts } from './support/expect-texts.ts';
import { whileFailing, whileLosing, whileWaiting } from './support/fail-calls.ts';
import { codeFor, createAccount, mailsTo, newEmail, PASSWORD } from './support/people.ts';
import { visitor } from './support/site.ts';

const app = await testApp();

test('a visitor signs up, verifies the address, signs in and creates an account', async () => {
  const page = visitor(app);
  const email = newEmail();
  await page.goto('/sign-up?next=%2Fcart');
  await expectTexts(page, 'Sign up', 'empty');
  await expect(page.getByRole('list', { name: 'Your password needs' })).toHaveCount(0);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('nettle');
  const checks = page.getByRole('list', { name: 'Your password needs' }).getByRole('listitem');
  await expect(checks).toHaveText([
    'At least 8 characters, not yet met',
    'One uppercase letter, not yet met',
    'One lowercase letter, met',
    'One number, not yet met',
    'One special character, not yet met',
  ]);

  const confirm = page.getByLabel('Confirm password');
  await confirm.fill('nettle');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(checks.filter({ hasText: 'not yet met' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expectTexts(page, 'Sign up', 'differ');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await expect(confirm).toHaveValue('nettle');
  await expectAccessible(page);
  await confirm.fill(PASSWORD);
  await whileFailing(page, 'POST', '/sign-up', async () => {
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await expectTexts(page, 'Sign up', 'failed');
  });
  await expect(confirm).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();

  const code = page.getByLabel('Verification Code');
  await expect(code).toBeFocused();
  await expectTexts(page, 'Sign up', 'code');
  await expect(page.getByRole('button', { name: /^Resend code in \d+s$/ })).toBeDisabled();
  // A phone may unload the page while the client reads the mail.
  await page.reload();
  await expectTexts(page, 'Sign up', 'code');
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Use another email address' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.reload();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(code).toBeFocused();
  await code.fill('000000');
  await whileFailing(page, 'POST', '/confirm-sign-up', async () => {
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await expectTexts(page, 'Sign up', 'confirm failed');
  });
  await expect(code).toHaveValue('000000');
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid verification code');
  await expect(code).toHaveValue('');
  // As an app or keyboard may paste it: full-width digits, a zero-width character, text around it.
  const digits = await codeFor(page, email);
  await code.fill(`${digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))}\u200b`);
  await expect(code).toHaveValue(digits);
  await code.fill(`Your verification code: ${digits}`);
  await expect(code).toHaveValue(digits);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expectTexts(page, 'Sign up', 'verified');

  await expect(page).toHaveURL('/sign-in?next=%2Fcart');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/create-account?next=%2Fcart');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A few things about you');
});

test('a failed sign-in keeps what was typed; an unverified address needs the code', async () => {
  const page = visitor(app);
  const email = newEmail();
  await page.call(signUp, { body: { username: email, password: PASSWORD } });
  await page.goto('/sign-in');
  await expectTexts(page, 'Sign in', 'empty');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await expect(page.locator('form')).toHaveAttribute('method', 'post');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Email address').fill(email);
  await password.fill('not-the-one');
  await whileWaiting(page, 'POST', '/sign-in', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectTexts(page, 'Sign in', 'working');
  });
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await expect(password).toHaveValue('not-the-one');

  await password.fill(PASSWORD);
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await whileFailing(page, 'POST', '/sign-in', async () => {
    await signIn.click();
    await expectTexts(page, 'Sign in', 'failed');
  });
  await whileFailing(page, 'POST', '/resend-confirm-code', async () => {
    await signIn.click();
    await expectTexts(page, 'Sign in', 'code not sent');
    await page.getByRole('button', { name: 'Resend confirmation code' }).click();
    await expectTexts(page, 'Sign in', 'resend failed');
  });
  await page.getByRole('button', { name: 'Resend confirmation code' }).click();
  await expectTexts(page, 'Sign in', 'resent');
  await expectTexts(page, 'Sign in', 'cooling down');
  await expect(page.getByRole('button', { name: /^Resend code in \d+s$/ })).toBeDisabled();

  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(password).toHaveValue(PASSWORD);
  await signIn.click();
  await expectTexts(page, 'Sign in', 'unverified');
  const code = page.getByLabel('Verification Code');
  // The mail of the sign-up and the one requested here; none for returning during the cool-down.
  await code.fill(await codeFor(page, email));
  expect(await mailsTo(page, email)).toHaveLength(2);
  await whileFailing(page, 'POST', '/confirm-sign-up', async () => {
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await expectTexts(page, 'Sign in', 'verification failed');
  });
  await whileWaiting(page, 'POST', '/confirm-sign-up', async () => {
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await expectTexts(page, 'Sign in', 'verifying');
  });
  // Signs in with the password that is still in memory.
  await expect(page).toHaveURL('/create-account');
});

test('a forgotten password is reset with a code from the mail', async () => {
  const page = visitor(app);
  const email = await createAccount(page);
  const fresh = 'Oatstraw%tea-9';
  await page.goto('/sign-in?next=%2Fcart');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectTexts(page, 'Forgot password', 'empty');
  await page.getByLabel('Email address').fill(email);
  await whileFailing(page, 'POST', '/forgot-password', async () => {
    await page.getByRole('button', { name: 'Send Reset Code' }).click();
    await expectTexts(page, 'Forgot password', 'send failed');
  });
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expectTexts(page, 'Forgot password', 'reset');
  await expect(page.getByRole('button', { name: /^Resend code in \d+s$/ })).toBeDisabled();

  await page.getByRole('button', { name: 'Back to email address' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  // Still the same code: no other is requested during the cool-down, and another address has to wait.
  await expectTexts(page, 'Forgot password', 'reset');
  const newest = await codeFor(page, email);
  expect(await mailsTo(page, email)).toHaveLength(2);
  await page.getByRole('button', { name: 'Back to email address' }).click();
  await page.getByLabel('Email address').fill(`x${email}`);
  await expect(page.getByRole('button', { name: /^Resend code in \d+s$/ })).toBeDisabled();
  await page.getByLabel('Email address').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  await page.reload();
  await expectTexts(page, 'Forgot password', 'reset');
  await page.getByLabel('Verification Code').fill(newest);
  await page.getByLabel('New password').fill(fresh);
  await page.getByLabel('Confirm password').fill('something else');
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await reset.click();
  await expectTexts(page, 'Forgot password', 'differ');
  await page.getByLabel('New password').fill('short');
  await page.getByLabel('Confirm password').fill('short');
  await reset.click();
  await expectTexts(page, 'Forgot password', 'short');
  await page.getByLabel('New password').fill(fresh);
  await page.getByLabel('Confirm password').fill(fresh);
  await whileFailing(page, 'POST', '/confirm-new-password', async () => {
    await reset.click();
    await expectTexts(page, 'Forgot password', 'reset failed');
  });
  await reset.click();
  await expectTexts(page, 'Forgot password', 'done');
  // The client still reaches the page that they wanted before the failed sign-in.
  await expect(page).toHaveURL('/sign-in?next=%2Fcart');
  await page.getByLabel('Password', { exact: true }).fill(fresh);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/create-account?next=%2Fcart');
  expect((await mailsTo(page, email)).length).toBeGreaterThanOrEqual(3);
});

test('the link in the mail opens the new password step in another browser', async () => {
  const page = visitor(app);
  const email = await createAccount(page);
  const fresh = 'Oatstraw%tea-9';
  await page.goto('/forgot-password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  const [mail] = await mailsTo(page, email);
  const link = /\/forgot-password#key=[\w-]{43}/.exec(mail!.text)![0];

  const phone = visitor(app);
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(phone.getByLabel('Verification Code')).toHaveCount(0);
  // The key is no longer in the address, and a reloaded page returns to the same step.
  await expect(phone).toHaveURL('/forgot-password');
  expect(location.hash).toBe('');
  await phone.reload();
  await phone.getByLabel('New password').fill(fresh);
  await phone.getByLabel('Confirm password').fill('something else');
  const reset = phone.getByRole('button', { name: 'Reset Password' });
  await reset.click();
  await expectTexts(phone, 'Forgot password', 'differ');
  await phone.getByLabel('Confirm password').fill(fresh);
  await reset.click();
  await expectTexts(phone, 'Forgot password', 'done');
  await expect(phone).toHaveURL('/sign-in');
  await expect(phone.getByLabel('Email address')).toHaveValue(email);
  await phone.getByLabel('Password', { exact: true }).fill(fresh);
  const calls = vi.spyOn(phone, 'fetch');
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone).toHaveURL('/create-account');
  const [, init] = calls.mock.calls.find(([url]) => url === '/sign-in')!;
  expect(JSON.parse(init!.body as string)).toMatchObject({ sign_in_pass: expect.any(String) });

  // The link works once. What was typed stays, and a code can be requested instead.
  phone.clearCookies();
  await phone.goto(link);
  await phone.getByLabel('New password').fill(`${fresh}!`);
  await phone.getByLabel('Confirm password').fill(`${fresh}!`);
  await reset.click();
  await expect(phone.getByRole('alert')).toHaveText(
    'This link has been used or is older than a day. Please request a new code.',
  );
  await expect(phone.getByLabel('New password')).toHaveValue(`${fresh}!`);
  await phone.getByRole('button', { name: 'Have a code sent instead' }).click();
  await expect(phone.getByLabel('Email address')).toBeVisible();
});

test('a code whose response was lost: the next try says what may have happened', async () => {
  const page = visitor(app);
  const email = newEmail();
  await page.goto('/sign-up');
  for (const [label, text] of [
    ['Email address', email],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  const code = await codeFor(page, email);
  const perhaps = page.getByText(
    'Perhaps an earlier try went through without an answer: then you can sign in.',
  );

  await page.getByLabel('Verification Code').fill(code);
  await whileLosing(page, 'POST', '/confirm-sign-up', async () => {
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await expectTexts(page, 'Sign up', 'confirm failed');
  });
  await expect(perhaps).toHaveCount(0);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(perhaps).toBeVisible();

  await page.goto('/forgot-password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByLabel('Verification Code')).toBeVisible();
  await page.getByLabel('Verification Code').fill(await codeFor(page, email));
  await page.getByLabel('New password').fill(`${PASSWORD}!`);
  await page.getByLabel('Confirm password').fill(`${PASSWORD}!`);
  await whileLosing(page, 'POST', '/confirm-new-password', async () => {
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to reset password');
  });
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(perhaps).toBeVisible();
});
