import { writeOut } from '#domain/people/personal.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { createDb } from '#server/db/pool.ts';
import { addOwner as addMember } from '#server/staff/manage-members.ts';
import { appDatabaseUrl } from './app-database.ts';

const ROOT = join(import.meta.dirname, '../../..');
const STEP_MS = 30_000;
const { APP_DATA_DIR, APP_DATABASE_URL, BASE_URL } = process.env;

export const PASSWORD = 'Kitchen-table-42';

let added = 0;
/** Each test has its own owner, so that no test locks another's. */
export const newOwnerEmail = (): string => `owner-${process.pid}-${(added += 1)}@example.com`;

/** Runs a command of the owner at the app's database; returns what it prints. */
export function runOwnerCommand(...args: string[]): string {
  const done = spawnSync(process.execPath, ['scripts/practice.ts', 'owner', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...(BASE_URL && { SITE_URL: BASE_URL }),
      ...(APP_DATABASE_URL ? { DATABASE_URL: APP_DATABASE_URL } : {}),
      ...(APP_DATA_DIR ? { DATA_DIR: APP_DATA_DIR } : {}),
    },
  });
  expect(done.status, `${done.stdout}${done.stderr}`).toBe(0);
  return done.stdout;
}

/** The path of the set-up link that a command printed. */
export function setUpPathIn(printed: string): string {
  const [, path] = /(\/staff\/set-up\/[\w-]+)/.exec(printed) ?? [];
  if (!path) throw new Error(`no link in: ${printed}`);
  return path;
}

/** A code of an authenticator app. `stepsAhead`: 1 where the present code was used already. */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * STEP_MS });

type Owner = { email: string; secret: string; recovery_codes: string[] };

/** An owner who is set up and not signed in. The command that adds one has tests of its own. */
export async function addOwner(page: Page): Promise<Owner> {
  const email = newOwnerEmail();
  const { db, close } = createDb(await appDatabaseUrl(), { max: 1 });
  const added = await addMember(db, { email, name: 'Asha Rao' }, new Date());
  await close();
  if (!added.ok) throw new Error(`${email} is an owner already.`);
  const path = `/api/staff/set-up/${added.value}`;
  const post = async <T>(url: string, data?: object): Promise<T> => {
    const answer = await page.request.post(url, { data, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return JSON.parse(writeOut(await answer.text())) as T;
  };
  const { secret } = await post<{ secret: string }>(`${path}/totp`);
  const { recovery_codes } = await post<{ recovery_codes: string[] }>(path, {
    password: PASSWORD,
    code: codeOf(secret),
  });
  await page.context().clearCookies();
  return { email, secret, recovery_codes };
}

/** Fills in the form of the sign-in page with password and code. */
export async function signIn(page: Page, { email, secret }: Owner): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
}
