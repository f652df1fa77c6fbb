import { nextCheck } from '#domain/checkout/checkout-states.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import type { ProviderSession } from '../ports/payments.ts';
import {
  PAYMENT_MISMATCH,
  recordExternalRefund,
  notifyPaymentMismatch,
} from './external-refunds-and-disputes.ts';
import { confirmPayment } from './confirm-payment.ts';
import type { PaymentDeps } from '../deps.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { settleRefunds } from './settle-refund.ts';
import { isOurRefund } from './refund-store.ts';
import { type CheckoutRow, openCheckout, postponeCheckout, recordPayment, selectCheckout } from './store.ts';

const MISMATCH_PAUSE_MS = 15 * 60_000;

/**
 * Applies the provider's state of a session to its checkout (rules.md §5). A paid session is booked, or refunded if the
 * time is gone or the practice has already refunded it in full; an expired one releases its seats. Webhook, success
 * page, sweeper and cancel all call this; repeating it changes nothing.
 * `session` must have been read from the provider, never from a message. Returns the checkout as it is now.
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
      'A payment does not match its checkout',
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
    // Record refunds before the payment: if this process dies in between, the next one does not book a refunded
    // payment.
    for (const refund of session.refunds)
      if (!isOurRefund(refund.idempotency_key)) await recordExternalRefund(deps, refund, now);
    await recordPayment(
      db,
      checkout.id,
      { ...session, card_hash: cardHashOf(config.app_secret, session) },
      now,
    );
    await confirmOrRefund(deps, checkout, now);
  } else if (session.status === 'expired' || session.has_failed) {
    // No client has seen the page of a CREATED checkout, so it did not expire for the client.
    const isCancelled = checkout.cancel_requested || checkout.state === 'CREATED';
    await releaseCheckout(db, checkout.id, isCancelled ? 'CANCELLED' : 'EXPIRED', now);
  } else if (checkout.state === 'CREATED') {
    await openCheckout(db, checkout.id, session, nextCheck(checkout.session_expires_at, now), now);
  }
  return (await selectCheckout(db, checkout.id)) ?? { ...checkout, url: config.site_url };
}

/** Returns a keyed hash that is equal for payments with the same card and does not reveal the card. */
function cardHashOf(app_secret: string, { card_fingerprint }: ProviderSession): Buffer | null {
  return card_fingerprint === null ? null : keyedHash(app_secret, 'card', card_fingerprint);
}

/** Confirms the bookings or balances of a paid checkout, or refunds it at once. */
export async function confirmOrRefund(
  deps: PaymentDeps,
  checkout: Pick<CheckoutRow, 'id' | 'kind'>,
  now: Date,
): Promise<void> {
  const outcome = await confirmPayment(deps.db, checkout, deps.config, now);
  if (outcome === 'REFUND_DUE') await settleRefunds(deps, now, checkout.id);
}

/** Returns the first field that differs, or null. amount_total includes the provider's tax and is never compared. */
function mismatch(checkout: CheckoutRow, session: ProviderSession): string | null {
  if (session.checkout_id !== checkout.id) return 'checkout';
  if (checkout.provider_session_id !== null && checkout.provider_session_id !== session.id) return 'session';
  if (session.customer_id !== checkout.customer_id) return 'customer';
  if (session.currency !== checkout.currency) return 'currency';
  return session.subtotal_cents === checkout.subtotal_cents ? null : 'amount';
}
