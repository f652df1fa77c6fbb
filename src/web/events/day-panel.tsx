import type { Ref } from 'react';
import { emptyTexts } from '#content/public/empty-texts.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { FallenLeafArt, SproutArt } from '#web/art/leaf.tsx';
import { EventCard, tintOf } from '#web/events/event-card.tsx';
import type { CalendarEvent } from '#web/events/calendar-events.ts';
import { Card } from '#web/ui/card.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';

/** The events of a day, and the next ones. */
export function DayPanel({
  headingRef,
  date,
  events,
  next,
  onChoose,
  onRetry,
  retrying,
}: {
  headingRef: Ref<HTMLHeadingElement>;
  date: LocalDate;
  /** null if they could not be loaded. */
  events: readonly CalendarEvent[] | null;
  next: readonly CalendarEvent[];
  onChoose: (date: LocalDate) => void;
  onRetry: () => void;
  retrying: boolean;
}) {
  return (
    <div className="grid content-start gap-6">
      <Card as="section" aria-labelledby="events-day" className="on-surface p-6">
        <h2 id="events-day" ref={headingRef} tabIndex={-1} className="text-xl">
          <LongDate date={date} />
        </h2>
        {events === null ? (
          <FailedState
            art={<FallenLeafArt />}
            message="We couldn’t load the events."
            retrying={retrying}
            onRetry={onRetry}
          />
        ) : events.length === 0 ? (
          <EmptyState art={<SproutArt />} className="pb-2">
            {emptyTexts.events_day.line}
          </EmptyState>
        ) : (
          events.map((event) => <EventCard key={event.id} event={event} />)
        )}
      </Card>
      {next.length > 0 && (
        <section aria-labelledby="events-next" className="px-6 pb-2">
          <h2 id="events-next" className="text-lg">
            Coming up
          </h2>
          <ul className="mt-2">
            {next.map((event) => (
              <li key={event.id} className={tintOf(event)}>
                <button
                  type="button"
                  className="event-next grid grid-cols-[4.5rem_1fr] items-baseline gap-3 w-full min-h-target py-2.5 text-left border-t border-line"
                  onClick={() => onChoose(event.date)}
                >
                  <span className="display num text-lg text-tint-ink">{event.month_day}</span>
                  <span>
                    <b className="font-semibold">{event.title}</b>
                    <span className="block text-sm text-muted">{event.starts_at}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-xs text-muted">Times in {next[0]!.zone_name}</p>
        </section>
      )}
    </div>
  );
}
