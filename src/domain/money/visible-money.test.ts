import { expect, test } from 'vitest';
import { visibleCents, visibleMoney } from '#domain/money/visible-money.ts';

test('a payment with a price that the client chose has no amount for staff', () => {
  expect(visibleCents(8500, { has_chosen_price: false })).toBe(8500);
  expect(visibleCents(8500, { has_chosen_price: true })).toBeNull();
});

test('hidden money has no amount at all', () => {
  const money = { price_cents: 8500, tax_cents: null, refunded_cents: 0 };
  expect(visibleMoney(money, false)).toEqual({ is_hidden: false, ...money });
  expect(visibleMoney(money, true)).toEqual({
    is_hidden: true,
    price_cents: null,
    tax_cents: null,
    refunded_cents: null,
  });
});
