/**
 * The judge of times: every time that the rules open on a day, offered or refused with a reason
 * (rules.md §4). Works on epoch ms and day numbers; slots.ts turns its results into texts.
 */
import {
  bookableWindow,
  type LocationType,
  type Opening,
  openingOf,
  opensOnDay,
  type Rule,
} from '#domain/availability.ts';
import { dayNumberOf } from '#domain/calendar.ts';
import { parseTime } from '#domain/wall-time.ts';
import { localDateOf, type WallClock, wallClockOf } from '#domain/zone.ts';
import type { BusyTimes, SlotFacts, SlotRefusal, Taken } from '#domain/slots.ts';

/** One time on one day; reason null: it is offered. Times in epoch ms. */
export type SlotResult = {
  rule: Rule;
  start: number;
  end: number;
  blocked: number;
  reason: SlotRefusal | null;
  capacity: number;
  current_count: number;
};
export type EvaluatedDay = {
  /** Every time of every rule. */
  all: SlotResult[];
  /** What a list shows: a time that two rules open at one place stands there once. Sorted by time. */
  listed: SlotResult[];
  clock: WallClock;
  reason: 'NO_RULE' | 'OFF_WEEK' | null;
};
export type SlotEngine = { firstDay: number; lastDay: number; evaluateDay(day: number): EvaluatedDay };

type TimedRule = { rule: Rule; opening: Opening; from: number; until: number; step: number };
/** A session that holds the practitioner: [start, end), and nothing may begin before `blocked`. */
type Busy = { start: number; end: number; blocked: number };

type Appointment = Busy & { own: Taken | null };

const NO_TIMES: BusyTimes = { starts: [], ends: [], blocked: [] };
const MINUTE_MS = 60_000;
const DEFAULT_STEP = 30;
const NOTHING: readonly Busy[] = [];

function timedRule(rule: Rule): TimedRule {
  return {
    rule,
    opening: openingOf(rule),
    from: parseTime(rule.start_time) ?? Infinity,
    until: parseTime(rule.end_time) ?? -Infinity,
    step: rule.slot_step_min > 0 ? rule.slot_step_min : DEFAULT_STEP,
  };
}

const overlaps = (start: number, end: number, other: Busy) => start < other.end && end > other.start;

