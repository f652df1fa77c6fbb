import { formatCents } from '#domain/money/money.ts';
import { inTransaction } from '../db/transactions.ts';
import { notifyPractice, queueMail } from '../mail/outbox.ts';
import {
  unmatchedPaymentMail,
  unmatchedRefundedMail,
  unmatchedRefusedMail,
} from '../mail/templates/unmatched-payment.ts';
import { isMissing, type PaymentFailure, type ProviderSession } from '../ports/payments.ts';
import type { Deps, PaymentDeps } from '../deps.ts';
import { fulfil } from './fulfil.ts';
import { selectCheckoutOf } from './store.ts';
import {
  claimDueUnmatched,
  type DueUnmatched,
  insertUnmatched,
  markSettled,
  postponeUnmatched,
  selectClientOf,
  selectUnmatched,
  type Unmatched,
} from './unmatched-store.ts';
import { retryAt } from '../runtime/back-off.ts';
import type { checkoutStatus } from '#contract/client.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import type { UserRow } from '../sessions/session-store.ts';

/**
 * Finds the client's own payment that has no checkout here; null: there is none, or its checkout was found. The answer of
 * the provider is stored, so that it is asked only once.
 */
export async function findUnmatchedPayment(
  deps: UnmatchedDeps,
  user: Pick<UserRow, 'stripe_id'>,
  session_id: string,
  isAllowed: () => Promise<boolean>,
  now: Date,
): Promise<Unmatched | null> {
  if (user.stripe_id === null || !/^cs_\w{1,200}$/.test(session_id)) return null;
  const known = await selectUnmatched(deps.db, session_id);
  if (known) return known.customer_id === user.stripe_id ? known : null;
  if (!(await isAllowed())) return null;
  const answer = await deps.payments.retrieveSession(session_id, 'PERSON');
  if (!answer.ok || answer.value.customer_id !== user.stripe_id) return null;
  // Payments of another site that shares the provider's account are not handled here.
  if (!isOurPayment(answer.value, deps.config.site_url)) return null;
  const checkout = await selectCheckoutOf(deps.db, answer.value);
  if (checkout) {
    // The database lost the page in a crash (store.ts, openCheckout).
    await fulfil(deps, checkout, answer.value, now);
    return null;
  }
  await recordUnmatchedPayment(deps, answer.value, now);
  return (await selectUnmatched(deps.db, session_id)) ?? null;
}

/** Returns the status that the client sees: CHECKING or REFUNDED. */
export function unmatchedStatus({
  amount_cents,
  currency,
  outcome,
}: Unmatched): OutputOf<typeof checkoutStatus> {
  const isRefunded = outcome === 'REFUNDED';
  return {
    status: isRefunded ? 'REFUNDED' : 'CHECKING',
    bookings: [],
    subtotal_cents: amount_cents,
    tax_cents: null,
    total_cents: amount_cents,
    refunded_cents: isRefunded ? amount_cents : 0,
    currency,
    receipt_url: null,
    refunded_elsewhere: isRefunded,
    lost: [],
  };
}

/** In this time a lagging database may catch up, and the practice may decide otherwise. */
const REFUND_AFTER_MS = 60 * 60_000;
const LEASE_MS = 2 * 60_000;
const BACK_OFF = { first_ms: 60_000, longest_ms: 60 * 60_000 };
const BATCH_SIZE = 20;

export type UnmatchedDeps = PaymentDeps & Pick<Deps, 'security'>;

/**
 * Returns the address of the site that created a paid session; null: other software did. Several sites and other
 * software may share the provider's account.
 */
export function siteOfPayment(session: ProviderSession): string | null {
  const { status, is_paid, checkout_id, tagged_checkout_id, site, success_url } = session;
  if (status !== 'complete' || !is_paid || checkout_id === null || tagged_checkout_id !== checkout_id)
    return null;
  // Sessions of an earlier version do not have the address, but their success page does.
  return site ?? (success_url !== null && URL.canParse(success_url) ? new URL(success_url).origin : null);
}

/** True if this site created the paid session. It must not refund payments of another site. */
function isOurPayment(session: ProviderSession, site_url: string): boolean {
  return siteOfPayment(session) === site_url;
}

/**
 * Records a payment without a checkout and notifies the practice once. `session` must have been read from the provider.
 * Returns false if it was already recorded.
 */
