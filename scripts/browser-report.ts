import type { PartResult } from './part-result.ts';

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
    readonly tests: readonly { readonly status: string }[];
  }[];
}

/** Counts a Playwright run. A test that passed when run again has passed, and is named. */
export function countBrowserTests({ stats, errors, suites }: BrowserReport): PartResult {
  const flaky: string[] = [];
  const visit = (suite: BrowserSuite, titles: readonly string[]): void => {
    const path = [...titles, suite.title];
    for (const { title, tests } of suite.specs ?? []) {
      if (tests.some(({ status }) => status === 'flaky')) flaky.push([...path, title].join(' › '));
    }
    for (const inner of suite.suites ?? []) visit(inner, path);
  };
  for (const suite of suites) visit(suite, []);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, flaky };
}
