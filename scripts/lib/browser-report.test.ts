import { expect, it } from 'vitest';
import { type BrowserReport, countBrowserTests } from './browser-report.ts';

const test = (title: string, status: 'expected' | 'unexpected', duration: number, message?: string) => ({
  title,
  tests: [{ status, results: [{ duration, ...(message ? { error: { message } } : {}) }] }],
});

const first: BrowserReport = {
  stats: { expected: 1, unexpected: 2 },
  errors: [],
  suites: [
    {
      title: 'booking.spec.ts',
      specs: [test('books by keyboard', 'expected', 100)],
      suites: [
        {
          title: 'cart',
          specs: [
            test('survives a reload', 'unexpected', 30, '\u001B[31mError\u001B[39m: no\n  cart'),
            test('expires', 'unexpected', 5),
          ],
        },
      ],
    },
  ],
};

it('counts a test that passed on its retry as neither passed nor failed, and names it with its failure', () => {
  const cart = [test('survives a reload', 'expected', 20), test('expires', 'unexpected', 5)];
  const retry: BrowserReport = {
    stats: { expected: 1, unexpected: 1 },
    errors: [],
    suites: [{ title: 'booking.spec.ts', suites: [{ title: 'cart', specs: cart }] }],
  };
  expect(countBrowserTests(first, retry)).toEqual({
    passed: 1,
    failed: ['booking.spec.ts › cart › expires'],
    flaky: ['booking.spec.ts › cart › survives a reload (Error: no cart)'],
    times: [{ file: 'booking.spec.ts', ms: 135 }],
  });
});

it('counts as failed what no retry ran', () => {
  expect(countBrowserTests(first)).toMatchObject({
    passed: 1,
    failed: [
      'booking.spec.ts › cart › survives a reload (Error: no cart)',
      'booking.spec.ts › cart › expires',
    ],
    flaky: [],
  });
});

it('counts a file that could not be loaded as a failure', () => {
  const stats = { expected: 0, unexpected: 0 };
  expect(countBrowserTests({ stats, errors: [{ message: 'no file' }], suites: [] })).toMatchObject({
    passed: 0,
    failed: ['outside the tests (no file)'],
  });
});
