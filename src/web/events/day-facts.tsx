import { tintClassOf } from '#web/art/type-icon.tsx';
import type { CalendarEvent } from '#web/events/on-the-calendar.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { DayFacts } from '#web/ui/month-grid.tsx';

/** How many lines of events fit in the box of a day. */
const LINES = 2;

/** What a day of the grid shows and says of its events; nothing for a day without any. */
export function dayFacts(events: readonly CalendarEvent[] | undefined): DayFacts | undefined {
  if (!events?.length) return undefined;
  return {
    marks: events.length,
    label: `${events.length === 1 ? '1 event' : `${events.length} events`}: ${events.map(({ title }) => title).join(', ')}`,
    content: events.slice(0, LINES).map((event) => (
      <span key={event.id} className={classNames('month-event', tintOf(event))}>
        {event.title}
      </span>
    )),
  };
}

/** The tint of the class that an event is; others wear that of the house. */
export function tintOf({ service }: CalendarEvent): string {
  return tintClassOf(service ? service.type : 'START');
}
