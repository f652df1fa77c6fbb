import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { confirmSignUp, createUser, signIn as signInCall, signUp } from '#contract/client.calls.ts';
import { demo } from '#content/seed/demo-clients.ts';
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

/** Creates an account with a verified address, without a record. */
export async function createAccount(page: Page): Promise<string> {
  const email = newEmail();
  await page.call(signUp, { body: { username: email, password: PASSWORD } });
  await page.call(confirmSignUp, { body: { email, confirmation_code: await codeFor(page, email) } });
  return email;
}

/** Creates a client with a record and profile data, signed in in this browser. */
export async function createClient(page: Page, more: object = {}) {
  const email = await createAccount(page);
  await signInByCall(page, email);
  const person = { first_name: 'Ivo', last_name: 'Marlow' };
  const body = { pronouns: 'he/him', birthdate: '1985-02-03', phone: '(503) 555-0142', ...person, ...more };
  await page.call(createUser, { body });
  return { email, ...person };
}

/** Signs a client in by a call, for tests that are not about signing in. */
export const signInByCall = (page: Page, username: string, password: string = PASSWORD) =>
  page.call(signInCall, { body: { username, password } });
export const signInDemo = (page: Page) => signInByCall(page, demo.email, demo.password);

/** Signs in with the form. */
export async function signIn(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/(profile|create-account)/);
}
