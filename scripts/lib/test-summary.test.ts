import { expect, it } from 'vitest';
import { failedTest, failuresOf, slowestFiles } from './test-summary.ts';

it('puts a failure on one line, without colours', () => {
  expect(failedTest('a.test.ts: slow', '\u001B[31mError\u001B[39m: no\n  cart')).toBe(
    'a.test.ts: slow (Error: no cart)',
  );
  expect(failedTest('a.test.ts: slow', undefined)).toBe('a.test.ts: slow');
});

it('fails a run with more than two flaky tests', () => {
  expect(failuresOf({ failed: [], flaky: ['a', 'b'] })).toBe(0);
  expect(failuresOf({ failed: ['d'], flaky: ['a', 'b', 'c'] })).toBe(4);
});

it('lists the slowest files first', () => {
  const times = [
    { file: 'a.test.ts', ms: 90 },
    { file: 'b.test.ts', ms: 12_340 },
    { file: 'c.test.ts', ms: 2000 },
  ];
  expect(slowestFiles(times, 2)).toEqual(['  12.3 s  b.test.ts', '   2.0 s  c.test.ts']);
});
