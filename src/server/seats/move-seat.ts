import { sql, type Updateable } from 'kysely';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import type { Trx } from '../db/pool.ts';
import { readFirst, text } from '../db/rows.ts';
import type { Bookings } from '../db/types.ts';
import { takenSeats } from './hold-seats.ts';
import { freeTime } from './offer-freed.ts';
import { releaseSeats } from './release-seats.ts';

type SeatedBooking = {
  id: string;
  appointment_id: string | null;
  start_time: Date;
  blocked_until: Date;
  updated_at: Date;
};

/**
 * Moves a confirmed booking to the seat that its line wants: takes that one, changes the booking, and releases the old
 * one. The transaction must hold lockTime of both times and have read the booking since. Anything but MOVED must be
 * rolled back; so must an error, which names the constraint that another appointment or seat would break.
 * `appointment_has_moved`: the whole class moves, and its appointment with all seats already has.
 */
export async function moveSeat(
  trx: Trx,
  booking: SeatedBooking,
  line: SeatLine,
  change: Updateable<Bookings>,
  now: Date,
  appointment_has_moved = false,
): Promise<'MOVED' | 'SLOT_TAKEN' | 'BOOKING_CHANGED'> {
  const stays = appointment_has_moved || (await moveAppointment(trx, booking, line));
  const appointment_id = stays ? booking.appointment_id : await takeSeat(trx, line);
  if (appointment_id === null) return 'SLOT_TAKEN';
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({
      ...change,
      appointment_id,
      rule_id: line.rule_id,
      start_time: line.start_time,
      end_time: line.end_time,
      blocked_until: line.blocked_until,
      location_type: line.location_type,
      location_name: line.location_name,
      visit_address: line.visit_address === null ? null : JSON.stringify(line.visit_address),
      // Later than before, so that two changes in one millisecond differ.
      updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', booking.id)
    .where('status', '=', 'CONFIRMED')
    .where('updated_at', '=', booking.updated_at)
    // A seat whose client is gone moves only with its class.
    .$if(!appointment_has_moved, (query) => query.where('user_id', 'is not', null))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return 'BOOKING_CHANGED';
  if (stays) freeTime(trx, [booking], now);
  else await releaseSeats(trx, [booking], now);
  return 'MOVED';
}

/**
 * Moves an appointment of one seat into time that overlaps its own, which another appointment could not take. False if the
 * two do not overlap, or if others have a seat in it.
 */
async function moveAppointment(trx: Trx, booking: SeatedBooking, line: SeatLine): Promise<boolean> {
  const overlaps =
    new Date(line.start_time) < booking.blocked_until && new Date(line.blocked_until) > booking.start_time;
  if (booking.appointment_id === null || !overlaps) return false;
  const { numUpdatedRows } = await trx
    .updateTable('appointments')
    .set({
      rule_id: line.rule_id,
      location_type: line.location_type,
      start_time: line.start_time,
      end_time: line.end_time,
      blocked_until: line.blocked_until,
      capacity: line.capacity,
    })
    .where('id', '=', booking.appointment_id)
    .where('taken', '=', 1)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

async function takeSeat(trx: Trx, line: SeatLine): Promise<string | null> {
  const seat = await readFirst(trx, { id: text }, sql`with ${takenSeats([line])} select id from seats`);
  return seat?.id ?? null;
}
