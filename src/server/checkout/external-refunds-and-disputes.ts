import { practice } from '#content/public/practice.ts';
import { formatCalendarDate, formatShortDateAtTime } from '#domain/date-formats.ts';
import { localDateOf } from '#domain/zone.ts';
import type { Db } from '../db/pool.ts';
import { disputeMail, paymentMismatchMail, externalRefundMail } from '../mail/templates/payment-notices.ts';
import { refundFailedMail } from '../mail/templates/refund-failed.ts';
import type { ProviderDispute, ProviderRefund, ProviderSession } from '../ports/payments.ts';
import { isUuid } from '../runtime/uuid.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import { type CheckoutRow, selectRecipient } from './store.ts';
import { notifyPractice } from '../mail/notify-practice.ts';

/** How the row of a checkout says so, before what does not fit. */
export const PAYMENT_MISMATCH = 'mismatch: ';
const NOT_OURS = 'no payment of ours';

/**
 * A refund that the practitioner made at the provider's dashboard: noted with the payment, so that the client sees it
 * and nothing goes back twice. It cancels nothing, for it may be a kindness (rules.md §5): the practice is told what
 * still stands. What is not booked yet is not booked any more once all of its payment is back (confirm-payment.ts).
 * Answers a note for the record.
 */
export async function recordExternalRefund(
  deps: PaymentDeps,
  refund: ProviderRefund,
  now: Date,
): Promise<string | null> {
  const note = await deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      const checkout = await lockPaidFor(trx, refund);
      if (!checkout) return NOT_OURS;
      const isNew = refund.has_failed
        ? await markFailed(trx, refund.id, now)
        : await insertRefund(trx, refund, checkout.id, now);
      if (!isNew) return 'noted before';
      const cents = refund.has_failed ? -refund.amount_cents : refund.amount_cents;
      const paid = await addToRefunded(trx, checkout, cents, now);
      const isOver = paid.state !== 'CONFIRMED' && paid.refunded_cents >= (refund.paid_cents ?? Infinity);
      const sessions = isOver ? [] : sessionLabels(await selectLiveBookings(trx, checkout.id));
      const about = {
        client: await selectRecipient(trx, checkout.user_id),
        amount_cents: refund.amount_cents,
        payment_intent_id: refund.payment_intent_id!,
        site_url: deps.config.site_url,
      };
      const told = refund.has_failed
        ? {
            kind: 'refund-failed',
            mail: refundFailedMail({ ...about, failure_reason: refund.failure_reason }),
          }
        : { kind: 'refund-elsewhere', mail: externalRefundMail({ ...about, sessions }) };
      await notifyPractice(trx, { ...told, cause: refund.id }, now);
      return null;
    });
  if (note === null && !refund.has_failed) await releaseMismatchedCheckout(deps.db, refund, now);
  return note;
}

/**
 * A payment that did not fit and went back in full is settled: its page is over, so nothing else would ever let its
 * time go, or the client book again.
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
 * A dispute opened or decided: the practice is told once of each. What is booked stays until she cancels it; what the
 * bank took for good counts as given back.
 */
export async function recordDispute(
  deps: PaymentDeps,
  dispute: ProviderDispute,
  now: Date,
): Promise<string | null> {
  return await deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      const checkout = await lockPaidFor(trx, dispute);
      if (!checkout) return NOT_OURS;
      const { outcome, answer_by } = dispute;
      const mail = disputeMail({
        client: await selectRecipient(trx, checkout.user_id),
        amount_cents: dispute.amount_cents,
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
      await notifyPractice(trx, { kind: 'payment-disputed', cause, mail }, now);
      return null;
    });
}

/** A payment that does not fit what was to be paid: nobody but a person can say what is right. */
export async function notifyPaymentMismatch(
  { db, config }: PaymentDeps,
  { checkout, session, wrong }: { checkout: CheckoutRow; session: ProviderSession; wrong: string },
  now: Date,
): Promise<void> {
  const mail = paymentMismatchMail({
    client: await selectRecipient(db, checkout.user_id),
    amount_cents: session.total_cents ?? 0,
    payment_intent_id: session.payment_intent_id,
    wrong,
    site_url: config.site_url,
  });
  await notifyPractice(db, { kind: 'payment-misfit', cause: session.id, mail }, now);
}

type PaidCheckout = Pick<CheckoutRow, 'id' | 'user_id'>;
type LiveBooking = { service_name: string; start_time: Date };

/** The checkout that a payment names, if it is the one that it was paid by. */
async function lockPaidFor(
  trx: Db,
  { checkout_id, payment_intent_id }: { checkout_id: string | null; payment_intent_id: string | null },
): Promise<PaidCheckout | undefined> {
  if (checkout_id === null || !isUuid(checkout_id)) return undefined;
  const found = await trx
    .selectFrom('checkouts')
    .select(['id', 'user_id', 'payment_intent_id'])
    .where('id', '=', checkout_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Not noted yet: the event of the payment itself is still on its way.
  const isSame = found?.payment_intent_id === null || found?.payment_intent_id === payment_intent_id;
  return isSame ? found : undefined;
}

async function insertRefund(
  trx: Db,
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

/** False if it was not noted as given back, or is known to have failed. */
async function markFailed(trx: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds_elsewhere')
    .set({ failed_at: now })
    .where('provider_refund_id', '=', id)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Adds to what went back; answers how the payment stands now. */
async function addToRefunded(
  trx: Db,
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
  // Of a payment for several sessions nobody says for which of them a part went back.
  if (bookings.length === 1)
    await trx
      .updateTable('bookings')
      .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', cents), updated_at: now }))
      .where('id', '=', bookings[0]!.id)
      .execute();
  return paid;
}

async function selectLiveBookings(trx: Db, checkout_id: string): Promise<LiveBooking[]> {
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
