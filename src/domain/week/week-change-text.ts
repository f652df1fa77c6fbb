/** A change of the week as one sentence, for its preview (rules.md §9). */
import type { Rule } from '#domain/slots/availability.ts';
import { formatClock, formatDay, formatDayOf, WEEKDAYS } from '#domain/time/date-formats.ts';
import { frequencyOf, hoursName, timesName } from '#domain/week/hours-input.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { type NewRule, type NewTimeOff, serviceOf, type Week, type WeekEdits } from '#domain/week/week.ts';
import type { WeekChange } from '#domain/week/week-change.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { formatList } from '#domain/text/sentences.ts';

const PLACES: Readonly<Record<LocationType, string>> = {
  FIXED_LOCATION: 'at the studio',
  HOUSE_CALL: 'as a house call',
  VIRTUAL: 'online',
};
const WEEKS_OF_A_MONTH = ['first', 'second', 'third', 'fourth', 'fifth'];

/** 'every two weeks', 'on the second Tuesday of the month'; '' for every week. */
function frequencyText(rule: Pick<Rule, 'pattern' | 'week_of_month' | 'day_of_week'>): string {
  const every = frequencyOf(rule);
  if (every === 'WEEK') return '';
  if (every === 'TWO_WEEKS') return 'every two weeks';
  return `on the ${WEEKS_OF_A_MONTH[rule.week_of_month! - 1]} ${WEEKDAYS[rule.day_of_week]} of the month`;
}

/** Returns a change in one sentence: 'Private Yoga, Tuesdays 9:00 AM - 12:00 PM → 9:00 AM - 11:00 AM from Tue 5 Jan' */
export function weekChangeText(change: WeekChange, week: Week, edits: WeekEdits, zone: string): string {
  const rule: NewRule | undefined =
    'rule_id' in change ? week.rules.find(({ id }) => id === change.rule_id) : edits.added[0]?.rule;
  const name = rule ? serviceOf(week.services, rule.service_id).name : '';
  switch (change.kind) {
    case 'ADD_HOURS': {
      const days = edits.added.map((each) => `${WEEKDAYS[each.rule.day_of_week]}s`);
      const first = edits.added.map((each) => each.rule.start_date).sort()[0]!;
      const often = frequencyText(rule!);
      return `${name}, ${formatList(days)} ${timesName(rule!)}${often && `, ${often}`} from ${formatDay(first)}`;
    }
    case 'CHANGE_HOURS':
      return `${name}, ${hoursName(rule!).replace(',', '')} → ${changedTo(rule!, edits)}`;
    case 'END_HOURS': {
      const last = edits.ended[0]?.last;
      return `${name}, ${hoursName(rule!).replace(',', '')}: ${last ? `the last date is ${formatDay(last)}` : 'no more'}`;
    }
    case 'ADD_OPENING':
      return `${name} also on ${formatDay(rule!.start_date)}, ${timesName(rule!)}`;
    case 'REMOVE_OPENING':
      return `${name}: no extra opening on ${formatDay(rule!.start_date)}, ${timesName(rule!)}`;
    case 'ADD_TIME_OFF':
      return `Time off: ${timesOffText(edits.time_off_added, zone)}`;
    case 'REMOVE_TIME_OFF':
    case 'END_TIME_OFF': {
      const removed = week.time_off.filter(({ id }) => edits.time_off_removed.includes(id));
      return `Open again: ${timesOffText(removed, zone)}`;
    }
    case 'SKIP_DATE':
      return `${name}, ${timesName(rule!)}: not on ${formatDay(change.date)}`;
    case 'RESTORE_DATE':
      return `${name}, ${timesName(rule!)}: on ${formatDay(change.date)} again`;
  }
}

function changedTo(there: NewRule, { added, ended }: WeekEdits): string {
  const rule = added[0]?.rule;
  if (!rule) {
    const last = ended[0]?.last;
    return last ? `until ${formatDay(last)}` : 'without an end';
  }
  const often = frequencyText(rule);
  const parts = [
    rule.day_of_week === there.day_of_week ? timesName(rule) : hoursName(rule).replace(',', ''),
    ...(rule.location_type === there.location_type ? [] : [PLACES[rule.location_type]]),
    ...(often === frequencyText(there) ? [] : [often || 'every week']),
    ...(rule.capacity === there.capacity || rule.capacity === null ? [] : [`${rule.capacity} seats`]),
    ...(rule.slot_step_min === there.slot_step_min ? [] : [`every ${rule.slot_step_min} minutes`]),
  ];
  return `${parts.join(', ')} from ${formatDay(rule.start_date)}`;
}

type TimeOffSpan = Pick<NewTimeOff, 'starts_at' | 'ends_at'>;

/** Writes time off with its dates, one or a series: 'Tue 8 Dec, 12:00 PM - 12:45 PM, every week until Tue 29 Dec'. */
export function timesOffText(dates: readonly TimeOffSpan[], zone: string): string {
  const first = timeOffText(dates[0]!, zone);
  const last = formatDayOf(dates.at(-1)!.starts_at, zone);
  return dates.length === 1 ? first : `${first}, every week until ${last}`;
}

/** Writes 'Thu 24 Dec - Sun 3 Jan' or 'Fri 11 Dec, 1:30 PM - 5:30 PM'. */
function timeOffText({ starts_at, ends_at }: TimeOffSpan, zone: string): string {
  const startsDay = isMidnight(starts_at, zone);
  const endsDay = isMidnight(ends_at, zone);
  const first = formatDayOf(starts_at, zone);
  const last = formatDayOf(endsDay ? ends_at.getTime() - 1 : ends_at, zone);
  if (startsDay && endsDay) return first === last ? first : `${first} - ${last}`;
  const [from, to] = [formatClock(starts_at, zone), formatClock(ends_at, zone)];
  return first === last ? `${first}, ${from} - ${to}` : `${first}, ${from} - ${last}, ${to}`;
}

const isMidnight = (at: Date, zone: string) =>
  startOfDay(localDateOf(at, zone), zone).getTime() === at.getTime();
