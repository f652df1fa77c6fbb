import { expect, test } from 'vitest';
import { refundCents } from '#domain/refunds.ts';

const policy = { full_refund_hours: 24 };
const start = new Date('2026-05-08T16:00:00Z');

test.each([
  ['two days before', '2026-05-06T16:00:00Z', 8500],
  ['24 hours before, to the second', '2026-05-07T16:00:00Z', 8500],
  ['a second later', '2026-05-07T16:00:01Z', 0],
  ['after the start', '2026-05-09T16:00:00Z', 0],
])('%s', (_, now, cents) => expect(refundCents(policy, 8500, start, new Date(now))).toBe(cents));
