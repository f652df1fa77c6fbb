/**
 * Slots from rules, taken time and the clock (rules.md §4). The listing, the overview of the month, the explanation and
 * the checkout all use one engine (slot-engine.ts), so that they cannot differ.
 */
import type { Rule } from '#domain/slots/availability.ts';
import type { SlotFacts, SlotRefusal } from '#domain/slots/slot-facts.ts';
import { dateOfDayNumber, dayNumberOf, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { formatTime, parseTime } from '#domain/time/wall-time.ts';
import {
  type EvaluatedDay,
  type SlotEngine,
  createSlotEngine,
  type SlotResult,
} from '#domain/slots/slot-engine.ts';

export type DayFacts = SlotFacts & { date: LocalDate };
/** start and end: 'h:mm AM/PM'. duration: minutes. available_spots: only for classes. */
export type BookableSlot = {
  schedule_id: string;
  start: string;
  end: string;
  duration: number;
  start_time: Date;
  end_time: Date;
  blocked_until: Date;
  available_spots?: number;
  current_count: number;
  capacity: number;
};
export type RefusedTime = { schedule_id: string; start: string; end: string; reason: SlotRefusal };
/** `reason`: why the whole day has no slot; absent if it has one. */
type DayExplanation = {
  date: LocalDate;
  slots: BookableSlot[];
  refused: RefusedTime[];
  reason?: SlotRefusal;
};
export type DayOverview = { date: LocalDate; open_slots: number; reason?: SlotRefusal };
/** start and end in any form that parseTime accepts. */
type SlotRequest = { schedule_id: string; date: LocalDate; start: string; end: string };
type SlotAnswer = { ok: true; slot: BookableSlot; rule: Rule } | { ok: false; reason: SlotRefusal };

const MINUTE_MS = 60_000;

/** True for GROUP and WORKSHOP: classes have one occurrence a day and many seats. */
export function isClassFormat(format: string): boolean {
  return format === 'GROUP' || format === 'WORKSHOP';
}

/** Returns the slots of a date, by start; [] outside the bookable window or for a malformed date. */
export function slotsForDate(facts: DayFacts): BookableSlot[] {
  return explainDate(facts).slots;
}

/** Explains a date: its slots, every time that cannot be booked with its reason, and the reason if the day has no slot. */
export function explainDate(facts: DayFacts): DayExplanation {
  const { date } = facts;
  if (!isLocalDate(date)) return { date, slots: [], refused: [], reason: 'NO_RULE' };
  const isClass = isClassFormat(facts.service.format);
  const engine = createSlotEngine(facts, isClass);
  const day = dayNumberOf(date);
  const outside = outsideWindow(engine, day);
  if (outside) return { date, slots: [], refused: [], reason: outside };

  const evaluated = engine.evaluateDay(day);
  const explanation: DayExplanation = { date, slots: [], refused: [] };
  for (const result of evaluated.listed) {
    if (result.reason === null) explanation.slots.push(slotOf(result, evaluated, isClass));
    else explanation.refused.push(refusedOf(result, result.reason, evaluated));
  }
  if (explanation.slots.length === 0) explanation.reason = reasonOfDay(evaluated);
  return explanation;
}

/** Returns every day of the bookable window with the number of its slots, in one pass over the facts. */
export function overviewOfDays(facts: SlotFacts): DayOverview[] {
  const engine = createSlotEngine(facts, isClassFormat(facts.service.format));
  const days: DayOverview[] = [];
  for (let day = engine.firstDay; day <= engine.lastDay; day++) {
    const evaluated = engine.evaluateDay(day);
    let open_slots = 0;
    for (const result of evaluated.listed) if (result.reason === null) open_slots++;
    const date = dateOfDayNumber(day);
    days.push(open_slots > 0 ? { date, open_slots } : { date, open_slots, reason: reasonOfDay(evaluated) });
  }
  return days;
}

/** Returns the days of the bookable window with their slots by time, in one pass over the facts. */
export function slotsOfDays(facts: SlotFacts): { date: LocalDate; slots: BookableSlot[] }[] {
  const isClass = isClassFormat(facts.service.format);
  const engine = createSlotEngine(facts, isClass);
  const days: { date: LocalDate; slots: BookableSlot[] }[] = [];
  for (let day = engine.firstDay; day <= engine.lastDay; day++) {
    const evaluated = engine.evaluateDay(day);
    const slots = evaluated.listed
      .filter(({ reason }) => reason === null)
      .map((result) => slotOf(result, evaluated, isClass));
    days.push({ date: dateOfDayNumber(day), slots });
  }
  return days;
}

/** Finds the slot that a checkout requests, exactly as it is listed now, or the reason why it cannot be booked. */
export function findSlot(facts: SlotFacts, request: SlotRequest): SlotAnswer {
  const start = parseTime(request.start);
  const end = parseTime(request.end);
  if (start === null || end === null || !isLocalDate(request.date)) return { ok: false, reason: 'NO_RULE' };
  const isClass = isClassFormat(facts.service.format);
  const engine = createSlotEngine(facts, isClass);
  const day = dayNumberOf(request.date);
  const outside = outsideWindow(engine, day);
  if (outside) return { ok: false, reason: outside };

  const evaluated = engine.evaluateDay(day);
  // `all`, not `listed`: the client may have chosen this rule's time before another rule opened the same one.
  const result = evaluated.all.find(
    (each) =>
      each.rule.id === request.schedule_id &&
      evaluated.clock.minutesAt(each.start) === start &&
      evaluated.clock.minutesAt(each.end) % 1440 === end % 1440,
  );
  if (!result) return { ok: false, reason: evaluated.reason ?? 'NO_RULE' };
  if (result.reason !== null) return { ok: false, reason: result.reason };
  return { ok: true, slot: slotOf(result, evaluated, isClass), rule: result.rule };
}

function outsideWindow(engine: SlotEngine, day: number): 'TOO_SOON' | 'TOO_FAR' | null {
  if (day < engine.firstDay) return 'TOO_SOON';
  return day > engine.lastDay ? 'TOO_FAR' : null;
}

/** Returns the most helpful reason for a day without slots: the viewer's own seat, a limit, sold out, too close, closed. */
function reasonOfDay(evaluated: EvaluatedDay): SlotRefusal {
  if (evaluated.reason) return evaluated.reason;
  const order: readonly SlotRefusal[] = ['ALREADY_BOOKED', 'DAY_FULL', 'FULL', 'BUFFER', 'BUSY', 'CLOSED'];
  return order.find((reason) => evaluated.listed.some((each) => each.reason === reason)) ?? 'NO_RULE';
}

/** Formats a bookable time. */
export function slotOf(result: SlotResult, evaluated: EvaluatedDay, isClass: boolean): BookableSlot {
  const { start, end, capacity, current_count } = result;
  const slot: BookableSlot = {
    schedule_id: result.rule.id,
    start: formatTime(evaluated.clock.minutesAt(start)),
    end: formatTime(evaluated.clock.minutesAt(end)),
    duration: (end - start) / MINUTE_MS,
    start_time: new Date(start),
    end_time: new Date(end),
    blocked_until: new Date(result.blocked),
    current_count,
    capacity,
  };
  if (isClass) slot.available_spots = capacity - current_count;
  return slot;
}

function refusedOf(result: SlotResult, reason: SlotRefusal, evaluated: EvaluatedDay): RefusedTime {
  return {
    schedule_id: result.rule.id,
    start: formatTime(evaluated.clock.minutesAt(result.start)),
    end: formatTime(evaluated.clock.minutesAt(result.end)),
    reason,
  };
}
