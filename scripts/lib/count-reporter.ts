import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { flakyTest, type PartRun } from './test-summary.ts';

/** Counts a vitest run for scripts/test.ts: what failed, and by name what passed only when run again. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const result: PartRun = {
      passed: 0,
      failed: 0,
      flaky: [],
      failedNames: [],
      failedFiles: [],
      passedInFailedFiles: 0,
    };
    const pathOf = (error: unknown): unknown => (error as { VITEST_TEST_PATH?: unknown }).VITEST_TEST_PATH;
    const withStrayErrors = new Set(unhandledErrors.map(pathOf));
    const failedFiles = new Set<string>();
    for (const module of modules) {
      const file = module.moduleId.split('/').pop();
      let passed = 0;
      const fail = (name: string): void => {
        result.failed += 1;
        result.failedNames.push(name);
        failedFiles.add(module.moduleId);
      };
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed') fail(`${file}: ${test.fullName}`);
        if (test.diagnostic()?.flaky) {
          const failure = errors?.[0];
          result.flaky.push(flakyTest(`${file}: ${test.fullName}`, failure?.stack ?? failure?.message));
        }
      }
      // A file that could not be loaded, or whose hook failed, has no tests and must not look as if all were well.
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(`${file}: ${suite.fullName}`);
      }
      if (module.errors().length > 0) fail(`${file}: the file itself`);
      if (withStrayErrors.delete(module.moduleId)) fail(`${file}: an error outside of its tests`);
      result.passed += passed;
      if (failedFiles.has(module.moduleId)) result.passedInFailedFiles += passed;
    }
    result.failedFiles = [...failedFiles];
    // An error that belongs to no file: there is nothing to run again.
    if (withStrayErrors.size > 0) {
      result.failed += withStrayErrors.size;
      result.failedFiles = undefined;
    }
    const file = process.env.VITEST_REPORT;
    if (file) writeFileSync(file, JSON.stringify(result));
  }
}
