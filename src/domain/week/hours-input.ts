/** Turns what staff give for working hours into a rule that can be booked, or says what is wrong (rules.md §9). */
import type { Pattern, Rule } from '#domain/slots/availability.ts';
import { addDays, dayNumberOf, dayOfWeek, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay, WEEKDAYS } from '#domain/time/date-formats.ts';
import { collidingClass, datesOpened, firstSharedDate } from '#domain/slots/rule-dates.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { clock24, formatTime, parseTime, SKIPPED_TIME } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import {
  classesOf,
  isOpening,
  type NewRule,
  serviceOf,
  type Week,
  type WeekService,
} from '#domain/week/week.ts';

/** How often hours come back. FIRST to FIFTH: that weekday of the month. */
export const FREQUENCIES = ['WEEK', 'TWO_WEEKS', 'FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
/** Times 'HH:mm' on the practice's clock. */
export type HoursInput = {
  service_id: string;
  place: LocationType;
  start: string;
  /** A class has none: it ends by its length. */
  end: string | null;
  every: Frequency;
  /** The first date; null: as soon as possible. */
  from: LocalDate | null;
  /** The last date; null: without an end. */
  until: LocalDate | null;
  /** Minutes from one time to the next; null: as the other hours of the service. Not for a class. */
  step: number | null;
  /** Seats of a class; null: those of the service. */
  seats: number | null;
};
/** INVALID: what was given is wrong, in the named field. NOT_POSSIBLE: the rest of the week stands in the way. */
export type Problem =
  | { kind: 'INVALID'; field: string; text: string }
  | { kind: 'NOT_POSSIBLE'; text: string };
export type Checked<T> = ({ ok: true } & T) | { ok: false; problem: Problem };

const DEFAULT_STEP_MIN = 30;
export const STEP_MINUTES = { min: 5, max: 8 * 60 } as const;
export const MOST_SEATS = 500;
const MIDNIGHT = 24 * 60;
/** Placeholder id of a rule that is not stored yet. */
const NEW = 'new';

const FREQUENCY_RULES: Readonly<Record<Frequency, { pattern: Pattern; week_of_month: number | null }>> = {
  WEEK: { pattern: 'WEEKLY', week_of_month: null },
  TWO_WEEKS: { pattern: 'BIWEEKLY', week_of_month: null },
  FIRST: { pattern: 'MONTHLY', week_of_month: 1 },
  SECOND: { pattern: 'MONTHLY', week_of_month: 2 },
  THIRD: { pattern: 'MONTHLY', week_of_month: 3 },
  FOURTH: { pattern: 'MONTHLY', week_of_month: 4 },
  FIFTH: { pattern: 'MONTHLY', week_of_month: 5 },
};

export function frequencyOf({ pattern, week_of_month }: Pick<Rule, 'pattern' | 'week_of_month'>): Frequency {
  if (pattern === 'BIWEEKLY') return 'TWO_WEEKS';
  return pattern === 'MONTHLY' ? FREQUENCIES[1 + week_of_month!]! : 'WEEK';
}

/** `there`: the rule that is changed; null for new hours. */
type About = { service: WeekService; week: Week; today: LocalDate; there: Rule | null };

export const invalid = (field: string, text: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { kind: 'INVALID', field, text },
});
export const notPossible = (text: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { kind: 'NOT_POSSIBLE', text },
});

/** The limit of a plan: the arithmetic of dates ends at year 9999. */
const FARTHEST_DAYS = 10 * 366;

/** Refuses what is no date, or too far away; null if it is fine. */
export function refuseFarDate(field: string, date: LocalDate, today: LocalDate) {
  if (!isLocalDate(date)) return invalid(field, 'Please give a date.');
  return Math.abs(dayNumberOf(date) - dayNumberOf(today)) > FARTHEST_DAYS
    ? invalid(field, 'Please give a date within ten years.')
    : null;
}

