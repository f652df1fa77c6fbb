import { expect, it } from 'vitest';
import { withSecondRun } from './test-summary.ts';

const first = {
  passed: 100,
  failed: 2,
  flaky: ['a.test.ts: slow'],
  failedNames: ['b.test.ts: one', 'b.test.ts: two'],
  failedFiles: ['/b.test.ts'],
  passedInFailedFiles: 8,
};

it('counts what passed in the second run once, and names it', () => {
  expect(withSecondRun(first, { passed: 10, failed: 0, flaky: [] })).toEqual({
    passed: 102,
    failed: 0,
    flaky: ['a.test.ts: slow', 'b.test.ts: one', 'b.test.ts: two'],
  });
});

it('keeps what failed twice as failed', () => {
  expect(withSecondRun(first, { passed: 9, failed: 1, flaky: [] })).toEqual({
    passed: 101,
    failed: 1,
    flaky: ['a.test.ts: slow'],
  });
});

it('does not take a second run without any test for a pass', () => {
  expect(withSecondRun(first, { passed: 0, failed: 0, flaky: [] }).failed).toBe(1);
});
