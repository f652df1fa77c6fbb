import type { LocationType } from '#domain/services.ts';
import type { Pattern, Rule } from '#domain/availability.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { formatCalendarDate, WEEKDAYS } from '#domain/date-formats.ts';
import { datesOpened } from '#domain/rule-dates.ts';
import { isClassFormat } from '#domain/slots.ts';
import { isOpening } from '#domain/week.ts';
import type { OfferedService } from '../../seats/slot-facts.ts';

/** Names of places in commands. */
const PLACES: Readonly<Record<string, LocationType>> = {
  studio: 'FIXED_LOCATION',
  'house-call': 'HOUSE_CALL',
  online: 'VIRTUAL',
};
export const PLACE_NAMES = Object.keys(PLACES);
export const parsePlace = (word: string): LocationType | undefined => PLACES[word];
export const placeName = (place: LocationType): string =>
  Object.keys(PLACES).find((word) => PLACES[word] === place)!;

type Frequency = { pattern: Pattern; week_of_month: number | null };
const WEEKS_OF_A_MONTH = ['first', 'second', 'third', 'fourth', 'fifth'];
/** Names of frequencies in commands. */
const FREQUENCIES: Readonly<Record<string, Frequency>> = {
  week: { pattern: 'WEEKLY', week_of_month: null },
  'two-weeks': { pattern: 'BIWEEKLY', week_of_month: null },
  ...Object.fromEntries(
    WEEKS_OF_A_MONTH.map((word, n) => [word, { pattern: 'MONTHLY' as const, week_of_month: n + 1 }]),
  ),
};
export const FREQUENCY_NAMES = `${Object.keys(FREQUENCIES).join(', ')} (of the month)`;
export const parseFrequency = (word: string): Frequency | undefined => FREQUENCIES[word];

/** 0 = Sunday; undefined for any other text. */
export function parseWeekday(word: string): number | undefined {
  const day = WEEKDAYS.findIndex((name) => name.toLowerCase() === word.toLowerCase());
  return day === -1 ? undefined : day;
}

/** For example 'every two weeks, next on Mar 9, 2026' or 'the second Saturday of the month'. */
function frequencyText(rule: Rule, today: LocalDate): string {
  if (rule.pattern === 'MONTHLY')
    return `the ${WEEKS_OF_A_MONTH[rule.week_of_month! - 1]} ${WEEKDAYS[rule.day_of_week]} of the month`;
  if (rule.pattern !== 'BIWEEKLY') return 'every week';
  const [next] = datesOpened(rule, addDays(today, 1), 1);
  return `every two weeks${next ? `, next on ${formatCalendarDate(next)}` : ''}`;
}

type Named = Pick<OfferedService, 'key' | 'name' | 'format' | 'max_capacity'>;

/** Formats a rule without its weekday: id, times, service, place, frequency and dates. */
export function formatRule(rule: Rule, service: Named, today: LocalDate): string {
  const { id, start_time, end_time, location_type, start_date, end_date, slot_step_min } = rule;
  const isOnce = isOpening(rule);
  const often = isOnce ? `only on ${formatCalendarDate(start_date)}` : frequencyText(rule, today);
  const parts = [`${service.name} (${service.key})`, placeName(location_type), often];
  parts.push(
    isClassFormat(service.format)
      ? `${rule.capacity ?? service.max_capacity ?? 1} seats`
      : `in steps of ${slot_step_min} minutes`,
  );
  if (start_date > today && !isOnce) parts.push(`from ${formatCalendarDate(start_date)}`);
  if (end_date !== null && !isOnce) parts.push(`until ${formatCalendarDate(end_date)}`);
  return `${id}  ${start_time} to ${end_time}  ${parts.join(', ')}`;
}

/** For example 'Private Yoga on Tuesdays, 09:00 to 12:00'. */
export const ruleName = ({ day_of_week, start_time, end_time }: Rule, { name }: { name: string }): string =>
  `${name} on ${WEEKDAYS[day_of_week]}s, ${start_time} to ${end_time}`;
