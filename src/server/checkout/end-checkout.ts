import { isMissing, type PaymentAnswer, type ProviderSession } from '../ports/payments.ts';
import { fulfil } from './fulfil.ts';
import { inTransaction } from '../db/transactions.ts';
import type { PaymentDeps } from '../deps.ts';
import { sessionRequest } from './open-payment-page.ts';
import { lockHolds, releaseCheckout, withdrawOffer } from '../seats/release-seats.ts';
import { type CheckoutRow, postponeCheckout, selectCheckout } from './store.ts';

/**
 * ENDED: it can no longer be paid and holds nothing. PAID: the payment came first. UNREACHABLE: the provider did not
 * answer.
 */
type Ending = 'ENDED' | 'PAID' | 'UNREACHABLE';

const RETRY_MS = 30_000;
/** Milliseconds after its expiry from which a session certainly cannot be paid, even if a clock is slow. */
const EXPIRY_MARGIN_MS = 5 * 60_000;

/**
 * Ends an open checkout: first at the provider, then here (rules.md §5). If the provider does not answer, the hold stays
 * and the sweeper ends the checkout later.
 */
export async function endCheckout(deps: PaymentDeps, checkout: CheckoutRow, now: Date): Promise<Ending> {
  // Nothing is asked about an offer that was not taken: the provider does not know it.
  if (checkout.state === 'OFFERED') {
    await inTransaction(deps.db, async (trx) => {
      await lockHolds(trx, checkout.id);
      await withdrawOffer(trx, checkout.id, now, false);
    });
    return endingOf(await selectCheckout(deps.db, checkout.id));
  }
  const next_check_at = new Date(now.getTime() + RETRY_MS);
  await postponeCheckout(deps.db, checkout.id, { next_check_at, cancel_requested: true }, now);
  const wanted = { ...checkout, cancel_requested: true };
  const session = await expireProviderSession(deps, wanted, now);
  if (session === 'GONE') {
    await releaseCheckout(deps.db, checkout.id, 'CANCELLED', now);
    return endingOf(await selectCheckout(deps.db, checkout.id));
  }
  if (session === null) return 'UNREACHABLE';
  return endingOf(await fulfil(deps, wanted, session, now));
}

function endingOf(checkout: CheckoutRow | undefined): Ending {
  if (checkout === undefined || checkout.state === 'CANCELLED' || checkout.state === 'EXPIRED')
    return 'ENDED';
  return checkout.state === 'CREATED' || checkout.state === 'OPEN' ? 'UNREACHABLE' : 'PAID';
}

/** Expires the provider's session and returns it. GONE: there is no session. Null: the provider did not answer. */
export async function expireProviderSession(
  deps: PaymentDeps,
  checkout: CheckoutRow,
  now: Date,
): Promise<ProviderSession | 'GONE' | null> {
  let session_id = checkout.provider_session_id;
  if (session_id === null) {
    const made = await unansweredSession(deps, checkout, now);
    if (made === null || made === 'GONE') return made;
    session_id = made.id;
  }
  const answer = await deps.payments.expireSession(session_id);
  if (answer.ok) return answer.value;
  if (isMissing(answer)) return 'GONE';
  await recordFailure(deps, checkout, answer, now);
  return null;
}

/**
 * Finds the session of a request that was never answered: requests it again with the same idempotency key and values,
 * else searches for it. A provider may repeat an error for a key under which it did create the session.
 */
async function unansweredSession(
  deps: PaymentDeps,
  checkout: CheckoutRow,
  now: Date,
): Promise<ProviderSession | 'GONE' | null> {
  const again = await deps.payments.createCheckoutSession(sessionRequest(checkout, deps.config.site_url));
  if (again.ok) return again.value;
  if (again.outcome === 'REFUSED' && again.conclusive) return 'GONE';
  const found = await deps.payments.findSession(checkout.id, checkout.customer_id);
  if (found.ok && found.value !== null) return found.value;
  const isExpired = now.getTime() >= checkout.session_expires_at.getTime() + EXPIRY_MARGIN_MS;
  if (found.ok && isExpired) return 'GONE';
  await recordFailure(deps, checkout, again, now);
  return null;
}

async function recordFailure(
  deps: PaymentDeps,
  checkout: CheckoutRow,
  failure: Extract<PaymentAnswer<never>, { ok: false }>,
  now: Date,
): Promise<void> {
  const pause = RETRY_MS * Math.min(10, checkout.attempts + 1);
  const next_check_at = new Date(now.getTime() + pause);
  const last_error = `${failure.outcome} ${failure.code}: ${failure.reason}`;
  await postponeCheckout(deps.db, checkout.id, { next_check_at, last_error }, now);
}
