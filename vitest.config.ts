import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/lib/longest-first.ts';

/** What a request leaves dies young: with more room it is collected less often, which takes a tenth less of a core. */
const ROOM_FOR_YOUNG = ['--max-semi-space-size=64'];

const shared = {
  environment: 'node',
  // A busy machine is no fault of the site: only what hangs takes as long.
  testTimeout: 600_000,
  // How long an ended worker may take; it only delays a message.
  teardownTimeout: 60_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  // Loading the modules takes more than most files, so files share a process. See ISOLATED.
  isolate: false,
  execArgv: ROOM_FOR_YOUNG,
  // The retry tells a flaky test from a broken one (docs/decisions/0001-flaky-tests.md).
  retry: process.env.CI ? 1 : 0,
} as const;

/**
 * Files that start whole processes or a browser. They mostly wait, so three run at a time, and first, while the browser tests
 * keep the cores busy. Last come the files that never wait.
 */
const PROCESSES = [
  'scripts/prepare.test.ts',
  'src/server/db/embedded/embedded-postgres.test.ts',
  'tests/attacks/{s03,s12}-*.test.ts',
  'tests/attacks/{s05-*,s07-crawl,s10-canary-disk,s11-shared-cache}.test.ts',
  'tests/faults/{r01,r07,r08,r09,r12,r13,r14,r17,r18}-*.test.ts',
  'tests/server/{built-server,documented-commands,every-adapter,staff-bundle}.test.ts',
];

/** One file replaces a module, the other measures the memory of its own process. Each loads the server anew. */
const ISOLATED = ['tests/attacks/s13-cost-matrix.test.ts', 'tests/server/backup-during-changes.test.ts'];

export default defineConfig({
  test: {
    // Beside the browser tests two on two cores: a file often waits for the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'rules',
          sequence: { groupOrder: 2 },
          include: [
            'src/{domain,contract,web,staff}/**/*.test.{ts,tsx}',
            'content/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{bench,docs}/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...PROCESSES],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          sequence: { groupOrder: 2 },
          include: ['{src/server,sandbox}/**/*.test.ts', 'tests/{server,faults,attacks}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PROCESSES, ...ISOLATED],
          globalSetup: 'tests/support/database-server.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'screens',
          sequence: { groupOrder: 2 },
          include: ['tests/screens/**/*.test.ts'],
          setupFiles: 'tests/screens/support/set-up.ts',
          globalSetup: 'tests/support/database-server.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'isolated',
          isolate: true,
          execArgv: [],
          // One at a time: they measure.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ISOLATED,
          globalSetup: 'tests/support/database-server.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'processes',
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          include: PROCESSES,
          globalSetup: ['tests/support/fresh-builds.ts', 'tests/support/database-server.ts'],
        },
      },
    ],
  },
});