/** Returns the rule that the input makes on a weekday. Every accepted rule can be booked. */
export function ruleOf(
  day: number,
  input: HoursInput,
  { week, today, there }: Omit<About, 'service'>,
): Checked<{ rule: NewRule }> {
  const service = week.services.find(({ id }) => id === input.service_id);
  if (!service?.is_active) return invalid('service_id', 'This service is no longer offered.');
  const about = { service, week, today, there };
  const times = timesOf(input, service);
  if (!times.ok) return times;
  const room = roomOf(input, about);
  if (!room.ok) return room;
  const { pattern, week_of_month } = FREQUENCY_RULES[input.every];
  const hours = {
    service_id: service.id,
    location_type: input.place,
    day_of_week: day,
    pattern,
    week_of_month,
    start_time: times.start_time,
    end_time: times.end_time,
    slot_step_min: room.slot_step_min,
    capacity: room.capacity,
  };
  const dates = datesOf(input, hours, about);
  if (!dates.ok) return dates;
  const rule = { ...hours, start_date: dates.start_date, end_date: dates.end_date };
  const problem = collisionOf(rule, about) ?? overlapOf(rule, about);
  return problem === null ? { ok: true, rule } : notPossible(problem);
}

/** Returns the rule of an extra opening on one day. It may overlap the weekly hours. */
export function openingOf(
  {
    date,
    ...input
  }: Pick<HoursInput, 'service_id' | 'place' | 'start' | 'end' | 'seats'> & { date: LocalDate },
  { week, today, zone }: Pick<About, 'week' | 'today'> & { zone: string },
): Checked<{ rule: NewRule }> {
  const service = week.services.find(({ id }) => id === input.service_id);
  if (!service?.is_active) return invalid('service_id', 'This service is no longer offered.');
  const refused = refuseFarDate('date', date, today);
  if (refused) return refused;
  if (date <= today) return invalid('date', 'From tomorrow on: clients can’t book the same day.');
  const times = timesOf(input, service);
  if (!times.ok) return times;
  if (instantOf(date, parseTime(times.start_time)!, zone) === null) return invalid('start', SKIPPED_TIME);
  const about = { service, week, today, there: null };
  const room = roomOf({ ...input, step: null }, about);
  if (!room.ok) return room;
  const rule = {
    service_id: service.id,
    location_type: input.place,
    day_of_week: dayOfWeek(date),
    pattern: null,
    week_of_month: null,
    start_date: date,
    end_date: date,
    start_time: times.start_time,
    end_time: times.end_time,
    slot_step_min: room.slot_step_min,
    capacity: room.capacity,
  };
  const problem = collisionOf(rule, about);
  return problem === null ? { ok: true, rule } : notPossible(problem);
}

/** A class is held once, at its start, for its whole length; one-to-one sessions start anywhere within the hours. */
function timesOf(
  input: Pick<HoursInput, 'place' | 'start' | 'end'>,
  { name, duration, format, service_location_type }: WeekService,
): Checked<Pick<Rule, 'start_time' | 'end_time'>> {
  if (format === 'PRODUCT') return invalid('service_id', `${name} is a product and has no hours.`);
  if (!service_location_type.includes(input.place))
    return invalid('place', `${name} isn’t offered at this place.`);
  const start = parseTime(input.start);
  if (start === null || start >= MIDNIGHT) return invalid('start', 'Please give a time.');
  const end = isClassFormat(format) ? start + duration : parseTime(input.end ?? '');
  if (end === null) return invalid('end', 'Please give a time.');
  if (end > MIDNIGHT)
    return invalid('start', `${name} takes ${duration} minutes and would go past midnight.`);
  if (end <= start) return invalid('end', 'The end must be after the start.');
  if (end - start < duration) return invalid('end', `${name} takes ${duration} minutes, which doesn’t fit.`);
  return { ok: true, start_time: clock24(start), end_time: clock24(end) };
}

function roomOf(
  { step, seats }: Pick<HoursInput, 'step' | 'seats'>,
  about: About,
): Checked<Pick<Rule, 'slot_step_min' | 'capacity'>> {
  const isClass = isClassFormat(about.service.format);
  const { min, max } = STEP_MINUTES;
  if (!isClass && step !== null && !(step >= min && step <= max))
    return invalid('step', `Please give ${min} to ${max} minutes.`);
  if (isClass && seats !== null && !(seats >= 1 && seats <= MOST_SEATS))
    return invalid('seats', `Please give 1 to ${MOST_SEATS} seats.`);
  return {
    ok: true,
    slot_step_min: isClass || step === null ? usualStep(about) : step,
    capacity: isClass ? seats : null,
  };
}

