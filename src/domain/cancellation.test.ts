import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cancellationQuote, leftCents } from '#domain/cancellation.ts';
import { policyOf } from '#domain/refunds.ts';

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
  expect(answer.later).toEqual({ refund: 'NONE', cents: 0 });
  expect(answer.changes_at?.toISOString()).toBe(cents > 0 ? '2026-05-07T16:00:00.000Z' : undefined);
});

it('the practice refunds in full whenever it cancels', () => {
  const full = { refund: 'FULL', cents: 8500 };
  expect(quote('PRACTICE', '2026-05-08T16:30:00Z')).toEqual({ now: full, later: full, changes_at: null });
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
        expect(client.later.cents).toBeLessThanOrEqual(client.now.cents);
      }),
    );
  });

  it('what is foretold is what is quoted a millisecond after the policy hour', () => {
    fc.assert(
      fc.property(...anyCase, (money, full_refund_hours, minutes) => {
        const quoteAt = (now: Date) =>
          cancellationQuote(policyOf({ full_refund_hours }), money, { start_time }, 'CLIENT', now);
        const { later, now, changes_at } = quoteAt(at(minutes));
        if (changes_at === null) {
          expect(later).toEqual(now);
          return;
        }
        expect(quoteAt(changes_at).now).toEqual(now);
        expect(quoteAt(new Date(changes_at.getTime() + 1)).now).toEqual(later);
      }),
    );
  });
});
