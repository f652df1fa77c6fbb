import type { PaymentDeps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { endCheckout } from './end-checkout.ts';
import { fulfil } from './fulfil.ts';
import { openPaymentPage, successUrl } from './open-payment-page.ts';
import type { CheckoutRow } from './store.ts';

/** What a client with an open checkout gets. AGAIN: that checkout is over, so that another one can be made. */
type Resumed = { url: string } | Refusal | 'AGAIN';

/** Two tabs of one client may end each other's checkout this often before the client is asked to try again. */
export const MAX_ROUNDS = 4;

/** Returns the existing page for the same content, if it can still be paid. */
export async function resumeCheckout(deps: PaymentDeps, open: CheckoutRow, now: Date): Promise<Resumed> {
  if (open.provider_session_id === null || open.url === null) {
    const page = await openPaymentPage(deps, open, false, now);
    return page === 'AGAIN' ? page : pageOrRefusal(page);
  }
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

/** Ends a checkout with other content, so that the client can have another one. */
export async function replaceCheckout(
  deps: PaymentDeps,
  open: CheckoutRow,
  now: Date,
): Promise<Refusal | 'AGAIN'> {
  return (await endCheckout(deps, open, now)) === 'UNREACHABLE' ? refuse('PAYMENT_PROVIDER') : 'AGAIN';
}

export function pageOrRefusal(page: { url: string } | 'NONE' | 'BUSY'): { url: string } | Refusal {
  if (page === 'BUSY') return refuse('PAYMENT_BUSY');
  return page === 'NONE' ? refuse('PAYMENT_PROVIDER') : page;
}
