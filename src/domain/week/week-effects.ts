/** What a change of the week does to what is booked, announced and bookable: a pure difference (rules.md §9). */
import { openingOf, opensOnDay, type Rule } from '#domain/slots/availability.ts';
import { addDays, dateOfDayNumber, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { datesOpened } from '#domain/slots/rule-dates.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { createSlotEngine } from '#domain/slots/slot-engine.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { BusyTimes, SlotFacts, Taken } from '#domain/slots/slot-facts.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { classesOf, serviceOf, type TimeOff, type Week, type WeekEdits } from '#domain/week/week.ts';
import { localDateOf, localMinutesOf, wallClockOf } from '#domain/time/zone.ts';

/** The time of a booked or held seat. Epoch ms. */
export type SeatTime = { service_id: string; place: LocationType; start: number; end: number };
/** A class that an event announces, or that clients wait for. Epoch ms. */
export type Announced = { service_id: string; start: number };
export type NextDate = { date: LocalDate; times: number; before: number };

const DATES_SHOWN = 4;
const MOST_DATES = 6;
/** Of a long time off, these days are looked at. */
const DAYS_LOOKED_AT = 62;

type Between = { before: Week; after: Week; zone: string };

/** Returns the seats that the week carried before and no longer carries: outside the hours now, or in time off. */
export function seatsLeftOutside<Seat extends SeatTime>(
  seats: readonly Seat[],
  { before, after, zone }: Between,
): Seat[] {
  const [was, is] = [weekCover(before, zone), weekCover(after, zone)];
  return seats.filter(
    (seat) => (was.opens(seat) && !is.opens(seat)) || (!was.isClosed(seat) && is.isClosed(seat)),
  );
}

/** Returns the announced classes that could be booked before, for all that their seats say, and cannot any more. */
export function announcedInVain<Event extends Announced>(
  events: readonly Event[],
  { before, after, zone }: Between,
): Event[] {
  const was = weekCover(before, zone);
  return classesNotGiven(events.filter(was.givesClass), after, zone);
}

/** Returns the classes that a week does not give. */
export function classesNotGiven<Class extends Announced>(
  classes: readonly Class[],
  week: Week,
  zone: string,
): Class[] {
  const is = weekCover(week, zone);
  return classes.filter((each) => !is.givesClass(each));
}

type TimedRule = { rule: Rule; opening: ReturnType<typeof openingOf>; from: number; until: number };

function weekCover(week: Week, zone: string) {
  const byService = new Map<string, TimedRule[]>();
  for (const rule of week.rules) {
    const timed = {
      rule,
      opening: openingOf(rule),
      from: parseTime(rule.start_time) ?? Infinity,
      until: parseTime(rule.end_time) ?? -Infinity,
    };
    byService.set(rule.service_id, [...(byService.get(rule.service_id) ?? []), timed]);
  }
  const isClass = new Map(week.services.map(({ id, format }) => [id, isClassFormat(format)]));
  const rulesOn = (service_id: string, day: number) =>
    (byService.get(service_id) ?? []).filter(({ opening }) => opensOnDay(opening, day).open);
  const closed = week.time_off.map((off) => ({ from: off.starts_at.getTime(), to: off.ends_at.getTime() }));
  const isClosed = ({ start, end }: { start: number; end: number }) =>
    closed.some(({ from, to }) => start < to && end > from);
  return {
    isClosed,
    opens({ service_id, place, start, end }: SeatTime): boolean {
      const day = dayNumberOf(localDateOf(start, zone));
      const from = localMinutesOf(start, zone);
      const until = from + (end - start) / 60_000;
      return rulesOn(service_id, day).some(
        (timed) =>
          timed.rule.location_type === place &&
          (isClass.get(service_id) ? timed.from === from : timed.from <= from && until <= timed.until),
      );
    },
    givesClass({ service_id, start }: Announced): boolean {
      const service = week.services.find(({ id }) => id === service_id);
      if (!service?.is_active || !isClass.get(service_id)) return false;
      const end = start + service.duration * 60_000;
      const day = dayNumberOf(localDateOf(start, zone));
      const clock = wallClockOf(day, zone);
      return (
        rulesOn(service_id, day).some(({ from }) => clock.at(from) === start) && !isClosed({ start, end })
      );
    },
  };
}

/** Returns the services and dates by which a change shows what can be booked afterwards. */
export function datesToShow(
  { before, after, zone }: Between,
  edits: WeekEdits,
  now: Date,
): { service_ids: string[]; dates: LocalDate[] } {
  const tomorrow = addDays(localDateOf(now, zone), 1);
  const single = [...edits.skipped, ...edits.restored];
  const ids = new Set([
    ...edits.ended.map(({ rule_id }) => rule_id),
    ...edits.switched_off,
    ...edits.added.map((_, n) => `new-${n}`),
  ]);
  const rules = [...before.rules, ...after.rules].filter(({ id }) => ids.has(id));
  const touched = [
    ...rules,
    ...before.rules.filter(({ id }) => single.some(({ rule_id }) => rule_id === id)),
  ];
  const off = [
    ...edits.time_off_added,
    ...before.time_off.filter(({ id }) => edits.time_off_removed.includes(id)),
  ];
  const dates = [
    ...rules.flatMap((rule) => changedDates(rule, { before, after, tomorrow })),
    ...single.map(({ date }) => date).filter((date) => date >= tomorrow),
    ...off.flatMap((each) => daysOf(each, tomorrow, zone)),
  ];
  const service_ids =
    off.length > 0 ? after.services.map(({ id }) => id) : touched.map(({ service_id }) => service_id);
  return { service_ids: [...new Set(service_ids)], dates: [...new Set(dates)].sort() };
}

/** The next dates from the first on which the rule differs from before. */
function changedDates(
  rule: Rule,
  { before, after, tomorrow }: { before: Week; after: Week; tomorrow: LocalDate },
): LocalDate[] {
  const other = after.rules.find(({ id }) => id === rule.id);
  const was = before.rules.find(({ id }) => id === rule.id);
  if (!was) return datesOpened(rule, tomorrow, DATES_SHOWN);
  const from = other?.end_date != null ? addDays(other.end_date, 1) : tomorrow;
  const longer = other && was.end_date !== null && (other.end_date === null || other.end_date > was.end_date);
  if (longer) return datesOpened(other, addDays(was.end_date!, 1), DATES_SHOWN);
  return datesOpened(was, from > tomorrow ? from : tomorrow, DATES_SHOWN);
}

function daysOf(
  { starts_at, ends_at }: Pick<TimeOff, 'starts_at' | 'ends_at'>,
  tomorrow: LocalDate,
  zone: string,
): LocalDate[] {
  const first = Math.max(dayNumberOf(localDateOf(starts_at, zone)), dayNumberOf(tomorrow));
  const last = dayNumberOf(localDateOf(ends_at.getTime() - 1, zone));
  const count = Math.max(0, Math.min(last - first + 1, DAYS_LOOKED_AT));
  return Array.from({ length: count }, (_, n) => dateOfDayNumber(first + n));
}

/** Returns how many times the services have on these dates before and after: the first ones that differ. */
export function nextDates(
  { before, after, zone }: Between,
  { service_ids, dates }: { service_ids: readonly string[]; dates: readonly LocalDate[] },
  facts: Pick<SlotFacts, 'limits' | 'busy_elsewhere' | 'now'> & { taken: readonly Taken[]; busy: BusyTimes },
): NextDate[] {
  const [was, is] = [timesCounter(before), timesCounter(after)];
  function timesCounter(week: Week): (day: number) => number {
    const classes = classesOf(week);
    const engines = service_ids.flatMap((id) => {
      const service = serviceOf(week.services, id);
      if (!service.is_active || !service.bookable_online) return [];
      const rules = week.rules.filter(({ service_id }) => service_id === id);
      const about = { service, rules, classes, closures: week.time_off, zone, ...facts };
      return [createSlotEngine(about, isClassFormat(service.format))];
    });
    return (day) =>
      engines.reduce(
        (sum, engine) => sum + engine.evaluateDay(day).listed.filter(({ reason }) => reason === null).length,
        0,
      );
  }
  const found: NextDate[] = [];
  for (const date of dates) {
    if (found.length >= MOST_DATES) break;
    const day = dayNumberOf(date);
    const [count, earlier] = [is(day), was(day)];
    if (count !== earlier) found.push({ date, times: count, before: earlier });
  }
  return found;
}
