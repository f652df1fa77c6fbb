import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import type { staffCorrectPayment, staffRecordPayment } from '#contract/till.schemas.ts';
import { balanceCents, type OfflineMethod } from '#domain/visits/balance.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type Action, BOOKING } from '../actions/staff-action.ts';
import { readPanel } from '../staff-bookings/panel.ts';
import { priceRangeOf } from '../bookings/price-range.ts';
import { isOwed } from '../checkout/balance-lines.ts';
import { endBalancePages, lockBookings, type OwedBooking, selectOwed } from '../checkout/balance-store.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type Actor, recordBookingActions } from '../runtime/staff-actions.ts';
import {
  insertOfflinePayment,
  type NewOfflinePayment,
  selectOfflinePayment,
  setPrice,
  touchBooking,
} from './store.ts';

const NO_PAYMENT = refuse('BOOKING_NOT_FOUND', { message: 'This payment was not found.' });

/** Records money that was taken outside the payment page, never more than what is left to pay (rules.md §9). */
export const recordPayment = ({ db }: Pick<Deps, 'db'>): Action<typeof staffRecordPayment> => ({
  action: 'booking.record-payment',
  object: BOOKING,
  work: async (trx, { actor, action_id, params: { id: booking_id }, body, now }) => {
    const wrong = validateDate(body.received_on, now);
    if (wrong) return wrong;
    await lockBookings(trx, [booking_id]);
    const [booking] = await selectOwed(trx, [booking_id]);
    if (!booking) return refuse('BOOKING_NOT_FOUND');
    // The same request was faster: it is answered as a repeat.
    if (await selectOfflinePayment(trx, action_id)) return refuse('ACTION_REUSED');
    if (body.cents > mostToTake(booking)) return refuse('MORE_THAN_BALANCE');
    await takePayment(trx, booking, { ...body, id: action_id, staff_id: actor.staff_id }, now);
    return { user_id: booking.user_id, details: paymentDetails(body) };
  },
  answer: ({ action_id, now }) => receiptOf(db, action_id, now),
});

type Taken = Pick<NewOfflinePayment, 'id' | 'method' | 'received_on' | 'note' | 'staff_id'> & {
  cents: number;
};

/** Records a payment of a booking that this transaction has locked. */
async function takePayment(
  trx: Trx,
  booking: OwedBooking,
  { cents, ...payment }: Taken,
  now: Date,
): Promise<void> {
  const { id: booking_id, user_id } = booking;
  await fixPrice(trx, booking, cents, now);
  await insertOfflinePayment(
    trx,
    { ...payment, booking_id, user_id, amount_cents: cents, corrects: null },
    now,
  );
  await touchBooking(trx, booking_id, now);
  await endBalancePages(trx, booking_id, now);
}

const paymentDetails = ({ cents, method }: Pick<Taken, 'cents' | 'method'>) => ({
  cents: String(cents),
  method,
});

/** Records that bookings of this transaction were paid in full just now; those that cost nothing have no payment. */
export async function takeFullPayment(
  trx: Trx,
  { booking_ids, method, actor }: { booking_ids: readonly string[]; method: OfflineMethod; actor: Actor },
  now: Date,
): Promise<Refusal | null> {
  const owed = (await selectOwed(trx, booking_ids)).filter(isOwed);
  if (owed.some((booking) => priceRangeOf(booking) !== null))
    return refuse('INVALID_INPUT', { details: { price_cents: 'Please enter the amount that was paid.' } });
  const received_on = localDateOf(now, practice.zone);
  for (const booking of owed) {
    const taken = { id: randomUUID(), cents: balanceCents(booking), method, received_on, note: '' };
    await takePayment(trx, booking, { ...taken, staff_id: actor.staff_id }, now);
    const { id: object_id, user_id } = booking;
    const action = { action: 'booking.record-payment', object_id, user_id, details: paymentDetails(taken) };
    await recordBookingActions(trx, actor, [action], now);
  }
  return null;
}

/** Takes back an offline payment or a part of it, as one negative row: the money goes back by hand. */
export const correctPayment = ({ db }: Pick<Deps, 'db'>): Action<typeof staffCorrectPayment> => ({
  action: 'booking.correct-payment',
  object: { object_kind: 'BOOKING', missing: NO_PAYMENT },
  work: async (trx, { actor, action_id, params: { id: payment_id }, body, now }) => {
    const booking_id = (await selectOfflinePayment(trx, payment_id))?.booking_id;
    if (booking_id === undefined) return NO_PAYMENT;
    await lockBookings(trx, [booking_id]);
    // Read again: it may have been corrected while this waited for the lock.
    const payment = (await selectOfflinePayment(trx, payment_id))!;
    if (payment.corrects !== null || payment.is_corrected) return refuse('BOOKING_CHANGED');
    const cents = body.cents ?? payment.amount_cents;
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
        note: body.note,
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
  answer: ({ action_id, now }) => receiptOf(db, action_id, now),
});

function validateDate(received_on: string, now: Date): Refusal | null {
  const isPossible = isLocalDate(received_on) && received_on <= localDateOf(now, practice.zone);
  return isPossible
    ? null
    : refuse('INVALID_INPUT', { details: { received_on: 'Please enter today or an earlier date.' } });
}

const mostToTake = (booking: OwedBooking): number =>
  isOwed(booking) ? (priceRangeOf(booking)?.max_cents ?? balanceCents(booking)) : 0;

/** What is paid at the visit decides a price that the client had not chosen yet; less than the range leaves a balance. */
async function fixPrice(trx: Trx, booking: OwedBooking, cents: number, now: Date): Promise<void> {
  const range = priceRangeOf(booking);
  if (range === null || booking.payment === 'FREE') return;
  const price_cents = Math.max(cents, range.min_cents);
  await setPrice(trx, booking.id, { price_cents, payment: booking.payment, free_reason: null }, now);
}

async function receiptOf(db: Db, action_id: string, now: Date) {
  const { booking_id, receipt_number } = (await selectOfflinePayment(db, action_id))!;
  const booking = await readPanel(db, booking_id, now);
  return booking instanceof Refusal ? booking : { receipt_number: Number(receipt_number), booking };
}
