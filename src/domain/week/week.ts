/** The practice's week: services, their rules, and time off, as staff change them (rules.md §9). */
import type { Closure, Rule } from '#domain/slots/availability.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import type { LocationType, ServiceFormat } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { ScheduledClass } from '#domain/slots/slot-facts.ts';

/** Times in minutes. */
export type WeekService = {
  id: string;
  name: string;
  format: ServiceFormat;
  duration: number;
  buffer_time: number;
  max_capacity: number | null;
  service_location_type: readonly LocationType[];
  is_active: boolean;
  bookable_online: boolean;
};
export type TimeOff = Closure & {
  id: string;
  /** Only staff read it. */
  reason: string;
  /** What clients read: 'Closed until Mon, Jul 21'. Null: only that the practice is closed. */
  public_text: string | null;
  /** What the dates of time off that repeats have in common. */
  series_id: string | null;
};
/** All services, also retired ones; the rules that can still open, extra openings among them; time off to come. */
export type Week<Service extends WeekService = WeekService> = {
  services: readonly Service[];
  rules: readonly Rule[];
  time_off: readonly TimeOff[];
};
export type NewRule = Omit<Rule, 'id' | 'is_active'>;
export type NewTimeOff = Omit<TimeOff, 'id' | 'series_id'>;

/** What a change writes. Rules are never deleted, because bookings refer to them. */
export type WeekEdits = {
  /** `replaces`: its skipped dates go over to the new rule where that opens too. */
  added: { rule: NewRule; replaces: string | null }[];
  /** The last date of a rule; null: without an end. */
  ended: { rule_id: string; last: LocalDate | null }[];
  switched_off: string[];
  skipped: { rule_id: string; date: LocalDate; reason: string }[];
  restored: { rule_id: string; date: LocalDate }[];
  /** Several are the dates of one series. */
  time_off_added: NewTimeOff[];
  time_off_removed: string[];
};

export const NO_EDITS: WeekEdits = {
  added: [],
  ended: [],
  switched_off: [],
  skipped: [],
  restored: [],
  time_off_added: [],
  time_off_removed: [],
};

/** Returns the week as it is after the edits. A new rule gets the id 'new-<n>'. */
export function weekAfter<Service extends WeekService>(week: Week<Service>, edits: WeekEdits): Week<Service> {
  const ends = new Map(edits.ended.map(({ rule_id, last }) => [rule_id, last]));
  const rules = week.rules
    .filter(({ id }) => !edits.switched_off.includes(id))
    .map((rule) => {
      const skipped = skippedAfter(rule, edits);
      return { ...rule, skipped, end_date: ends.has(rule.id) ? ends.get(rule.id)! : rule.end_date };
    });
  const added = edits.added.map(({ rule }, n) => ({ ...rule, id: `new-${n}`, is_active: true }));
  return {
    services: week.services,
    rules: [...rules, ...added],
    time_off: [
      ...week.time_off.filter(({ id }) => !edits.time_off_removed.includes(id)),
      ...edits.time_off_added.map((time_off, n) => ({ ...time_off, id: `new-${n}`, series_id: null })),
    ],
  };
}

function skippedAfter({ id, skipped = [] }: Rule, edits: WeekEdits): readonly LocalDate[] {
  const restored = edits.restored.filter(({ rule_id }) => rule_id === id).map(({ date }) => date);
  const more = edits.skipped.filter(({ rule_id }) => rule_id === id).map(({ date }) => date);
  return [...new Set([...skipped, ...more])].filter((date) => !restored.includes(date)).sort();
}

/** Returns the scheduled classes of the week with `changed` in place of its service, without retired services. */
export function classesOf<Service extends WeekService>(
  { services, rules }: Pick<Week<Service>, 'services' | 'rules'>,
  changed?: Service,
): ScheduledClass[] {
  return rules.flatMap((rule) => {
    const service = changed?.id === rule.service_id ? changed : serviceOf(services, rule.service_id);
    if (!service.is_active || !isClassFormat(service.format)) return [];
    return [{ rule, duration: service.duration, buffer_time: service.buffer_time }];
  });
}

export const serviceOf = <Service extends { id: string }>(
  services: readonly Service[],
  id: string,
): Service => services.find((service) => service.id === id)!;

/** True if a rule is an extra opening of a single day. */
export const isOpening = ({ start_date, end_date }: Pick<Rule, 'start_date' | 'end_date'>): boolean =>
  start_date === end_date;
