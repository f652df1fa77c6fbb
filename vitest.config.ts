import { defineConfig } from 'vitest/config';

// A slow, shared machine may lose a race with a time limit. Such a test is run once more in CI and
// reported by name (docs/decisions/0001-report-flaky-tests.md); at the desk it fails at once.
const retry = process.env.CI ? 1 : 0;

const shared = {
  environment: 'node',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  retry,
} as const;

export default defineConfig({
  test: {
    // The figure for two cores: PostgreSQL and the build want some of them too.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'rules',
          include: [
            'src/{domain,contract,web}/**/*.test.{ts,tsx}',
            'content/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{bench,docs}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/server/**/*.test.ts', 'tests/{server,faults,attacks}/**/*.test.ts'],
          globalSetup: 'tests/support/database-server.ts',
        },
      },
    ],
  },
});
