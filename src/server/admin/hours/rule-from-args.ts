import type { Rule } from '#domain/availability.ts';
import { addDays, dayOfWeek, isLocalDate, type LocalDate } from '#domain/calendar.ts';
import { formatLongDate, WEEKDAYS } from '#domain/date-formats.ts';
import { collidingClass, datesOpened, firstSharedDate } from '#domain/rule-dates.ts';
import { isClassFormat } from '#domain/slots.ts';
import { parseTime } from '#domain/wall-time.ts';
import { classesOf, isOpening, type NewRule, serviceOf } from '#domain/week.ts';
import { isNumberIn, NONE } from '../parse-args.ts';
import { clock24, DATE_HINT } from '../parse-datetime.ts';
import type { StoredService, Week } from '../../hours/week-store.ts';
import {
  parseWeekday,
  formatRule,
  parsePlace,
  placeName,
  PLACE_NAMES,
  parseFrequency,
  FREQUENCY_NAMES,
} from './rule-text.ts';

const DEFAULT_STEP_MIN = 30;
const MAX_STEP_MIN = 8 * 60;
const MAX_SEATS = 500;
const MIDNIGHT = 24 * 60;
/** Placeholder id of a rule that is not stored yet. */
const NEW = 'new';

type RuleContext = {
  service: StoredService;
  week: Week;
  today: LocalDate;
  /** The rule being changed; null for new hours. */
  there: Rule | null;
  /** Only the last date of the stored rule changes. */
  staysTheSame?: boolean;
};
type Given = ReadonlyMap<string, string>;
type Read<T> = ({ ok: true } & T) | { ok: false; message: string };
const no = (message: string) => ({ ok: false as const, message });

/** Merges arguments with the stored rule and validates the result, so that every accepted rule can be booked. */
export function ruleFromArgs(given: Given, about: RuleContext): Read<{ rule: NewRule }> {
  const { service, there } = about;
  if (service.format === 'PRODUCT') return no(`${service.name} is a product and has no hours.`);
  const empty = [...given].find(([, value]) => value === '');
  if (empty) return no(`${empty[0]} is empty.`);
  const day = given.has('day') ? parseWeekday(given.get('day')!) : there!.day_of_week;
  if (day === undefined)
    return no(`${given.get('day')} is no day of the week. They are ${WEEKDAYS.join(', ').toLowerCase()}.`);
  const place = placeOf(given, about);
  if (!place.ok) return place;
  const times = timesOf(given, about);
  if (!times.ok) return times;
  const room = roomOf(given, about);
  if (!room.ok) return room;
  const word = given.get('every');
  const frequency = word === undefined ? (there ?? parseFrequency('week')!) : parseFrequency(word);
  if (!frequency) return no(`every is one of: ${FREQUENCY_NAMES}.`);
  const { pattern, week_of_month } = frequency;
  const { location_type } = place;
  const { start_time, end_time } = times;
  const { slot_step_min, capacity } = room;
  const hours = { day_of_week: day, pattern, week_of_month, location_type, start_time, end_time };
  const dates = datesOf(given, hours, about);
  if (!dates.ok) return dates;
  const { start_date, end_date } = dates;
  const rule = { service_id: service.id, ...hours, slot_step_min, capacity, start_date, end_date };
  const problem = problemOf(rule, about);
  return problem === null ? { ok: true, rule } : no(problem);
}

/** An extra opening on one day. It may overlap the weekly hours. */
export function openingFromArgs(
  { date, ...times }: { date: LocalDate; start: string; end: string; place?: string | undefined },
  about: Omit<RuleContext, 'there'>,
): Read<{ rule: NewRule }> {
  const given = new Map(Object.entries(times).filter((each): each is [string, string] => !!each[1]));
  const asNew = { ...about, there: null };
  const place = placeOf(given, asNew);
  if (!place.ok) return place;
  const read = timesOf(given, asNew);
  if (!read.ok) return read;
  const { start_time, end_time } = read;
  const rule = {
    service_id: about.service.id,
    location_type: place.location_type,
    day_of_week: dayOfWeek(date),
    pattern: null,
    week_of_month: null,
    start_date: date,
    end_date: date,
    start_time,
    end_time,
    slot_step_min: usualStep(asNew),
    capacity: null,
  };
  const problem = collisionOf(rule, asNew);
  return problem === null ? { ok: true, rule } : no(problem);
}

