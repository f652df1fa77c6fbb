import { expect, it } from 'vitest';
import { countBrowserTests } from './browser-report.ts';

const suite = {
  title: 'booking.spec.ts',
  specs: [{ title: 'books by keyboard', tests: [{ status: 'expected', results: [{}] }] }],
  suites: [
    {
      title: 'cart',
      specs: [
        {
          title: 'survives a reload',
          tests: [
            {
              status: 'flaky',
              results: [{ error: { message: '\u001B[31mError\u001B[39m: no\n  cart' } }, {}],
            },
          ],
        },
        { title: 'expires', tests: [{ status: 'unexpected', results: [{}] }] },
      ],
    },
  ],
};

it('counts a test that passed when run again as passed, and names it with what it said', () => {
  const stats = { expected: 1, unexpected: 1, flaky: 1 };
  expect(countBrowserTests({ stats, errors: [], suites: [suite] })).toEqual({
    passed: 2,
    failed: 1,
    flaky: ['booking.spec.ts › cart › survives a reload (Error: no cart)'],
    failedNames: ['booking.spec.ts › cart › expires'],
    failedFiles: ['booking.spec.ts'],
    passedInFailedFiles: 0,
  });
});

it('counts a file that could not be loaded as a failure', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0 };
  expect(countBrowserTests({ stats, errors: [{}], suites: [] })).toMatchObject({
    passed: 0,
    failed: 1,
    failedFiles: undefined,
  });
});