/** Reads the facts once, so that judging a day costs only comparisons. `isClass`: one occurrence a day. */
export function createSlotEngine(facts: SlotFacts, isClass: boolean): SlotEngine {
  const { service, zone } = facts;
  const window = bookableWindow(facts.rules, localDateOf(facts.now, zone));
  const durationMs = service.duration * MINUTE_MS;
  const bufferMs = service.buffer_time * MINUTE_MS;
  const sells = service.format !== 'PRODUCT' && durationMs > 0;
  const rules = sells ? facts.rules.map(timedRule) : [];
  const classes = (facts.classes ?? [])
    .filter((scheduled) => scheduled.rule.service_id !== service.id)
    .map((scheduled) => ({ ...scheduled, ...timedRule(scheduled.rule) }));
  const closures: Busy[] = facts.closures.map((closure) => {
    const end = closure.ends_at.getTime();
    return { start: closure.starts_at.getTime(), end, blocked: end };
  });
  const cart: Busy[] = (facts.cart ?? []).map((session) => ({
    start: session.start_time.getTime(),
    end: session.end_time.getTime(),
    blocked: session.blocked_until.getTime(),
  }));

  const appointments: Appointment[] = [];
  const { starts, ends, blocked } = facts.busy ?? NO_TIMES;
  for (const [n, start] of starts.entries())
    appointments.push({ start, end: ends[n]!, blocked: blocked[n]!, own: null });
  for (const taken of facts.taken) {
    // The viewer's own open checkout is not taken for the viewer: without that seat the appointment
    // falls, unless others sit in it too.
    if (taken.mine === 'HELD' && taken.taken <= 1) continue;
    appointments.push({
      start: taken.start.getTime(),
      end: taken.end.getTime(),
      blocked: taken.blocked_until.getTime(),
      own: isClass && taken.service_id === service.id ? taken : null,
    });
  }
  appointments.sort((a, b) => a.start - b.start);
  const longest = appointments.reduce((ms, each) => Math.max(ms, each.blocked - each.start), 0);

  const clocks = new Map<number, WallClock>();
  function clockOf(day: number): WallClock {
    let clock = clocks.get(day);
    if (!clock) clocks.set(day, (clock = wallClockOf(day, zone)));
    return clock;
  }

  const occurrences = new Map<number, Busy[]>();
  /** Classes scheduled on a day by other services: busy time even with no seat sold. */
  function occurrencesOn(day: number): readonly Busy[] {
    if (classes.length === 0) return NOTHING;
    let found = occurrences.get(day);
    if (found) return found;
    occurrences.set(day, (found = []));
    for (const scheduled of classes) {
      if (!opensOnDay(scheduled.opening, day).open) continue;
      const clock = clockOf(day);
      const start = clock.at(scheduled.from);
      const end = start + scheduled.duration * MINUTE_MS;
      if (!(end > start && end <= clock.end)) continue;
      if (closures.some((closure) => overlaps(start, end, closure))) continue;
      found.push({ start, end, blocked: end + scheduled.buffer_time * MINUTE_MS });
    }
    return found;
  }

  /** All that may touch a session of this day, buffers across midnight included. */
  function busyAround(day: number, clock: WallClock): Busy[] {
    const until = clock.end + bufferMs;
    const near: Busy[] = [];
    for (let n = firstFrom(appointments, clock.start - longest); n < appointments.length; n++) {
      const appointment = appointments[n]!;
      if (appointment.start >= until) break;
      if (appointment.blocked > clock.start) near.push(appointment);
    }
    if (classes.length > 0)
      for (let other = day - 1; other <= day + 1; other++) near.push(...occurrencesOn(other));
    return near;
  }

  function refusalAt(start: number, end: number, blocked: number, busy: readonly Busy[]): SlotRefusal | null {
    let reason: SlotRefusal | null = null;
    for (const other of busy) {
      if (start < other.blocked && blocked > other.start) {
        if (overlaps(start, end, other)) return 'FULL';
        reason = 'BUFFER';
      }
    }
    return reason ?? cartRefusal(start, end, blocked);
  }

  /** Sessions in the cart never hide what overlaps them, only what breaks nothing but a buffer. */
  function cartRefusal(start: number, end: number, blocked: number): SlotRefusal | null {
    for (const other of cart)
      if (start < other.blocked && blocked > other.start && !overlaps(start, end, other)) return 'BUFFER';
    return null;
  }

  const isClosed = (start: number, end: number) => {
    for (const closure of closures) if (overlaps(start, end, closure)) return true;
    return false;
  };

  function evaluateSession(rule: Rule, start: number, end: number, busy: readonly Busy[]): SlotResult {
    const blocked = end + bufferMs;
    const reason = isClosed(start, end) ? 'CLOSED' : refusalAt(start, end, blocked, busy);
    return { rule, start, end, blocked, reason, capacity: 1, current_count: 0 };
  }

  function evaluateClass(rule: Rule, start: number, end: number, busy: readonly Busy[]): SlotResult {
    const standing = appointments.find(
      (other) => other.own && other.start === start && isJoinable(other.own, rule, rule.location_type),
    );
    const taken = standing?.own;
    if (!standing || !taken) {
      const result = evaluateSession(rule, start, end, busy);
      result.capacity = rule.capacity ?? service.max_capacity ?? 1;
      if (result.capacity < 1) result.reason ??= 'FULL';
      return result;
    }
    // It stands already: what was held first stays, so only its own seats (and a closure) decide.
    const current_count = taken.taken - (taken.mine === 'HELD' ? 1 : 0);
    const result: SlotResult = {
      rule,
      start,
      end: standing.end,
      blocked: standing.blocked,
      reason: null,
      capacity: taken.capacity,
      current_count,
    };
    if (isClosed(start, standing.end)) result.reason = 'CLOSED';
    else if (taken.mine === 'BOOKED') result.reason = 'ALREADY_BOOKED';
    else if (current_count >= taken.capacity) result.reason = 'FULL';
    else result.reason = cartRefusal(start, standing.end, standing.blocked);
    return result;
  }

  function evaluateDay(day: number): EvaluatedDay {
    const clock = clockOf(day);
    const all: SlotResult[] = [];
    let reason: EvaluatedDay['reason'] = 'NO_RULE';
    let busy: Busy[] | null = null;
    let opened = 0;
    for (const timed of rules) {
      const answer = opensOnDay(timed.opening, day);
      if (!answer.open) {
        if (reason !== null && answer.reason === 'OFF_WEEK') reason = 'OFF_WEEK';
        continue;
      }
      reason = null;
      opened++;
      busy ??= busyAround(day, clock);
      if (isClass) {
        const start = clock.at(timed.from);
        if (!(start + durationMs <= clock.end)) continue;
        const result = evaluateClass(timed.rule, start, start + durationMs, busy);
        // A standing class has the times it was held with; no slot crosses midnight.
        if (result.end <= clock.end) all.push(result);
        continue;
      }
      const closing = Math.min(clock.notBefore(Math.max(0, Math.min(timed.until, 1440))), clock.end);
      for (let minutes = timed.from; minutes < timed.until; minutes += timed.step) {
        const start = clock.at(minutes);
        if (start + durationMs > closing) break;
        if (!Number.isNaN(start)) all.push(evaluateSession(timed.rule, start, start + durationMs, busy));
      }
    }
    return { all, listed: opened > 1 ? withoutDuplicates(all) : all, clock, reason };
  }

  return { firstDay: dayNumberOf(window.earliest), lastDay: dayNumberOf(window.latest), evaluateDay };
}

/** The index of the first appointment that begins at `start` or later; they are sorted by start. */
function firstFrom(appointments: readonly Appointment[], start: number): number {
  let low = 0;
  let high = appointments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (appointments[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A seat in a standing class is sold through its own rule, or one that replaced it at the same place. */
function isJoinable(taken: Taken, rule: Rule, place: LocationType): boolean {
  return taken.rule_id === rule.id || taken.location_type === place;
}

/**
 * Two rules may open the same time at the same place (an extra opening over a weekly one): it is
 * listed once, an offer before a refusal, then the rule given first. Sorted by time.
 */
function withoutDuplicates(results: SlotResult[]): SlotResult[] {
  const kept = new Map<string, SlotResult>();
  for (const result of results) {
    const key = `${result.start} ${result.rule.location_type}`;
    const other = kept.get(key);
    if (!other || (other.reason !== null && result.reason === null)) kept.set(key, result);
  }
  return [...kept.values()].sort((a, b) => a.start - b.start);
}