/** The step that most other hours of the service use. */
function usualStep({ service, week, there }: About): number {
  if (there) return there.slot_step_min;
  const counts = new Map<number, number>();
  for (const { service_id, slot_step_min: step } of week.rules)
    if (service_id === service.id) counts.set(step, (counts.get(step) ?? 0) + 1);
  const [most] = [...counts].sort(([one, often], [other, seldom]) => seldom - often || one - other);
  return most?.[0] ?? DEFAULT_STEP_MIN;
}

/** Hours start on the next matching day, or on the first date. Every two weeks keeps its weeks. */
function datesOf(
  { from, until }: Pick<HoursInput, 'from' | 'until'>,
  hours: Pick<Rule, 'day_of_week' | 'pattern' | 'week_of_month'>,
  { today, there }: About,
): Checked<Pick<Rule, 'start_date' | 'end_date'>> {
  const tomorrow = addDays(today, 1);
  const refused =
    (from !== null && refuseFarDate('from', from, today)) ||
    (until !== null && refuseFarDate('until', until, today));
  if (refused) return refused;
  if (from !== null && from <= today)
    return invalid('from', 'From tomorrow on: clients can’t book the same day.');
  const keepsWeeks =
    there?.pattern === 'BIWEEKLY' && hours.pattern === 'BIWEEKLY' && there.day_of_week === hours.day_of_week;
  const earliest = from ?? (there && there.start_date > tomorrow ? there.start_date : tomorrow);
  const start_date = keepsWeeks
    ? (datesOpened({ ...there, end_date: null, skipped: [] }, earliest, 1)[0] ?? earliest)
    : nextDay(hours.day_of_week, earliest);
  if (until !== null && until < start_date)
    return invalid('until', `The last date is before the first one, ${formatDay(start_date)}.`);
  if (start_date === until) return invalid('until', 'That is one day. Please add an extra opening instead.');
  if (datesOpened({ ...hours, start_date, end_date: until, is_active: true }, start_date, 1).length === 0)
    return invalid('until', `There is no such ${WEEKDAYS[hours.day_of_week]} until then.`);
  return { ok: true, start_date, end_date: until };
}

const nextDay = (day: number, from: LocalDate): LocalDate => addDays(from, (day - dayOfWeek(from) + 7) % 7);

const laterOf = (one: LocalDate, other: LocalDate) => (one > other ? one : other);

/** Other hours of the same service at the same place, on a date that both open. */
function overlapOf(rule: NewRule, { service, week, there, today }: About): string | null {
  if (isClassFormat(service.format)) return null;
  const open = { ...rule, id: NEW, is_active: true };
  const other = week.rules.find(
    (each) =>
      each.service_id === service.id &&
      each.id !== there?.id &&
      each.location_type === rule.location_type &&
      !isOpening(each) &&
      rule.start_time < each.end_time &&
      each.start_time < rule.end_time &&
      firstSharedDate(open, each, laterOf(rule.start_date, addDays(today, 1))) !== null,
  );
  return other ? `${service.name} already has hours then: ${hoursName(other)}. Change those instead.` : null;
}

/** Finds what takes place at the same time: two classes would block each other; one-to-one hours give way to a class. */
export function collisionOf(
  rule: NewRule,
  { service, week, there, today }: Pick<About, 'service' | 'week' | 'there' | 'today'>,
): string | null {
  if (!isClassFormat(service.format)) return null;
  const { duration, buffer_time } = service;
  const one = { rule: { ...rule, id: there?.id ?? NEW, is_active: true }, duration, buffer_time };
  const found = collidingClass(one, classesOf(week), laterOf(rule.start_date, addDays(today, 1)));
  if (!found) return null;
  const { name } = serviceOf(week.services, found.other.rule.service_id);
  return `It would collide with ${name} on ${formatDay(found.date)}.`;
}

/** Writes 'Tuesdays, 9:00 AM - 12:00 PM'. */
export const hoursName = ({ day_of_week, start_time, end_time }: NewRule): string =>
  `${WEEKDAYS[day_of_week]}s, ${timesName({ start_time, end_time })}`;

/** Writes '9:00 AM - 12:00 PM'. */
export const timesName = ({ start_time, end_time }: Pick<Rule, 'start_time' | 'end_time'>): string =>
  `${formatTime(parseTime(start_time)!)} - ${formatTime(parseTime(end_time)!)}`;
