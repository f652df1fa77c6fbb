import { practice } from '#content/public/practice.ts';
import { formatCalendarDate, formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { visibleCents } from '#domain/money/visible-money.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db, Trx } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { disputeMail, paymentMismatchMail, externalRefundMail } from '../mail/templates/payment-notices.ts';
import { refundFailedMail } from '../mail/templates/practice-notices.ts';
import type { ProviderDispute, ProviderRefund, ProviderSession } from '../ports/payments.ts';
import { isUuid } from '../runtime/uuid.ts';
import type { PaymentDeps } from '../deps.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { type CheckoutRow, selectPayingClient } from './store.ts';
import { notifyPractice } from '../mail/outbox.ts';

/** Prefix of last_error in the row of such a checkout; the field that differs follows it. */
export const PAYMENT_MISMATCH = 'mismatch: ';
const NOT_OURS = 'not a payment of this site';

/**
 * Records a refund that the practice made at the provider's dashboard, so that the client sees it and no part is
 * refunded twice. It cancels no booking, because it may be a goodwill refund (rules.md §5); the practice is notified of
 * the bookings that remain. A payment that was refunded in full before its booking is not booked (confirm-payment.ts).
 * Returns null, or why nothing was recorded.
 */
export async function recordExternalRefund(
  deps: PaymentDeps,
  refund: ProviderRefund,
  now: Date,
): Promise<string | null> {
  const note = await inTransaction(deps.db, async (trx) => {
    const checkout = await lockPaidFor(trx, refund);
    if (!checkout) return NOT_OURS;
    const isNew = refund.has_failed
      ? await markFailed(trx, refund.id, now)
      : await insertRefund(trx, refund, checkout.id, now);
    if (!isNew) return 'already recorded';
    const cents = refund.has_failed ? -refund.amount_cents : refund.amount_cents;
    const paid = await addToRefunded(trx, checkout, cents, now);
    const isOver = paid.state !== 'CONFIRMED' && paid.refunded_cents >= (refund.paid_cents ?? Infinity);
    const sessions = isOver ? [] : sessionLabels(await selectLiveBookings(trx, checkout.id));
    const amount_cents = visibleCents(refund.amount_cents, checkout);
    const about = {
      client: await selectPayingClient(trx, checkout.user_id),
      amount_cents,
      payment_intent_id: refund.payment_intent_id!,
      site_url: deps.config.site_url,
    };
    const notice = refund.has_failed
      ? {
          kind: 'refund-failed',
          mail: refundFailedMail({ ...about, failure_reason: refund.failure_reason }),
        }
      : { kind: 'refund-elsewhere', mail: externalRefundMail({ ...about, sessions }) };
    const payment = { checkout_id: checkout.id, amount_cents };
    await notifyPractice(trx, { ...notice, cause: refund.id, payment }, now);
    return null;
  });
  if (note === null && !refund.has_failed) await releaseMismatchedCheckout(deps.db, refund, now);
  return note;
}

/**
 * Releases the checkout of a mismatched payment that was refunded in full. Its page is over, so nothing else would
 * release its time or let the client book again.
 */
async function releaseMismatchedCheckout(
  db: Db,
  { checkout_id, paid_cents }: ProviderRefund,
  now: Date,
): Promise<void> {
  if (paid_cents === null) return;
  const settled = await db
    .selectFrom('checkouts')
    .select('id')
    .where('id', '=', checkout_id)
    .where('last_error', 'like', `${PAYMENT_MISMATCH}%`)
    .where('refunded_cents', '>=', paid_cents)
    .executeTakeFirst();
  if (settled) await releaseCheckout(db, settled.id, 'CANCELLED', now);
}

/**
 * Records that a dispute was opened or decided and notifies the practice once of each. The booking stays until the
 * practice cancels it; a lost dispute counts as a refund. Returns null, or why nothing was recorded.
 */
export async function recordDispute(
  deps: PaymentDeps,
  dispute: ProviderDispute,
  now: Date,
): Promise<string | null> {
  return await inTransaction(deps.db, async (trx) => {
    const checkout = await lockPaidFor(trx, dispute);
    if (!checkout) return NOT_OURS;
    const { outcome, answer_by } = dispute;
    const amount_cents = visibleCents(dispute.amount_cents, checkout);
    const mail = disputeMail({
      client: await selectPayingClient(trx, checkout.user_id),
      amount_cents,
      payment_intent_id: dispute.payment_intent_id!,
      reason: dispute.reason,
      outcome,
      answer_by:
        outcome === null && answer_by ? formatCalendarDate(localDateOf(answer_by, practice.zone)) : null,
      sessions: sessionLabels(await selectLiveBookings(trx, checkout.id)),
      site_url: deps.config.site_url,
    });
    if (outcome === 'lost' && (await insertRefund(trx, dispute, checkout.id, now)))
      await addToRefunded(trx, checkout, dispute.amount_cents, now);
    const cause = `${dispute.id}:${outcome ?? 'opened'}`;
    const payment = { checkout_id: checkout.id, amount_cents };
    await notifyPractice(trx, { kind: 'payment-disputed', cause, mail, payment }, now);
    return null;
  });
}

/** Notifies the practice of a payment that does not match its checkout; the practice has to settle it. */
export async function notifyPaymentMismatch(
  { db, config }: PaymentDeps,
  { checkout, session, wrong }: { checkout: CheckoutRow; session: ProviderSession; wrong: string },
  now: Date,
): Promise<void> {
  const amount_cents = visibleCents(session.total_cents ?? 0, checkout);
  const mail = paymentMismatchMail({
    client: await selectPayingClient(db, checkout.user_id),
    amount_cents,
    payment_intent_id: session.payment_intent_id,
    wrong,
    site_url: config.site_url,
  });
  const payment = { checkout_id: checkout.id, amount_cents };
  await notifyPractice(db, { kind: 'payment-misfit', cause: session.id, mail, payment }, now);
}

type PaidCheckout = Pick<CheckoutRow, 'id' | 'user_id' | 'has_chosen_price'>;
type LiveBooking = { service_name: string; start_time: Date };

/** Locks the checkout that a refund or dispute names, if its payment is the same. */
async function lockPaidFor(
  trx: Trx,
  { checkout_id, payment_intent_id }: { checkout_id: string | null; payment_intent_id: string | null },
): Promise<PaidCheckout | undefined> {
  if (checkout_id === null || !isUuid(checkout_id)) return undefined;
  const found = await trx
    .selectFrom('checkouts')
    .select(['id', 'user_id', 'payment_intent_id', 'has_chosen_price'])
    .where('id', '=', checkout_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Null: the event of the payment itself has not been processed yet.
  const isSame = found?.payment_intent_id === null || found?.payment_intent_id === payment_intent_id;
  return isSame ? found : undefined;
}

async function insertRefund(
  trx: Trx,
  { id, amount_cents }: { id: string; amount_cents: number },
  checkout_id: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('refunds_elsewhere')
    .values({ provider_refund_id: id, checkout_id, amount_cents, noted_at: now })
    .onConflict((conflict) => conflict.column('provider_refund_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Marks an external refund as failed; false if it was not recorded or is already marked. */
async function markFailed(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds_elsewhere')
    .set({ failed_at: now })
    .where('provider_refund_id', '=', id)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Adds to the refunded amount and returns the new state of the checkout. */
async function addToRefunded(
  trx: Trx,
  { id }: PaidCheckout,
  cents: number,
  now: Date,
): Promise<{ state: string; refunded_cents: number }> {
  const paid = await trx
    .updateTable('checkouts')
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', cents), updated_at: now }))
    .where('id', '=', id)
    .returning(['state', 'refunded_cents'])
    .executeTakeFirstOrThrow();
  const bookings = await trx.selectFrom('bookings').select('id').where('checkout_id', '=', id).execute();
  // For a payment of several sessions, the provider does not say which of them a partial refund belongs to.
  if (bookings.length === 1)
    await trx
      .updateTable('bookings')
      .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', cents), updated_at: now }))
      .where('id', '=', bookings[0]!.id)
      .execute();
  return paid;
}

async function selectLiveBookings(trx: Trx, checkout_id: string): Promise<LiveBooking[]> {
  return await trx
    .selectFrom('bookings')
    .select(['service_name', 'start_time'])
    .where('checkout_id', '=', checkout_id)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .orderBy('start_time')
    .execute();
}

const sessionLabels = (bookings: readonly LiveBooking[]): readonly string[] =>
  bookings.map(
    ({ service_name, start_time }) => `${service_name}, ${formatShortDateAtTime(start_time, practice.zone)}`,
  );
