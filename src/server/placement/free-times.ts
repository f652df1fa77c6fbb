import { practice } from '#content/public/practice.ts';
import type { FreeTimes, staffFreeTimes } from '#contract/placement.schemas.ts';
import { dateOfDayNumber, dayNumberOf } from '#domain/time/calendar.ts';
import { slotsForDate } from '#domain/slots/slots.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { z } from 'zod';
import { refuseDates } from '../agenda/days.ts';
import type { Db } from '../db/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { readPracticeFacts } from '../seats/practice-facts.ts';
import { placementFactsOf, readSubject, windowOf } from './read-placement.ts';

/** Lists the times of a service that clients could book, from their engine. A house call needs no approval here. */
export async function readFreeTimes(
  db: Db,
  { from, to, client_id, ...wish }: z.output<typeof staffFreeTimes.query>,
  now: Date,
): Promise<FreeTimes | Refusal> {
  const today = localDateOf(now, practice.zone);
  const refused = refuseDates({ from, to }, today);
  if (refused) return refused;
  const [first, last] = [dayNumberOf(from), dayNumberOf(to)];
  const subject = await readSubject(db, { ...wish, client_id: client_id ?? null }, now);
  if (subject instanceof Refusal) return subject;
  const window = windowOf(now);
  const practiceFacts = await readPracticeFacts(db, { user_id: subject.client?.id ?? null, ...window });
  const facts = placementFactsOf(practiceFacts, { ...subject, client_sessions: [] }, now);
  const rules = subject.is_active
    ? facts.rules.filter(({ location_type }) => location_type === wish.place)
    : [];
  const timesOf = (date: string) =>
    slotsForDate({ ...facts, rules, date }).map((slot) => ({
      start: slot.start_time.toISOString(),
      end_time: slot.end_time.toISOString(),
      spots: slot.available_spots ?? null,
    }));
  const dates = Array.from({ length: last - first + 1 }, (_, n) => dateOfDayNumber(first + n));
  return {
    days: dates.map((date) => ({ date, times: timesOf(date) })),
    next: nextAfter(last, dayNumberOf(window.to), timesOf),
  };
}

function nextAfter(
  day: number,
  last: number,
  timesOf: (date: string) => FreeTimes['days'][number]['times'],
): string | null {
  for (let each = day + 1; each <= last; each++) {
    const [time] = timesOf(dateOfDayNumber(each));
    if (time) return time.start;
  }
  return null;
}
