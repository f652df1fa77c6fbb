/**
 * The slot engine (rules.md §4): evaluates every start time that the rules open on a day. Each is bookable or has the
 * reason why not. It works on epoch ms and day numbers; slots.ts formats its results.
 */
import type { LocationType } from '#domain/slots/services.ts';
import {
  bookableWindow,
  type NotOpenReason,
  type Opening,
  openingOf,
  opensOnDay,
  type Rule,
} from '#domain/slots/availability.ts';
import {
  exceededLimit,
  leftOfDay,
  type LeftOfDay,
  limitText,
  timedLimits,
} from '#domain/slots/day-limits.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import { dayNumberOf, mondayOf } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { localDateOf, type WallClock, wallClockOf } from '#domain/time/zone.ts';
import type { BusyTimes, SlotFacts, SlotRefusal, Taken } from '#domain/slots/slot-facts.ts';

/** One start time on one day, in epoch ms. It is bookable if `reason` is null. Nothing may begin before `blocked`. */
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
  /** Every start time of every rule. */
  all: SlotResult[];
  /** The start times for a list, by time: a time that two rules open at the same place appears once. */
  listed: SlotResult[];
  clock: WallClock;
  reason: NotOpenReason | null;
};
/** firstDay and lastDay: day numbers of the bookable window. */
export type SlotEngine = {
  firstDay: number;
  lastDay: number;
  evaluateDay(day: number): EvaluatedDay;
  /** Classes that other services schedule on a day. They are busy time even without a sold seat. */
  occurrencesOn(day: number): readonly Busy[];
  /** Which limit one more session at any time would exceed, as staff read it. */
  limitExceededBy(session: Busy): string | null;
};

type TimedRule = { rule: Rule; opening: Opening; from: number; until: number; step: number };
/** Time that holds the practitioner: [start, end), and nothing may begin before `blocked`. */
type Busy = { start: number; end: number; blocked: number };

/** `isSession`: it has one seat, as every one-to-one session. */
type Appointment = Busy & { own: Taken | null; isSession: boolean };
/** What can keep the sessions of one day from being booked. */
type Around = { busy: readonly Busy[]; closures: readonly Busy[]; left: LeftOfDay | null };

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

function meetsAny(start: number, end: number, others: readonly Busy[]): boolean {
  for (const other of others) if (overlaps(start, end, other)) return true;
  return false;
}

/** Returns true if a time meets one of these, which are sorted and do not meet: there may be thousands. */
export function meetsSorted(start: number, end: number, spans: readonly Span[]): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spans[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]!.start < end;
}

/**
 * Creates the engine for one service. It reads the facts once, so that evaluating a day costs only comparisons.
 * `isClass`: the service has one occurrence a day and many seats.
 */
