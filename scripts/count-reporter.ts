import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { PartResult } from './part-result.ts';

/** Counts a vitest run for scripts/test.ts, tests that passed only when run again by name. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const result: PartResult = { passed: 0, failed: 0, flaky: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') result.passed += 1;
        if (state === 'failed') result.failed += 1;
        if (test.diagnostic()?.flaky)
          result.flaky.push(`${module.moduleId.split('/').pop()}: ${test.fullName}`);
      }
      // A file that could not be loaded has no tests, and must not look as if all were well.
      if (module.errors().length > 0) result.failed += 1;
    }
    result.failed += unhandledErrors.length;
    const file = process.env.VITEST_REPORT;
    if (file) writeFileSync(file, JSON.stringify(result));
  }
}
