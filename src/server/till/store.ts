import { type InferResult, sql } from 'kysely';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { OfflineMethod } from '#domain/visits/balance.ts';
import type { Db, Trx } from '../db/pool.ts';

export type NewOfflinePayment = {
  /** The action_id, so that a repeat finds its receipt. */
  id: string;
  booking_id: string;
  user_id: string | null;
  /** Negative: a correction. */
  amount_cents: number;
  method: OfflineMethod;
  received_on: string;
  note: string;
  corrects: string | null;
  staff_id: string | null;
};

export async function insertOfflinePayment(trx: Trx, payment: NewOfflinePayment, now: Date): Promise<void> {
  await trx
    .insertInto('offline_payments')
    .values({ ...payment, at: now })
    .execute();
}

export type OfflinePaymentRow = InferResult<ReturnType<typeof offlinePayment>>[number];

/** `is_corrected`: a second correction would be refused by `corrected_once`. */
const offlinePayment = (db: Db, id: string) =>
  db
    .selectFrom('offline_payments as o')
    .select(['o.id', 'o.booking_id', 'o.amount_cents', 'o.method', 'o.corrects', 'o.receipt_number'])
    .select(sql<boolean>`exists (select from offline_payments k where k.corrects = o.id)`.as('is_corrected'))
    .where('o.id', '=', id);

export async function selectOfflinePayment(db: Db, id: string): Promise<OfflinePaymentRow | undefined> {
  return await offlinePayment(db, id).executeTakeFirst();
}

/** A price that staff have typed. Only for a booking that this transaction has locked. */
export async function setPrice(
  trx: Trx,
  id: string,
  price: { price_cents: number; payment: 'ONLINE' | 'LATER' | 'FREE'; free_reason: string | null },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({ ...price, price_chosen_by_client: false, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Marks a booking as changed, so that other tabs look again. */
export async function touchBooking(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('bookings').set({ updated_at: now }).where('id', '=', id).execute();
}

/** Records a step that leaves the status as it is. */
export async function insertStep(
  trx: Trx,
  step: { booking_id: string; status: BookingStatus; cause: string; actor: string | null },
  now: Date,
): Promise<void> {
  const { booking_id, status, cause, actor } = step;
  await trx
    .insertInto('booking_history')
    .values({ booking_id, at: now, from_status: status, to_status: status, cause, actor })
    .execute();
}

/** Queues a refund of goodwill. The transaction must have locked the checkout. */
export async function insertGoodwill(
  trx: Trx,
  refund: {
    checkout_id: string;
    booking_id: string;
    amount_cents: number;
    action_id: string;
    reason: string;
  },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({ ...refund, cause: 'GOODWILL', created_at: now, next_attempt_at: now })
    .execute();
}

/** Selects what ends a hold: its checkout. Undefined if there is no such booking. */
export async function selectHold(
  db: Db,
  id: string,
): Promise<{ user_id: string | null; status: BookingStatus; checkout_id: string | null } | undefined> {
  return await db
    .selectFrom('bookings')
    .select(['user_id', 'status', 'checkout_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}
