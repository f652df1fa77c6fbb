import type { Rule } from '#domain/slots/availability.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay, WEEKDAYS } from '#domain/time/date-formats.ts';
import { collidingClass } from '#domain/slots/rule-dates.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { inTwelveHours, parseTime } from '#domain/time/wall-time.ts';
import { classesOf, isOpening, serviceOf } from '#domain/week/week.ts';
import type { StoredService, Week } from '../hours/store.ts';
import { placeText } from './service-lines.ts';

const MIDNIGHT = 24 * 60;

export const rulesOf = ({ rules }: Week, service_id: string): Rule[] =>
  rules.filter((rule) => rule.service_id === service_id);

const lengthOf = (rule: Rule) => parseTime(rule.end_time)! - parseTime(rule.start_time)!;

/** 'Tuesdays, 9:00 AM - 12:00 PM', of an extra opening 'Tue 8 Dec, …'. */
export function hoursText(rule: Rule): string {
  const day = isOpening(rule) ? formatDay(rule.start_date) : `${WEEKDAYS[rule.day_of_week]}s`;
  return `${day}, ${inTwelveHours(rule.start_time)} - ${inTwelveHours(rule.end_time)}`;
}

/** Why a service cannot become `next` because of its hours; null if it can. */
export function problemOf(
  next: StoredService,
  there: StoredService,
  week: Week,
  today: LocalDate,
): string | null {
  const rules = rulesOf(week, next.id);
  if (next.format !== there.format && rules.length > 0)
    return `It has hours (${hoursText(rules[0]!)}). End them before you change the format.`;
  const homeless = rules.find((rule) => !next.service_location_type.includes(rule.location_type));
  if (homeless)
    return `It has hours at ${placeText(homeless.location_type)} (${hoursText(homeless)}). End them first.`;
  if (!isClassFormat(next.format)) {
    const longest = Math.max(...rules.map(lengthOf));
    return rules.length === 0 || next.duration === there.duration || next.duration <= longest
      ? null
      : `It is never open for more than ${longest} minutes at a time, so it could not be booked.`;
  }
  if (next.duration === there.duration && next.buffer_time <= there.buffer_time) return null;
  const late = rules.find((rule) => parseTime(rule.start_time)! + next.duration > MIDNIGHT);
  if (late) return `From ${inTwelveHours(late.start_time)} it would go on past midnight.`;
  return collisionOf(next, week, today);
}

/** The first date on which a class of this service would collide with another one; null if none does. */
export function collisionOf(service: StoredService, week: Week, today: LocalDate): string | null {
  const { duration, buffer_time } = service;
  for (const rule of rulesOf(week, service.id)) {
    const found = collidingClass(
      { rule, duration, buffer_time },
      classesOf(week, service),
      addDays(today, 1),
    );
    if (!found) continue;
    const { rule: other } = found.other;
    const { name } = serviceOf(week.services, other.service_id);
    return `On ${formatDay(found.date)} it would collide with ${name}, ${inTwelveHours(other.start_time)} - ${inTwelveHours(other.end_time)}.`;
  }
  return null;
}

/** Hours that are shorter than the service, and so offer no times. */
export function tooShortHours(service: StoredService, week: Week): Rule[] {
  if (isClassFormat(service.format)) return [];
  return rulesOf(week, service.id).filter((rule) => lengthOf(rule) < service.duration);
}
