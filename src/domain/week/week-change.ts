/**
 * Changes of the practice's week (rules.md §9): what each would write, or why it is not possible. Pure, so that a preview
 * and the change itself come from one answer.
 */
import type { Rule } from '#domain/slots/availability.ts';
import { addDays, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDay, formatDayOf, formatShortDay } from '#domain/time/date-formats.ts';
import {
  type Checked,
  collisionOf,
  frequencyOf,
  type HoursInput,
  invalid,
  notPossible,
  openingOf,
  refuseFarDate,
  ruleOf,
} from '#domain/week/hours-input.ts';
import { datesOpened, opensOn } from '#domain/slots/rule-dates.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { isOpening, NO_EDITS, serviceOf, type Week, type WeekEdits } from '#domain/week/week.ts';
import { localDateOf, startOfDay, wallClockOf } from '#domain/time/zone.ts';

/** `days`: 0 = Sunday. */
export type WeekChange =
  | { kind: 'ADD_HOURS'; days: readonly number[]; hours: HoursInput }
  | { kind: 'CHANGE_HOURS'; rule_id: string; day: number; hours: Omit<HoursInput, 'service_id'> }
  /** `last`: the last date; null: they end now. */
  | { kind: 'END_HOURS'; rule_id: string; last: LocalDate | null }
  | ({ kind: 'ADD_OPENING'; date: LocalDate } & Pick<
      HoursInput,
      'service_id' | 'place' | 'start' | 'end' | 'seats'
    >)
  | { kind: 'REMOVE_OPENING'; rule_id: string }
  | ({ kind: 'ADD_TIME_OFF'; reason: string; shows_end: boolean } & TimeOffInput)
  | { kind: 'REMOVE_TIME_OFF'; time_off_id: string }
  /** Of time off that repeats. `last`: the last date that stays; null: none. */
  | { kind: 'END_TIME_OFF'; series_id: string; last: LocalDate | null }
  | { kind: 'SKIP_DATE'; rule_id: string; date: LocalDate; reason: string }
  | { kind: 'RESTORE_DATE'; rule_id: string; date: LocalDate };

/** From a date, or a time on it, to a date, or a time on it. Whole days are included. Times 'HH:mm'. */
type TimeOffInput = {
  from: LocalDate;
  from_time: string | null;
  to: LocalDate;
  to_time: string | null;
  /** Every week until this date; without it once. */
  until?: LocalDate | undefined;
};

export type WeekClock = { now: Date; zone: string };
type Evaluated = Checked<{ edits: WeekEdits }>;

/** The text for hours that are no longer as they were read. */
export const HOURS_CHANGED = 'These hours were changed a moment ago. Please look again.';
const TIME_OFF_CHANGED = 'This time off was removed a moment ago.';
const edited = (edits: Partial<WeekEdits>): Evaluated => ({ ok: true, edits: { ...NO_EDITS, ...edits } });

/** Returns what a change writes, or what is wrong with it. */
export function evaluateWeekChange(change: WeekChange, week: Week, clock: WeekClock): Evaluated {
  const today = localDateOf(clock.now, clock.zone);
  switch (change.kind) {
    case 'ADD_HOURS':
      return addHours(change, week, today);
    case 'CHANGE_HOURS':
      return changeHours(change, week, today);
    case 'END_HOURS':
      return endHours(change, week, today);
    case 'ADD_OPENING': {
      const read = openingOf(change, { week, today, zone: clock.zone });
      return read.ok ? edited({ added: [{ rule: read.rule, replaces: null }] }) : read;
    }
    case 'REMOVE_OPENING': {
      const rule = week.rules.find(({ id }) => id === change.rule_id);
      return rule && isOpening(rule) ? edited({ switched_off: [rule.id] }) : notPossible(HOURS_CHANGED);
    }
    case 'ADD_TIME_OFF':
      return addTimeOff(change, clock);
    case 'REMOVE_TIME_OFF':
      return removeTimeOff(change.time_off_id, week);
    case 'END_TIME_OFF':
      return endTimeOff(change, week, clock);
    case 'SKIP_DATE':
      return skipDate(change, week, today);
    case 'RESTORE_DATE':
      return restoreDate(change, week);
  }
}

function addHours(
  { days, hours }: WeekChange & { kind: 'ADD_HOURS' },
  week: Week,
  today: LocalDate,
): Evaluated {
  if (days.length === 0) return invalid('days', 'Please choose a day.');
  const added: WeekEdits['added'] = [];
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    const read = ruleOf(day, hours, { week, today, there: null });
    if (!read.ok) return read;
    added.push({ rule: read.rule, replaces: null });
  }
  return edited({ added });
}

