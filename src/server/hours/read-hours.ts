import { practice } from '#content/public/practice.ts';
import type { HoursAnswer, HoursRow } from '#contract/hours.schemas.ts';
import type { Rule } from '#domain/slots/availability.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { frequencyOf } from '#domain/week/hours-input.ts';
import { datesOpened } from '#domain/slots/rule-dates.ts';
import { isOpening } from '#domain/week/week.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { readCalendars } from '../calendars/write-calendars.ts';
import { readWeek, selectSkippedDates, selectWeekChanges } from './store.ts';

const { zone } = practice;

/** Reads the week as staff change it: hours that still open, extra openings, time off and what was changed. */
export async function readHours(db: Db, now: Date): Promise<HoursAnswer> {
  const today = localDateOf(now, zone);
  const week = await readWeek(db, today);
  const reasons = await selectSkippedDates(db, today);
  const offered = week.services.filter(({ is_active, format }) => is_active && format !== 'PRODUCT');
  const ids = new Set(offered.map(({ id }) => id));
  const rules = week.rules.filter(({ service_id }) => ids.has(service_id));
  const present = (rule: Rule) => presentRule(rule, reasons);
  const opens = (rule: Rule) => datesOpened({ ...rule, skipped: [] }, addDays(today, 1), 1).length > 0;
  return {
    today,
    services: offered.map((service) => ({
      id: service.id,
      name: service.name,
      type: service.type[0] ?? service.category,
      format: service.format,
      duration: service.duration,
      seats: service.max_capacity,
      places: [...service.service_location_type],
    })),
    hours: rules.filter((rule) => !isOpening(rule) && opens(rule)).map(present),
    openings: rules
      .filter(isOpening)
      .toSorted((one, other) => one.start_date.localeCompare(other.start_date))
      .map(present),
    time_off: week.time_off
      .filter(({ ends_at }) => ends_at > now)
      .map(({ starts_at, ends_at, ...off }) => ({
        ...off,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
      })),
    calendars: await readCalendars(db, now),
    changes: await selectWeekChanges(db),
  };
}

type Skipped = { rule_id: string; date: LocalDate; reason: string };

function presentRule(rule: Rule, skipped: readonly Skipped[]): HoursRow {
  return {
    id: rule.id,
    service_id: rule.service_id,
    place: rule.location_type,
    day: rule.day_of_week,
    start: rule.start_time,
    end: rule.end_time,
    every: frequencyOf(rule),
    from: rule.start_date,
    until: rule.end_date,
    step: rule.slot_step_min,
    seats: rule.capacity,
    skipped: skipped
      .filter(({ rule_id }) => rule_id === rule.id)
      .map(({ date, reason }) => ({ date, reason })),
  };
}
