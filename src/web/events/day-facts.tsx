import { tintClassOf } from '#web/art/type-icon.tsx';
import type { CalendarEvent } from '#web/events/calendar-events.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { DayFacts } from '#web/ui/month-grid.tsx';
import { formatCount } from '#domain/text/sentences.ts';

const MAX_EVENTS_SHOWN = 2;

/** The events of a day for the month grid; undefined without events. */
export function dayFacts(events: readonly CalendarEvent[] | undefined): DayFacts | undefined {
  if (!events?.length) return undefined;
  return {
    marks: events.length,
    label: `${formatCount(events.length, 'event')}: ${events.map(({ title }) => title).join(', ')}`,
    content: events.slice(0, MAX_EVENTS_SHOWN).map((event) => (
      <span key={event.id} className={classNames('month-event', tintOf(event))}>
        {event.title}
      </span>
    )),
  };
}

/** The tint of an event that is a class; all others have the default. */
export function tintOf({ service }: CalendarEvent): string {
  return tintClassOf(service ? service.type : 'START');
}
