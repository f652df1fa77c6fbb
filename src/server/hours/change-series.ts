import { practice } from '#content/public/practice.ts';
import type { SeriesChangeInput, staffApplySeries } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { movedStarts } from '#domain/slots/series.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { type Action, BOOKING } from '../actions/staff-action.ts';
import { selectBookingToMove } from '../changes/store.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { presentTime } from '../placement/present-placement.ts';
import { evaluateTime, type PlacementSubject } from '../placement/read-placement.ts';
import { subjectOf } from '../placement/reschedule-booking.ts';
import { refuseStarts } from '../placement/validate-starts.ts';
import { isUuid } from '../runtime/uuid.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import { applyChange, type Effects } from '../staff/preview.ts';
import { appliedOf, recordOutcome } from './apply-hours.ts';
import { carryOut, planDecisions, refuseOthers } from './decisions.ts';
import { type SeatDetails, selectFollowing, selectSeatDetails } from './store.ts';
import { momentOf, presentBookings, versionsOf } from './read-effects.ts';

type SeriesEffects = Effects & { seats: SeatDetails[] };
type Asked = { id: string; change: SeriesChangeInput };

/** Reads what a change of a session and of those that follow it would do: where each goes, and what speaks against it. */
export async function readSeriesEffects(
  db: Db,
  { id, change }: Asked,
  now: Date,
): Promise<SeriesEffects | Refusal> {
  if (!isUuid(id)) return refuse('BOOKING_NOT_FOUND');
  const ids = await selectFollowing(db, id, now);
  if (ids[0] !== id)
    return refuse('NOT_POSSIBLE', { message: 'This session is over, cancelled, or no part of a series.' });
  const seats = await selectSeatDetails(db, ids);
  const listed = await presentBookings(db, seats, false);
  const bookings = change.kind === 'CANCEL' ? listed : await withNewTimes(db, { listed, seats, change }, now);
  if (bookings instanceof Refusal) return bookings;
  const [first] = seats as [SeatDetails];
  const count = formatCount(seats.length, 'session');
  const what = `${first.service_name}, ${count} from ${momentOf(first.start_time)}`;
  const to = change.kind === 'CANCEL' ? ': cancelled' : ` → ${momentOf(new Date(change.start))}`;
  const preview = { summary: [`${what}${to}`], bookings };
  return { seats, preview, versions: versionsOf(seats, preview) };
}

/** Each seat is free for the others, because they all move. */
async function withNewTimes(
  db: Db,
  {
    listed,
    seats,
    change,
  }: { listed: Preview['bookings']; seats: readonly SeatDetails[]; change: { start: string } },
  now: Date,
): Promise<Preview['bookings'] | Refusal> {
  const starts = movedStarts(
    seats.map(({ start_time }) => start_time),
    new Date(change.start),
    practice.zone,
  );
  const invalid = refuseStarts(starts, now);
  if (invalid) return invalid;
  const placed: Preview['bookings'] = [];
  for (const [n, booking] of listed.entries()) {
    const found = await selectBookingToMove(db, booking.id);
    const own = found && (await subjectOf(db, found, {}, now));
    if (!own || own instanceof Refusal) return own ?? refuse('BOOKING_CHANGED');
    const rescheduling = { ...seats[n]!, together: seats.filter(({ id }) => id !== booking.id) };
    const subject: PlacementSubject = { ...own, request: { ...own.request, rescheduling } };
    placed.push({ ...booking, to: await presentTime(db, await evaluateTime(db, subject, starts[n]!, now)) });
  }
  return placed;
}

/** Moves or cancels a session and those that follow it, as previewed and decided: all of it, or nothing (rules.md §9). */
export const changeSeries = ({
  db,
  config: site,
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffApplySeries> => ({
  action: 'series.change',
  object: BOOKING,
  work: async (trx, { actor, params: { id }, body, now }) => {
    const { change, decisions, message, preview_hash } = body;
    const before = await readSeriesEffects(trx, { id, change }, now);
    if (before instanceof Refusal) return before;
    const decided = new Set(decisions.map(({ booking }) => booking));
    const others = change.kind === 'CANCEL' ? before.seats.filter((seat) => !decided.has(seat.id)) : [];
    const all = [...decisions, ...others.map((seat) => ({ booking: seat.id, choice: 'CANCEL' as const }))];
    const plan = await planDecisions(trx, all, message, now);
    if (plan instanceof Refusal) return plan;
    await lockTimeToTake(trx, plan.times, { more: before.seats });
    const effects = await applyChange(trx, { input: { id, change }, preview_hash }, () =>
      readSeriesEffects(trx, { id, change }, now),
    );
    if (effects instanceof Refusal) return effects;
    const refused = refuseOthers(plan, effects.seats);
    if (refused) return refused;
    const outcome = await carryOut(trx, plan, { actor, message, site }, now);
    if (outcome instanceof Refusal) return outcome;
    const { details } = await recordOutcome(trx, { kind: change.kind, effects, outcome, actor }, now);
    return { user_id: effects.seats[0]!.user_id, details };
  },
  answer: ({ action_id }) => appliedOf(db, action_id),
});
