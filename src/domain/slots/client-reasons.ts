/**
 * Why a client cannot book a day or a time, and the times nearest to it that they can (rules.md §4). The reasons are those
 * of the slot engine that lists the times, without anything about other clients.
 */
import { bookableWindow, type Closure, type Rule } from '#domain/slots/availability.ts';
import { dateOfDayNumber, dayNumberOf, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { nearestSlots, type NearSlot } from '#domain/slots/nearest-slots.ts';
import { createSlotEngine, type EvaluatedDay, type SlotResult } from '#domain/slots/slot-engine.ts';
import {
  type BookableSlot,
  type DayFacts,
  explainDate,
  isClassFormat,
  type RefusedTime,
  slotOf,
} from '#domain/slots/slots.ts';
import { SLOT_REFUSALS, type SlotFacts, type SlotRefusal } from '#domain/slots/slot-facts.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { localDateOf, startOfDay, wallClockOf } from '#domain/time/zone.ts';

/** HELD: another client is paying for it, so that it may become free again. A skipped date is CLOSED, and BUSY is FULL. */
export const CLIENT_REASONS = [
  ...SLOT_REFUSALS.filter((reason) => reason !== 'SKIPPED' && reason !== 'BUSY'),
  'HELD',
] as const satisfies readonly (SlotRefusal | 'HELD')[];
export type ClientReason = (typeof CLIENT_REASONS)[number];

/** Seats of other clients in one appointment that are not paid yet. `start`: epoch ms. */
export type HeldSeats = { appointment_id: string; start: number; seats: number };

type NearTime = { date: LocalDate; slot: BookableSlot };
/** `public_text`: what the practice says about a time that is closed. */
type ReasonedTime = Omit<RefusedTime, 'reason'> & {
  reason: ClientReason;
  public_text: string | null;
  nearest: NearTime[];
};
export type ExplainedDate = {
  /** Why the day has no time; null if it has one. */
  reason: ClientReason | null;
  public_text: string | null;
  /** The weekdays of its hours in the booking window (0 = Sunday), and the dates of extra openings. */
  weekdays: number[];
  extra_dates: LocalDate[];
  /** Every time of its hours that cannot be booked. */
  times: ReasonedTime[];
  /** The nearest times of other days; [] if the day has a time. */
  nearest: NearTime[];
};

const NEAREST = 3;
const NOON = 12 * 60;

/** Returns the reason as clients read it. */
export const clientReason = (reason: SlotRefusal): Exclude<ClientReason, 'HELD'> =>
  reason === 'SKIPPED' ? 'CLOSED' : reason === 'BUSY' ? 'FULL' : reason;

/** What the practice says to clients about the time off that [start, end) falls into; the one that ends last. */
function publicTextAt(closures: readonly Closure[], start: Date, end: Date): string | null {
  let last: Closure | null = null;
  for (const closure of closures) {
    if (!closure.public_text || closure.starts_at >= end || closure.ends_at <= start) continue;
    if (!last || closure.ends_at > last.ends_at) last = closure;
  }
  return last?.public_text ?? null;
}

/** Returns what clients read about a day that is closed. */
export function publicTextOn(closures: readonly Closure[], date: LocalDate, zone: string): string | null {
  if (!closures.some((closure) => closure.public_text)) return null;
  const next = dateOfDayNumber(dayNumberOf(date) + 1);
  return publicTextAt(closures, startOfDay(date, zone), startOfDay(next, zone));
}

/**
 * Explains a date of one service at one place. `facts.rules`: the rules of this place. The nearest times leave out what
 * the cart keeps from being booked; a time that is in the cart itself stays.
 */
export function explainForClient(facts: DayFacts, held: readonly HeldSeats[]): ExplainedDate {
  const { date, zone, closures } = facts;
  if (!isLocalDate(date))
    return { reason: 'NO_RULE', public_text: null, weekdays: [], extra_dates: [], times: [], nearest: [] };
  const explained = explainDate(facts);
  const nearest = nearestOf(facts);
  const free = startsWithoutHeld(facts, explained.refused, held);
  const clock = wallClockOf(dayNumberOf(date), zone);
  const times = explained.refused.map((time): ReasonedTime => {
    const start = clock.at(parseTime(time.start)!);
    const end = new Date(start + facts.service.duration * 60_000);
    const reason = free.has(time.start) ? 'HELD' : clientReason(time.reason);
    return {
      ...time,
      reason,
      public_text: reason === 'CLOSED' ? publicTextAt(closures, new Date(start), end) : null,
      nearest: nearest(start, NEAREST),
    };
  });
  const reason = explained.reason === undefined ? null : clientReason(explained.reason);
  return {
    // A day on which a time may become free again is worth another look.
    reason: isTaken(explained) && times.some((time) => time.reason === 'HELD') ? 'HELD' : reason,
    public_text: reason === 'CLOSED' ? publicTextOn(closures, date, zone) : null,
    ...hoursOf(facts),
    times,
    nearest: reason === null ? [] : onDifferentDays(nearest(clock.notBefore(NOON), Infinity)),
  };
}

/** Finds the bookable times by their distance to a moment of the date, on an engine that evaluates each day once. */
function nearestOf(facts: DayFacts): (wished: number, count: number) => NearTime[] {
  const isClass = isClassFormat(facts.service.format);
  const engine = createSlotEngine(facts, isClass);
  const evaluated = new Map<number, EvaluatedDay>();
  const evaluateDay = (day: number) => {
    const known = evaluated.get(day) ?? engine.evaluateDay(day);
    evaluated.set(day, known);
    return known;
  };
  const works = (result: SlotResult) => !collidesWithCart(facts, result);
  const day = dayNumberOf(facts.date);
  const near = ({ day: of, result, evaluated: at }: NearSlot): NearTime => ({
    date: dateOfDayNumber(of),
    slot: slotOf(result, at, isClass),
  });
  return (wished, count) => nearestSlots({ ...engine, evaluateDay }, wished, day, count, works).map(near);
}

/** The nearest time of each day first: three days say more than three times of one morning. */
function onDifferentDays(times: readonly NearTime[]): NearTime[] {
  const seen = new Set<LocalDate>();
  const isFirst = times.map(({ date }) => !seen.has(date) && seen.add(date) !== null);
  return [...times.filter((_, n) => isFirst[n]), ...times.filter((_, n) => !isFirst[n])].slice(0, NEAREST);
}

function collidesWithCart({ cart = [], service }: SlotFacts, { start, end }: SlotResult): boolean {
  return cart.some((item) => {
    const starts = item.start_time.getTime();
    if (item.service_id === service.id && starts === start) return false;
    return start < item.end_time.getTime() && end > starts;
  });
}

/** The starts that would be free if no other client paid for what they hold. */
function startsWithoutHeld(
  facts: DayFacts,
  refused: readonly RefusedTime[],
  held: readonly HeldSeats[],
): ReadonlySet<string> {
  if (held.length === 0 || !refused.some(isTaken)) return new Set();
  const free = explainDate({ ...facts, ...withoutHeld(facts, held) }).slots;
  const starts = new Set(free.map(({ start }) => start));
  return new Set(refused.filter((time) => isTaken(time) && starts.has(time.start)).map(({ start }) => start));
}

const isTaken = ({ reason }: { reason?: SlotRefusal }) =>
  reason === 'FULL' || reason === 'BUFFER' || reason === 'DAY_FULL';

function withoutHeld(
  { taken, busy }: SlotFacts,
  held: readonly HeldSeats[],
): Pick<SlotFacts, 'taken' | 'busy'> {
  const seats = new Map(held.map((each) => [each.appointment_id, each.seats]));
  const left = taken
    .map((each) => ({ ...each, taken: each.taken - (seats.get(each.id) ?? 0) }))
    .filter((each) => each.taken > 0);
  if (!busy) return { taken: left };
  // No two appointments overlap, so that a start names one of them.
  const starts = new Set(held.map(({ start }) => start));
  const kept = busy.starts.flatMap((start, n) => (starts.has(start) ? [] : [n]));
  const pick = (list: readonly number[]) => kept.map((n) => list[n]!);
  return {
    taken: left,
    busy: { starts: pick(busy.starts), ends: pick(busy.ends), blocked: pick(busy.blocked) },
  };
}

function hoursOf(facts: SlotFacts): Pick<ExplainedDate, 'weekdays' | 'extra_dates'> {
  const { earliest, latest } = bookableWindow(facts.rules, localDateOf(facts.now, facts.zone));
  const rules = facts.rules.filter(
    ({ is_active, start_date, end_date }) =>
      is_active && start_date <= latest && (end_date === null || end_date >= earliest),
  );
  const isExtra = (rule: Rule) => rule.start_date === rule.end_date;
  const weekdays = rules.filter((rule) => !isExtra(rule)).map((rule) => rule.day_of_week);
  const extra = rules.filter(isExtra).map((rule) => rule.start_date);
  return {
    weekdays: [...new Set(weekdays)].sort((one, other) => one - other),
    extra_dates: [...new Set(extra)].sort(),
  };
}
