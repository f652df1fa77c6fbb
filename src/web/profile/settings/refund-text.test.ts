import { expect, test } from 'vitest';
import { refundText } from '#web/profile/settings/refund-text.ts';

const changes_at = '2026-12-07T18:00:00.000Z';
const before = new Date(changes_at);
const after = new Date(before.getTime() + 1);
const card = { paid_cents: 8500, offline_cents: 0, refunded_cents: 0 };
const half = { why_not: null, refund_cents: 8500, later_refund_cents: 4250, changes_at };
const none = { ...half, refund_cents: 0, later_refund_cents: 0, changes_at: null };

test.each([
  ['all of it, until the policy changes', card, half, before, '$85.00 goes back to your card'],
  ['a part from then on', card, half, after, '$42.50 goes back to your card'],
  ['nothing any more', card, none, after, 'no refund by the policy you booked under'],
  ['not paid yet', { ...card, paid_cents: 0 }, none, before, 'nothing was paid'],
  ['refunded before', { ...card, refunded_cents: 8500 }, none, before, 'refunded already'],
  [
    'paid in cash',
    { ...card, offline_cents: 8500 },
    none,
    before,
    'what you paid at the visit doesn’t go back by itself',
  ],
])('what comes back: %s', (_, paid, cancel, now, text) => {
  expect(refundText(paid, cancel, now)).toBe(text);
});