function placeOf(given: Given, { service, there }: RuleContext): Read<Pick<Rule, 'location_type'>> {
  const word = given.get('place');
  const offered = service.service_location_type;
  const location_type =
    word === undefined ? (there?.location_type ?? offered[0]) : parsePlace(word.toLowerCase());
  if (!location_type) return no(`The place is one of: ${PLACE_NAMES.join(', ')}.`);
  if (!offered.includes(location_type))
    return no(
      `${service.name} is not offered there, but at: ${offered.map(placeName).join(', ')}. To change that: service ${service.key} place=…`,
    );
  return { ok: true, location_type };
}

/** A class is held once, at its start, for its whole duration; one-to-one sessions start anywhere within the hours. */
function timesOf(given: Given, { service, there }: RuleContext): Read<Pick<Rule, 'start_time' | 'end_time'>> {
  const { name, duration } = service;
  const isClass = isClassFormat(service.format);
  const start = parseTime(given.get('start') ?? there!.start_time);
  if (start === null || start >= MIDNIGHT)
    return no(`Cannot read the start ${given.get('start')}. Write times as 09:00.`);
  const asked = given.get('end') ?? (isClass ? clock24(start + duration) : there!.end_time);
  const end = isClass && !given.has('end') ? start + duration : parseTime(asked);
  if (end === null) return no(`Cannot read the end ${asked}. Write times as 09:00.`);
  if (end > MIDNIGHT) return no(`${name} takes ${duration} minutes and would go on past midnight.`);
  if (end <= start) return no(`It ends before it begins: ${clock24(start)} to ${clock24(end)}.`);
  if (isClass && end !== start + duration)
    return no(
      `${name} takes ${duration} minutes and stands once, from ${clock24(start)} to ${clock24(start + duration)}, not to ${clock24(end)}. Its minutes are changed by: service ${service.key} duration=…`,
    );
  if (end - start < duration) return no(`${name} takes ${duration} minutes; that does not fit.`);
  return { ok: true, start_time: clock24(start), end_time: clock24(end) };
}

function roomOf(given: Given, about: RuleContext): Read<Pick<Rule, 'slot_step_min' | 'capacity'>> {
  const { service, there } = about;
  const isClass = isClassFormat(service.format);
  const [step, seats] = [given.get('step'), given.get('seats')];
  if (isClass && step !== undefined)
    return no(`${service.name} is a class: it stands once, at its start. Leave step out.`);
  if (!isClass && seats !== undefined)
    return no(`${service.name} is for one person at a time. Leave seats out.`);
  if (step !== undefined && !isNumberIn(step, 5, MAX_STEP_MIN))
    return no(`The step from one time to the next is in minutes, 5 to ${MAX_STEP_MIN}.`);
  if (seats !== undefined && seats !== NONE && !isNumberIn(seats, 1, MAX_SEATS))
    return no(
      `Seats are 1 to ${MAX_SEATS}, or ${NONE} for those of the service (${service.max_capacity ?? 1}).`,
    );
  const kept = there?.capacity ?? null;
  return {
    ok: true,
    slot_step_min: step === undefined ? usualStep(about) : +step,
    capacity: seats === undefined ? kept : seats === NONE ? null : +seats,
  };
}

/** The step that most other hours of the service use. */
function usualStep({ service, week, there }: RuleContext): number {
  if (there) return there.slot_step_min;
  const counts = new Map<number, number>();
  for (const { service_id, slot_step_min: step } of week.rules)
    if (service_id === service.id) counts.set(step, (counts.get(step) ?? 0) + 1);
  const [most] = [...counts].sort(([one, often], [other, seldom]) => seldom - often || one - other);
  return most?.[0] ?? DEFAULT_STEP_MIN;
}

