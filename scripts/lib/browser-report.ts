import { flakyTest, type PartResult } from './test-summary.ts';

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
      readonly results: readonly {
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}

/** Counts a Playwright run. A test that passed only on its retry counts as flaky, by name. */
export function countBrowserTests({ stats, errors, suites }: BrowserReport): PartResult {
  const flaky: string[] = [];
  const visit = (suite: BrowserSuite, titles: readonly string[]): number => {
    const path = [...titles, suite.title];
    let ms = 0;
    for (const { title, tests } of suite.specs ?? []) {
      const retried = tests.find(({ status }) => status === 'flaky');
      if (retried) flaky.push(flakyTest([...path, title].join(' › '), retried.results[0]?.error?.message));
      for (const { duration } of tests.flatMap(({ results }) => results)) ms += duration;
    }
    for (const inner of suite.suites ?? []) ms += visit(inner, path);
    return ms;
  };
  const times = suites.map((suite) => ({ file: suite.title, ms: visit(suite, []) }));
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    flaky,
    times,
  };
}
