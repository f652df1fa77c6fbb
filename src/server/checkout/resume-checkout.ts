import type { PaymentDeps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { endCheckout } from './end-checkout.ts';
import { fulfil } from './fulfil.ts';
import { openPaymentPage, successUrl } from './open-payment-page.ts';
import type { CheckoutRow } from './store.ts';

/** Two tabs of one client may end each other's checkout this often before the client is asked to try again. */
export const MAX_ROUNDS = 4;

/**
 * Returns the existing page of the client's open checkout, if it has the same content and can still be paid. A checkout
 * with other content is ended. AGAIN: the checkout is over, so that another one can be made.
 */
export async function resumeCheckout(
  deps: PaymentDeps,
  open: CheckoutRow,
  cart_hash: string,
  now: Date,
): Promise<{ url: string } | Refusal | 'AGAIN'> {
  if (open.cart_hash !== cart_hash || open.cancel_requested)
    return (await endCheckout(deps, open, now)) === 'UNREACHABLE' ? refuse('PAYMENT_PROVIDER') : 'AGAIN';
  if (open.provider_session_id === null || open.url === null)
    return await openPaymentPage(deps, open, false, now);
  const answer = await deps.payments.retrieveSession(open.provider_session_id, 'PERSON');
  // The provider does not answer, but its page may work, and it is the only one.
  if (!answer.ok) return { url: open.url };
  const current = await fulfil(deps, open, answer.value, now);
  // The cancel page that the client has just left is ending this checkout.
  if (current.state === 'OPEN' && current.cancel_requested) return 'AGAIN';
  if (current.state === 'OPEN' && current.url !== null) return { url: current.url };
  if (current.state === 'EXPIRED' || current.state === 'CANCELLED') return 'AGAIN';
  // The checkout is already paid. A balance that is paid has nothing left to show.
  return open.kind === 'BALANCE' ? 'AGAIN' : { url: successUrl(deps, answer.value.id) };
}
