import type { staffRescheduleBooking } from '#contract/placement.schemas.ts';
import { type Address, isCompleteAddress } from '#domain/people/address.ts';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import type { Placement } from '#domain/slots/placement.ts';
import { evaluateReschedule } from '#domain/visits/rescheduling.ts';
import type { z } from 'zod';
import type { Action } from '../actions/staff-action.ts';
import { bookingAction, changedBooking } from '../staff-bookings/booking-action.ts';
import { readChangedPanel } from '../staff-bookings/reach.ts';
import { moveBooking } from '../changes/move-booking.ts';
import { type MovableBooking, selectBookingToMove } from '../changes/store.ts';
import { policyOfSale } from '../checkout/cancel-booking.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type Actor, actorName } from '../runtime/staff-actions.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import type { Site } from '../sessions/join-link.ts';
import { withPlacements } from './present-placement.ts';
import { evaluateTime, type PlacementSubject, readSubject, spanOf } from './read-placement.ts';
import { ADDRESS_NEEDED, staffLine } from './staff-line.ts';
import { shortenBuffers } from './store.ts';
import { refuseStarts } from './validate-starts.ts';

export type RescheduleRequest = Omit<z.output<typeof staffRescheduleBooking.body>, 'action_id'>;
const MINUTE_MS = 60_000;

/**
 * Moves a booking to another time (rules.md §9), onto any warning that staff have accepted, and mails the client in three
 * minutes. Overlap is refused.
 */
export const rescheduleBooking = ({
  db,
  config: site,
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffRescheduleBooking> => ({
  ...bookingAction(db, {
    action: 'booking.reschedule',
    work: async (trx, { actor, params, body: request, now }) => {
      const start = new Date(request.start);
      const invalid = refuseStarts([start], now);
      if (invalid) return invalid;
      const found = await selectBookingToMove(trx, params.id);
      if (!found) return refuse('BOOKING_NOT_FOUND');
      const subject = await subjectOf(trx, found, request, now);
      if (subject instanceof Refusal) return subject;
      await lockTimeToTake(trx, [spanOf(subject, start)], { more: [found] });
      const moved = await moveToTime(trx, { found, subject, request, actor, site }, now);
      if (moved instanceof Refusal) return moved;
      return {
        user_id: found.user_id,
        details: {
          from: found.start_time.toISOString(),
          to: moved.start_time,
          accepted: request.accept.toSorted().join(' '),
          notified: request.notify,
        },
      };
    },
  }),
  answer: ({ params, body, now }) => readChangedPanel(db, { booking: params.id, fate: 'MOVED' }, body, now),
  refused: async (refusal, { params, body: request, now }) => {
    const booking = await selectBookingToMove(db, params.id);
    const wished = booking && (await subjectOf(db, booking, request, now));
    const start = new Date(request.start);
    if (!wished || wished instanceof Refusal || refuseStarts([start], now))
      return await changedBooking(db, refusal, params.id, now);
    return await changedBooking(db, await withPlacements(db, refusal, wished, [start], now), params.id, now);
  },
});

/**
 * Moves a booking in a transaction that holds lockTime of both times: `found` is the booking as it was read before the
 * locks. Returns its line, or a refusal, which must be rolled back.
 */
export async function moveToTime(
  trx: Trx,
  {
    found,
    subject,
    request,
    actor,
    site,
  }: {
    found: MovableBooking;
    subject: PlacementSubject;
    request: RescheduleRequest;
    actor: Actor;
    site: Site;
  },
  now: Date,
): Promise<SeatLine | Refusal> {
  const start = new Date(request.start);
  // Read again: the booking may have changed while this waited for the locks.
  const booking = (await selectBookingToMove(trx, found.id))!;
  const conflict = conflictOf(booking, found, request, now);
  if (conflict) return conflict;
  if (needsAddress(booking, subject)) return ADDRESS_NEEDED;
  const { placement } = await evaluateTime(trx, subject, start, now);
  const refused = refusePlacement(booking, placement, request);
  if (refused) return refused;
  await shortenBuffers(trx, [start]);
  const line = lineOf(booking, subject, placement);
  const { notify, message } = request;
  const about = { by: 'STAFF', actor: actorName(actor), message: message || null, notify, site } as const;
  return (await moveBooking(trx, booking, line, about, now)) ?? line;
}

/** What is placed: the booking's service and client, at the wished place and length; without them those that it has. */
export async function subjectOf(
  db: Db,
  booking: MovableBooking,
  { place, minutes }: Partial<Pick<RescheduleRequest, 'place' | 'minutes' | 'start'>>,
  now: Date,
): Promise<PlacementSubject | Refusal> {
  const request = {
    service_id: booking.service_id,
    client_id: booking.user_id,
    place: place ?? booking.location_type,
    minutes: minutes ?? minutesOf(booking),
    rescheduling: booking,
  };
  return booking.user_id === null ? refuse('NOT_RESCHEDULABLE') : await readSubject(db, request, now);
}

const minutesOf = ({ start_time, end_time }: MovableBooking): number =>
  (end_time.getTime() - start_time.getTime()) / MINUTE_MS;

/** First commit wins; and a session that is paid keeps its length. */
function conflictOf(
  booking: MovableBooking,
  found: MovableBooking,
  { base_updated_at, minutes }: RescheduleRequest,
  now: Date,
): Refusal | null {
  const why_not = evaluateReschedule(booking, policyOfSale(booking), 'STAFF', now);
  if (why_not === 'BEING_PAID') return refuse(why_not);
  const has_moved = booking.start_time.getTime() !== found.start_time.getTime();
  if (has_moved || booking.updated_at.getTime() !== Date.parse(base_updated_at))
    return refuse('BOOKING_CHANGED');
  if (why_not) return refuse(why_not);
  const has_other_length = minutes !== undefined && minutes !== minutesOf(booking);
  return has_other_length && isPaid(booking) ? refuse('ALREADY_PAID') : null;
}

/** True if money for this booking was taken, online or at the visit. */
function isPaid(booking: MovableBooking): boolean {
  const { price_cents, checkout_id, offline_cents } = booking;
  return price_cents > 0 && (checkout_id !== null || offline_cents > 0);
}

/** A session that becomes a house call takes the client's address. */
const needsAddress = (booking: MovableBooking, { client, request: { place } }: PlacementSubject): boolean =>
  place === 'HOUSE_CALL' && booking.location_type !== place && !isCompleteAddress(client?.address);

function refusePlacement(
  booking: MovableBooking,
  placement: Placement,
  { accept }: RescheduleRequest,
): Refusal | null {
  const stays = placement.start.getTime() === booking.start_time.getTime();
  if (placement.joins?.mine === 'BOOKED' && !stays) return refuse('ALREADY_BOOKED');
  if (placement.verdict === 'TAKEN') return refuse('SLOT_TAKEN');
  const accepted = new Set<string>(accept);
  return placement.warnings.every(({ code }) => accepted.has(code)) ? null : refuse('WARNINGS_CHANGED');
}

/** Price and name stay as sold. At the same place, so do the name of the place and the address. */
function lineOf(booking: MovableBooking, subject: PlacementSubject, placement: Placement): SeatLine {
  const { id, service_name, service_type, price_cents, location_type, location_name } = booking;
  const line = staffLine(subject, placement, { price_cents, price_chosen_by_client: false });
  const stays = line.location_type === location_type;
  return {
    ...line,
    booking_id: id,
    service_name,
    service_type,
    ...(stays ? { location_name, visit_address: booking.visit_address as Address | null } : {}),
  };
}
