import { expect, it } from 'vitest';
import { paymentNote } from './cart-summary.tsx';

it('names Stripe only if Stripe takes the payment', () => {
  expect(paymentNote('Stripe')).toContain('Stripe');
  for (const other of ['sandbox', null] as const) expect(paymentNote(other)).not.toContain('Stripe');
});

it('says for the test page that no card is charged', () => {
  expect(paymentNote('sandbox')).toBe('You pay on a test page. No card is charged.');
});
