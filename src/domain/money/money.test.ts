import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  clampPrice,
  formatCents,
  formatExactCents,
  isSlidingScale,
  priceFor,
  priceLabel,
  sliderBounds,
  startPrice,
  subtotalCents,
  toCents,
  totalAmount,
} from '#domain/money/money.ts';

const plain = { base_price: 85, suggested_price: null, min_price: null, max_price: null };
const sliding = { base_price: 90, suggested_price: 80, min_price: 60, max_price: 120 };

test('cents: dollars times 100, rounded', () => {
  expect([85, 0, 19.99, 1.005, 0.1 + 0.2, 35.855].map(toCents)).toEqual([8500, 0, 1999, 101, 30, 3586]);
});

test.each([
  [8500, '$85'],
  [8550, '$85.50'],
  [8505, '$85.05'],
  [0, '$0'],
  [123_456_700, '$1,234,567'],
  [-500, '-$5'],
])('%i cents read %s', (cents, text) => expect(formatCents(cents)).toBe(text));
test('sums that are paid or refunded have both decimals', () => {
  expect([8500, 8505, 0].map(formatExactCents)).toEqual(['$85.00', '$85.05', '$0.00']);
});

describe('sliding scale', () => {
  test('needs both bounds, the upper above the lower', () => {
    expect(isSlidingScale(sliding)).toBe(true);
    expect(isSlidingScale(plain)).toBe(false);
    expect(isSlidingScale({ ...sliding, max_price: 60 })).toBe(false);
    expect(isSlidingScale({ ...sliding, min_price: null })).toBe(false);
    expect(isSlidingScale({ ...sliding, min_price: 0 })).toBe(true);
  });
  test('starts at suggested, else base, else min, inside the bounds', () => {
    expect(startPrice(sliding)).toBe(80);
    expect(startPrice({ ...sliding, suggested_price: null })).toBe(90);
    expect(startPrice({ ...sliding, suggested_price: null, base_price: null })).toBe(60);
    expect(startPrice({ ...sliding, suggested_price: 500 })).toBe(120);
    expect(startPrice({ ...sliding, suggested_price: 5 })).toBe(60);
    expect(startPrice(plain)).toBe(85);
  });
  test('moves in whole dollars', () => {
    expect(clampPrice(sliding, 72.4)).toBe(72);
    expect(clampPrice({ ...sliding, min_price: 60.5 }, 10)).toBe(61);
    expect(clampPrice(sliding, NaN)).toBe(60);
    // The client can pay every price that the slider reaches.
    const uneven = { ...sliding, min_price: 60.5, max_price: 80.5 };
    expect(sliderBounds(uneven)).toEqual({ min: 61, max: 80 });
    for (const dollars of [61, 80]) expect(priceFor(uneven, dollars * 100).ok).toBe(true);
    expect(sliderBounds(plain)).toBeNull();
  });
  test('its label is the range', () => {
    expect(priceLabel(sliding)).toBe('$60–$120');
    expect(priceLabel(plain)).toBe('$85');
  });
});

test('the subtotal: current or suggested price on a sliding scale, else the base price', () => {
  const items = [
    { service: sliding, currentPrice: 70 },
    { service: sliding, currentPrice: null },
    { service: plain, currentPrice: 1 },
  ];
  expect(subtotalCents(items)).toBe(7000 + 8000 + 8500);
});

test('total_amount: selected_price or base_price of each item', () => {
  expect(totalAmount([{ selected_price: 7000, base_price: 85 }, { base_price: 85 }])).toBe(15_500);
});

describe("a client's price", () => {
  test("the service's own", () => {
    expect(priceFor(plain, 8500)).toEqual({ ok: true, cents: 8500 });
    expect(priceFor(plain, 8499)).toEqual({
      ok: false,
      reason: 'PRICE_CHANGED',
      selected_cents: 8499,
      expected_cents: 8500,
    });
  });
  test.each([6000, 7200, 12_000])('%i is a choice on the scale', (cents) =>
    expect(priceFor(sliding, cents)).toEqual({ ok: true, cents }),
  );
  test.each([
    [5900, 6000],
    [12_100, 12_000],
    [7250, 7300],
    [-1, 6000],
    [NaN, 6000],
    [Infinity, 6000],
  ])('%d is not', (cents, expected_cents) =>
    expect(priceFor(sliding, cents)).toMatchObject({
      ok: false,
      reason: 'PRICE_CHANGED',
      expected_cents,
      min_cents: 6000,
    }),
  );
  it('accepts every value of the slider', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        fc.double(),
        (min, span, at) => {
          const service = { ...sliding, min_price: min, max_price: min + span };
          expect(priceFor(service, toCents(clampPrice(service, at))).ok).toBe(true);
          expect(priceFor(service, toCents(startPrice(service))).ok).toBe(true);
        },
      ),
    );
  });
});
