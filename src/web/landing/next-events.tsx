import { practice } from '#content/public/practice.ts';
import { formatClock, formatMonthDay } from '#domain/time/date-formats.ts';
import { zoneNames } from '#domain/time/zone.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { StudioMapArt } from '#web/art/studio-map-art.tsx';
import type { NextEvent } from '#web/landing/load-previews.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** The next events, next to the address of the studio. */
export function NextEvents({ events }: { events: readonly NextEvent[] }) {
  const { studio } = practice;
  return (
    <section className="below-fold pt-section">
      <div
        className={classNames('wrap grid gap-12', events.length > 0 && 'md:grid-cols-[7fr_5fr] md:gap-24')}
      >
        {events.length > 0 && (
          <div>
            <div className="flex flex-wrap items-end justify-between gap-x-6">
              <h2>Soon at the studio</h2>
              <ArrowLink to="/events">All events</ArrowLink>
            </div>
            <ul className="mt-6 border-b border-line">
              {events.map((event) => (
                <li
                  key={event.id}
                  className={classNames(
                    'grid grid-cols-[5.5rem_1fr] items-baseline gap-4 py-5 border-t border-line',
                    tintClassOf(event.type),
                  )}
                >
                  <p className="display text-xl leading-tight text-tint-ink">
                    {formatMonthDay(event.start, practice.zone)}
                  </p>
                  <div>
                    <h3 className="text-lg">{event.title}</h3>
                    <p className="text-sm text-muted">
                      {formatClock(event.start, practice.zone)} · {event.location}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            <p className="mt-3 text-xs text-muted">
              Times in{' '}
              {zoneNames(
                events.map(({ start }) => start),
                practice.zone,
              )}
            </p>
          </div>
        )}
        <div className="grid content-start gap-4 sm:max-md:grid-cols-2 sm:max-md:items-center sm:max-md:gap-8">
          <a
            href={studio.map_url}
            target="_blank"
            rel="noopener"
            aria-label={`${studio.name} on the map`}
            className="art block overflow-hidden rounded-card border border-line"
          >
            <StudioMapArt />
          </a>
          <div>
            <h3>{studio.name}</h3>
            <address className="mt-1 text-muted not-italic">
              {studio.street}, {studio.city}, {studio.region} {studio.postal_code}. {studio.finding_it}
            </address>
          </div>
        </div>
      </div>
    </section>
  );
}
