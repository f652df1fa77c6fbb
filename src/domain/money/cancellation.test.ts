import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cancellationQuote, leftCents } from '#domain/money/cancellation.ts';
import { policyOf } from '#domain/money/refunds.ts';

const policy = policyOf({ full_refund_hours: 24 });
const start_time = new Date('2026-05-08T16:00:00Z');
const paid = { share_cents: 8500, refunded_cents: 0, owed_cents: 0, payment_left_cents: 8500 };
const quote = (by: 'PRACTICE' | 'CLIENT', now: string, money = paid) =>
  cancellationQuote(policy, money, { start_time }, by, new Date(now));

test.each([
  ['two days before', '2026-05-06T16:00:00Z', 'FULL', 8500],
  ['in the last instant of the policy', '2026-05-07T16:00:00Z', 'FULL', 8500],
  ['a millisecond later', '2026-05-07T16:00:00.001Z', 'NONE', 0],
  ['after the start', '2026-05-08T16:30:00Z', 'NONE', 0],
] as const)('the client gets by the policy: %s', (_, now, refund, cents) => {
  const answer = quote('CLIENT', now);
  expect(answer.now).toEqual({ refund, cents });
  const none = { refund: 'NONE', cents: 0, after: new Date('2026-05-07T16:00:00Z') };
  expect(answer.later).toEqual(cents > 0 ? [none] : []);
});

it('each tier of the policy has its outcome, in order', () => {
  const tiers = [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 50 },
    { hours: 12, percent: 50 },
    { hours: 2, percent: 0 },
  ];
  const of = (now: string, money = paid) =>
    cancellationQuote(
      { ...policy, tiers, grace_minutes: 15 },
      money,
      { start_time, paid_at: new Date('2026-05-07T10:00:00Z') },
      'CLIENT',
      new Date(now),
    );
  const half = { refund: 'PART', cents: 4250 };
  const none = { refund: 'NONE', cents: 0, after: new Date('2026-05-08T04:00:00Z') };
  expect(of('2026-05-01T16:00:00Z')).toEqual({
    now: { refund: 'FULL', cents: 8500 },
    later: [{ ...half, after: new Date('2026-05-07T10:15:00Z') }, none],
  });
  expect(of('2026-05-07T12:00:00Z')).toEqual({ now: half, later: [none] });
  // Half of one cent is rounded up to all of it.
  const cent = { ...paid, share_cents: 1, payment_left_cents: 1 };
  expect(of('2026-05-07T10:00:00Z', cent)).toEqual({ now: { refund: 'FULL', cents: 1 }, later: [none] });
});

it('the practice refunds in full whenever it cancels', () => {
  const full = { refund: 'FULL', cents: 8500 };
  expect(quote('PRACTICE', '2026-05-08T16:30:00Z')).toEqual({ now: full, later: [] });
});

test.each([
  ['a part was refunded before', { ...paid, refunded_cents: 3000, payment_left_cents: 5500 }, 'PART', 5500],
  ['the refund is queued', { ...paid, owed_cents: 8500, payment_left_cents: 0 }, 'NONE', 0],
  ['the payment has less left', { ...paid, payment_left_cents: 1000 }, 'PART', 1000],
  ['nothing was paid', { ...paid, share_cents: 0, payment_left_cents: 0 }, 'NONE', 0],
  ['more was refunded than the share', { ...paid, refunded_cents: 9000, payment_left_cents: 0 }, 'NONE', 0],
] as const)('a refund is at most what is left: %s', (_, money, refund, cents) => {
  expect(quote('PRACTICE', '2026-05-06T16:00:00Z', money).now).toEqual({ refund, cents });
});

const amount = fc.integer({ min: 0, max: 1_000_000 });
const anyMoney = fc.record({
  share_cents: amount,
  refunded_cents: fc.integer({ min: -1000, max: 1_000_000 }),
  owed_cents: amount,
  payment_left_cents: fc.integer({ min: -1000, max: 2_000_000 }),
});
const anyMinute = fc.integer({ min: -10_000, max: 10_000 });

describe('for any money and any moment', () => {
  const anyCase = [anyMoney, fc.integer({ min: 0, max: 96 }), anyMinute] as const;
  const at = (minutes: number) => new Date(start_time.getTime() - minutes * 60_000);

  it('never more is refunded than the booking and the payment have left', () => {
    fc.assert(
      fc.property(...anyCase, (money, full_refund_hours, minutes) => {
        const hours = policyOf({ full_refund_hours });
        for (const by of ['PRACTICE', 'CLIENT'] as const) {
          const { cents } = cancellationQuote(hours, money, { start_time }, by, at(minutes)).now;
          expect(cents).toBeGreaterThanOrEqual(0);
          expect(cents).toBeLessThanOrEqual(leftCents(money));
          expect(cents).toBeLessThanOrEqual(Math.max(0, money.payment_left_cents));
          expect(cents).toBeLessThanOrEqual(money.share_cents);
          expect(cents === 0).toBe(
            cancellationQuote(hours, money, { start_time }, by, at(minutes)).now.refund === 'NONE',
          );
        }
      }),
    );
  });

  it('the client never gets more than when the practice cancels, and never more later', () => {
    fc.assert(
      fc.property(...anyCase, (money, full_refund_hours, minutes) => {
        const of = (by: 'PRACTICE' | 'CLIENT') =>
          cancellationQuote(policyOf({ full_refund_hours }), money, { start_time }, by, at(minutes));
        const client = of('CLIENT');
        expect(client.now.cents).toBeLessThanOrEqual(of('PRACTICE').now.cents);
        for (const { cents } of client.later) expect(cents).toBeLessThanOrEqual(client.now.cents);
      }),
    );
  });

  it('what is foretold is what is quoted a millisecond after the policy hour', () => {
    fc.assert(
      fc.property(...anyCase, (money, full_refund_hours, minutes) => {
        const quoteAt = (now: Date) =>
          cancellationQuote(policyOf({ full_refund_hours }), money, { start_time }, 'CLIENT', now);
        const { later, ...quoted } = quoteAt(at(minutes));
        let { now } = quoted;
        for (const { after, ...outcome } of later) {
          expect(quoteAt(after).now).toEqual(now);
          expect(quoteAt(new Date(after.getTime() + 1)).now).toEqual(outcome);
          now = outcome;
        }
      }),
    );
  });
});
