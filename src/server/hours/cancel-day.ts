import type { staffApplyDay, staffPreviewDay } from '#contract/hours.schemas.ts';
import type { WeekChange } from '#domain/week/week-change.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { inTwelveHours } from '#domain/time/wall-time.ts';
import type { z } from 'zod';
import type { Action } from '../actions/staff-action.ts';
import { lockCheckouts } from '../checkout/cancel-booking.ts';
import type { BookingAction } from '../runtime/staff-actions.ts';
import { endHolds, selectTimesOfHolds } from '../seats/release-seats.ts';
import type { Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/refusal.ts';
import { applyChange } from '../staff/preview.ts';
import { appliedOf, recordOutcome } from './apply-hours.ts';
import { applyChangeOfWeek, type Evaluate, readChangeEffects, weekChange } from './change-week.ts';
import { carryOut, planDecisions, refuseOthers } from './decisions.ts';
import type { SeatDetails } from './store.ts';

type PartOfDay = z.output<typeof staffPreviewDay.body> & { date: string };

/** A cancelled day is time off, in which also what was kept in earlier time off is cancelled. */
export function dayChange({ date, from, to }: PartOfDay, now: Date): Evaluate {
  const change: WeekChange = {
    kind: 'ADD_TIME_OFF',
    from: date,
    from_time: from,
    to: date,
    to_time: to,
    reason: 'Day cancelled',
    shows_end: false,
  };
  return async (db) => {
    const evaluated = await weekChange(change, now)(db);
    if (evaluated instanceof Refusal) return evaluated;
    const [off] = evaluated.edits.time_off_added;
    const [starts, ends] = [off!.starts_at.getTime(), off!.ends_at.getTime()];
    return {
      ...evaluated,
      title: `${formatDay(date)}${from === null ? '' : ` from ${inTwelveHours(from)}`}${to === null ? '' : ` to ${inTwelveHours(to)}`} is cancelled`,
      touched: {
        reach: { service_ids: [], times: [off!] },
        isTouched: ({ start, end }) => start < ends && end > starts,
      },
    };
  };
}

/** The holds among seats, whose payments must not be confirmed any more. */
export const heldOf = (seats: readonly SeatDetails[]): SeatDetails[] =>
  seats.filter(({ status }) => status === 'PENDING');

/** Locks the payments of seats, so that no hold is confirmed and no refund is added from here on. */
export const lockPayments = async (trx: Trx, seats: readonly SeatDetails[]): Promise<void> =>
  await lockCheckouts(trx, seats);

/** Ends the payment pages that hold one of the seats. */
export async function endHoldsOf(
  trx: Trx,
  seats: readonly SeatDetails[],
  now: Date,
): Promise<BookingAction[]> {
  const held = new Map(
    heldOf(seats).flatMap((seat) => (seat.checkout_id ? [[seat.checkout_id, seat] as const] : [])),
  );
  await endHolds(trx, [...held.keys()], now);
  const action = { action: 'booking.end-hold', details: {} };
  return [...held.values()].map(({ id, user_id }) => ({ ...action, object_id: id, user_id }));
}

/**
 * Cancels a day, or a part of it (rules.md §9): every booking without another decision is cancelled with everything
 * refunded, who is paying gets it back, and it can no longer be booked.
 */
export const cancelDay = ({
  db,
  config: site,
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffApplyDay> => ({
  action: 'day.cancel',
  work: async (trx, { actor, params: { date }, body, now }) => {
    const { from, to, decisions, message, preview_hash } = body;
    const input = { date, from, to };
    const evaluate = dayChange(input, now);
    const before = await readChangeEffects(trx, evaluate, now);
    if (before instanceof Refusal) return before;
    const decided = new Set(decisions.map(({ booking }) => booking));
    const others = before.seats.filter(({ id, status }) => status === 'CONFIRMED' && !decided.has(id));
    const all = [...decisions, ...others.map(({ id: booking }) => ({ booking, choice: 'CANCEL' as const }))];
    const plan = await planDecisions(trx, all, message, now);
    if (plan instanceof Refusal) return plan;
    const held = heldOf(before.seats).map(({ id }) => id);
    const more = [...plan.times, ...(await selectTimesOfHolds(trx, held))];
    const effects = await applyChange(trx, { input, preview_hash }, () =>
      applyChangeOfWeek(trx, evaluate, now, { more, lockSeats: lockPayments }),
    );
    if (effects instanceof Refusal) return effects;
    const refused = refuseOthers(plan, effects.seats);
    if (refused) return refused;
    const ended = await endHoldsOf(trx, effects.seats, now);
    const outcome = await carryOut(trx, plan, { actor, message, site }, now);
    if (outcome instanceof Refusal) return outcome;
    outcome.actions.push(...ended);
    return await recordOutcome(trx, { kind: 'CANCEL_DAY', effects, outcome, actor }, now);
  },
  answer: ({ action_id }) => appliedOf(db, action_id),
});
