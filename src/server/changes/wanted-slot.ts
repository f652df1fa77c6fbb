import { practice } from '#content/public/practice.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import type { Address } from '#domain/people/address.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { findSlot } from '#domain/slots/slots.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { readPracticeFacts } from '../seats/practice-facts.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { factsForClient } from '../slots/client-facts.ts';
import type { MovableBooking } from './store.ts';

/** A slot as the listing names it. */
export type MoveRequest = { schedule_id: string; date: string; start: string };

const { zone } = practice;
export const NO_LONGER_AVAILABLE = 'This time can no longer be booked. Please choose another one.';
const JUST_BOOKED = 'This time has just been booked by someone else. Please choose another one.';

/** Returns when the slot begins; null: there is no such time. */
export function momentOf({ date, start }: Pick<MoveRequest, 'date' | 'start'>): Date | null {
  const minutes = parseTime(start);
  return minutes === null || !isLocalDate(date) ? null : instantOf(date, minutes, zone);
}

/**
 * Finds the slot that a client wants for a booking, with the engine of the listing: of the same service, at the same kind of
 * place. Price and address stay. Returns the line that takes its seat, or a refusal.
 */
export async function readWantedSlot(
  db: Db,
  { user, booking, request }: { user: UserRow; booking: MovableBooking; request: MoveRequest },
  now: Date,
): Promise<CheckoutLine | Refusal> {
  const { schedule_id, date, start } = request;
  const begins = momentOf(request);
  if (begins === null) return refuse('SLOT_TAKEN', { message: NO_LONGER_AVAILABLE });
  const place = booking.location_type;
  const practiceFacts = await readPracticeFacts(db, { user_id: user.id, from: date, to: date });
  const moving = booking.start_time;
  const about = { service_id: booking.service_id, location_types: [place], now, zone, moving };
  const facts = factsForClient(practiceFacts, user, about);
  if (facts instanceof Refusal) return facts;
  const end = formatClock(new Date(begins.getTime() + facts.service.duration * 60_000), zone);
  const answer = findSlot(facts, { schedule_id, date, start, end });
  if (!answer.ok) {
    if (answer.reason === 'ALREADY_BOOKED') return refuse('ALREADY_BOOKED');
    const isTaken = answer.reason === 'FULL' || answer.reason === 'BUFFER';
    return refuse('SLOT_TAKEN', { message: isTaken ? JUST_BOOKED : NO_LONGER_AVAILABLE });
  }
  const { slot, rule } = answer;
  return {
    booking_id: booking.id,
    service_id: booking.service_id,
    rule_id: rule.id,
    service_name: booking.service_name,
    service_type: booking.service_type,
    format: booking.format,
    start_time: slot.start_time.toISOString(),
    end_time: slot.end_time.toISOString(),
    blocked_until: slot.blocked_until.toISOString(),
    capacity: slot.capacity,
    location_type: place,
    location_name: booking.location_name,
    price_cents: booking.price_cents,
    price_chosen_by_client: booking.price_chosen_by_client,
    visit_address: booking.visit_address as Address | null,
    product_id: null,
    date,
    start: slot.start,
  };
}
