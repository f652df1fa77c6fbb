import { expect, test } from 'vitest';
import {
  CHECKOUT_STATES,
  type CheckoutState,
  checkoutView,
  HOLD_MINUTES,
  isSettled,
  SESSION_MINUTES,
  statesBefore,
} from '#domain/checkout/checkout-states.ts';

test('allows exactly the transitions of the rules', () => {
  const moves = CHECKOUT_STATES.flatMap((to) => statesBefore(to).map((from) => `${from} ${to}`));
  expect(moves.sort()).toEqual(
    [
      'OFFERED CREATED',
      'OFFERED EXPIRED',
      'OFFERED CANCELLED',
      'CREATED OPEN',
      'CREATED CANCELLED',
      'CREATED PAID',
      'OPEN PAID',
      'OPEN EXPIRED',
      'OPEN CANCELLED',
      'EXPIRED PAID',
      'CANCELLED PAID',
      'PAID CONFIRMED',
      'PAID REFUND_DUE',
      'REFUND_DUE REFUNDED',
    ].sort(),
  );
  expect(statesBefore('PAID')).toEqual(['CREATED', 'OPEN', 'EXPIRED', 'CANCELLED']);
  expect(CHECKOUT_STATES.filter(isSettled)).toEqual(['CONFIRMED', 'REFUNDED']);
});

test.each([
  ['OFFERED', 'PROCESSING'],
  ['CREATED', 'PROCESSING'],
  ['OPEN', 'PROCESSING'],
  ['PAID', 'PROCESSING'],
  ['CONFIRMED', 'PAID'],
  ['REFUND_DUE', 'REFUNDED'],
  ['REFUNDED', 'REFUNDED'],
  ['EXPIRED', 'EXPIRED'],
  ['CANCELLED', 'CANCELLED'],
] as [CheckoutState, string][])('%s is shown as %s', (state, view) => expect(checkoutView(state)).toBe(view));

test('the hold outlives the payment page by 5 minutes', () => {
  expect([SESSION_MINUTES, HOLD_MINUTES]).toEqual([35, 40]);
});