/** Weekly hours that still open. Extra openings have changes of their own. */
function hoursById(week: Week, id: string, today: LocalDate): Rule | undefined {
  const rule = week.rules.find((each) => each.id === id);
  if (!rule || isOpening(rule)) return undefined;
  return datesOpened({ ...rule, skipped: [] }, addDays(today, 1), 1).length > 0 ? rule : undefined;
}

/**
 * Changed hours are new hours, so that bookings keep the rule that made them; those before end on the day before. Only a
 * last date that changes alone is written into the rule.
 */
function changeHours(
  { rule_id, day, hours }: WeekChange & { kind: 'CHANGE_HOURS' },
  week: Week,
  today: LocalDate,
): Evaluated {
  const there = hoursById(week, rule_id, today);
  if (!there) return notPossible(HOURS_CHANGED);
  const input = { ...hours, service_id: there.service_id };
  const hasBegun = there.start_date <= today;
  const read = ruleOf(day, input, { week, today, there });
  if (!read.ok) return read;
  const { rule } = read;
  if (isSame(rule, there)) {
    if (rule.end_date === there.end_date && (hasBegun || rule.start_date === there.start_date))
      return invalid('hours', 'Nothing is different yet.');
    if (hasBegun || rule.start_date === there.start_date)
      return edited({ ended: [{ rule_id, last: rule.end_date }] });
  }
  const from = hours.from ?? addDays(today, 1);
  const ending = hasBegun ? endsAfter(there, addDays(from, -1), today) : { switched_off: [rule_id] };
  return edited({ ...ending, added: [{ rule, replaces: rule_id }] });
}

function isSame(rule: Omit<Rule, 'id' | 'is_active'>, there: Rule): boolean {
  return (
    rule.day_of_week === there.day_of_week &&
    rule.location_type === there.location_type &&
    rule.start_time === there.start_time &&
    rule.end_time === there.end_time &&
    rule.slot_step_min === there.slot_step_min &&
    rule.capacity === there.capacity &&
    frequencyOf(rule) === frequencyOf(there)
  );
}

/** A rule that will never have opened is switched off, so that it cannot turn into an opening of one day. */
function endsAfter(
  rule: Rule,
  last: LocalDate,
  today: LocalDate,
): Pick<WeekEdits, 'ended'> | Pick<WeekEdits, 'switched_off'> {
  const ends = rule.end_date !== null && rule.end_date < last ? rule.end_date : last;
  const hasOpened = rule.start_date < today;
  const willOpen = datesOpened({ ...rule, end_date: ends }, addDays(today, 1), 1).length > 0;
  return (hasOpened || willOpen) && rule.start_date !== ends
    ? { ended: [{ rule_id: rule.id, last: ends }] }
    : { switched_off: [rule.id] };
}

function endHours(
  { rule_id, last: given }: WeekChange & { kind: 'END_HOURS' },
  week: Week,
  today: LocalDate,
): Evaluated {
  const rule = hoursById(week, rule_id, today);
  if (!rule) return notPossible(HOURS_CHANGED);
  const refused = given !== null && refuseFarDate('last', given, today);
  if (refused) return refused;
  if (given !== null && given < today) return invalid('last', 'This date is over.');
  const last = given ?? today;
  if (rule.end_date !== null && rule.end_date <= last)
    return invalid('last', `They end on ${formatDay(rule.end_date)} already.`);
  return edited(endsAfter(rule, last, today));
}

/** Times in the gap of a clock change are the moment of the change. */
function momentOf(date: LocalDate, time: string | null, edge: 'start' | 'end', zone: string): Date | null {
  const day = wallClockOf(dayNumberOf(date), zone);
  if (time === null) return new Date(edge === 'start' ? day.start : day.end);
  const minutes = parseTime(time);
  return minutes === null ? null : new Date(day.notBefore(minutes));
}

const MOST_DAYS_OFF = 366;

