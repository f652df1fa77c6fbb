import { expect, it } from 'vitest';
import { payOn } from './pay-on.ts';

it('names Stripe only where Stripe takes the payment', () => {
  expect(payOn('Stripe')).toContain('Stripe');
  for (const other of ['sandbox', null] as const) expect(payOn(other)).not.toContain('Stripe');
});

it('says of the test page that no card is charged', () => {
  expect(payOn('sandbox')).toBe('You pay on a test page. No card is charged.');
});
