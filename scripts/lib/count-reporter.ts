import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { failedTest, type PartResult } from './test-summary.ts';

/**
 * Counts a Vitest run for scripts/test.ts. A test that passed only on its retry counts as flaky, by name. Vitest's own
 * JSON report counts it as passed and leaves out failed hooks.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const result: PartResult = { passed: 0, failed: [], flaky: [], times: [] };
    const addHook = (name: string, errors: readonly { readonly message?: string }[]) => {
      if (errors.length > 0) result.failed.push(failedTest(name, errors[0]!.message));
    };
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const [failure] = errors ?? [];
        const line = failedTest(`${file}: ${test.fullName}`, failure?.stack ?? failure?.message);
        if (test.diagnostic()?.flaky) result.flaky.push(line);
        else if (state === 'passed') result.passed += 1;
        else if (state === 'failed') result.failed.push(line);
      }
      // A file that could not be loaded, or whose hook failed, may have no failed test and must not look well.
      for (const suite of module.children.allSuites()) {
        addHook(`${file}: ${suite.fullName}`, suite.errors());
      }
      addHook(file, module.errors());
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      result.times.push({ file, ms: setupDuration + collectDuration + duration });
    }
    for (const error of unhandledErrors) addHook('outside the tests', [error as Error]);
    const report = process.env.VITEST_REPORT;
    if (report) writeFileSync(report, JSON.stringify(result));
  }
}
