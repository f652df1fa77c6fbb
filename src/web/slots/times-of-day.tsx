import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { timesText, zoneOfDay } from '#web/slots/day-text.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

/** The times of a day in each state of their query; `children` draws the list. */
export function TimesOfDay({
  date,
  query,
  announced = '',
  empty,
  children,
}: {
  date: LocalDate;
  query: UseQueryResult<Slot[]>;
  /** Read out instead of the number of times. */
  announced?: string;
  /** What a day without times shows. */
  empty: ReactNode;
  children: (slots: Slot[]) => ReactNode;
}) {
  return (
    <>
      <p className="text-sm text-muted">Times in {zoneOfDay(date)}</p>
      <Announcement>{announced || (query.data ? `${timesText(query.data.length)}.` : '')}</Announcement>
      {query.isPending ? (
        <Spinner label="Loading slots..." showLabel className="min-h-32" />
      ) : query.isError && !query.data ? (
        // The empty list of product.md §8.8.3, with a text and a retry.
        <FailedQuery message="Failed to fetch slots" of={query} />
      ) : query.data.length === 0 ? (
        empty
      ) : (
        children(query.data)
      )}
    </>
  );
}
