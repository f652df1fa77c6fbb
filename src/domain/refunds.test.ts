import { expect, test } from 'vitest';
import { refundCents, paymentShares } from '#domain/refunds.ts';

const policy = { full_refund_hours: 24 };
const start = new Date('2026-05-08T16:00:00Z');

test.each([
  ['two days before', '2026-05-06T16:00:00Z', 8500],
  ['24 hours before, to the second', '2026-05-07T16:00:00Z', 8500],
  ['a second later', '2026-05-07T16:00:01Z', 0],
  ['after the start', '2026-05-09T16:00:00Z', 0],
])('%s', (_, now, cents) => expect(refundCents(policy, 8500, start, new Date(now))).toBe(cents));

test.each([
  ['no tax', [8500, 2000], 10_500, [8500, 2000]],
  ['cents that do not divide', [8500, 8500, 8500], 27_668, [9222, 9223, 9223]],
  ['a free one among them', [0, 3333, 1], 3617, [0, 3615, 2]],
  ['all free', [0, 0], 0, [0, 0]],
])('the shares of a payment add up to it: %s', (_, prices, total, shares) => {
  expect(paymentShares(prices, total)).toEqual(shares);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
});
