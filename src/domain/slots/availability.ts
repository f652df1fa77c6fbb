/** Availability rules: the dates that a rule opens, and the bookable window (product.md §5.9, §9.2; rules.md §4). */
import type { LocationType } from '#domain/slots/services.ts';
import {
  addDays,
  dateOfDayNumber,
  dayNumberOf,
  type LocalDate,
  weekdayOfDayNumber,
} from '#domain/time/calendar.ts';

export const PATTERNS = ['WEEKLY', 'BIWEEKLY', 'MONTHLY'] as const;
export type Pattern = (typeof PATTERNS)[number];
export type Rule = {
  /** The schedule_id of the wire. */
  id: string;
  service_id: string;
  location_type: LocationType;
  /** 0 = Sunday .. 6 = Saturday. */
  day_of_week: number;
  pattern: Pattern | null;
  week_of_month: number | null;
  start_date: LocalDate;
  /** The last date of the rule, included. */
  end_date: LocalDate | null;
  /** 'HH:mm' on the practice's wall clock. */
  start_time: string;
  end_time: string;
  slot_step_min: number;
  /** Seats of one occurrence. If null, the service's max_capacity applies. */
  capacity: number | null;
  is_active: boolean;
  /** Dates on which the rule does not open. */
  skipped?: readonly LocalDate[] | undefined;
};
export type NotOpenReason = 'NO_RULE' | 'OFF_WEEK' | 'SKIPPED';
type RuleAnswer = { open: true } | { open: false; reason: NotOpenReason };
/** Both ends included. */
type Window = { earliest: LocalDate; latest: LocalDate };
/** The practice is closed in [starts_at, ends_at). `public_text`: what clients read about it; null: only that it is closed. */
export type Closure = { starts_at: Date; ends_at: Date; public_text?: string | null };
export type OpeningRule = Pick<
  Rule,
  'day_of_week' | 'pattern' | 'week_of_month' | 'start_date' | 'end_date' | 'is_active' | 'skipped'
>;
/** A rule with its dates as day numbers, so that a month is evaluated without parsing text. */
export type Opening = {
  first: number;
  last: number;
  weekday: number;
  pattern: Pattern | null;
  week: number | null;
  skipped: ReadonlySet<number> | null;
};

/** The window ends this many days after today (product.md §9.2). */
export const BOOKABLE_DAYS = 30;

const OPEN: RuleAnswer = { open: true };
const NO_RULE: RuleAnswer = { open: false, reason: 'NO_RULE' };
const OFF_WEEK: RuleAnswer = { open: false, reason: 'OFF_WEEK' };
const SKIPPED: RuleAnswer = { open: false, reason: 'SKIPPED' };

/** Computes the day numbers of a rule, once for many days. An inactive rule never begins. */
export function openingOf(rule: OpeningRule): Opening {
  return {
    first: rule.is_active ? dayNumberOf(rule.start_date) : Infinity,
    last: rule.end_date === null ? Infinity : dayNumberOf(rule.end_date),
    weekday: rule.day_of_week,
    pattern: rule.pattern,
    week: rule.week_of_month,
    skipped: rule.skipped?.length ? new Set(rule.skipped.map(dayNumberOf)) : null,
  };
}

/**
 * Decides whether the rule opens this day (product.md §5.9.2). NO_RULE: the rule is inactive, outside its dates or on
 * another weekday. OFF_WEEK: a BIWEEKLY rule opens on even weeks since its start_date, a MONTHLY one in its week of
 * the month. SKIPPED: the practice has taken this date out of the rule.
 */
export function opensOnDay(opening: Opening, day: number): RuleAnswer {
  if (!(day >= opening.first && day <= opening.last)) return NO_RULE;
  if (weekdayOfDayNumber(day) !== opening.weekday) return NO_RULE;
  if (!isItsWeek(opening, day)) return OFF_WEEK;
  return opening.skipped?.has(day) ? SKIPPED : OPEN;
}

function isItsWeek({ pattern, first, week }: Opening, day: number): boolean {
  if (pattern === 'BIWEEKLY') return Math.floor((day - first) / 7) % 2 === 0;
  if (pattern === 'MONTHLY') return Math.ceil(new Date(day * 86_400_000).getUTCDate() / 7) === week;
  return true;
}

/**
 * Returns the bookable window (rules.md §4). It starts tomorrow if an active rule has already begun, else at the
 * earliest start still to come (tomorrow if there is none), and ends at today + 30. It may be empty: earliest > latest.
 */
export function bookableWindow(
  rules: readonly Pick<Rule, 'start_date' | 'end_date' | 'is_active'>[],
  today: LocalDate,
): Window {
  let earliest = Infinity;
  const now = dayNumberOf(today);
  for (const rule of rules) {
    if (!rule.is_active) continue;
    const first = dayNumberOf(rule.start_date);
    const last = rule.end_date === null ? Infinity : dayNumberOf(rule.end_date);
    if (first > now) earliest = Math.min(earliest, first);
    else if (last >= now) earliest = Math.min(earliest, now + 1);
  }
  return {
    earliest: earliest === Infinity ? addDays(today, 1) : dateOfDayNumber(earliest),
    latest: dateOfDayNumber(now + BOOKABLE_DAYS),
  };
}
