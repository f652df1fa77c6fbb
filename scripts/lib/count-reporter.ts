import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { flakyTest, type PartResult } from './test-summary.ts';

/**
 * Counts a Vitest run for scripts/test.ts. A test that passed only on its retry counts as flaky, by name. Vitest's own
 * JSON report counts it as passed and leaves out failed hooks.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const result: PartResult = { passed: 0, failed: 0, flaky: [], times: [] };
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (test.diagnostic()?.flaky) {
          const failure = errors?.[0];
          result.flaky.push(flakyTest(`${file}: ${test.fullName}`, failure?.stack ?? failure?.message));
        } else if (state === 'passed') result.passed += 1;
        else if (state === 'failed') result.failed += 1;
      }
      // A file that could not be loaded, or whose hook failed, may have no failed test and must not look well.
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) result.failed += 1;
      }
      if (module.errors().length > 0) result.failed += 1;
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      result.times.push({ file, ms: setupDuration + collectDuration + duration });
    }
    result.failed += unhandledErrors.length;
    const report = process.env.VITEST_REPORT;
    if (report) writeFileSync(report, JSON.stringify(result));
  }
}
