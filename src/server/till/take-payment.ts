import { practice } from '#content/public/practice.ts';
import type { staffCorrectPayment, staffRecordPayment } from '#contract/till.schemas.ts';
import { balanceCents } from '#domain/balance.ts';
import { isLocalDate } from '#domain/calendar.ts';
import { localDateOf } from '#domain/zone.ts';
import type { z } from 'zod';
import { type Actor, runAction } from '../agenda/run-action.ts';
import { priceRangeOf } from '../bookings/price-range.ts';
import { isOwed } from '../checkout/balance-lines.ts';
import { endBalancePages, lockBookings, type OwedBooking, selectOwed } from '../checkout/balance-store.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { insertOfflinePayment, selectOfflinePayment, setPrice, touchBooking } from './store.ts';

type TillDeps = Pick<Deps, 'db' | 'config'>;
type Request<S extends { body: z.ZodType<{ action_id: string }> }> = Omit<z.output<S['body']>, 'action_id'>;
type Taken = { receipt_number: number; booking_id: string };

const NO_PAYMENT = 'This payment was not found.';

/** Records money that was taken outside the payment page, never more than what is left to pay (rules.md §9). */
export async function recordPayment(
  { db, config }: TillDeps,
  {
    actor,
    action_id,
    booking_id,
    request,
  }: { actor: Actor; action_id: string; booking_id: string; request: Request<typeof staffRecordPayment> },
  now: Date,
): Promise<Taken | Refusal> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const { cents, method, received_on, note } = request;
  const wrong = validateDate(received_on, now);
  if (wrong) return wrong;
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'booking.record-payment', input: { booking_id, ...request }, ...actor },
    async (trx) => {
      await lockBookings(trx, [booking_id]);
      const [booking] = await selectOwed(trx, [booking_id]);
      if (!booking) return refuse('BOOKING_NOT_FOUND');
      // The same request was faster: runAction answers it as a repeat.
      if (await selectOfflinePayment(trx, action_id)) return refuse('ACTION_REUSED');
      if (cents > mostToTake(booking)) return refuse('MORE_THAN_BALANCE');
      await fixPrice(trx, booking, cents, now);
      const { user_id } = booking;
      const { staff_id } = actor;
      const payment = { id: action_id, booking_id, user_id, amount_cents: cents, method, received_on, note };
      await insertOfflinePayment(trx, { ...payment, corrects: null, staff_id }, now);
      await touchBooking(trx, booking_id, now);
      await endBalancePages(trx, booking_id, now);
      const details = { cents: String(cents), method };
      return { object_kind: 'BOOKING', object_id: booking_id, user_id, details };
    },
    now,
  );
  return refusal ?? (await receiptOf(db, action_id));
}

/** Takes back an offline payment or a part of it, as one negative row: the money goes back by hand. */
export async function correctPayment(
  { db, config }: TillDeps,
  {
    actor,
    action_id,
    payment_id,
    request,
  }: { actor: Actor; action_id: string; payment_id: string; request: Request<typeof staffCorrectPayment> },
  now: Date,
): Promise<Taken | Refusal> {
  if (!isUuid(payment_id)) return refuse('BOOKING_NOT_FOUND', { message: NO_PAYMENT });
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'booking.correct-payment', input: { payment_id, ...request }, ...actor },
    async (trx) => {
      const booking_id = (await selectOfflinePayment(trx, payment_id))?.booking_id;
      if (booking_id === undefined) return refuse('BOOKING_NOT_FOUND', { message: NO_PAYMENT });
      await lockBookings(trx, [booking_id]);
      // Read again: it may have been corrected while this waited for the lock.
      const payment = (await selectOfflinePayment(trx, payment_id))!;
      if (payment.corrects !== null || payment.is_corrected) return refuse('BOOKING_CHANGED');
      const cents = request.cents ?? payment.amount_cents;
      if (cents > payment.amount_cents)
        return refuse('INVALID_INPUT', { details: { cents: 'That’s more than was paid.' } });
      const [booking] = await selectOwed(trx, [booking_id]);
      const user_id = booking!.user_id;
      await insertOfflinePayment(
        trx,
        {
          id: action_id,
          booking_id,
          user_id,
          amount_cents: -cents,
          method: payment.method as 'CASH',
          received_on: localDateOf(now, practice.zone),
          note: request.note,
          corrects: payment_id,
          staff_id: actor.staff_id,
        },
        now,
      );
      await touchBooking(trx, booking_id, now);
      await endBalancePages(trx, booking_id, now);
      const details = { cents: String(cents), receipt: String(payment.receipt_number) };
      return { object_kind: 'BOOKING', object_id: booking_id, user_id, details };
    },
    now,
  );
  return refusal ?? (await receiptOf(db, action_id));
}

function validateDate(received_on: string, now: Date): Refusal | null {
  const isPossible = isLocalDate(received_on) && received_on <= localDateOf(now, practice.zone);
  return isPossible
    ? null
    : refuse('INVALID_INPUT', { details: { received_on: 'Please enter today or an earlier date.' } });
}

const mostToTake = (booking: OwedBooking): number =>
  isOwed(booking) ? (priceRangeOf(booking)?.max_cents ?? balanceCents(booking)) : 0;

/** What is paid at the visit decides a price that the client had not chosen yet; less than the range leaves a balance. */
async function fixPrice(trx: Db, booking: OwedBooking, cents: number, now: Date): Promise<void> {
  const range = priceRangeOf(booking);
  if (range === null || booking.payment === 'FREE') return;
  const price_cents = Math.max(cents, range.min_cents);
  await setPrice(trx, booking.id, { price_cents, payment: booking.payment, free_reason: null }, now);
}

async function receiptOf(db: Db, action_id: string): Promise<Taken> {
  const { booking_id, receipt_number } = (await selectOfflinePayment(db, action_id))!;
  return { booking_id, receipt_number: Number(receipt_number) };
}
