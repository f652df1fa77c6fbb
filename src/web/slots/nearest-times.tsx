import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NearTime } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatLongDay } from '#domain/time/date-formats.ts';
import type { LocationType } from '#domain/slots/services.ts';
import type { CartItem } from '#web/api/cart-store.ts';
import { useCall } from '#web/api/use-call.ts';
import { type DayWithoutTimes, WhyNot } from '#web/slots/day-panel.tsx';
import { zoneOfDay } from '#web/slots/day-text.ts';
import { dayReason, distanceText, hoursText } from '#web/slots/reason-text.ts';
import { explainDateQuery } from '#web/slots/slot-queries.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedQuery } from '#web/ui/states.tsx';

/** A time near to the wished one: its day, and how far it is. */
export type NearChoice = NearTime & { day: string; distance: string };

/** The day that the panel shows, and what is done with the times near to it. */
export type OfDay = {
  service_id: string;
  place: LocationType;
  date: LocalDate;
  /** What takes time besides the bookings: the cart of the client. */
  cart: readonly CartItem[];
  /** The start of the booking that is moved, if it is on this day. */
  own_start?: string | null;
  /** The start of that booking, whatever its day. */
  moving?: string;
  /** Draws times of several days as one list with this name. */
  drawTimes: (times: readonly NearChoice[], label: string) => ReactNode;
};

/** Asks why a date or some of its times cannot be booked, with what the cart takes. */
export function useExplainedDate({ service_id, place, date, cart, moving }: OfDay, enabled = true) {
  return useQuery({ ...explainDateQuery(service_id, place, date, cart, moving, useCall()), enabled });
}

/** A day without times: why, when the service is offered, and the nearest times. */
export function NearestOfDay({ title, why, ...day }: OfDay & DayWithoutTimes) {
  const query = useExplainedDate(day);
  const explained = query.data;
  // Newer than what the month knew.
  const reason = explained?.reason ? dayReason(explained.reason, explained.public_text) : why;
  const text = [reason, explained && hoursText(explained)].filter(Boolean).join(' ');
  return (
    <>
      <WhyNot title={title} why={text || null} />
      {query.isPending ? (
        <Spinner label="Loading the nearest times..." showLabel className="min-h-32" />
      ) : !explained ? (
        <FailedQuery message="We couldn’t load the nearest times." of={query} />
      ) : (
        <NearestTimes {...day} start={null} times={explained.nearest} />
      )}
    </>
  );
}

type NearestTimesProps = OfDay & {
  /** The time that they are near to; null: the day. */
  start: string | null;
  times: readonly NearTime[];
};

/** The three times nearest to a day or a time. */
export function NearestTimes({ date, start, times, drawTimes }: NearestTimesProps) {
  if (times.length === 0)
    return <p className="mt-3 text-sm text-muted">No other time can be booked in the next 30 days.</p>;
  const heading = times.length === 1 ? 'The only other time' : `The ${COUNTS[times.length]} nearest times`;
  const choices = times.map((time) => ({
    ...time,
    day: formatLongDay(time.date),
    distance: distanceText(date, start, time),
  }));
  return (
    <div className="near">
      <h4 className="text-sm font-strong">
        {heading} <span className="font-normal text-muted">in {zoneOfDay(times[0]!.date)}</span>
      </h4>
      {drawTimes(choices, heading)}
    </div>
  );
}

const COUNTS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three' };
