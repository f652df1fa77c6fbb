import { expect, test } from 'vitest';
import { balanceText, isFree, isUnpaid, priceText } from '#web/bookings/money-text.ts';

const paid = {
  status: 'CONFIRMED',
  price_cents: 8500,
  refunded_cents: 0,
  paid_cents: 8500,
  offline_cents: 0,
  balance_cents: 0,
  price_range: null,
} as const;
const unpaid = { ...paid, paid_cents: 0, balance_cents: 8500 };
const open = { ...unpaid, price_range: { min_cents: 6000, max_cents: 12_000, suggested_cents: 8500 } };

test.each([
  [paid, 'Paid $85'],
  [{ ...paid, refunded_cents: 2000 }, 'Paid $85, refunded $20'],
  [{ ...paid, status: 'PENDING', paid_cents: 0 } as const, '$85'],
  [unpaid, 'Not paid yet'],
  [open, 'Not paid yet'],
  [{ ...paid, price_cents: 0, paid_cents: 0 }, 'Free'],
  [{ ...paid, paid_cents: 0, status: 'CANCELLED' } as const, '$85'],
  [{ ...paid, paid_cents: 4000, offline_cents: 4000, balance_cents: 4500 }, 'Paid $40'],
])('%o: %s', (money, text) => expect(priceText(money)).toBe(text));

test('the balance is an amount, or a range while the client chooses', () => {
  expect([paid, unpaid, open].map(balanceText)).toEqual([null, '$85.00', '$60–$120']);
});

test('money taken at the visit does not go back to a card', () => {
  expect([paid, unpaid, { ...paid, offline_cents: 8500 }].map(isUnpaid)).toEqual([false, true, true]);
});

test('a visit is free if it costs nothing and no price is still to be chosen', () => {
  const free = { ...unpaid, price_cents: 0, balance_cents: 0 };
  expect([free, unpaid, { ...open, price_cents: 0 }].map(isFree)).toEqual([true, false, false]);
});
