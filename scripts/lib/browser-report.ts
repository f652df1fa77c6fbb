import { flakyTest, type PartRun } from './test-summary.ts';

/** The part of Playwright's JSON report that counts. */
export interface BrowserReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
  readonly suites: readonly BrowserSuite[];
}

interface BrowserSuite {
  readonly title: string;
  readonly suites?: readonly BrowserSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      /** Each run of it, the first one first. */
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

/** Counts a Playwright run. A test that passed when run again has passed, and is named. */
export function countBrowserTests({ stats, errors, suites }: BrowserReport): PartRun {
  const flaky: string[] = [];
  const failedNames: string[] = [];
  const failedFiles = new Set<string>();
  const visit = (suite: BrowserSuite, titles: readonly string[]): void => {
    const path = [...titles, suite.title];
    for (const { title, tests } of suite.specs ?? []) {
      const name = [...path, title].join(' › ');
      const shaky = tests.find(({ status }) => status === 'flaky');
      if (shaky) flaky.push(flakyTest(name, shaky.results[0]?.error?.message));
      if (tests.some(({ status }) => status === 'unexpected')) {
        failedNames.push(name);
        failedFiles.add(path[0]!);
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, path);
  };
  for (const suite of suites) visit(suite, []);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    flaky,
    failedNames,
    // With an error outside of the tests, who knows what did not run.
    failedFiles: errors.length > 0 ? undefined : [...failedFiles],
    // Only the failed tests run again, not those that passed beside them.
    passedInFailedFiles: 0,
  };
}