/**
 * Hours start on the next matching day, or on DATE. Hours that have begun continue until the day before they change.
 */
function datesOf(
  given: Given,
  hours: Pick<Rule, 'day_of_week' | 'pattern' | 'week_of_month'>,
  { today, there, staysTheSame }: RuleContext,
): Read<Pick<Rule, 'start_date' | 'end_date'>> {
  const [from, until] = [given.get('from'), given.get('until')];
  const tomorrow = addDays(today, 1);
  for (const date of [from, until])
    if (date !== undefined && date !== NONE && !isLocalDate(date))
      return no(`Cannot read the date ${date}. ${DATE_HINT}`);
  if (from !== undefined && from <= today)
    return no('From tomorrow on at the earliest: nothing is booked for the same day.');
  const dayName = WEEKDAYS[hours.day_of_week]!;
  if (from !== undefined && hours.pattern === 'BIWEEKLY' && dayOfWeek(from) !== hours.day_of_week)
    return no(
      `Every two weeks counts from its first date, and ${formatLongDate(from)} is no ${dayName}. The next are ${nextDays(hours.day_of_week, from, 2).join(' and ')}.`,
    );
  const earliest = from ?? (there && there.start_date > tomorrow ? there.start_date : tomorrow);
  const staysInStep =
    there?.pattern === 'BIWEEKLY' &&
    hours.pattern === 'BIWEEKLY' &&
    there.day_of_week === hours.day_of_week &&
    from === undefined;
  const start_date = staysTheSame
    ? there!.start_date
    : staysInStep
      ? (datesOpened({ ...there, end_date: null }, earliest, 1)[0] ?? earliest)
      : (from ?? nextDays(hours.day_of_week, earliest, 1)[0]!);
  const end_date = until === undefined ? (there?.end_date ?? null) : until === NONE ? null : until;
  if (end_date !== null && end_date < start_date)
    return no(`They would end on ${end_date}, before they begin on ${start_date}. Give until=… as well.`);
  if (start_date === end_date)
    return no(`That is one day: to add an extra opening: open SERVICE ${start_date} START END.`);
  const first = laterOf(start_date, tomorrow);
  if (datesOpened({ ...hours, start_date, end_date, is_active: true }, first, 1).length === 0)
    return no(`No such ${dayName} lies between ${first} and ${end_date}.`);
  return { ok: true, start_date, end_date };
}

const laterOf = (one: LocalDate, other: LocalDate) => (one > other ? one : other);

function nextDays(day: number, from: LocalDate, count: number): LocalDate[] {
  const first = addDays(from, (day - dayOfWeek(from) + 7) % 7);
  return Array.from({ length: count }, (_, week) => addDays(first, 7 * week));
}

/** The conflict of a rule with the rest of the week; null without one. */
function problemOf(rule: NewRule, about: RuleContext): string | null {
  if (isClassFormat(about.service.format)) return collisionOf(rule, about);
  const { service, week, there, today } = about;
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
  return other
    ? `These hours of the same service stand in the way: ${formatRule(other, service, today)}. Change those instead (hour change ${other.id} …), or end them first (hour end ${other.id}).`
    : null;
}

/** Two classes at the same time would block each other; one-to-one hours give way to a class. */
function collisionOf(rule: NewRule, { service, week, there, today }: RuleContext): string | null {
  if (!isClassFormat(service.format)) return null;
  const { duration, buffer_time } = service;
  const one = { rule: { ...rule, id: there?.id ?? NEW, is_active: true }, duration, buffer_time };
  const found = collidingClass(one, classesOf(week), laterOf(rule.start_date, addDays(today, 1)));
  if (!found) return null;
  const { rule: other, buffer_time: after } = found.other;
  const how = isOpening(other) ? `withdraw ${other.id}` : `hour end ${other.id}`;
  const { name } = serviceOf(week.services, other.service_id);
  return `On ${formatLongDate(found.date)} it would collide with ${name}, ${other.start_time} to ${other.end_time}${after > 0 ? ` and ${after} minutes of buffer` : ''}: neither could be booked. Choose another time, or first: ${how}`;
}
