import { keyedHash } from '../runtime/keyed-hash.ts';
import { type ProviderSession } from '../ports/payments.ts';
import {
  PAYMENT_MISMATCH,
  recordExternalRefund,
  notifyPaymentMismatch,
} from './external-refunds-and-disputes.ts';
import { confirmPayment } from './confirm-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { settleRefunds } from './settle-refund.ts';
import {
  type CheckoutRow,
  isOurRefund,
  openCheckout,
  postponeCheckout,
  recordPayment,
  selectCheckout,
} from './store.ts';

/** When a checkout that nobody tells us about is looked at again. */
const CHECK_EVERY_MS = 60_000;
/** After this a session that should have expired is looked at, milliseconds. */
const EXPIRY_SLACK_MS = 2000;
const MISMATCH_PAUSE_MS = 15 * 60_000;

/** When the sweeper looks at an open checkout next: every minute, and just after its page expires. */
export function nextCheck(session_expires_at: Date, now: Date): Date {
  const expiry = session_expires_at.getTime() + EXPIRY_SLACK_MS;
  const soon = now.getTime() + CHECK_EVERY_MS;
  return new Date(expiry > now.getTime() ? Math.min(soon, expiry) : soon);
}

/**
 * Acts on what the provider says about a session (rules.md §5): paid becomes booked, or refunded if the time is gone or
 * the practice has given all of it back meanwhile; expired lets the seats go. Webhook, success page, sweeper and cancel
 * all come here; a repeat changes nothing.
 * `session` must have been read from the provider, never from a message. Answers the checkout as it is now.
 */
export async function fulfil(
  deps: PaymentDeps,
  checkout: CheckoutRow,
  session: ProviderSession,
  now: Date,
): Promise<CheckoutRow> {
  const { db, config } = deps;
  const wrong = mismatch(checkout, session);
  if (wrong !== null) {
    deps.log.error(
      { checkout_id: checkout.id, session_id: session.id, wrong },
      'A payment does not belong to its checkout',
    );
    const next_check_at = new Date(now.getTime() + MISMATCH_PAUSE_MS);
    await postponeCheckout(
      db,
      checkout.id,
      { next_check_at, last_error: `${PAYMENT_MISMATCH}${wrong}` },
      now,
    );
    if (session.is_paid) await notifyPaymentMismatch(deps, { checkout, session, wrong }, now);
    return checkout;
  }
  if (session.status === 'complete' && session.is_paid) {
    // First, so that whoever finishes the payment knows it: a process that dies after this leaves nothing to be booked.
    for (const refund of session.refunds)
      if (!isOurRefund(refund.idempotency_key)) await recordExternalRefund(deps, refund, now);
    await recordPayment(
      db,
      checkout.id,
      { ...session, card_hash: cardHashOf(config.app_secret, session) },
      now,
    );
    await finishPaid(deps, checkout.id, now);
  } else if (session.status === 'expired' || session.has_failed) {
    // A CREATED checkout has no page that anybody could have seen: nothing was cancelled by the client either.
    const isCancelled = checkout.cancel_requested || checkout.state === 'CREATED';
    await releaseCheckout(db, checkout.id, isCancelled ? 'CANCELLED' : 'EXPIRED', now);
  } else if (checkout.state === 'CREATED') {
    await openCheckout(db, checkout.id, session, nextCheck(checkout.session_expires_at, now), now);
  }
  return (await selectCheckout(db, checkout.id)) ?? { ...checkout, url: config.site_url };
}

/** Equal for payments with the same card; the card cannot be read from it. */
function cardHashOf(app_secret: string, { card_fingerprint }: ProviderSession): Buffer | null {
  return card_fingerprint === null ? null : keyedHash(app_secret, 'card', card_fingerprint);
}

/** Books what was paid, or gives the money back at once. */
export async function finishPaid(deps: PaymentDeps, checkout_id: string, now: Date): Promise<void> {
  const outcome = await confirmPayment(deps.db, checkout_id, deps.config.site_url, now);
  if (outcome === 'REFUND_DUE') await settleRefunds(deps, now, checkout_id);
}

/** What does not fit; null if all does. amount_total holds the provider's tax and is never compared. */
function mismatch(checkout: CheckoutRow, session: ProviderSession): string | null {
  if (session.checkout_id !== checkout.id) return 'checkout';
  if (checkout.provider_session_id !== null && checkout.provider_session_id !== session.id) return 'session';
  if (session.customer_id !== checkout.customer_id) return 'customer';
  if (session.currency !== checkout.currency) return 'currency';
  return session.subtotal_cents === checkout.subtotal_cents ? null : 'amount';
}
