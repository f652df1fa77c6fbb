import { formatClock, type LocalDate, localDateOf, zoneName } from '#domain/calendar.ts';

/** An event as the screen shows it. */
export type CalendarEvent = {
  id: string;
  title: string;
  description: string;
  /** Instants, ISO 8601. */
  start: string;
  end: string;
  location: string;
  url: string | null;
  /** A class that can be booked: its kind, its name, and how many places are left (null: not told). */
  service: { type: string; name: string | null; spots: number | null } | null;
};

/** The events of each day that has some, in the practice's zone. */
export function eventsByDay(
  events: readonly CalendarEvent[],
  zone: string,
): ReadonlyMap<LocalDate, CalendarEvent[]> {
  const days = new Map<LocalDate, CalendarEvent[]>();
  for (const event of events) {
    const date = localDateOf(event.start, zone);
    days.set(date, [...(days.get(date) ?? []), event]);
  }
  return days;
}

/** What comes after a day: the next few events on later days. */
export function comingUp(
  events: readonly CalendarEvent[],
  { after, from, most, zone }: { after: LocalDate; from: LocalDate; most: number; zone: string },
): CalendarEvent[] {
  const later = after > from ? after : from;
  return events.filter(({ start }) => localDateOf(start, zone) > later).slice(0, most);
}

/** '4:00 PM - 6:00 PM PST'. */
export function eventTimes({ start, end }: Pick<CalendarEvent, 'start' | 'end'>, zone: string): string {
  return `${formatClock(start, zone)} - ${formatClock(end, zone)} ${zoneName(start, zone)}`;
}

/** '(N spots available)' of spec §2, in its own words for one and for none. */
export function spotsLeft(spots: number): string {
  if (spots <= 0) return 'No spots available';
  return spots === 1 ? '1 spot available' : `${spots} spots available`;
}
