import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { instantOf, zoneName } from '#domain/time/zone.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { practice } from '#content/public/practice.ts';
import { dayReason } from '#web/slots/reason-text.ts';
import type { Availability } from '#web/slots/slot-queries.ts';
import type { DayFacts } from '#web/ui/month-grid.tsx';

/** For dates outside the booking window (product.md §2.20). */
const TOO_SOON = 'Cannot book same-day appointments';
const TOO_FAR = 'This date is too far in the future to book';
/** A bookable date without times (product.md §2.20). */
export const NO_SLOTS = 'No available slots for this date';

/** What is known about a date before its slots are requested. */
export type DayState =
  | { kind: 'open'; times: number }
  | { kind: 'none'; why: string | null }
  | { kind: 'outside'; text: string };

export function dayStateOf({ days, window }: Availability, date: LocalDate): DayState {
  if (date < window.earliest) return { kind: 'outside', text: TOO_SOON };
  if (date > window.latest) return { kind: 'outside', text: TOO_FAR };
  const day = days.find((each) => each.date === date);
  if (day && day.open_slots > 0) return { kind: 'open', times: day.open_slots };
  return { kind: 'none', why: day?.reason ? dayReason(day.reason, day.public_text) : null };
}

/** Style and label of a day in the grid. Days outside the booking window are muted but can be chosen. */
export function dayFactsOf(availability: Availability, date: LocalDate): DayFacts {
  const state = dayStateOf(availability, date);
  if (state.kind === 'outside') return { muted: true, label: state.text };
  if (state.kind === 'open') return { marks: state.times, label: timesText(state.times) };
  return { label: state.why === null ? NO_SLOTS : `${NO_SLOTS}. ${state.why}` };
}

/** The zone's short name on a date: 'PST'. */
export function zoneOfDay(date: LocalDate): string {
  const noon = instantOf(date, 12 * 60, practice.zone);
  return noon ? zoneName(noon, practice.zone) : practice.zone;
}

/** '3 times available'. */
export const timesText = (times: number): string => formatCount(times, 'time available', 'times available');

/**
 * The day with which the calendar opens: the requested one if it can be booked, else the first with a time, else the
 * first that can be booked.
 */
export function firstDay({ days, window }: Availability, requested: LocalDate | null = null): LocalDate {
  if (requested !== null && requested >= window.earliest && requested <= window.latest) return requested;
  return days.find((day) => day.open_slots > 0)?.date ?? window.earliest;
}

/** The day with a time that is nearest to another date, the earlier one of two; null if no day has a time. */
export function nearestDay({ days }: Availability, date: LocalDate): LocalDate | null {
  const distance = (day: LocalDate) => Math.abs(dayNumberOf(day) - dayNumberOf(date));
  const open = days.filter(({ open_slots }) => open_slots > 0).map((day) => day.date);
  return (
    open.toSorted((one, other) => distance(one) - distance(other) || one.localeCompare(other))[0] ?? null
  );
}
