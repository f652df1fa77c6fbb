import { describe, expect, test } from 'vitest';
import type { Cancellation } from '#contract/staff-bookings.schemas.ts';
import {
  cancelLabel,
  canChooseRefund,
  cancelledText,
  chosenOutcome,
  keptText,
  offlineRefundText,
  ownOutcome,
  ownRefundError,
  policyText,
  quoteChangedText,
  refundAnywayLabel,
} from '#staff/bookings/cancel-texts.ts';

const ZONE = 'America/Los_Angeles';
const full = (cents: number | null) => ({ refund: 'FULL' as const, cents });
const NONE = { refund: 'NONE' as const, cents: 0 };

const early: Cancellation = {
  next_in_line: null,
  reach: {
    booking: 'b',
    start_time: '2026-12-08T18:00:00.000Z',
    client: null,
    way: 'FORMER',
    refund: 'FULL',
    refund_cents: 8500,
    by_hand_cents: 0,
  },
  by_practice: full(8500),
  by_client: full(8500),
  hours_before: 31,
  by_client_later: [{ ...NONE, after: '2026-12-07T18:00:00.000Z' }],
  quote: 'early',
  updated_at: '2026-12-01T18:00:00.000Z',
};
const late: Cancellation = { ...early, by_client: NONE, hours_before: 5, by_client_later: [] };
const unpaid: Cancellation = { ...late, by_practice: NONE };
const money = {
  is_hidden: false,
  has_balance: false,
  price_cents: 8500,
  paid_cents: 9100,
  refunded_cents: 0,
  offline_cents: 0,
};
const hidden: Cancellation = { ...early, by_practice: full(null), by_client: full(null) };

describe('the button names the amount', () => {
  test.each([
    ['the practice cancels', late, 'PRACTICE', false, 'Cancel and refund $85'],
    ['the client asks in time', early, 'CLIENT', false, 'Cancel and refund $85'],
    ['the client asks late', late, 'CLIENT', false, 'Cancel without refund'],
    ['late, but refunded anyway', late, 'CLIENT', true, 'Cancel and refund $85'],
    ['nothing was paid', unpaid, 'CLIENT', false, 'Cancel booking'],
    ['the amount is hidden', hidden, 'PRACTICE', false, 'Cancel and refund in full'],
  ] as const)('%s', (_, quote, by, anyway, label) => {
    expect(cancelLabel(quote, chosenOutcome(quote, by, anyway))).toBe(label);
  });
  test('only a late cancellation offers to refund anyway', () => {
    expect(refundAnywayLabel(late)).toBe('Refund anyway: $85');
    expect(refundAnywayLabel({ ...late, by_practice: full(null) })).toBe('Refund anyway: in full');
    expect(refundAnywayLabel(early)).toBeNull();
    expect(refundAnywayLabel(unpaid)).toBeNull();
  });
});

test('staff may choose an amount from the policy’s up to everything', () => {
  const half: Cancellation = { ...late, by_client: { refund: 'PART', cents: 4250 } };
  expect([early, late, half, unpaid, hidden].map(canChooseRefund)).toEqual([false, true, true, false, false]);
  expect(ownRefundError(half, 4250)).toBeNull();
  expect(ownRefundError(half, 4249)).toBe('Please enter an amount from $42.50 to $85.');
  expect(ownRefundError(half, 8501)).toBe('Please enter an amount from $42.50 to $85.');
  expect(ownRefundError(late, null)).toBe('Please enter an amount from $0 to $85.');
  expect(cancelLabel(half, ownOutcome(half, 6000))).toBe('Cancel and refund $60');
  expect(cancelLabel(late, ownOutcome(late, 0))).toBe('Cancel without refund');
  expect(ownOutcome(late, 8500).refund).toBe('FULL');
});

test('money that no card page took does not go back by itself, and is not called nothing', () => {
  expect(policyText(unpaid, false, ZONE)).toBe('5 hours before: nothing was paid');
  expect(policyText(unpaid, false, ZONE, 8500)).toBe('5 hours before: nothing was paid by card');
  expect(offlineRefundText(0)).toBeNull();
  expect(offlineRefundText(8500)).toMatch(/^\$85 was paid to you directly and doesn’t go back by itself\./);
});

test('the policy says what comes back until when', () => {
  expect(policyText(early, false, ZONE)).toBe(
    '31 hours before: full refund until Mon 7 Dec 10:00 AM, then none',
  );
  const part = (cents: number | null) => ({
    refund: 'PART' as const,
    cents,
    after: '2026-12-07T18:00:00.000Z',
  });
  const none = { ...NONE, after: '2026-12-08T16:00:00.000Z' };
  expect(policyText({ ...early, by_client_later: [part(4250), none] }, false, ZONE)).toBe(
    '31 hours before: full refund until Mon 7 Dec 10:00 AM, then refund of $42.50 until Tue 8 Dec 8:00 AM, then none',
  );
  expect(policyText({ ...early, by_client_later: [part(4250)] }, false, ZONE)).toBe(
    '31 hours before: full refund until Mon 7 Dec 10:00 AM, then refund of $42.50',
  );
  expect(policyText({ ...hidden, by_client_later: [part(null), none] }, false, ZONE)).toBe(
    '31 hours before: full refund until Mon 7 Dec 10:00 AM, then less until Tue 8 Dec 8:00 AM, then none',
  );
  expect(policyText(late, false, ZONE)).toBe('5 hours before: no refund');
  expect(policyText(unpaid, false, ZONE)).toBe('5 hours before: nothing was paid');
  expect(policyText({ ...late, hours_before: 0 }, false, ZONE)).toBe('Less than an hour before: no refund');
  expect(policyText({ ...late, hours_before: 0 }, true, ZONE)).toBe('After the start: no refund');
  expect(policyText({ ...late, hours_before: 1 }, false, ZONE)).toBe('1 hour before: no refund');
  expect(policyText({ ...unpaid, hours_before: 71 }, false, ZONE)).toBe('71 hours before: nothing was paid');
  expect(policyText({ ...unpaid, hours_before: 294 }, false, ZONE)).toBe('12 days before: nothing was paid');
});

test('a changed quote is explained with the time', () => {
  expect(quoteChangedText(late, new Date('2026-12-07T18:01:00Z'), ZONE)).toBe(
    'It’s 10:01 AM: no refund by the policy now.',
  );
});

test('the result names the refund', () => {
  expect(cancelledText(full(8500), 'Maren')).toBe('Cancelled. $85 is on its way back to Maren’s card.');
  expect(cancelledText(full(null), 'Maren')).toBe(
    'Cancelled. The refund is on its way back to Maren’s card.',
  );
  expect(cancelledText(NONE, 'Maren')).toBe('Cancelled.');
});

test.each([
  ['paid with tax', money, 'The price stays with you ($85).'],
  ['refunded in part', { ...money, refunded_cents: 4100 }, 'What was paid stays with you ($50).'],
  [
    'paid in part',
    { ...money, has_balance: true, paid_cents: 0, offline_cents: 4000 },
    'What was paid stays with you ($40).',
  ],
  ['unpaid', { ...money, has_balance: true, paid_cents: 0 }, 'Nothing was paid.'],
  ['free', { ...money, price_cents: 0, paid_cents: 0 }, 'No money moves.'],
  [
    'hidden',
    { ...money, is_hidden: true, price_cents: null, paid_cents: null, refunded_cents: null },
    'The price stays with you.',
  ],
])('after a no-show of a visit that is %s', (_, paid, text) => {
  expect(keptText(paid)).toBe(text);
});
