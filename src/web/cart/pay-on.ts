import type { Session } from '#web/client/session.ts';

/** Where the payment is made, below the button that leads there. */
export function payOn(provider: Session['payment_provider']): string {
  if (provider === 'Stripe') return 'You pay on Stripe’s page. Your card never touches this site.';
  if (provider === 'sandbox') return 'You pay on a test page. No card is charged.';
  return 'You pay on a separate page. Your card never touches this site.';
}