function addTimeOff(
  { reason, shows_end, ...input }: WeekChange & { kind: 'ADD_TIME_OFF' },
  { now, zone }: WeekClock,
): Evaluated {
  const today = localDateOf(now, zone);
  const refused = refuseFarDate('from', input.from, today) ?? refuseFarDate('to', input.to, today);
  if (refused) return refused;
  const starts_at = momentOf(input.from, input.from_time, 'start', zone);
  if (!starts_at) return invalid('from_time', 'Please give a time.');
  const ends_at = momentOf(input.to, input.to_time, 'end', zone);
  if (!ends_at) return invalid('to_time', 'Please give a time.');
  const end = input.to_time === null ? 'to' : 'to_time';
  if (ends_at <= starts_at) return invalid(end, 'The end must be after the start.');
  if (ends_at <= now) return invalid(end, 'This time is over.');
  if (dayNumberOf(input.to) - dayNumberOf(input.from) > MOST_DAYS_OFF)
    return invalid('to', 'Please give one year at most.');
  const { from, to, from_time, to_time, until = from } = input;
  if (input.until !== undefined) {
    const second = addDays(from, 7);
    const far = refuseFarDate('until', until, today);
    if (far) return far;
    if (until < second) return invalid('until', `Please give ${formatDay(second)} or later, or no date.`);
    if (dayNumberOf(until) - dayNumberOf(from) > MOST_DAYS_OFF)
      return invalid('until', 'Please give one year at most.');
    if (ends_at > momentOf(second, from_time, 'start', zone)!)
      return invalid('until', 'Time off that repeats every week ends within a week.');
  }
  const weeks = 1 + Math.floor((dayNumberOf(until) - dayNumberOf(from)) / 7);
  const dates = Array.from({ length: weeks }, (_, n) => ({
    starts_at: momentOf(addDays(from, 7 * n), from_time, 'start', zone)!,
    ends_at: momentOf(addDays(to, 7 * n), to_time, 'end', zone)!,
  }));
  // In the hour that the clocks skip there is nothing to close.
  const time_off_added = dates
    .filter((off) => off.starts_at < off.ends_at)
    .map((off) => ({ ...off, reason, public_text: shows_end ? closedUntil(off.ends_at, zone) : null }));
  return edited({ time_off_added });
}

/** 'Closed until Mon, Jul 21', in the form that clients read dates. */
function closedUntil(ends_at: Date, zone: string): string {
  const date = localDateOf(ends_at, zone);
  const isWholeDay = startOfDay(date, zone).getTime() === ends_at.getTime();
  return `Closed until ${formatShortDay(date)}${isWholeDay ? '' : `, ${formatClock(ends_at, zone)}`}`;
}

function removeTimeOff(id: string, week: Week): Evaluated {
  return week.time_off.some((each) => each.id === id)
    ? edited({ time_off_removed: [id] })
    : notPossible(TIME_OFF_CHANGED);
}

function endTimeOff(
  { series_id, last }: WeekChange & { kind: 'END_TIME_OFF' },
  week: Week,
  { now, zone }: WeekClock,
): Evaluated {
  const today = localDateOf(now, zone);
  const refused = last !== null && refuseFarDate('last', last, today);
  if (refused) return refused;
  if (last !== null && last < today) return invalid('last', 'This date is over.');
  const dates = week.time_off.filter((each) => each.series_id === series_id && each.ends_at > now);
  if (dates.length === 0) return notPossible(TIME_OFF_CHANGED);
  const removed = dates.filter(({ starts_at }) => last === null || localDateOf(starts_at, zone) > last);
  return removed.length > 0
    ? edited({ time_off_removed: removed.map(({ id }) => id) })
    : invalid('last', `It ends on ${formatDayOf(dates.at(-1)!.starts_at, zone)} already.`);
}

function skipDate(
  { rule_id, date, reason }: WeekChange & { kind: 'SKIP_DATE' },
  week: Week,
  today: LocalDate,
): Evaluated {
  const rule = week.rules.find(({ id }) => id === rule_id);
  if (!rule) return notPossible(HOURS_CHANGED);
  const refused = refuseFarDate('date', date, today);
  if (refused) return refused;
  if (date < today) return invalid('date', 'This date is over.');
  if (rule.skipped?.includes(date)) return invalid('date', 'They don’t open on this date already.');
  if (!opensOn(rule, date)) return invalid('date', `They don’t open on ${formatDay(date)} anyway.`);
  return edited({ skipped: [{ rule_id, date, reason }] });
}

/** A class may have been put into the time meanwhile. */
function restoreDate({ rule_id, date }: WeekChange & { kind: 'RESTORE_DATE' }, week: Week): Evaluated {
  const rule = week.rules.find(({ id }) => id === rule_id);
  if (!rule?.skipped?.includes(date)) return notPossible(HOURS_CHANGED);
  const service = serviceOf(week.services, rule.service_id);
  if (isClassFormat(service.format)) {
    const once = { ...rule, skipped: [], start_date: date, end_date: date, pattern: null };
    const problem = collisionOf(once, { service, week, there: rule, today: addDays(date, -1) });
    if (problem !== null) return notPossible(problem);
  }
  return edited({ restored: [{ rule_id, date }] });
}
