import { practice } from '#content/public/practice.ts';
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import { evaluateWeekChange, HOURS_CHANGED, type WeekChange } from '#domain/week/week-change.ts';
import { weekChangeText } from '#domain/week/week-change-text.ts';
import type { WeekEdits } from '#domain/week/week.ts';
import type { Problem } from '#domain/week/hours-input.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { Db, Trx } from '../db/pool.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import { freeTime } from '../seats/offer-freed.ts';
import { lockWeek, readWeek, type SeatDetails, type Week, writeEdits } from './store.ts';
import { readEffects, type Touched, type WeekEffects } from './read-effects.ts';
import { dayOf, daysOf } from './rule-days.ts';

const { zone } = practice;
type HeldTime = { start_time: Date; blocked_until: Date };

/** A change in its week: what it writes, its sentence, and which seats it touches. */
export type Evaluated = { week: Week; edits: WeekEdits; title: string; touched?: Touched };
/** Evaluates a change in the week as it is now. */
export type Evaluate = (db: Db) => Promise<Evaluated | Refusal>;

async function evaluate(db: Db, change: WeekChange, now: Date): Promise<Evaluated | Refusal> {
  const id = 'rule_id' in change ? change.rule_id : 'time_off_id' in change ? change.time_off_id : null;
  const week = await readWeek(db, localDateOf(now, zone));
  // A malformed id is answered like an unknown one.
  const known = id === null || isUuid(id) ? week : { ...week, rules: [], time_off: [] };
  const answer = evaluateWeekChange(change, known, { now, zone });
  if (!answer.ok) return refuseProblem(answer.problem);
  return { week, edits: answer.edits, title: weekChangeText(change, week, answer.edits, zone) };
}

/** The error of a field, or the reason why the week does not allow it. */
export function refuseProblem(problem: Problem): Refusal {
  return problem.kind === 'INVALID'
    ? refuse('INVALID_INPUT', { details: { [problem.field]: problem.text } })
    : refuse('NOT_POSSIBLE', { message: problem.text });
}

/** How a change of the week is evaluated. */
export const weekChange =
  (change: WeekChange, now: Date): Evaluate =>
  (db) =>
    evaluate(db, change, now);

/** Reads what a change would do. It takes no lock, so that no booking waits for it. */
export async function readChangeEffects(
  db: Db,
  evaluateChange: Evaluate,
  now: Date,
): Promise<WeekEffects | Refusal> {
  const evaluated = await evaluateChange(db);
  return evaluated instanceof Refusal ? evaluated : await readEffects(db, evaluated, now);
}

type ApplyOptions = {
  /** Other times that the transaction needs. */
  more?: readonly HeldTime[];
  /** Locks what the seats need further, after the week: no payment can be confirmed from then on. */
  lockSeats?: (trx: Trx, seats: readonly SeatDetails[]) => Promise<void>;
};

/**
 * Changes the week and returns what this does, under the locks that keep it so until the transaction ends: of the times that
 * it closes, then of the week. Holds in progress there come first; later ones see the change. Bookings stay as they are. A
 * refusal must be rolled back.
 */
export async function applyChangeOfWeek(
  trx: Trx,
  evaluateChange: Evaluate,
  now: Date,
  { more = [], lockSeats }: ApplyOptions = {},
): Promise<WeekEffects | Refusal> {
  const before = await evaluateChange(trx);
  if (before instanceof Refusal) return before;
  const opened = openingTimes(before, now);
  await lockTimeToTake(trx, more, { more: [...closingTimes(before, now), ...opened] });
  await lockWeek(trx);
  const evaluated = await evaluateChange(trx);
  if (evaluated instanceof Refusal) return evaluated;
  if (JSON.stringify(evaluated.edits) !== JSON.stringify(before.edits))
    return refuse('NOT_POSSIBLE', { message: HOURS_CHANGED });
  if (lockSeats) await lockSeats(trx, (await readEffects(trx, evaluated, now)).seats);
  const effects = await readEffects(trx, evaluated, now);
  await writeEdits(trx, effects.edits);
  freeTime(
    trx,
    opened.map((time) => ({ ...time, is_opened: true })),
    now,
  );
  return effects;
}

/** The time that a change opens: the days of new rules, dates that are no longer skipped, and time off that is removed. */
function openingTimes({ week, edits }: Evaluated, now: Date): HeldTime[] {
  const rules = edits.added.map(({ rule }) => ({ ...rule, id: '', is_active: true }));
  const restored = edits.restored.map(({ date }) => dayOf(date, zone));
  const removed = week.time_off
    .filter(({ id }) => edits.time_off_removed.includes(id))
    .map(({ starts_at, ends_at }) => ({ start_time: starts_at, blocked_until: ends_at }));
  return [...daysOf(rules, localDateOf(now, zone), zone), ...restored, ...removed];
}

/** Changes the week as asked, and leaves every booking as it is. */
export async function applyWeekChange(
  trx: Trx,
  change: WeekChange,
  now: Date,
  more: readonly HeldTime[] = [],
): Promise<WeekEffects | Refusal> {
  return await applyChangeOfWeek(trx, weekChange(change, now), now, { more });
}

/**
 * The time in which holds may be in progress that the change would end: the days that its rules open, as far as clients can
 * book, and one more in case midnight passes meanwhile; and new time off.
 */
function closingTimes({ week, edits }: Evaluated, now: Date): HeldTime[] {
  const today = localDateOf(now, zone);
  const last = addDays(today, BOOKABLE_DAYS + 1);
  const bookable_until = startOfDay(addDays(last, 1), zone);
  const ids = new Set([...edits.ended.map(({ rule_id }) => rule_id), ...edits.switched_off]);
  const days = daysOf(
    week.rules.filter(({ id }) => ids.has(id)),
    today,
    zone,
  );
  const skipped = edits.skipped.filter(({ date }) => date <= last).map(({ date }) => dayOf(date, zone));
  const off = edits.time_off_added
    .map(({ starts_at, ends_at }) => ({
      start_time: starts_at > now ? starts_at : now,
      blocked_until: ends_at < bookable_until ? ends_at : bookable_until,
    }))
    .filter(({ start_time, blocked_until }) => start_time < blocked_until);
  return [...days, ...skipped, ...off];
}
