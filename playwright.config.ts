import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/lib/chromium.ts';

// Set by scripts/e2e.ts, which starts the app once for the whole run: npm run e2e -- tests/e2e/x.spec.ts
const { BASE_URL, CHROMIUM_PATH, PLAYWRIGHT_REPORT } = process.env;

/**
 * Files whose tests share one browser context in each worker, emptied by Playwright between two tests. Better is the lasting
 * page (tests/e2e/support/lasting-page.ts), which keeps its process and what it compiled. The others need a fresh context:
 * they are about several tabs, caches, policies, the network or a first visit.
 */
const SHARED_CONTEXT = /\/zoom\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Two cores carry the app, its database and two browsers; more would only make each slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Nothing here measures speed (npm run bench does): these limits only end what will never happen, on a busy machine too.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ...(PLAYWRIGHT_REPORT ? [['json', { outputFile: PLAYWRIGHT_REPORT }] as const] : [])],
  projects: [
    { name: 'fresh', testIgnore: SHARED_CONTEXT },
    { name: 'shared', testMatch: SHARED_CONTEXT, use: { reuseContext: true } },
  ],
  use: {
    ...(BASE_URL ? { baseURL: BASE_URL } : {}),
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    // Animations cost a sixth of a browser's time. Files about motion and the main journeys run with it: see `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptions(CHROMIUM_PATH),
  },
});