export async function recordUnmatchedPayment(
  deps: UnmatchedDeps,
  session: ProviderSession,
  now: Date,
): Promise<boolean> {
  const { db, config, log, security } = deps;
  const amount_cents = session.total_cents ?? 0;
  const refund_at = new Date(now.getTime() + REFUND_AFTER_MS);
  const { id: session_id, customer_id, payment_intent_id } = session;
  const isNew = await inTransaction(db, async (trx) => {
    if (!(await insertUnmatched(trx, session, refund_at, now))) return false;
    const client = customer_id === null ? undefined : await selectClientOf(trx, customer_id);
    const mail = unmatchedPaymentMail({
      client,
      session_id,
      payment_intent_id,
      refund_at,
      site_url: config.site_url,
    });
    const payment = { checkout_id: null, amount_cents: null };
    const clients = [client?.id];
    await notifyPractice(trx, { kind: 'payment-unmatched', cause: session_id, mail, payment, clients }, now);
    return true;
  });
  if (!isNew) return false;
  log.error(
    { session_id, customer_id, payment_intent_id, amount: formatCents(amount_cents) },
    'A payment has no checkout here',
  );
  security.record('payment.unmatched', { account: customer_id });
  return true;
}

/** Refunds payments that were not settled within the hour. Returns the number of settled ones. */
export async function settleUnmatched(deps: UnmatchedDeps, now: Date): Promise<number> {
  const leased_until = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimDueUnmatched(deps.db, BATCH_SIZE, leased_until, now);
  const done = await Promise.all(claimed.map((due) => settle(deps, due, now)));
  return done.filter(Boolean).length;
}

async function settle(deps: UnmatchedDeps, due: DueUnmatched, now: Date): Promise<boolean> {
  const read = await deps.payments.retrieveSession(due.session_id);
  if (!read.ok) return await postpone(deps, due, read, now);
  const session = read.value;
  const checkout = await selectCheckoutOf(deps.db, session);
  if (checkout) {
    // The database has caught up: the payment is booked or refunded as usual.
    await fulfil(deps, checkout, session, now);
    return await markSettled(deps.db, due.session_id, 'FOUND', now);
  }
  if (session.payment_intent_id !== null && session.refunds.length === 0) {
    const asked = await deps.payments.refund({
      payment_intent_id: session.payment_intent_id,
      idempotency_key: `unmatched-${due.session_id}`,
      asked_before: due.attempts > 1,
    });
    if (!asked.ok) return await postpone(deps, due, asked, now);
  }
  return await inTransaction(deps.db, async (trx) => {
    if (!(await markSettled(trx, due.session_id, 'REFUNDED', now))) return false;
    const client = session.customer_id === null ? undefined : await selectClientOf(trx, session.customer_id);
    const amount_cents = session.total_cents ?? 0;
    const { site_url } = deps.config;
    const mail = unmatchedRefundedMail({ client, amount_cents, session_id: due.session_id, site_url });
    const payment = { checkout_id: null, amount_cents: null };
    const about = { mail: mail.practice, payment, clients: [client?.id] };
    await notifyPractice(trx, { kind: 'unmatched-refunded', cause: due.session_id, ...about }, now);
    if (client) {
      const dedupe_key = `payment-refunded:${due.session_id}`;
      const more = { dedupe_key, kind: 'payment-refunded', user_id: client.id, to: client.email };
      await queueMail(trx, { ...mail.client, ...more }, now);
    }
    return true;
  });
}

async function postpone(
  deps: UnmatchedDeps,
  { session_id, attempts }: DueUnmatched,
  failure: PaymentFailure,
  now: Date,
): Promise<false> {
  const last_error = `${failure.code}: ${failure.reason}`.slice(0, 500);
  await postponeUnmatched(deps.db, session_id, last_error, retryAt(BACK_OFF, attempts, now));
  deps.log.error({ session_id, code: failure.code }, 'A payment without a checkout could not be refunded');
  if (failure.conclusive || isMissing(failure)) {
    const mail = unmatchedRefusedMail({ session_id, code: failure.code, site_url: deps.config.site_url });
    const payment = { checkout_id: null, amount_cents: null };
    await notifyPractice(
      deps.db,
      { kind: 'unmatched-refused', cause: session_id, mail, payment, clients: [] },
      now,
    );
  }
  return false;
}
