/** Changes of one date of a class: what each writes into the week, or what is wrong with it (rules.md §9). */
import type { Rule } from '#domain/slots/availability.ts';
import { formatClock, formatDayOf } from '#domain/time/date-formats.ts';
import { type Checked, invalid, notPossible, openingOf } from '#domain/week/hours-input.ts';
import { opensOn } from '#domain/slots/rule-dates.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { clock24, parseTime } from '#domain/time/wall-time.ts';
import { isOpening, NO_EDITS, serviceOf, type Week, weekAfter, type WeekEdits } from '#domain/week/week.ts';
import { localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import type { WeekClock } from '#domain/week/week-change.ts';

export type ClassChange =
  | { kind: 'RESCHEDULE'; start: Date }
  | { kind: 'CANCEL' }
  | { kind: 'SET_SEATS'; seats: number }
  | { kind: 'STOP_BOOKING' };
/** One date of a class, with or without seats. */
export type Occurrence = {
  service_id: string;
  start: Date;
  place: LocationType;
  taken: number;
  capacity: number;
};

const MINUTE_MS = 60_000;

/** Returns what a change writes. The date leaves the rules that open it; where it goes on, it gets an opening of its own. */
export function evaluateClassChange(
  change: ClassChange,
  occurrence: Occurrence,
  week: Week,
  { now, zone }: WeekClock,
): Checked<{ edits: WeekEdits }> {
  const { start, taken, capacity } = occurrence;
  if (start <= now) return notPossible('This class has begun.');
  const closed = closeDate(occurrence, week, zone);
  const isOpen = closed.skipped.length + closed.switched_off.length > 0;
  switch (change.kind) {
    case 'CANCEL':
      return { ok: true, edits: closed };
    case 'STOP_BOOKING':
      return isOpen ? { ok: true, edits: closed } : notPossible('Clients can’t book it already.');
    case 'SET_SEATS':
      if (change.seats < taken) return invalid('seats', `${taken} seats are taken.`);
      if (change.seats === capacity) return invalid('seats', `It has ${capacity} seats already.`);
      return isOpen
        ? openAgain({ ...occurrence, capacity: change.seats }, closed, week, { now, zone })
        : { ok: true, edits: NO_EDITS };
    case 'RESCHEDULE': {
      if (change.start <= now) return invalid('start', 'This time is over.');
      if (change.start.getTime() === start.getTime()) return invalid('start', 'It is at this time already.');
      if (change.start.getTime() % MINUTE_MS !== 0) return invalid('start', 'Please give whole minutes.');
      const moved = { ...occurrence, start: change.start };
      return isOpen ? openAgain(moved, closed, week, { now, zone }) : { ok: true, edits: NO_EDITS };
    }
  }
}

/** Takes the date out of every rule that opens this class then. */
function closeDate({ service_id, start }: Occurrence, week: Week, zone: string): WeekEdits {
  const date = localDateOf(start, zone);
  const minutes = localMinutesOf(start, zone);
  const opens = (rule: Rule) =>
    rule.service_id === service_id && parseTime(rule.start_time) === minutes && opensOn(rule, date);
  const rules = week.rules.filter(opens);
  return {
    ...NO_EDITS,
    skipped: rules
      .filter((rule) => !isOpening(rule))
      .map(({ id: rule_id }) => ({ rule_id, date, reason: '' })),
    switched_off: rules.filter(isOpening).map(({ id }) => id),
  };
}

/** The same day cannot be opened to clients: then only the seats that are taken move. */
function openAgain(
  { service_id, start, place, capacity }: Occurrence,
  closed: WeekEdits,
  week: Week,
  { now, zone }: WeekClock,
): Checked<{ edits: WeekEdits }> {
  const today = localDateOf(now, zone);
  const date = localDateOf(start, zone);
  if (date <= today) return { ok: true, edits: closed };
  const at = clock24(localMinutesOf(start, zone));
  const input = { service_id, place, date, start: at, end: null, seats: capacity };
  const read = openingOf(input, { week: weekAfter(week, closed), today, zone });
  return read.ok
    ? { ok: true, edits: { ...closed, added: [{ rule: read.rule, replaces: null }] } }
    : notPossible(read.problem.text);
}

/** Writes 'Slow Flow, Tue 8 Dec 7:30 AM → Tue 8 Dec 9:00 AM'. */
export function classChangeText(
  change: ClassChange,
  { service_id, start }: Occurrence,
  week: Week,
  zone: string,
): string {
  const at = (moment: Date) => `${formatDayOf(moment, zone)} ${formatClock(moment, zone)}`;
  const what = `${serviceOf(week.services, service_id).name}, ${at(start)}`;
  switch (change.kind) {
    case 'RESCHEDULE':
      return `${what} → ${at(change.start)}`;
    case 'CANCEL':
      return `${what}: cancelled`;
    case 'SET_SEATS':
      return `${what}: ${change.seats} seats`;
    case 'STOP_BOOKING':
      return `${what}: clients can’t book it any more`;
  }
}
