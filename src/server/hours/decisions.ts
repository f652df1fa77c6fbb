import type { Decision } from '#contract/hours.schemas.ts';
import { cancelAndNotify } from '../staff-bookings/cancel-and-notify.ts';
import { namesOf } from '../agenda/present-session.ts';
import { type Actor, actorName, type BookingAction } from '../runtime/staff-actions.ts';
import { type MovableBooking, selectBookingToMove } from '../changes/store.ts';
import { lockToCancel, selectBookingsToCancel } from '../checkout/cancel-booking.ts';
import { codeOfBrokenConstraint } from '../db/constraints.ts';
import type { Db, Trx } from '../db/pool.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { warningsOf } from '../placement/present-placement.ts';
import { evaluateTime, type PlacementSubject, spanOf } from '../placement/read-placement.ts';
import { moveToTime, type RescheduleRequest, subjectOf } from '../placement/reschedule-booking.ts';
import { refuseStarts } from '../placement/validate-starts.ts';
import { isUuid } from '../runtime/uuid.ts';
import type { Site } from '../sessions/join-link.ts';
import type { SeatDetails } from './store.ts';

/** One decision to move a booking. */
type Move = { found: MovableBooking; subject: PlacementSubject; request: RescheduleRequest };
/** What is decided about bookings, with the times that have to be locked for it. */
export type Plan = {
  moves: Move[];
  cancelled: string[];
  kept: string[];
  times: { start_time: Date; blocked_until: Date }[];
};
export type Outcome = { moved: number; cancelled: number; refunded_cents: number; actions: BookingAction[] };
export const nothingDone = (): Outcome => ({ moved: 0, cancelled: 0, refunded_cents: 0, actions: [] });

/** Reads what decisions need, before any lock. */
export async function planDecisions(
  db: Db,
  decisions: readonly Decision[],
  message: string | undefined,
  now: Date,
): Promise<Plan | Refusal> {
  const ids = decisions.map(({ booking }) => booking);
  if (new Set(ids).size !== ids.length || !ids.every(isUuid)) return refuse('BOOKING_NOT_FOUND');
  const plan: Plan = { moves: [], cancelled: [], kept: [], times: [] };
  for (const decision of decisions) {
    if (decision.choice === 'KEEP') plan.kept.push(decision.booking);
    if (decision.choice === 'CANCEL') plan.cancelled.push(decision.booking);
    if (decision.choice !== 'RESCHEDULE') continue;
    const start = new Date(decision.start);
    const invalid = refuseStarts([start], now);
    if (invalid) return about(decision.booking, invalid);
    const found = await selectBookingToMove(db, decision.booking);
    if (!found) return refuse('BOOKING_NOT_FOUND');
    const request = {
      base_updated_at: found.updated_at.toISOString(),
      start: decision.start,
      accept: decision.accept,
      notify: true,
      message,
    };
    const subject = await subjectOf(db, found, request, now);
    if (subject instanceof Refusal) return about(decision.booking, subject);
    plan.moves.push({ found, subject, request });
    plan.times.push(found, spanOf(subject, start));
  }
  plan.times.push(...(await selectBookingsToCancel(db, plan.cancelled)));
  return plan;
}

/** A refusal that names the booking that it is about in its details. */
const about = (booking: string, refusal: Refusal, more: object = {}, message = refusal.message): Refusal =>
  refuse(refusal.code, { message, details: { ...more, booking } });

/** Refuses decisions on bookings that the change does not touch. */
export function refuseOthers(plan: Plan, seats: readonly SeatDetails[]): Refusal | null {
  const touched = new Set(seats.filter(({ status }) => status === 'CONFIRMED').map(({ id }) => id));
  const decided = [...plan.moves.map(({ found }) => found.id), ...plan.cancelled, ...plan.kept];
  return decided.every((id) => touched.has(id)) ? null : refuse('BOOKING_CHANGED');
}

/**
 * Cancels and moves bookings as decided, with refunds and mails. Cancelled ones first, so that their time is free. The
 * transaction must hold lockTime of `plan.times`; a refusal must be rolled back.
 */
export async function carryOut(
  trx: Trx,
  plan: Plan,
  { actor, message, site }: { actor: Actor; message: string | undefined; site: Site },
  now: Date,
): Promise<Outcome | Refusal> {
  const outcome = nothingDone();
  const found = await selectBookingsToCancel(trx, plan.cancelled);
  if (found.length > 0) await lockToCancel(trx, found);
  for (const booking of found) {
    const how = { by: 'PRACTICE', refund: 'FULL', actor: actorName(actor), notify: true } as const;
    const cancelled = await cancelAndNotify(trx, booking, { ...how, message, site }, now);
    if (!cancelled) return about(booking.id, refuse('BOOKING_CHANGED'));
    outcome.cancelled++;
    outcome.actions.push({
      action: 'booking.cancel',
      object_id: booking.id,
      user_id: booking.user_id,
      details: { by: 'PRACTICE', refund: 'FULL' },
    });
    outcome.refunded_cents += cancelled.refunded_cents;
  }
  for (const { found: booking, subject, request } of inFreeingOrder(plan.moves)) {
    const name = namesOf(subject.client ?? { first_name: '', last_name: '' }).short_name;
    try {
      const line = await moveToTime(trx, { found: booking, subject, request, actor, site }, now);
      if (line instanceof Refusal)
        return await refusedMove(trx, { name, booking, subject, request }, line, now);
      outcome.moved++;
      outcome.actions.push(rescheduled(booking));
    } catch (error) {
      const code = codeOfBrokenConstraint(error);
      if (code !== 'SLOT_TAKEN' && code !== 'ALREADY_BOOKED') throw error;
      return about(booking.id, refuse(code), {}, takenText(name));
    }
  }
  return outcome;
}

/** Moves a booking after the one whose time it takes, so that a series can go by a week. */
function inFreeingOrder(moves: readonly Move[]): Move[] {
  const waiting = [...moves];
  const ordered: Move[] = [];
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ found, subject, request }) => {
      const { start_time, blocked_until } = spanOf(subject, new Date(request.start));
      return !waiting.some(
        (other) =>
          other.found.id !== found.id &&
          other.found.start_time < blocked_until &&
          other.found.blocked_until > start_time,
      );
    });
    ordered.push(...waiting.splice(Math.max(free, 0), 1));
  }
  return ordered;
}

/** A booking that was moved. */
export const rescheduled = ({ id, user_id }: Pick<MovableBooking, 'id' | 'user_id'>): BookingAction => ({
  action: 'booking.reschedule',
  object_id: id,
  user_id,
  details: {},
});

const takenText = (name: string) => `${name}: this time has just been taken. Nothing was changed.`;

/** The change is made in this transaction, so that the warnings are those of the new week. */
async function refusedMove(
  trx: Trx,
  { name, booking, subject, request }: { name: string; booking: MovableBooking } & Omit<Move, 'found'>,
  refusal: Refusal,
  now: Date,
): Promise<Refusal> {
  if (refusal.code === 'SLOT_TAKEN') return about(booking.id, refusal, {}, takenText(name));
  if (refusal.code !== 'WARNINGS_CHANGED')
    return about(booking.id, refusal, {}, `${name}: ${refusal.message}`);
  const evaluated = await evaluateTime(trx, subject, new Date(request.start), now);
  return about(
    booking.id,
    refusal,
    { warnings: warningsOf(evaluated) },
    `${name}: please check the new time.`,
  );
}
