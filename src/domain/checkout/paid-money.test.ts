import { expect, test } from 'vitest';
import { type CardPayment, paidMoney } from '#domain/checkout/paid-money.ts';

const lines = [
  { booking_id: 'marma', price_cents: 8500 },
  { booking_id: 'class', price_cents: 2000 },
];
const payment: CardPayment = {
  state: 'CONFIRMED',
  subtotal_cents: 10_500,
  total_cents: 11_393,
  lines,
  left_cents: 11_393,
  owed_cents: 0,
};
const marma = { id: 'marma', price_cents: 8500, refunded_cents: 0 };
const of = (change: Partial<CardPayment>, refunded_cents = 0) =>
  Object.values(paidMoney({ ...marma, refunded_cents }, { ...payment, ...change }));

test.each<[string, Partial<CardPayment>, number, (number | null)[]]>([
  ['paid', {}, 0, [9222, 722, 0, 9222]],
  ['a refund that waits', { left_cents: 2171, owed_cents: 9222 }, 0, [9222, 722, 9222, 0]],
  ['refunded', { left_cents: 2171 }, 9222, [9222, 722, 9222, 0]],
  ['a part refunded', { left_cents: 9393 }, 2000, [9222, 722, 2000, 7222]],
  ['all of it sent back at the dashboard', { left_cents: 0 }, 0, [9222, 722, 9222, 0]],
  ['not paid yet', { state: 'OPEN', total_cents: null }, 0, [0, null, 0, 0]],
  ['a sample without lines', { lines: [] }, 0, [9222, 722, 0, 9222]],
])('%s', (_, change, refunded, amounts) => expect(of(change, refunded)).toEqual(amounts));

test('without a payment nothing was paid by card', () => {
  expect(Object.values(paidMoney(marma, null))).toEqual([0, null, 0, 0]);
});
