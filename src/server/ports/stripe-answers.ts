import type Stripe from 'stripe';
import type { ProviderRefund, ProviderSession } from './payments.ts';

/** States in which the payment of an expired page can no longer succeed. */
const FAILED = new Set<string>(['requires_payment_method', 'canceled']);

/** Returns the payment of an answer, and the checkout that it names if Stripe sent the payment along. */
export function paymentOf(intent: string | Stripe.PaymentIntent | null): {
  payment_intent_id: string | null;
  checkout_id: string | null;
} {
  if (intent === null || typeof intent === 'string') return { payment_intent_id: intent, checkout_id: null };
  return { payment_intent_id: intent.id, checkout_id: intent.metadata['checkout_id'] ?? null };
}

/** Returns a refund as the port gives it. */
export function toRefund(
  refund: Stripe.Refund,
  intent: string | Stripe.PaymentIntent | null,
): ProviderRefund {
  return {
    id: refund.id,
    ...paymentOf(intent),
    amount_cents: refund.amount,
    paid_cents: typeof intent === 'object' ? (intent?.amount ?? null) : null,
    idempotency_key: refund.metadata?.['cause'] ?? null,
    has_failed: refund.status === 'failed' || refund.status === 'canceled',
    failure_reason: refund.failure_reason ?? null,
  };
}

/** Returns a checkout session as the port gives it, with the refunds of its payment. */
export function toSession(
  session: Stripe.Checkout.Session,
  refunds: readonly ProviderRefund[] = [],
): ProviderSession {
  const intent = session.payment_intent;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  const { customer } = session;
  return {
    id: session.id,
    status: statusOf(session.status),
    is_paid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    has_failed:
      session.status === 'complete' &&
      session.payment_status === 'unpaid' &&
      typeof intent === 'object' &&
      FAILED.has(intent?.status ?? ''),
    url: session.url,
    checkout_id: session.client_reference_id,
    tagged_checkout_id: session.metadata?.['checkout_id'] ?? null,
    site: session.metadata?.['site'] ?? null,
    success_url: session.success_url,
    customer_id: typeof customer === 'string' ? customer : (customer?.id ?? null),
    currency: session.currency,
    subtotal_cents: session.amount_subtotal,
    tax_cents: session.total_details?.amount_tax ?? null,
    total_cents: session.amount_total,
    payment_intent_id: typeof intent === 'string' ? intent : (intent?.id ?? null),
    receipt_url: typeof charge === 'object' ? (charge?.receipt_url ?? null) : null,
    card_fingerprint:
      typeof charge === 'object' ? (charge?.payment_method_details?.card?.fingerprint ?? null) : null,
    refunds,
  };
}

function statusOf(status: string | null): ProviderSession['status'] {
  return status === 'complete' || status === 'expired' ? status : 'open';
}
