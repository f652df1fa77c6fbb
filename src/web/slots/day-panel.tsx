import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import type { LocalDate } from '#domain/calendar.ts';
import { formatLongDate } from '#domain/date-formats.ts';
import { dayStateOf, NO_SLOTS } from '#web/slots/day-text.ts';
import type { Availability } from '#web/slots/slot-queries.ts';

/** What the times of a day need to know about the panel around them. */
export type ShownDay = {
  date: LocalDate;
  panel: RefObject<HTMLElement | null>;
  /** How often a day was chosen: 0 while the panel shows the day that the dialog opened with. */
  choices: number;
};

type DayPanelProps = Omit<ShownDay, 'panel'> & {
  availability: Availability;
  /** Takes the focus after a day was chosen. */
  headingRef: Ref<HTMLHeadingElement>;
  times: (shown: ShownDay) => ReactNode;
};

/** The times of the chosen day, or the reason why there are none. */
export function DayPanel({ availability, date, headingRef, choices, times }: DayPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useScrollIntoView(panel, choices, true);
  const day = dayStateOf(availability, date);
  return (
    <section ref={panel} className="picker-side" aria-labelledby="times-of-day">
      <h3 id="times-of-day" ref={headingRef} tabIndex={-1} className="text-lg">
        {formatLongDate(date)}
      </h3>
      {day.kind === 'open' ? (
        <div key={date}>{times({ date, panel, choices })}</div>
      ) : (
        <div role="status" className="mt-3 grid gap-1 border-y border-line py-6 text-muted">
          <p className="font-semibold">{day.kind === 'outside' ? day.text : NO_SLOTS}</p>
          {day.kind === 'none' && day.why !== null && <p className="text-sm">{day.why}</p>}
        </div>
      )}
    </section>
  );
}

/**
 * On a phone the times are below the month, outside the viewport: scrolls to them when a day is chosen, and again when
 * they have loaded. Does not scroll if they are visible already.
 */
export function useScrollIntoView(
  panel: RefObject<HTMLElement | null>,
  choices: number,
  isLoaded: boolean,
): void {
  useEffect(() => {
    if (choices > 0 && isLoaded) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [panel, choices, isLoaded]);
}
