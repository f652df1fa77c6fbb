/** What the slots of a service follow from (rules.md §4). */
import type { LocationType, ServiceFormat } from '#domain/slots/services.ts';
import type { Closure, Rule } from '#domain/slots/availability.ts';
import type { DayLimits } from '#domain/slots/day-limits.ts';
import type { Span } from '#domain/slots/open-minutes.ts';

/**
 * Why a day or a time cannot be booked (rules.md §4). ALREADY_BOOKED: the viewer has a seat in that class. SKIPPED: the
 * practice has taken the date out of its hours, which clients read as CLOSED. BUSY: another calendar of the practitioner has
 * the time, which clients read as FULL. DAY_FULL: a limit of the practitioner's day.
 */
export const SLOT_REFUSALS = [
  'TOO_SOON',
  'TOO_FAR',
  'NO_RULE',
  'OFF_WEEK',
  'SKIPPED',
  'CLOSED',
  'BUSY',
  'DAY_FULL',
  'FULL',
  'BUFFER',
  'ALREADY_BOOKED',
] as const;
export type SlotRefusal = (typeof SLOT_REFUSALS)[number];

/** duration and buffer_time in minutes. */
export type SlotService = {
  id: string;
  duration: number;
  buffer_time: number;
  format: ServiceFormat;
  max_capacity: number | null;
};
/** A class rule of the practice: its occurrences are busy time for every other service. Times in minutes. */
export type ScheduledClass = { rule: Rule; duration: number; buffer_time: number };
/** An appointment: at least one seat in it is held or booked. `mine`: the viewer's own seat in it. */
export type Taken = {
  id: string;
  service_id: string;
  /** Null: staff put it there, whatever the working hours are. */
  rule_id: string | null;
  location_type?: LocationType;
  start: Date;
  end: Date;
  blocked_until: Date;
  capacity: number;
  taken: number;
  mine?: 'HELD' | 'BOOKED';
};
/**
 * One-to-one appointments of other clients, of which only the time matters. The nth number of each list is the nth
 * appointment; times in epoch ms.
 */
export type BusyTimes = {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly blocked: readonly number[];
};
/** The time of an item in the viewer's cart; only its buffers matter here (rules.md §4). */
export type CartTime = { service_id?: string; start_time: Date; end_time: Date; blocked_until: Date };
export type SlotFacts = {
  service: SlotService;
  /** The service's rules that the caller may use. */
  rules: readonly Rule[];
  /** All class rules of the practice (those of `service` itself are skipped). */
  classes?: readonly ScheduledClass[];
  closures: readonly Closure[];
  /** Busy times of the practitioner's other calendars: sorted, and no two of them meet. */
  busy_elsewhere?: readonly Span[];
  taken: readonly Taken[];
  /** More appointments, in a compact form for large numbers of them. */
  busy?: BusyTimes;
  cart?: readonly CartTime[];
  /** Null: no limit is on. */
  limits?: DayLimits | null;
  /** One-to-one sessions that are to move: limits do not count them where they are. */
  moved?: readonly { start: Date }[] | undefined;
  now: Date;
  /** IANA name of the practice's zone. */
  zone: string;
};
