import { defineConfig } from '@playwright/test';

// Set by scripts/e2e.ts, which starts the app once for the whole run: npm run e2e -- tests/e2e/x.spec.ts
const { BASE_URL, CHROMIUM_PATH, PLAYWRIGHT_REPORT } = process.env;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Two cores carry the app, its database and two browsers; more would only make each slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // The retry tells a flaky test from a broken one; both fail (docs/decisions/0001-flaky-tests-fail.md).
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(PLAYWRIGHT_REPORT ? [['json', { outputFile: PLAYWRIGHT_REPORT }] as const] : [])],
  use: {
    ...(BASE_URL ? { baseURL: BASE_URL } : {}),
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    trace: 'on-first-retry',
    locale: 'en-US',
    launchOptions: {
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
      // Chromium's own sandbox cannot be set up by root; /dev/shm is tiny in containers.
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
    },
  },
});
