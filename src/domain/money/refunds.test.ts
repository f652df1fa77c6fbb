import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  paymentShares,
  policyOf,
  refundCents,
  refundChangesAt,
  type RefundableBooking,
} from '#domain/money/refunds.ts';

const start_time = new Date('2026-05-08T16:00:00Z');
const hoursBefore = (hours: number, ms = 0) => new Date(start_time.getTime() - hours * 3_600_000 + ms);
const refund = (json: Parameters<typeof policyOf>[0], now: Date, more: Partial<RefundableBooking> = {}) =>
  refundCents(policyOf(json), 8500, { start_time, ...more }, now);

test.each([
  ['two days before', 48, 0, 8500],
  ['24 hours before, to the millisecond', 24, 0, 8500],
  ['a millisecond later', 24, 1, 0],
  ['after the start', -24, 0, 0],
])('a policy of one number keeps its meaning: %s', (_, hours, ms, cents) =>
  expect(refund({ full_refund_hours: 24 }, hoursBefore(hours, ms))).toBe(cents),
);

const tiers = [
  { hours: 0, percent: 0 },
  { hours: 48, percent: 100 },
  { hours: 24, percent: 50 },
  { hours: 2, percent: 33 },
];
test.each([
  [48, 0, 8500],
  [48, 1, 4250],
  [24, 0, 4250],
  [24, 1, 2805],
  [2, 0, 2805],
  [2, 1, 0],
  [-1, 0, 0],
])('by tiers: %i hours and %i ms before', (hours, ms, cents) =>
  expect(refund({ full_refund_hours: 48, tiers }, hoursBefore(hours, ms))).toBe(cents),
);
it('half a cent is rounded up', () => {
  const half = policyOf({ full_refund_hours: 24, tiers: [{ hours: 24, percent: 50 }] });
  expect(refundCents(half, 333, { start_time }, hoursBefore(24))).toBe(167);
});

describe('grace after paying', () => {
  const policy = { full_refund_hours: 24, grace_minutes: 15 };
  const paid_at = hoursBefore(4);
  test.each([
    ['15 minutes after paying', 15, 0, 8500],
    ['a millisecond later', 15, 1, 0],
  ])('%s', (_, minutes, ms, cents) =>
    expect(refund(policy, new Date(paid_at.getTime() + minutes * 60_000 + ms), { paid_at })).toBe(cents),
  );
  it('needs a start that is two hours away', () => {
    const late = { paid_at: hoursBefore(2, -60_000) };
    expect(refund(policy, hoursBefore(2), late)).toBe(8500);
    expect(refund(policy, hoursBefore(2, 1), late)).toBe(0);
  });
});

describe('after the practice has moved it', () => {
  const policy = { full_refund_hours: 24 };
  const moved = { rescheduled_by_staff_at: hoursBefore(30), told_at: hoursBefore(30) };
  it('everything goes back for 24 hours after the client was told', () => {
    expect(refund(policy, hoursBefore(6), moved)).toBe(8500);
    expect(refund(policy, hoursBefore(6, 1), moved)).toBe(0);
  });
  it('or until the hour of the policy, if that is later', () => {
    const early = { rescheduled_by_staff_at: hoursBefore(100), told_at: hoursBefore(100) };
    expect(refund(policy, hoursBefore(24), early)).toBe(8500);
    expect(refund(policy, hoursBefore(24, 1), early)).toBe(0);
  });
});

const anyHours = fc.integer({ min: 0, max: 100 });
const anyPolicy = fc.record({
  full_refund_hours: anyHours,
  tiers: fc.array(fc.record({ hours: anyHours, percent: fc.integer({ min: 0, max: 100 }) }), {
    maxLength: 4,
  }),
  grace_minutes: fc.integer({ min: 0, max: 60 }),
});
const anyMoment = fc.integer({ min: -50, max: 120 }).map((hours) => hoursBefore(hours));
const anyBooking = fc.record({
  start_time: fc.constant(start_time),
  paid_at: fc.option(anyMoment),
  rescheduled_by_staff_at: fc.option(anyMoment),
  told_at: fc.option(anyMoment),
});

it('for any policy: the refund stays until the moment that is foretold, and changes then', () => {
  fc.assert(
    fc.property(
      anyPolicy,
      anyBooking,
      anyMoment,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (json, booking, now, part) => {
        const policy = policyOf(json);
        const at = (ms: number) => refundCents(policy, 10_000, booking, new Date(ms));
        const end = refundChangesAt(policy, booking, now)?.getTime() ?? now.getTime() + 200 * 3_600_000;
        expect(at(Math.floor(now.getTime() + part * (end - now.getTime())))).toBe(at(now.getTime()));
        if (refundChangesAt(policy, booking, now) !== null) expect(at(end + 1)).not.toBe(at(end));
      },
    ),
  );
});

test.each([
  ['no tax', [8500, 2000], 10_500, [8500, 2000]],
  ['cents that do not divide', [8500, 8500, 8500], 27_668, [9222, 9223, 9223]],
  ['a free one among them', [0, 3333, 1], 3617, [0, 3615, 2]],
  ['all free', [0, 0], 0, [0, 0]],
])('the shares of a payment add up to it: %s', (_, prices, total, shares) => {
  expect(paymentShares(prices, total)).toEqual(shares);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
});
