import { practice } from '#content/public/practice.ts';
import type { CalendarAnswer } from '#contract/agenda.schemas.ts';
import { bookableWindow } from '#domain/slots/availability.ts';
import { dateOfDayNumber, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import type { Refusal } from '../http/refusal.ts';
import { readCatalogue } from '../seats/practice-facts.ts';
import { hoursOf, presentSpan, rangeOf, refuseDates } from './days.ts';
import { classesOf } from './present-classes.ts';
import { presentSession, presentTimeOff } from './present-session.ts';
import { selectAgenda } from './store.ts';

const { zone } = practice;

/** Reads the calendar of at most 42 days, both ends included. */
export async function readCalendar(
  db: Db,
  { from, to }: { from: LocalDate; to: LocalDate },
  now: Date,
): Promise<CalendarAnswer | Refusal> {
  const today = localDateOf(now, zone);
  const refused = refuseDates({ from, to }, today);
  if (refused) return refused;
  const [first, last] = [dayNumberOf(from), dayNumberOf(to)];
  const data = await selectAgenda(db, rangeOf(from, to), true, now);
  const catalogue = await readCatalogue(db, data.version);
  const hours = hoursOf(catalogue);
  const dates = Array.from({ length: last - first + 1 }, (_, n) => dateOfDayNumber(first + n));
  return {
    from,
    to,
    today,
    zone,
    sessions: data.sessions.map(presentSession),
    classes: classesOf(catalogue, data.classes, { from, to, zone }),
    time_off: data.closures.map(presentTimeOff),
    openings: dates.map((date) => ({ date, spans: hours(date).map(presentSpan) })),
    bookable_until: bookableWindow([], today).latest,
  };
}
