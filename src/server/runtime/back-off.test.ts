import { expect, it } from 'vitest';
import { retryAt } from './back-off.ts';

const now = new Date('2026-03-02T10:00:00Z');
const pauseAfter = (attempts: number) =>
  retryAt({ first_ms: 5000, longest_ms: 600_000 }, attempts, now).getTime() - now.getTime();

it('doubles the pause with each failure', () => {
  expect([1, 2, 3, 7].map(pauseAfter)).toEqual([5000, 10_000, 20_000, 320_000]);
});

it('never pauses longer than the longest pause, however many failures there were', () => {
  expect([8, 9, 100, 2000].map(pauseAfter)).toEqual([600_000, 600_000, 600_000, 600_000]);
});
