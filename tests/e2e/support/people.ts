import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';

/** The password of test clients; meets every rule. */
export const PASSWORD = 'Nettle&oats-7';

/** An unused e-mail address. */
export const newEmail = (): string => `e2e-${randomUUID().slice(0, 8)}@example.com`;

/** Opens a page of the site and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
}

/** The mails of the sandbox to an address, newest first. */
export async function mailsTo(request: APIRequestContext, email: string) {
  const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as { subject: string; text: string }[];
}

/** The code in the newest mail, when there are at least `mails` of them. */
export async function codeFor(request: APIRequestContext, email: string, mails = 1): Promise<string> {
  let code = '';
  await expect(async () => {
    const found = await mailsTo(request, email);
    expect(found.length).toBeGreaterThanOrEqual(mails);
    code = /\b\d{6}\b/.exec(found[0]?.text ?? '')?.[0] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}

/** Fills in the first step of signing up, with the password of all test clients. */
export async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
}

/** Cookies and an address, with or without pages: a page, its context, or the `request` fixture in an object. */
export type Visitor = { request: APIRequestContext };

/** Makes a call like the pages of the site. */
export async function send({ request }: Visitor, path: string, data: object): Promise<APIResponse> {
  const answer = await request.post(path, { data, headers: { 'sec-fetch-site': 'same-origin' } });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer;
}

type Person = {
  email: string;
  first_name: string;
  last_name: string;
};

/** Creates an account with a verified address, without a record. */
async function createAccount(visitor: Visitor): Promise<string> {
  const email = newEmail();
  await send(visitor, '/sign-up', { username: email, password: PASSWORD });
  const code = await codeFor(visitor.request, email);
  await send(visitor, '/confirm-sign-up', { email, confirmation_code: code });
  return email;
}

/** Creates a client with a record and profile data, signed in in this page's browser. */
export async function createClient(visitor: Visitor, more: object = {}): Promise<Person> {
  const email = await createAccount(visitor);
  await send(visitor, '/sign-in', { username: email, password: PASSWORD });
  const person = { first_name: 'Ivo', last_name: 'Marlow' };
  await send(visitor, '/auth/create-user', {
    ...person,
    pronouns: 'he/him',
    birthdate: '1985-02-03',
    phone: '(503) 555-0142',
    ...more,
  });
  return { email, ...person };
}

/** Signs the sample client in by a call: for tests that are not about signing in. */
export async function signInDemo(visitor: Visitor): Promise<void> {
  await send(visitor, '/sign-in', { username: 'demo@example.com', password: 'Garden-gate-7' });
}

/** Signs in with the form. */
export async function signIn(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await open(page, '/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/(profile|create-account)/);
}
