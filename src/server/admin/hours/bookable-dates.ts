import type { Rule } from '#domain/availability.ts';
import { bookableWindow } from '#domain/availability.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { formatCalendarDate, formatLongDate } from '#domain/date-formats.ts';
import { datesOpened } from '#domain/rule-dates.ts';
import { explainDate, type SlotRefusal } from '#domain/slots.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import type { Db } from '../../db/pool.ts';
import { slotFactsOf } from '../../seats/slot-facts.ts';
import { readPracticeFacts } from '../../seats/practice-facts.ts';

const DATES_SHOWN = 4;
const WHY_NOT: Partial<Record<SlotRefusal, string>> = {
  CLOSED: 'the practice is closed',
  FULL: 'that time is booked, or a class is on',
  BUFFER: 'too close to what is booked, or to a class',
};

/** The next dates of a rule and their bookable times, computed by the engine that lists slots to clients. */
export async function bookableLines(
  db: Db,
  rule: Rule,
  { now, zone }: { now: Date; zone: string },
): Promise<string[]> {
  const today = localDateOf(now, zone);
  const dates = datesOpened(rule, addDays(today, 1), DATES_SHOWN);
  const facts = await readPracticeFacts(db, { user_id: null, from: today, to: dates.at(-1) ?? today });
  const { latest } = bookableWindow([], today);
  const days_ahead = daysBetween(today, latest);
  const lines = dates.map((date) => {
    const opensOn = date > latest ? addDays(date, -days_ahead) : null;
    // A date beyond the booking window is evaluated as of the day on which it can first be booked.
    const at = opensOn === null ? now : startOfDay(opensOn, zone);
    const about = { service_id: rule.service_id, location_types: [rule.location_type], now: at, zone };
    const own = slotFactsOf(facts, about);
    if (!own) return [];
    const { slots, reason } = explainDate({ ...own, rules: [rule], date });
    const [first, last] = [slots[0], slots.at(-1)];
    const when = opensOn === null ? '' : `, to be booked from ${formatCalendarDate(opensOn)} on`;
    const what =
      !first || !last
        ? `nothing, ${WHY_NOT[reason!] ?? 'that time does not exist on that day'}`
        : first.available_spots !== undefined
          ? `${first.available_spots} seats at ${first.start}`
          : slots.length === 1
            ? `one time, ${first.start}`
            : `${slots.length} times, ${first.start} to ${last.start}`;
    return [`  ${formatLongDate(date)}: ${what}${when}`];
  });
  return lines.length === 0 ? [] : ['Its next dates:', ...lines.flat()];
}

const daysBetween = (from: LocalDate, to: LocalDate) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
