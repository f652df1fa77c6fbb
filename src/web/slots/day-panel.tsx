import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatLongDate } from '#domain/time/date-formats.ts';
import { type DayState, dayStateOf, NO_SLOTS } from '#web/slots/day-text.ts';
import type { Availability } from '#web/slots/slot-queries.ts';

/** What the times of a day need to know about the panel around them. */
export type ShownDay = {
  date: LocalDate;
  panel: RefObject<HTMLElement | null>;
  /** How often a day was chosen: 0 while the panel shows the day that the dialog opened with. */
  choices: number;
};

export type DayWithoutTimes = { date: LocalDate; title: string; why: string | null };

type DayPanelProps = Omit<ShownDay, 'panel'> & {
  availability: Availability;
  /** Takes the focus after a day was chosen. */
  headingRef: Ref<HTMLHeadingElement>;
  times: (shown: ShownDay) => ReactNode;
  /** Draws a day without times. */
  withoutTimes: (shown: DayWithoutTimes) => ReactNode;
};

/** The times of the chosen day, or the reason why there are none. */
export function DayPanel({ availability, date, headingRef, choices, times, withoutTimes }: DayPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useScrollIntoView(panel, choices, true);
  const day = dayStateOf(availability, date);
  return (
    <section
      ref={panel}
      className="min-w-0 md:pl-8 md:border-l md:border-line"
      aria-labelledby="times-of-day"
    >
      <h3 id="times-of-day" ref={headingRef} tabIndex={-1} className="text-lg">
        {formatLongDate(date)}
      </h3>
      {day.kind === 'open' ? (
        <div key={date}>{times({ date, panel, choices })}</div>
      ) : (
        <div key={date}>{withoutTimes({ date, ...reasonOf(day) })}</div>
      )}
    </section>
  );
}

const reasonOf = (day: Exclude<DayState, { kind: 'open' }>) =>
  day.kind === 'outside' ? { title: day.text, why: null } : { title: NO_SLOTS, why: day.why };

/** Why a day has no times. */
export function WhyNot({ title, why }: { title: string; why: string | null }) {
  return (
    <div role="status" className="why-not">
      <p className="font-semibold">{title}</p>
      {why !== null && <p className="text-sm">{why}</p>}
    </div>
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
