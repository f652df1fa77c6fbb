import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { fixedClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { Browser, peopleApp } from './people-app.ts';

/** A good one, beside GOOD_PASSWORD. */
export const OTHER_PASSWORD = 'Triphala at 9 tonight!';
export const MISMATCH = { status: 400, json: { code: 'CodeMismatchException' } };
export const TOO_MANY = {
  status: 429,
  json: { code: 'LimitExceededException', message: expect.stringContaining('too many attempts') },
};

/** The app of accounts and logins for a test file. Each test stands at one moment, until it moves it. */
export async function peopleAtOneMoment() {
  const database = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'people-'));
  const clock = fixedClock();
  const { app, deps } = await peopleApp(database, folder, () => new Date());
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  let people = 0;
  return {
    app,
    deps,
    database,
    folder,
    advance: (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000),
    /** An address that nobody had before. */
    someone: () => `client${(people += 1)}@example.com`,
    /** Newest first. */
    mailsTo: async (email: string) =>
      (await new Browser(app).get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json as {
        subject: string;
        text: string;
      }[],
    signedIn: async (browser: Browser) => (await browser.get('/auth/get-user')).status === 200,
  };
}
