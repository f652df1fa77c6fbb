import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { NearTime, Service } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { formatLongDay } from '#domain/date-formats.ts';
import type { LocationType } from '#domain/services.ts';
import { useCart } from '#web/client/cart-store.ts';
import { distanceText, hoursText } from '#web/services/reason-text.ts';
import { SlotRow } from '#web/services/slot-row.tsx';
import { type OnBook, useBooking } from '#web/services/use-booking.tsx';
import { type DayWithoutTimes, WhyNot } from '#web/slots/day-panel.tsx';
import { dayReason, zoneOfDay } from '#web/slots/day-text.ts';
import { explainDateQuery } from '#web/slots/slot-queries.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

/** The service, the place and the date that the panel shows. */
export type OfDay = { service: Service; place: LocationType; date: LocalDate; onBook: OnBook };

/** Asks why a date or some of its times cannot be booked, with what the cart takes. */
export function useExplainedDate({ service, place, date }: OfDay, enabled = true) {
  const cart = useDeferredValue(useCart().items);
  return useQuery({ ...explainDateQuery(service.id, place, date, cart), enabled });
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
        <FailedState
          message="We couldn’t load the nearest times."
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
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

/** The three times nearest to a day or a time, each with its button. */
export function NearestTimes({ service, date, start, times, onBook }: NearestTimesProps) {
  const cart = useCart().items;
  const { book, announced, full } = useBooking(onBook);
  if (times.length === 0)
    return <p className="mt-3 text-sm text-muted">No other time can be booked in the next 30 days.</p>;
  const heading = times.length === 1 ? 'The only other time' : `The ${COUNTS[times.length]} nearest times`;
  return (
    <div className="near">
      <Announcement>{announced}</Announcement>
      <h4>
        {heading} <span className="font-normal text-muted">in {zoneOfDay(times[0]!.date)}</span>
      </h4>
      <ul className="slots" aria-label={heading}>
        {times.map((time) => (
          <SlotRow
            key={`${time.date} ${time.slot.schedule_id} ${time.slot.start}`}
            {...{ service, cart, slot: time.slot, date: time.date }}
            otherDay={{ name: formatLongDay(time.date), distance: distanceText(date, start, time) }}
            onBook={(slot) => book(slot, time.date)}
          />
        ))}
      </ul>
      {full}
    </div>
  );
}

const COUNTS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three' };
