import { expect, it } from 'vitest';
import { countBrowserTests } from './browser-report.ts';

const suite = {
  title: 'booking.spec.ts',
  specs: [{ title: 'books by keyboard', tests: [{ status: 'expected', results: [{ duration: 100 }] }] }],
  suites: [
    {
      title: 'cart',
      specs: [
        {
          title: 'survives a reload',
          tests: [
            {
              status: 'flaky',
              results: [
                { duration: 30, error: { message: '\u001B[31mError\u001B[39m: no\n  cart' } },
                { duration: 20 },
              ],
            },
          ],
        },
        { title: 'expires', tests: [{ status: 'unexpected', results: [{ duration: 5 }] }] },
      ],
    },
  ],
};

it('counts a test that passed on its retry as neither passed nor failed, and names it with its failure', () => {
  const stats = { expected: 1, unexpected: 1, flaky: 1 };
  expect(countBrowserTests({ stats, errors: [], suites: [suite] })).toEqual({
    passed: 1,
    failed: 1,
    flaky: ['booking.spec.ts › cart › survives a reload (Error: no cart)'],
    times: [{ file: 'booking.spec.ts', ms: 155 }],
  });
});

it('counts a file that could not be loaded as a failure', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0 };
  expect(countBrowserTests({ stats, errors: [{}], suites: [] })).toMatchObject({ passed: 0, failed: 1 });
});
