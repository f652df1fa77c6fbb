import type { AppliedHours, staffApplyHours } from '#contract/hours.schemas.ts';
import { readReached, reachedFromRecord, reachedToRecord, type Touched } from '../staff-bookings/reach.ts';
import type { Action } from '../actions/staff-action.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/refusal.ts';
import {
  type Actor,
  recordBookingActions,
  selectActionDetails,
  type StaffAction,
} from '../runtime/staff-actions.ts';
import { applyChange, type Effects } from '../staff/preview.ts';
import { applyWeekChange } from './change-week.ts';
import { carryOut, type Outcome, planDecisions, refuseOthers } from './decisions.ts';

/**
 * Changes the week as it was previewed and carries out what is decided about its bookings: all of it, or nothing (rules.md
 * §9).
 */
export const applyHours = ({
  db,
  config: site,
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffApplyHours> => ({
  action: 'week.change',
  work: async (trx, { actor, body: { change, decisions, message, preview_hash }, now }) => {
    const plan = await planDecisions(trx, decisions, message, now);
    if (plan instanceof Refusal) return plan;
    const effects = await applyChange(trx, { input: change, preview_hash }, () =>
      applyWeekChange(trx, change, now, plan.times),
    );
    if (effects instanceof Refusal) return effects;
    const refused = refuseOthers(plan, effects.seats);
    if (refused) return refused;
    const outcome = await carryOut(trx, plan, { actor, message, site }, now);
    return outcome instanceof Refusal
      ? outcome
      : await recordOutcome(trx, { kind: change.kind, effects, outcome, actor }, now);
  },
  answer: ({ action_id }) => appliedOf(db, action_id),
});

/**
 * Records each booking that was cancelled or moved under its client, whose rows the audit log finds by it. Returns the
 * record of the change itself, from which a repeat is answered too.
 */
export async function recordOutcome(
  trx: Trx,
  {
    kind,
    effects,
    outcome,
    actor,
    object_id = kind,
    to = null,
  }: {
    kind: string;
    effects: Effects;
    outcome: Outcome;
    actor: Actor;
    /** Of a change of one date of a class, and where it went. */
    object_id?: string;
    to?: string | null;
  },
  now: Date,
): Promise<Pick<StaffAction, 'object_kind' | 'object_id' | 'user_id' | 'details'>> {
  await recordBookingActions(trx, actor, outcome.actions, now);
  const counts = { moved: String(outcome.moved), cancelled: String(outcome.cancelled) };
  const reached = reachedToRecord(touchedBy(outcome, effects.preview));
  const text = effects.preview.summary[0]!;
  const details = { kind, text, ...counts, reached, ...(to === null ? null : { to }) };
  return { object_kind: 'WEEK', object_id, user_id: null, details };
}

/** The bookings that were cancelled and moved, and those whose clients no longer wait for a seat. */
function touchedBy({ actions }: Outcome, { waitlist = [] }: Effects['preview']): Touched[] {
  const changed = actions.flatMap(({ action, object_id: booking }): Touched[] => {
    if (action === 'booking.cancel') return [{ booking, fate: 'CANCELLED' }];
    return action === 'booking.reschedule' ? [{ booking, fate: 'MOVED' }] : [];
  });
  const known = new Set(changed.map(({ booking }) => booking));
  const waited = waitlist.flatMap(({ reach }) => reach.map(({ booking }) => booking));
  const ended = waited.filter((booking) => !known.has(booking));
  return [...changed, ...ended.map((booking): Touched => ({ booking, fate: 'WAIT_ENDED' }))];
}

/** Answers from the record, also a repeat. */
export async function appliedOf(db: Db, action_id: string): Promise<AppliedHours> {
  const details = await selectActionDetails(db, action_id);
  return {
    text: details['text']!,
    moved: Number(details['moved']),
    cancelled: Number(details['cancelled']),
    reached: await readReached(db, reachedFromRecord(details['reached'])),
  };
}
