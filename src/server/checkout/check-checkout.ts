import { nextCheck } from '#domain/checkout/checkout-states.ts';
import { isMissing } from '../ports/payments.ts';
import { expireProviderSession } from './end-checkout.ts';
import { confirmOrRefund, fulfil } from './fulfil.ts';
import type { PaymentDeps } from '../deps.ts';
import { sessionRequest } from './open-payment-page.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { type CheckoutRow, postponeCheckout } from './store.ts';

const RETRY_MS = 30_000;

/**
 * Checks one unfinished checkout for the sweeper (rules.md §5). It confirms or refunds a paid one, asks the provider
 * about an open page, and finds a page that the database lost in a crash. It ends a page
 * whose client got an error instead of it, and releases a checkout that is cancelled or expired.
 */
export async function checkCheckout(deps: PaymentDeps, checkout: CheckoutRow, now: Date): Promise<void> {
  if (checkout.state === 'PAID') return await confirmOrRefund(deps, checkout, now);

  const isOver = now >= checkout.session_expires_at;
  if (mayBeOpen(checkout) && !isOver) return await findPage(deps, checkout, now);
  if (checkout.state === 'CREATED' || checkout.cancel_requested || isOver) {
    const session = await expireProviderSession(deps, checkout, now);
    if (session === 'GONE') await releaseCheckout(deps.db, checkout.id, endOf(checkout), now);
    else if (session !== null) await fulfil(deps, checkout, session, now);
    return;
  }

  const answer = await deps.payments.retrieveSession(checkout.provider_session_id!);
  if (answer.ok && (await fulfil(deps, checkout, answer.value, now)).state !== 'OPEN') return;
  if (isMissing(answer)) {
    await releaseCheckout(deps.db, checkout.id, endOf(checkout), now);
    return;
  }
  const last_error = answer.ok ? undefined : `${answer.code}: ${answer.reason}`;
  const next_check_at = nextCheck(checkout.session_expires_at, now);
  await postponeCheckout(deps.db, checkout.id, { next_check_at, last_error }, now);
}

/** True if no failure was recorded: the client may be at a payment page that the database lost in a crash. */
const mayBeOpen = ({ state, cancel_requested, last_error }: CheckoutRow) =>
  state === 'CREATED' && !cancel_requested && last_error === null;

/** Requests the page again: with the same idempotency key and values it is the page that the client may have. */
async function findPage(deps: PaymentDeps, checkout: CheckoutRow, now: Date): Promise<void> {
  const asked = await deps.payments.createCheckoutSession(sessionRequest(checkout, deps.config.site_url));
  // An idempotency key returns the first answer again, so read the current state of the page.
  const page = asked.ok ? await deps.payments.retrieveSession(asked.value.id) : asked;
  if (page.ok) await fulfil(deps, checkout, page.value, now);
  else if (page.outcome === 'REFUSED' && page.conclusive)
    await releaseCheckout(deps.db, checkout.id, 'CANCELLED', now);
  else {
    const next_check_at = new Date(now.getTime() + RETRY_MS);
    await postponeCheckout(deps.db, checkout.id, { next_check_at }, now);
  }
}

const endOf = (checkout: CheckoutRow) =>
  checkout.state === 'CREATED' || checkout.cancel_requested ? 'CANCELLED' : 'EXPIRED';
