import { type InferResult, type Insertable, sql } from 'kysely';
import { paidAt } from '../checkout/cancel-booking.ts';
import type { Db, Trx } from '../db/pool.ts';
import { presentPolicy } from '../runtime/settings-store.ts';
import type { BookingHistory } from '../db/types.ts';

/** A booking with everything that decides whether and how it can be moved. */
export type MovableBooking = InferResult<ReturnType<typeof movableBookings>>[number];

function movableBookings(db: Db) {
  return db
    .selectFrom('bookings as b')
    .leftJoin('checkouts as c', 'c.id', 'b.checkout_id')
    .select([
      'b.id',
      'b.user_id',
      'b.appointment_id',
      'b.status',
      'b.service_id',
      'b.service_name',
      'b.service_type',
      'b.format',
      'b.start_time',
      'b.end_time',
      'b.blocked_until',
      'b.rule_id',
      'b.location_type',
      'b.location_name',
      'b.visit_address',
      'b.price_cents',
      'b.price_chosen_by_client',
      'b.payment',
      'b.sequence',
      'b.told_at',
      'b.told_sequence',
      'b.rescheduled_by_staff_at',
      'b.client_reschedules',
      'b.updated_at',
      'c.refund_policy',
      'b.checkout_id',
      'c.subtotal_cents',
      'c.total_cents',
      'c.items',
    ])
    .select([
      paidAt,
      presentPolicy.as('present_policy'),
      sql<number>`coalesce((select sum(p.amount_cents) from offline_payments p where p.booking_id = b.id), 0)::int`.as(
        'offline_cents',
      ),
    ]);
}

export async function selectBookingToMove(db: Db, id: string): Promise<MovableBooking | undefined> {
  return await movableBookings(db).where('b.id', '=', id).executeTakeFirst();
}

export async function selectOwnBookingToMove(
  db: Db,
  user_id: string,
  id: string,
): Promise<MovableBooking | undefined> {
  return await movableBookings(db).where('b.id', '=', id).where('b.user_id', '=', user_id).executeTakeFirst();
}

export async function insertHistory(trx: Trx, step: Insertable<BookingHistory>): Promise<void> {
  await trx.insertInto('booking_history').values(step).execute();
}

/** True if the last change of a booking was its client's cancellation. */
export async function wasCancelledByClient(db: Db, booking_id: string): Promise<boolean> {
  const last = await db
    .selectFrom('booking_history')
    .select('cause')
    .where('booking_id', '=', booking_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.cause === 'client cancelled';
}
