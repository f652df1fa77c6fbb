/**
 * Where staff may put a session (rules.md §9). Overlap is impossible; everything else that keeps clients from booking a
 * time is a named warning. Hours, occurrences and the bookable window come from the slot engine, so that a time has no
 * warning if and only if clients can book it.
 */
import { type Access, accessIssues } from '#domain/slots/access.ts';
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { addDays, dayNumberOf } from '#domain/time/calendar.ts';
import { nearestSlots } from '#domain/slots/nearest-slots.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import type { PlacementWarning } from '#domain/slots/placement-warnings.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { createSlotEngine, meetsSorted, type SlotEngine } from '#domain/slots/slot-engine.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { SlotFacts, Taken } from '#domain/slots/slot-facts.ts';
import { localDateOf, localMinutesOf, wallClockOf } from '#domain/time/zone.ts';

/**
 * `rules`: those of the service, at every place. `service.duration` is the length of the wished session. `taken` and
 * `busy`: every appointment near the wish, the client's own holds included.
 */
export type PlacementFacts = Omit<SlotFacts, 'cart'> & {
  /** False: the service is retired. */
  is_active: boolean;
  /** Null: no client yet, or unknown here. */
  access: Access | null;
  /** Starts of the client's other sessions. */
  client_sessions: readonly Date[];
  /** Where the rules are not known, as in the browser: any time inside these working hours is open. */
  hours?: readonly Span[];
};
export type PlacementWish = {
  start: Date;
  place: LocationType;
  /** The bookings that are rescheduled, this one and others with it: their own seats are free for it. */
  moved?: readonly { start: Date; blocked_until: Date }[];
};
export type PlacementIssue = {
  code: PlacementWarning;
  /** BUFFER: the pause that is left, and the usual one. */
  minutes?: number;
  usual_minutes?: number;
  /** BUFFER: the pause is before or after the wished session. */
  side?: 'BEFORE' | 'AFTER';
  /** LIMIT: which one it exceeds, as a sentence. */
  limit?: string;
};
export type Placement = {
  verdict: 'FREE' | 'WARNED' | 'TAKEN';
  start: Date;
  end: Date;
  /** End of the buffer; at the next session at the latest. */
  blocked_until: Date;
  warnings: PlacementIssue[];
  /** The appointment that takes the time; null unless TAKEN. */
  taken_by: Span | null;
  /** The appointment of the class that the session joins; null: it has an appointment of its own. */
  joins: Taken | null;
  /** Seats of the appointment. */
  capacity: number;
};

/** Time that holds the practitioner: [start, end), and nothing should begin before `blocked`. */
type Busy = Span & { blocked: number };

const MINUTE_MS = 60_000;
const WEEK_DAYS = 7;

const overlaps = (one: Span, other: Span) => one.start < other.end && one.end > other.start;

/** Returns what speaks against a session at this time: the appointment that takes it, or the warnings. */
export function evaluatePlacement(facts: PlacementFacts, wish: PlacementWish): Placement {
  const { service, zone } = facts;
  const isClass = isClassFormat(service.format);
  const engine = engineAt(facts, wish, isClass);
  const start = wish.start.getTime();
  const date = localDateOf(start, zone);
  const day = dayNumberOf(date);
  const slots = engine.evaluateDay(day).all.filter((slot) => slot.start === start);
  const existing = isClass ? joinable(facts, wish, slots) : null;
  const end = existing ? existing.end.getTime() : start + service.duration * MINUTE_MS;
  const wished = { start, end };

  const issues: PlacementIssue[] = [];
  if (!facts.is_active) issues.push({ code: 'RETIRED' });
  if (facts.access) issues.push(...accessIssues(facts.access, wish.place).map((code) => ({ code })));
  issues.push(...dateIssues(facts, start, day));
  const isOpen = slots.length > 0 || facts.hours?.some((open) => open.start <= start && end <= open.end);
  if (!isOpen) issues.push({ code: 'OUTSIDE_HOURS' });
  if (facts.closures.some((closure) => overlaps(wished, spanOf(closure)))) issues.push({ code: 'TIME_OFF' });
  if (facts.client_sessions.some((other) => localDateOf(other, zone) === date))
    issues.push({ code: 'SAME_DAY' });

  const answer = { start: wish.start, end: new Date(end), joins: existing };
  if (existing) {
    const { capacity } = existing;
    const isOwn = isMoved(wish, existing.start, existing.blocked_until);
    const isTaken = !isOwn && (existing.taken >= capacity || existing.mine !== undefined);
    const taken_by = isTaken ? { start, end } : null;
    return { ...answer, blocked_until: existing.blocked_until, capacity, ...verdictOf(issues, taken_by) };
  }
  const capacity = isClass ? (slots[0]?.capacity ?? service.max_capacity ?? 1) : 1;
  const appointments = appointmentsOf(facts, wish);
  const occurrences = [day - 1, day, day + 1].flatMap((each) => [...engine.occurrencesOn(each)]);
  const other = appointments.find((busy) => overlaps(wished, busy));
  if (occurrences.some((occurrence) => overlaps(wished, occurrence)))
    issues.push({ code: 'CLASS_SCHEDULED' });
  if (meetsSorted(start, end, facts.busy_elsewhere ?? [])) issues.push({ code: 'OWN_CALENDAR' });
  const near = [...appointments, ...occurrences].filter((busy) => !overlaps(wished, busy));
  const blocked = end + service.buffer_time * MINUTE_MS;
  issues.push(...bufferIssue(near, { start, end, blocked }));
  const limit = engine.limitExceededBy({ start, end, blocked });
  if (limit !== null) issues.push({ code: 'LIMIT', limit });
  const next = near.filter((busy) => busy.start >= end).map((busy) => busy.start);
  const taken_by = other ?? (capacity < 1 ? wished : null);
  return {
    ...answer,
    blocked_until: new Date(Math.min(blocked, ...next)),
    capacity,
    ...verdictOf(issues, taken_by),
  };
}

