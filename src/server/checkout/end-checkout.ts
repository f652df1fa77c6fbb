import { isMissing, type PaymentAnswer, type ProviderSession } from '../ports/payments.ts';
import { fulfil } from './fulfil.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { sessionRequest } from './open-payment-page.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { type CheckoutRow, postponeCheckout, selectCheckout } from './store.ts';

/** ENDED: it can no longer be paid and holds nothing. PAID: money came first. UNREACHABLE: the provider must say. */
type Ending = 'ENDED' | 'PAID' | 'UNREACHABLE';

const RETRY_MS = 30_000;
/** So long after its expiry a session can surely not be paid, even by a clock that is behind: milliseconds. */
const LAPSED_MS = 5 * 60_000;

/**
 * Ends an open checkout: first at the provider, then here (rules.md §5). If the provider cannot be asked, the wish is
 * noted, the hold stays, and the sweeper carries it out.
 */
export async function endCheckout(deps: PaymentDeps, checkout: CheckoutRow, now: Date): Promise<Ending> {
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

/** The session after it was made expireProviderSession; GONE: there is none; null: the provider does not say. */
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
 * The session whose making was never answered: asked for again with the same key and values, else looked up (a
 * provider may keep answering an error for a key under which it did the work).
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
  const isLapsed = now.getTime() >= checkout.session_expires_at.getTime() + LAPSED_MS;
  if (found.ok && isLapsed) return 'GONE';
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
