import { expect, test } from 'vitest';
import { isPriceChosen, visibleMoney } from '#domain/visible-money.ts';

const FIXED = { min_price_cents: null, max_price_cents: null };
const SCALE = { min_price_cents: 6000, max_price_cents: 12_000 };

test('what was recorded at the sale decides; without a record, the service as it is now', () => {
  expect(isPriceChosen(true, FIXED)).toBe(true);
  expect(isPriceChosen(false, SCALE)).toBe(false);
  expect(isPriceChosen(null, SCALE)).toBe(true);
  expect(isPriceChosen(null, FIXED)).toBe(false);
  expect(isPriceChosen(null, { min_price_cents: 6000, max_price_cents: 6000 })).toBe(false);
});

test('a chosen price hides every amount until it is revealed', () => {
  const money = { price_cents: 8500, tax_cents: null, refunded_cents: 0 };
  expect(visibleMoney(money, false, false)).toEqual({ is_hidden: false, ...money });
  expect(visibleMoney(money, true, true)).toEqual({ is_hidden: false, ...money });
  expect(visibleMoney(money, true, false)).toEqual({
    is_hidden: true,
    price_cents: null,
    tax_cents: null,
    refunded_cents: null,
  });
});
