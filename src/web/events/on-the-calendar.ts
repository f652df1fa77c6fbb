import { addDays, isLocalDate, type LocalDate } from '#domain/calendar.ts';

/**
 * An event as the screen shows it. Its day and hours come as words of the practice's zone: a phone takes longer to
 * learn about a zone than to draw the page.
 */
export type CalendarEvent = {
  id: string;
  title: string;
  description: string;
  /** Instants, ISO 8601. */
  start: string;
  end: string;
  /** The calendar date on which it starts. */
  date: LocalDate;
  /** The last one on which it is still going on. */
  last_date: LocalDate;
  /** 'Dec 12' */
  month_day: string;
  /** '4:00 PM' */
  starts_at: string;
  ends_at: string;
  /** 'Dec 14': the day of its end, if that is another one. */
  ends_on: string | null;
  /** 'PST' */
  zone_name: string;
  location: string;
  url: string | null;
  /** The class of the practice that it is. */
  service: {
    id: string;
    type: string;
    name: string | null;
    /** Places that are left; null if it is over, or not told. */
    spots: number | null;
    /** Its day can be booked now. */
    bookable: boolean;
    /** 'Dec 12, 2026': the day on which it will be possible, if that is still to come. */
    opens_on: string | null;
  } | null;
};

/** Beyond these years a grid of months runs out of four digits, and nothing was or will be on. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2999-12-31';

/** The day that an address names; null if it names none that a calendar can show. */
export function dayOfAddress(day: string | null): LocalDate | null {
  return day !== null && isLocalDate(day) && day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

/** Longer than any retreat; a slip in a date must not fill the calendar of a browser. */
const MOST_DAYS = 60;

/** The events of each day that has some; one of several days, or over midnight, stands on each of them. */
export function eventsByDay(events: readonly CalendarEvent[]): ReadonlyMap<LocalDate, CalendarEvent[]> {
  const days = new Map<LocalDate, CalendarEvent[]>();
  for (const event of events)
    for (let ahead = 0; ahead < MOST_DAYS; ahead++) {
      const date = addDays(event.date, ahead);
      if (date > event.last_date) break;
      days.set(date, [...(days.get(date) ?? []), event]);
    }
  return days;
}

/** The next few events after a day; those of `from`, which is today, too where that is later. */
export function comingUp(
  events: readonly CalendarEvent[],
  { after, from, most }: { after: LocalDate; from: LocalDate; most: number },
): CalendarEvent[] {
  const first = after < from ? from : addDays(after, 1);
  return events.filter(({ date }) => date >= first).slice(0, most);
}

/** '4:00 PM - 6:00 PM PST'; 'Dec 12, 4:00 PM - Dec 14, 12:00 PM PST' where it ends on another day. */
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

/** 'N spots available' as in product.md §2.20, with texts of its own for one and for none. */
export function spotsLeft(spots: number): string {
  if (spots <= 0) return 'No spots available';
  return spots === 1 ? '1 spot available' : `${spots} spots available`;
}
