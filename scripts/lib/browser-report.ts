import { failedTest, type PartResult } from './test-summary.ts';

/** The part of Playwright's JSON report that counts. */
export interface BrowserReport {
  readonly stats: { readonly expected: number; readonly unexpected: number };
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly BrowserSuite[];
}

interface BrowserSuite {
  readonly title: string;
  readonly suites?: readonly BrowserSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly {
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}

/**
 * Counts a Playwright run and the retry of what failed in it. A test that passed only on its retry counts as flaky, by name.
 * What the retry did not run has failed.
 */
export function countBrowserTests(first: BrowserReport, retry?: BrowserReport): PartResult {
  const passedNow = new Set(
    (retry ? testsOf(retry) : []).filter(({ status }) => status === 'expected').map(({ name }) => name),
  );
  const tests = testsOf(first);
  const unexpected = tests.filter(({ status }) => status === 'unexpected');
  const [flaky, failed] = [true, false].map((passed) =>
    unexpected
      .filter(({ name }) => passedNow.has(name) === passed)
      .map(({ name, failure }) => failedTest(name, failure)),
  ) as [string[], string[]];
  const times = new Map<string, number>();
  for (const { file, ms } of tests) times.set(file, (times.get(file) ?? 0) + ms);
  return {
    passed: first.stats.expected,
    failed: [...failed, ...first.errors.map(({ message }) => failedTest('outside the tests', message))],
    flaky,
    times: [...times].map(([file, ms]) => ({ file, ms })),
  };
}

interface BrowserTest {
  readonly file: string;
  readonly name: string;
  readonly status: string;
  readonly failure: string | undefined;
  readonly ms: number;
}

function testsOf(report: BrowserReport): BrowserTest[] {
  const visit = (suite: BrowserSuite, path: readonly string[]): BrowserTest[] => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        file: path[0]!,
        name: [...path, title].join(' › '),
        status,
        failure: results[0]?.error?.message,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => visit(inner, [...path, inner.title])),
  ];
  return report.suites.flatMap((suite) => visit(suite, [suite.title]));
}
