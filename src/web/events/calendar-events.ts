import { addDays, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { formatCount } from '#domain/text/sentences.ts';

/**
 * An event with its date and times as texts in the practice's time zone, because loading a time zone takes a phone longer
 * than rendering the page.
 */
export type CalendarEvent = {
  id: string;
  title: string;
  description: string;
  /** Instants, ISO 8601. */
  start: string;
  end: string;
  /** The local date of its start. */
  date: LocalDate;
  /** The last date on which it takes place. */
  last_date: LocalDate;
  /** 'Dec 12' */
  month_day: string;
  /** '4:00 PM' */
  starts_at: string;
  ends_at: string;
  /** 'Dec 14': the date of its end, if it is another day. */
  ends_on: string | null;
  /** 'PST' */
  zone_name: string;
  location: string;
  url: string | null;
  /** The class that the event is, if any. */
  service: {
    id: string;
    type: string;
    name: string | null;
    /** null if the event is over or the number is unknown. */
    spots: number | null;
    /** The day can be booked now. */
    bookable: boolean;
    /** 'Dec 12, 2026': the date from which it can be booked, if it is in the future. */
    opens_on: string | null;
  } | null;
};

/** Later years have more than four digits; earlier ones have no events. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2999-12-31';

/** The day in the address; null if the calendar cannot show it. */
export function dayOfAddress(day: string | null): LocalDate | null {
  return day !== null && isLocalDate(day) && day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

/** Longer than any retreat; a typo in a date must not fill the calendar. */
const MAX_DAYS = 60;

/** The events by day; an event of several days is on each of them. */
export function eventsByDay(events: readonly CalendarEvent[]): ReadonlyMap<LocalDate, CalendarEvent[]> {
  const days = new Map<LocalDate, CalendarEvent[]>();
  for (const event of events)
    for (let ahead = 0; ahead < MAX_DAYS; ahead++) {
      const date = addDays(event.date, ahead);
      if (date > event.last_date) break;
      days.set(date, [...(days.get(date) ?? []), event]);
    }
  return days;
}

/** The next events after a day, but not before `from`, which is today. */
export function comingUp(
  events: readonly CalendarEvent[],
  { after, from, most }: { after: LocalDate; from: LocalDate; most: number },
): CalendarEvent[] {
  const first = after < from ? from : addDays(after, 1);
  return events.filter(({ date }) => date >= first).slice(0, most);
}

/** '4:00 PM - 6:00 PM PST'; 'Dec 12, 4:00 PM - Dec 14, 12:00 PM PST' if it ends on another day. */
export function eventTimes({
  month_day,
  starts_at,
  ends_at,
  ends_on,
  zone_name,
}: Pick<CalendarEvent, 'month_day' | 'starts_at' | 'ends_at' | 'ends_on' | 'zone_name'>): string {
  if (ends_on === null) return `${starts_at} - ${ends_at} ${zone_name}`;
  return `${month_day}, ${starts_at} - ${ends_on}, ${ends_at} ${zone_name}`;
}

/** 'N spots available' as in product.md §2.20, with its own texts for one and none. */
export function spotsLeft(spots: number): string {
  if (spots <= 0) return 'No spots available';
  return formatCount(spots, 'spot available', 'spots available');
}
