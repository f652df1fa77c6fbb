import { ArrowUpRight } from 'lucide';
import { type CalendarEvent, eventTimes, spotsLeft } from '#web/events/calendar-events.ts';
import { servicesOf } from '#web/layout/nav-links.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { tintClassOf } from '#web/art/type-icon.tsx';
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

/** One event with its link to booking or more information. */
export function EventCard({ event }: { event: CalendarEvent }) {
  const { service, url } = event;
  return (
    <article className={classNames('event', tintOf(event))}>
      <h3 className="text-lg">{event.title}</h3>
      <p className="num text-sm text-muted">
        {eventTimes(event)} · {event.location}
      </p>
      <p>{event.description}</p>
      {service?.spots != null && (
        <p className="text-sm font-semibold text-tint-ink">{spotsLeft(service.spots)}</p>
      )}
      {service?.spots != null && service.spots > 0 && <Booking {...{ event, service }} />}
      {url !== null && (
        <a href={url} target="_blank" rel="noopener" className="arrow-link">
          More about it
          <Icon of={ArrowUpRight} />
          <span className="sr-only">, opens in a new tab</span>
        </a>
      )}
    </article>
  );
}

/** A link to the times if the day can be booked; else the reason or the date from which it can. */
function Booking({
  event,
  service,
}: {
  event: CalendarEvent;
  service: NonNullable<CalendarEvent['service']>;
}) {
  const { id, type, name, bookable, opens_on } = service;
  if (bookable)
    return (
      <ArrowLink {...servicesOf(type, { service: id, day: event.date })} className="text-tint-ink">
        Book{name === null ? ' a place' : ` ${name}`}
      </ArrowLink>
    );
  return (
    <p className="text-sm text-muted">
      {opens_on === null ? 'Cannot book same-day appointments' : `Booking opens ${opens_on}.`}
    </p>
  );
}
