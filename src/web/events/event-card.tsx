import { ArrowUpRight } from 'lucide-react';
import { tintOf } from '#web/events/day-facts.tsx';
import { type CalendarEvent, eventTimes, spotsLeft } from '#web/events/on-the-calendar.ts';
import { servicesOf } from '#web/layout/nav-links.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** One event: when, where, what, and how to come. */
export function EventCard({ event }: { event: CalendarEvent }) {
  const { service, url } = event;
  const open = service !== null && service.spots !== null;
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
      {open && service.spots! > 0 && (
        <ArrowLink
          {...servicesOf(service.type, { service: service.id, day: event.date })}
          className="text-tint-ink!"
        >
          Book{service.name === null ? ' a place' : ` ${service.name}`}
        </ArrowLink>
      )}
      {url !== null && (
        <a href={url} target="_blank" rel="noopener" className="arrow-link">
          More about it
          <ArrowUpRight className="icon" strokeWidth={1.6} aria-hidden="true" />
          <span className="sr-only">, opens in a new tab</span>
        </a>
      )}
    </article>
  );
}
