import { formatCents } from '#domain/money/money.ts';
import { visibleCents } from '#domain/money/visible-money.ts';
import type { Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { queueMail, notifyPractice } from '../mail/outbox.ts';
import { paymentRefundedMail } from '../mail/templates/payments.ts';
import { refundRefusedMail } from '../mail/templates/payment-notices.ts';
import type { PaymentDeps } from '../deps.ts';
import {
  claimDueRefunds,
  isRefundedExternally,
  postponeRefund,
  refundKey,
  type RefundRow,
  markRefundFailed,
} from './refund-store.ts';
import { type CheckoutRow, selectCheckout, selectPayingClient, selectRecipient } from './store.ts';
import { moveCheckout } from '../seats/release-seats.ts';
import { retryAt } from '../runtime/back-off.ts';
import { refundFailedMail } from '../mail/templates/practice-notices.ts';
import type { ProviderRefund } from '../ports/payments.ts';

const BATCH_SIZE = 20;
/** Longer than a request to the provider with its retries can take. */
const LEASE_MS = 60_000;
const BACK_OFF = { first_ms: 15_000, longest_ms: 15 * 60_000 };

/** Makes the refunds that are due, of one checkout or of all. Returns the number of refunds made. */
export async function settleRefunds(deps: PaymentDeps, now: Date, checkout_id?: string): Promise<number> {
  const refunds = await claimDueRefunds(
    deps.db,
    BATCH_SIZE,
    new Date(now.getTime() + LEASE_MS),
    now,
    checkout_id,
  );
  const done = await Promise.all(refunds.map((refund) => settleRefund(deps, refund, now)));
  return done.filter(Boolean).length;
}

async function settleRefund(deps: PaymentDeps, refund: RefundRow, now: Date): Promise<boolean> {
  // The practice may have refunded a part of it at the dashboard since it was queued.
  const amount_cents = Math.min(refund.amount_cents, Math.max(0, refund.left_cents));
  const due = { ...refund, amount_cents };
  const provider_refund_id = amount_cents === 0 ? null : await askProvider(deps, due, now);
  if (provider_refund_id === undefined) return false;
  await inTransaction(deps.db, (trx) =>
    recordRefund(trx, due, provider_refund_id, deps.config.site_url, now),
  );
  return true;
}

/** Returns the provider's refund id, null if the provider had nothing to do, undefined if it must be retried. */
async function askProvider(
  deps: PaymentDeps,
  refund: RefundRow,
  now: Date,
): Promise<string | null | undefined> {
  // A sample booking: nothing was charged through the provider.
  if (refund.payment_intent_id === null) return null;
  const answer = await deps.payments.refund({
    payment_intent_id: refund.payment_intent_id,
    amount_cents: refund.amount_cents,
    idempotency_key: refundKey(refund.id),
    asked_before: refund.attempts > 1,
  });
  if (answer.ok) return answer.value.refund_id;
  await postponeRefund(
    deps.db,
    refund.id,
    `${answer.code}: ${answer.reason}`,
    retryAt(BACK_OFF, refund.attempts, now),
  );
  const { id, amount_cents, attempts } = refund;
  deps.log.warn(
    { refund_id: id, amount: formatCents(amount_cents), attempts, code: answer.code },
    'A refund failed and will be retried',
  );
  if (answer.conclusive) await notifyRefundRefused(deps, refund, answer.code, now);
  return undefined;
}

/** Notifies the practice once: the provider refuses until the practice has looked at the payment. Retries go on. */
async function notifyRefundRefused(
  deps: PaymentDeps,
  refund: RefundRow,
  code: string,
  now: Date,
): Promise<void> {
  const checkout = (await selectCheckout(deps.db, refund.checkout_id))!;
  const amount_cents = visibleCents(refund.amount_cents, checkout);
  const mail = refundRefusedMail({
    client: await selectPayingClient(deps.db, checkout.user_id),
    amount_cents,
    payment_intent_id: refund.payment_intent_id,
    code,
    site_url: deps.config.site_url,
  });
  const payment = { checkout_id: refund.checkout_id, amount_cents };
  await notifyPractice(deps.db, { kind: 'refund-refused', cause: refund.id, mail, payment }, now);
}

async function recordRefund(
  trx: Trx,
  refund: RefundRow,
  provider_refund_id: string | null,
  site_url: string,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ done_at: now, provider_refund_id, last_error: null })
    .where('id', '=', refund.id)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return; // another process was faster
  const row = await trx
    .updateTable('checkouts')
    .set((eb) => ({
      // At most the payment: external refunds are already included in refunded_cents.
      refunded_cents: eb.fn('least', [
        eb('refunded_cents', '+', refund.amount_cents),
        eb.fn.coalesce('total_cents', 'subtotal_cents'),
      ]),
      updated_at: now,
    }))
    .where('id', '=', refund.checkout_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (refund.booking_id !== null) {
    await trx
      .updateTable('bookings')
      .set((eb) => ({
        refunded_cents: eb('refunded_cents', '+', refund.amount_cents),
        updated_at: now,
      }))
      .where('id', '=', refund.booking_id)
      .execute();
    return; // the cancellation already sent its mail
  }
  await moveCheckout(trx, refund.checkout_id, 'REFUNDED', now);
  await notifyClient(trx, row, site_url, now);
}

async function whyReturned(trx: Trx, checkout: CheckoutRow) {
  if (checkout.kind === 'BALANCE') return 'NOT_OWED';
  return (await isRefundedExternally(trx, checkout)) ? 'BY_PRACTICE' : 'TIME_GONE';
}

async function notifyClient(trx: Trx, checkout: CheckoutRow, site_url: string, now: Date): Promise<void> {
  const recipient = await selectRecipient(trx, checkout.user_id);
  if (!recipient) return;
  const mail = paymentRefundedMail({
    first_name: recipient.first_name,
    refunded_cents: checkout.refunded_cents,
    why: await whyReturned(trx, checkout),
    sessions: checkout.items.map((line) => ({
      service_name: line.service_name,
      start_time: new Date(line.start_time),
      end_time: new Date(line.end_time),
    })),
    site_url,
  });
  const dedupe_key = `payment-refunded:${checkout.id}`;
  const to = recipient.email;
  await queueMail(trx, { ...mail, dedupe_key, kind: 'payment-refunded', user_id: recipient.id, to }, now);
}

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
    const amount_cents = visibleCents(refund.amount_cents, checkout);
    const mail = refundFailedMail({
      client: await selectPayingClient(trx, checkout.user_id),
      amount_cents,
      payment_intent_id: checkout.payment_intent_id,
      failure_reason,
      site_url: deps.config.site_url,
    });
    const payment = { checkout_id: refund.checkout_id, amount_cents };
    await notifyPractice(trx, { kind: 'refund-failed', cause: refund.id, mail, payment }, now);
    deps.log.error({ refund_id: refund.id, failure_reason }, 'A refund was rejected by the bank');
    return true;
  });
}