export function createSlotEngine(facts: SlotFacts, isClass: boolean): SlotEngine {
  const { service, zone, busy_elsewhere = [] } = facts;
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
    appointments.push({ start, end: ends[n]!, blocked: blocked[n]!, own: null, isSession: true });
  for (const taken of facts.taken) {
    // The viewer's own open checkout does not take time from the viewer. Without that seat the appointment goes, unless
    // other clients have seats in it.
    if (taken.mine === 'HELD' && taken.taken <= 1) continue;
    appointments.push({
      start: taken.start.getTime(),
      end: taken.end.getTime(),
      blocked: taken.blocked_until.getTime(),
      own: isClass && taken.service_id === service.id ? taken : null,
      isSession: taken.capacity === 1,
    });
  }
  appointments.sort((a, b) => a.start - b.start);
  const longest = appointments.reduce((ms, each) => Math.max(ms, each.blocked - each.start), 0);

  const limits = isClass || !facts.limits ? null : timedLimits(facts.limits);
  const isMoved = ({ start }: Busy) => facts.moved?.some((from) => from.start.getTime() === start);
  const moved = new Set<Busy>(limits && appointments.filter((each) => each.isSession && isMoved(each)));
  const sessions = limits ? appointments.filter((each) => each.isSession && !moved.has(each)) : [];

  const clocks = new Map<number, WallClock>();
  function clockOf(day: number): WallClock {
    let clock = clocks.get(day);
    if (!clock) clocks.set(day, (clock = wallClockOf(day, zone)));
    return clock;
  }

  const occurrences = new Map<number, Busy[]>();
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
      if (meetsAny(start, end, closures) || meetsSorted(start, end, busy_elsewhere)) continue;
      found.push({ start, end, blocked: end + scheduled.buffer_time * MINUTE_MS });
    }
    return found;
  }

  /** Returns all time that can touch a session of this day, including buffers across midnight. */
  function timeAround(day: number, clock: WallClock): Around {
    const until = clock.end + bufferMs;
    const near: Busy[] = [];
    for (let n = firstFrom(appointments, clock.start - longest); n < appointments.length; n++) {
      const appointment = appointments[n]!;
      if (appointment.start >= until) break;
      if (appointment.blocked > clock.start) near.push(appointment);
    }
    if (classes.length > 0) {
      for (let other = day - 1; other <= day + 1; other++) near.push(...occurrencesOn(other));
      if (limits) near.sort((one, other) => one.start - other.start);
    }
    return {
      busy: near,
      // Time off that repeats makes hundreds of closures. A session ends on its day.
      closures: closures.filter((closure) => overlaps(clock.start, clock.end, closure)),
      left: limits && leftOfDay(limits, countedOn(day, clock, near)),
    };
  }

  const weeks = new Map<number, number>();
  function countedOn(day: number, clock: WallClock, near: readonly Busy[]) {
    const busy = moved.size === 0 ? near : near.filter((each) => !moved.has(each));
    const count = firstFrom(sessions, clock.end) - firstFrom(sessions, clock.start);
    const monday = mondayOf(day);
    let week_ms = weeks.get(monday);
    if (week_ms === undefined) {
      const [from, to] = [clockOf(monday).start, clockOf(monday + 6).end];
      const week = sessions.slice(firstFrom(sessions, from), firstFrom(sessions, to));
      weeks.set(monday, (week_ms = week.reduce((sum, { start, end }) => sum + end - start, 0)));
    }
    return { sessions: count, week_ms, busy, clock };
  }

  function limitExceededBy(session: Busy): string | null {
    if (!limits) return null;
    const day = dayNumberOf(localDateOf(session.start, zone));
    const { left } = timeAround(day, clockOf(day));
    const name = left && exceededLimit(left, session);
    return name && limitText(limits.limits, name);
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

  /** A cart item hides only the times that break its buffer. A time that overlaps it stays listed. */
  function cartRefusal(start: number, end: number, blocked: number): SlotRefusal | null {
    for (const other of cart)
      if (start < other.blocked && blocked > other.start && !overlaps(start, end, other)) return 'BUFFER';
    return null;
  }

  function evaluateSession(rule: Rule, start: number, end: number, around: Around): SlotResult {
    const blocked = end + bufferMs;
    let reason = meetsAny(start, end, around.closures)
      ? 'CLOSED'
      : meetsSorted(start, end, busy_elsewhere)
        ? 'BUSY'
        : refusalAt(start, end, blocked, around.busy);
    const { left } = around;
    if (left && reason === null && exceededLimit(left, { start, end, blocked }) !== null) reason = 'DAY_FULL';
    return { rule, start, end, blocked, reason, capacity: 1, current_count: 0 };
  }

  function evaluateClass(rule: Rule, start: number, end: number, around: Around): SlotResult {
    const existing = appointments.find(
      (other) => other.own && other.start === start && isJoinable(other.own, rule, rule.location_type),
    );
    const taken = existing?.own;
    if (!existing || !taken) {
      const result = evaluateSession(rule, start, end, around);
      result.capacity = rule.capacity ?? service.max_capacity ?? 1;
      if (result.capacity < 1) result.reason ??= 'FULL';
      return result;
    }
    // The appointment exists, and the first hold wins: only its own seats and closures decide. A class with sold seats takes
    // place, whatever another calendar says.
    const current_count = taken.taken - (taken.mine === 'HELD' ? 1 : 0);
    const result: SlotResult = {
      rule,
      start,
      end: existing.end,
      blocked: existing.blocked,
      reason: null,
      capacity: taken.capacity,
      current_count,
    };
    if (meetsAny(start, existing.end, around.closures)) result.reason = 'CLOSED';
    else if (taken.mine === 'BOOKED') result.reason = 'ALREADY_BOOKED';
    else if (current_count >= taken.capacity) result.reason = 'FULL';
    else result.reason = cartRefusal(start, existing.end, existing.blocked);
    return result;
  }

  function evaluateDay(day: number): EvaluatedDay {
    const clock = clockOf(day);
    const all: SlotResult[] = [];
    let reason: EvaluatedDay['reason'] = 'NO_RULE';
    let around: Around | null = null;
    let opened = 0;
    for (const timed of rules) {
      const answer = opensOnDay(timed.opening, day);
      if (!answer.open) {
        if (reason !== null) reason = moreHelpful(reason, answer.reason);
        continue;
      }
      reason = null;
      opened++;
      around ??= timeAround(day, clock);
      if (isClass) {
        const start = clock.at(timed.from);
        if (!(start + durationMs <= clock.end)) continue;
        const result = evaluateClass(timed.rule, start, start + durationMs, around);
        // An existing appointment keeps the times it was made with; no slot crosses midnight.
        if (result.end <= clock.end) all.push(result);
        continue;
      }
      const closing = Math.min(clock.notBefore(Math.max(0, Math.min(timed.until, 1440))), clock.end);
      for (let minutes = timed.from; minutes < timed.until; minutes += timed.step) {
        const start = clock.at(minutes);
        if (start + durationMs > closing) break;
        if (!Number.isNaN(start)) all.push(evaluateSession(timed.rule, start, start + durationMs, around));
      }
    }
    return { all, listed: opened > 1 ? withoutDuplicates(all) : all, clock, reason };
  }

  return {
    firstDay: dayNumberOf(window.earliest),
    lastDay: dayNumberOf(window.latest),
    evaluateDay,
    occurrencesOn,
    limitExceededBy,
  };
}

const HELPFUL: readonly NotOpenReason[] = ['NO_RULE', 'OFF_WEEK', 'SKIPPED'];
const moreHelpful = (one: NotOpenReason, other: NotOpenReason): NotOpenReason =>
  HELPFUL.indexOf(one) < HELPFUL.indexOf(other) ? other : one;

/** Returns the index of the first appointment that begins at `start` or later, by binary search. */
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

/** A seat in an existing class is sold through its own rule, or through a rule that replaced it at the same place. */
function isJoinable(taken: Taken, rule: Rule, place: LocationType): boolean {
  return taken.rule_id === rule.id || taken.location_type === place;
}

/**
 * Two rules may open the same time at the same place (an extra opening over a weekly one). It is listed once: a bookable
 * result wins, then the first rule. Sorted by time.
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
