import type { LocalDate } from '#domain/calendar.ts';

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
  /** 'Dec 12' */
  month_day: string;
  /** '4:00 PM' */
  starts_at: string;
  ends_at: string;
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

/** The events of each day that has some. */
export function eventsByDay(events: readonly CalendarEvent[]): ReadonlyMap<LocalDate, CalendarEvent[]> {
  const days = new Map<LocalDate, CalendarEvent[]>();
  for (const event of events) days.set(event.date, [...(days.get(event.date) ?? []), event]);
  return days;
}

/** What comes after a day: the next few events on later days. */
export function comingUp(
  events: readonly CalendarEvent[],
  { after, from, most }: { after: LocalDate; from: LocalDate; most: number },
): CalendarEvent[] {
  const later = after > from ? after : from;
  return events.filter(({ date }) => date > later).slice(0, most);
}

/** '4:00 PM - 6:00 PM PST'. */
export function eventTimes({
  starts_at,
  ends_at,
  zone_name,
}: Pick<CalendarEvent, 'starts_at' | 'ends_at' | 'zone_name'>): string {
  return `${starts_at} - ${ends_at} ${zone_name}`;
}

/** '(N spots available)' of spec §2, in its own words for one and for none. */
export function spotsLeft(spots: number): string {
  if (spots <= 0) return 'No spots available';
  return spots === 1 ? '1 spot available' : `${spots} spots available`;
}
