import { expect, test } from 'vitest';
import {
  amountError,
  amountText,
  methodText,
  parseAmount,
  paymentLinkLabel,
} from '#staff/till/till-texts.ts';

test('a typed amount is read as cents', () => {
  expect(['85', '$85', ' 42.5 ', '42.50', '1,200', '0', '0.05'].map(parseAmount)).toEqual([
    8500, 8500, 4250, 4250, 120_000, 0, 5,
  ]);
  expect(['', 'a lot', '-5', '1.234', '12,34', '1e3', '85 dollars', '٣'].map(parseAmount)).toEqual(
    Array(8).fill(null),
  );
});

test('an amount is shown in its field as it can be typed', () => {
  expect([8500, 4250, 120_000].map(amountText)).toEqual(['85', '42.50', '1200']);
  expect(parseAmount(amountText(123_456))).toBe(123_456);
});

test('an amount is needed, and not more than there is', () => {
  expect(amountError(null, 8500)).toBe('Please enter an amount, such as 85 or 42.50.');
  expect(amountError(0, null)).toBe('Please enter an amount, such as 85 or 42.50.');
  expect(amountError(8501, 8500)).toBe('At most $85.');
  expect(amountError(8500, 8500)).toBeNull();
  expect(amountError(99_900, null)).toBeNull();
});

test('a payment link names its sum, unless a price is still open', () => {
  const [one, other] = [{ balance_cents: 8500 }, { balance_cents: 4050 }];
  expect(paymentLinkLabel([one])).toBe('Send payment link for $85');
  expect(paymentLinkLabel([one, other])).toBe('Send payment link for $125.50');
  expect(paymentLinkLabel([one, { balance_cents: null }])).toBe('Send payment link');
});

test('a method reads as part of a sentence', () => {
  expect(methodText('CARD_READER')).toBe('by card reader');
});
