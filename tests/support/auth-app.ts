import { afterEach, beforeEach, expect, vi } from 'vitest';
import { getUser } from '#contract/client.calls.ts';
import { type TestApp, testApp } from './app.ts';
import { Browser } from './browser.ts';

export const MISMATCH = { status: 400, json: { code: 'CodeMismatchException' } };
export const TOO_MANY = {
  status: 429,
  json: { code: 'LimitExceededException', message: expect.stringContaining('too many attempts') },
};

/** The app without any data, for accounts and sessions. In each test the clock is stopped until the test moves it. */
export async function authApp() {
  const site = await testApp({ seeded: false, clock: () => new Date() });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: site.clock.now() });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  let addresses = 0;
  return {
    site,
    app: site.app,
    deps: site.deps,
    database: site.database,
    advance: (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000),
    newAddress: () => `client${(addresses += 1)}@example.com`,
    /** Newest first. */
    mailsTo: async (email: string) =>
      (await new Browser(site.app).get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json as {
        subject: string;
        text: string;
      }[],
    isSignedIn: async (browser: Browser) => (await browser.call(getUser)).status === 200,
  };
}

/** The same site under https. */
export const httpsBesides = (site: TestApp): Promise<TestApp> =>
  testApp({
    besides: site,
    seeded: false,
    clock: () => new Date(),
    env: { SITE_URL: 'https://sattvaandsage.example' },
  });
