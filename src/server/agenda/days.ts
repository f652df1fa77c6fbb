import { practice } from '#content/public/practice.ts';
import type { Span as WireSpan } from '#contract/agenda.schemas.ts';
import { addDays, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { workingHours } from '#domain/slots/working-hours.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { refuseFarDate } from '#domain/week/hours-input.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { Catalogue } from '../seats/practice-facts.ts';
import type { AgendaRange } from './store.ts';

const { zone } = practice;

/** Refuses a date that does not exist or is too far away; null if it is fine. */
export function refuseDate(field: string, date: LocalDate, today: LocalDate): Refusal | null {
  const refused = refuseFarDate(field, date, today);
  return refused && refuse('INVALID_INPUT', { details: { [field]: refused.problem.text } });
}

/** Six weeks: the grid of a month. */
const MOST_DAYS = 42;

/** Refuses dates that are too many or too far away; null if they are fine. */
export function refuseDates(
  { from, to }: { from: LocalDate; to: LocalDate },
  today: LocalDate,
): Refusal | null {
  const refused = refuseDate('from', from, today) ?? refuseDate('to', to, today);
  if (refused) return refused;
  const days = dayNumberOf(to) - dayNumberOf(from);
  return days >= 0 && days < MOST_DAYS
    ? null
    : refuse('INVALID_INPUT', { details: { to: `Please ask for 1 to ${MOST_DAYS} days.` } });
}

/** Returns the first moment of a date and of the date after the last one, in the practice's zone. */
export const rangeOf = (from: LocalDate, to: LocalDate): AgendaRange => ({
  from: startOfDay(from, zone),
  to: startOfDay(addDays(to, 1), zone),
});

/** Returns the working hours of each date, from the rules that clients book by. */
export function hoursOf(catalogue: Catalogue): (date: LocalDate) => Span[] {
  const rules = [...catalogue.rules].flatMap(([service_id, each]) => {
    const { duration, format } = catalogue.services.get(service_id)!;
    return each.map((rule) => ({ rule, duration, is_class: isClassFormat(format) }));
  });
  const hours = workingHours(rules, zone);
  return (date) => hours(dayNumberOf(date));
}

export const presentSpan = ({ start, end }: Span): WireSpan => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});
