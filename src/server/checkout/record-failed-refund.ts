import { refundFailedMail } from '../mail/templates/refund-failed.ts';
import type { ProviderRefund } from '../ports/payments.ts';
import type { PaymentDeps } from '../deps.ts';
import { markRefundFailed } from './refund-store.ts';
import { selectCheckout, selectPayingClient } from './store.ts';
import { notifyPractice } from '../mail/notify-practice.ts';
import { inTransaction } from '../db/transactions.ts';

/**
 * Records a refund that the client's bank rejected. The provider will not retry it, so the practice is notified once, by
 * mail, of the client and the amount. Returns false if it is not a refund of this site or is already recorded.
 */
export async function recordFailedRefund(
  deps: PaymentDeps,
  { idempotency_key, failure_reason }: ProviderRefund,
  now: Date,
): Promise<boolean> {
  if (idempotency_key === null) return false;
  return await inTransaction(deps.db, async (trx) => {
    const refund = await markRefundFailed(trx, idempotency_key, failure_reason, now);
    if (!refund) return false;
    const checkout = (await selectCheckout(trx, refund.checkout_id))!;
    const mail = refundFailedMail({
      client: await selectPayingClient(trx, checkout.user_id),
      amount_cents: refund.amount_cents,
      payment_intent_id: checkout.payment_intent_id,
      failure_reason,
      site_url: deps.config.site_url,
    });
    const payment = { checkout_id: refund.checkout_id, amount_cents: refund.amount_cents };
    await notifyPractice(trx, { kind: 'refund-failed', cause: refund.id, mail, payment }, now);
    deps.log.error({ refund_id: refund.id, failure_reason }, 'A refund was rejected by the bank');
    return true;
  });
}
