import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Page } from './page.ts';

/** The password of test clients; meets every rule. */
export const PASSWORD = 'Nettle&oats-7';

/** An unused e-mail address. */
export const newEmail = (): string => `screens-${randomUUID().slice(0, 8)}@example.com`;

/** The mails to an address, newest first. */
export async function mailsTo(page: Page, email: string) {
  const answer = await page.send({ url: `/dev/mailbox.json?to=${encodeURIComponent(email)}` });
  return answer.json<{ subject: string; text: string }[]>();
}

/** The code in the newest mail to an address. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const [mail] = await mailsTo(page, email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`No code was sent to ${email}`);
  return code;
}

/** Makes a call like the pages of the site. */
export async function send(page: Page, url: string, payload: object): Promise<void> {
  const answer = await page.send({ method: 'POST', url, payload });
  expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(300);
}

/** Creates an account with a verified address, without a record. */
export async function createAccount(page: Page): Promise<string> {
  const email = newEmail();
  await send(page, '/sign-up', { username: email, password: PASSWORD });
  await send(page, '/confirm-sign-up', { email, confirmation_code: await codeFor(page, email) });
  return email;
}

/** Creates a client with a record and profile data, signed in in this browser. */
export async function createClient(page: Page, more: object = {}) {
  const email = await createAccount(page);
  await send(page, '/sign-in', { username: email, password: PASSWORD });
  const person = { first_name: 'Ivo', last_name: 'Marlow' };
  await send(page, '/auth/create-user', {
    ...person,
    pronouns: 'he/him',
    birthdate: '1985-02-03',
    phone: '(503) 555-0142',
    ...more,
  });
  return { email, ...person };
}

/** Signs the sample client in by a call: for tests that are not about signing in. */
export const signInDemo = (page: Page): Promise<void> =>
  send(page, '/sign-in', { username: 'demo@example.com', password: 'Garden-gate-7' });

/** Signs in with the form. */
export async function signIn(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/(profile|create-account)/);
}