function verdictOf(warnings: PlacementIssue[], taken_by: Span | null) {
  const verdict = taken_by ? 'TAKEN' : warnings.length > 0 ? 'WARNED' : 'FREE';
  return {
    verdict,
    warnings,
    taken_by: taken_by && { start: taken_by.start, end: taken_by.end },
  } as const;
}

/** The engine that clients of this place see. */
function engineAt(
  facts: PlacementFacts,
  { place, moved }: Pick<PlacementWish, 'place' | 'moved'>,
  isClass: boolean,
): SlotEngine {
  const rules = facts.is_active ? facts.rules.filter(({ location_type }) => location_type === place) : [];
  return createSlotEngine({ ...facts, rules, moved }, isClass);
}

function dateIssues({ now, zone }: PlacementFacts, start: number, day: number): PlacementIssue[] {
  const today = dayNumberOf(localDateOf(now, zone));
  if (start <= now.getTime()) return [{ code: 'PAST' }];
  if (day <= today) return [{ code: 'TODAY' }];
  return day > today + BOOKABLE_DAYS ? [{ code: 'TOO_FAR' }] : [];
}

/** The tightest pause that is shorter than usual. */
function bufferIssue(near: readonly Busy[], wished: Busy): PlacementIssue[] {
  const issues = near.flatMap((busy): PlacementIssue[] => {
    if (!(wished.start < busy.blocked && wished.blocked > busy.start)) return [];
    const [earlier, later] = busy.start < wished.start ? [busy, wished] : [wished, busy];
    return [
      {
        code: 'BUFFER',
        minutes: Math.floor((later.start - earlier.end) / MINUTE_MS),
        usual_minutes: Math.floor((earlier.blocked - earlier.end) / MINUTE_MS),
        side: earlier === busy ? 'BEFORE' : 'AFTER',
      },
    ];
  });
  return issues.sort((one, other) => one.minutes! - other.minutes!).slice(0, 1);
}

/** The class that has seats at this time and place, or whose rule opens it. */
function joinable(
  { taken, service }: PlacementFacts,
  { start, place }: PlacementWish,
  slots: readonly { rule: { id: string } }[],
): Taken | null {
  const found = taken.find(
    (each) =>
      each.service_id === service.id &&
      each.start.getTime() === start.getTime() &&
      (each.location_type === place || slots.some(({ rule }) => rule.id === each.rule_id)),
  );
  return found ?? null;
}

const isMoved = ({ moved }: PlacementWish, start: Date, blocked_until: Date): boolean =>
  moved !== undefined &&
  moved.some(
    (each) =>
      each.start.getTime() === start.getTime() && each.blocked_until.getTime() === blocked_until.getTime(),
  );

/** All appointments but those that the moved bookings leave empty. */
function appointmentsOf({ taken, busy }: PlacementFacts, wish: PlacementWish): Busy[] {
  const rows = taken
    .filter((each) => !(each.taken <= 1 && isMoved(wish, each.start, each.blocked_until)))
    .map((each) => ({
      start: each.start.getTime(),
      end: each.end.getTime(),
      blocked: each.blocked_until.getTime(),
    }));
  const times = (busy?.starts ?? [])
    .map((start, n) => ({ start, end: busy!.ends[n]!, blocked: busy!.blocked[n]! }))
    .filter(({ start, blocked }) => !isMoved(wish, new Date(start), new Date(blocked)));
  return [...rows, ...times];
}

const spanOf = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }): Span => ({
  start: starts_at.getTime(),
  end: ends_at.getTime(),
});

/** Returns the times nearest to a wish that clients can book at its place, the nearest first. */
export function nearestTimes(facts: PlacementFacts, wish: PlacementWish, count: number): Date[] {
  const isClass = isClassFormat(facts.service.format);
  const engine = engineAt(facts, wish, isClass);
  const day = dayNumberOf(localDateOf(wish.start, facts.zone));
  const found = nearestSlots(engine, wish.start.getTime(), day, count);
  return found.map(({ result }) => new Date(result.start));
}

/**
 * Returns the times of a series, the first included: every so many weeks at the same time of the practice's clock. A time
 * that a clock change skips becomes the first one after it.
 */
export function seriesDates(start: Date, weeks: number, times: number, zone: string): Date[] {
  const first = localDateOf(start, zone);
  const minutes = localMinutesOf(start, zone);
  return Array.from({ length: times }, (_, n) => {
    if (n === 0) return start;
    const date = addDays(first, n * weeks * WEEK_DAYS);
    return new Date(wallClockOf(dayNumberOf(date), zone).notBefore(minutes));
  });
}
