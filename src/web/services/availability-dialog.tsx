import type { LocationType } from '#domain/services.ts';
import '#web/ui/month-grid.css';
import './availability-dialog.css';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { addDays, type LocalDate, type YearMonth, yearMonthOf } from '#domain/calendar.ts';
import { formatCalendarDate } from '#domain/date-formats.ts';
import { isSlidingScale, priceLabel, startPrice } from '#domain/money.ts';
import { practice } from '#content/public/practice.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { DayPanel } from '#web/services/day-panel.tsx';
import { dayFactsOf, firstDay } from '#web/services/day-text.ts';
import { type Availability, availabilityQuery } from '#web/services/slot-queries.ts';
import { addToCart, cartItems } from '#web/client/cart-store.ts';
import { errorMessage } from '#web/client/error-messages.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ClockIcon } from '#web/ui/icons/clock.tsx';
import { MapPinIcon } from '#web/ui/icons/map-pin.tsx';
import { MonthGrid } from '#web/ui/month-grid.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { useToday } from '#web/ui/use-now.ts';

export type AvailabilityDialogProps = {
  service: Service;
  place: LocationType;
  placeName: string;
  /** The day to open with; null for the first one with available times. */
  day: LocalDate | null;
  onClose: () => void;
};

/** The days of a month on which a service can be booked, and the times of one day (product.md §2.20). */
export function AvailabilityDialog({ service, place, placeName, day, onClose }: AvailabilityDialogProps) {
  const query = useQuery(availabilityQuery(service, place));
  const icon = 'icon icon-sm';
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      className={tintClassOf(service.type[0] ?? service.category)}
      title={service.name || 'Select Time Slot'}
      subtitle={
        <>
          <span className="num inline-flex items-center gap-1.5">
            <ClockIcon className={icon} />
            {service.duration} min
          </span>
          <span className="inline-flex items-center gap-1.5">
            <MapPinIcon className={icon} />
            {placeName}
          </span>
          <span className="num">
            {priceLabel(service)}
            {isSlidingScale(service) && ', sliding scale'}
          </span>
        </>
      }
    >
      <p className="mb-6 text-sm text-muted">{service.description}</p>
      {query.isPending ? (
        <Spinner showLabel className="min-h-[31rem]" />
      ) : query.isError && !query.data ? (
        <FailedState
          className="min-h-[31rem] content-center"
          message={errorMessage(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Picker {...{ service, placeName, day }} availability={query.data} />
      )}
    </Dialog>
  );
}

type PickerProps = Pick<AvailabilityDialogProps, 'service' | 'placeName' | 'day'> & {
  availability: Availability;
};

function Picker({ service, placeName, day: requested, availability }: PickerProps) {
  const [date, setDate] = useState<LocalDate>(() => firstDay(availability, requested));
  const [month, setMonth] = useState<YearMonth>(() => yearMonthOf(date));
  const [choices, setChoices] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const today = useToday(practice.zone);
  const { earliest, latest } = availability.window;
  // One day past the booking window, so that a client can choose it and read why it cannot be booked.
  const until = addDays(earliest > latest ? earliest : latest, 1);

  const choose = (day: LocalDate) => {
    setDate(day);
    setChoices((before) => before + 1);
    // A day after the last month is shown at the end of that month.
    if (day.slice(0, 7) <= until.slice(0, 7)) setMonth(yearMonthOf(day));
    heading.current?.focus();
  };

  return (
    <div className="picker">
      <div className="min-w-0">
        <p className="num mb-3 text-sm text-muted">
          {earliest <= latest
            ? `Dates from ${formatCalendarDate(earliest)} to ${formatCalendarDate(latest)} can be booked.`
            : `It can be booked from ${formatCalendarDate(earliest)} on; that is too far ahead for now.`}
        </p>
        <MonthGrid
          weekStartsOn={0}
          month={month}
          onMonthChange={setMonth}
          selected={date}
          onSelect={choose}
          today={today}
          until={until}
          factsOf={(day) => dayFactsOf(availability, day)}
        />
        <p className="month-key" aria-hidden="true">
          <span>
            <i /> Times available
          </span>
          <span>
            <i className="is-today" /> Today
          </span>
        </p>
      </div>
      <DayPanel
        {...{ service, availability, date, choices }}
        headingRef={heading}
        onBook={(slot, day) => addToCart(cartItemOf(service, slot, day, placeName))}
      />
    </div>
  );
}

/** A slot as a cart item (product.md §3.13). All items of a service have one price: the chosen one, if there is one. */
function cartItemOf(service: Service, slot: Slot, selectedDate: LocalDate, placeName: string) {
  const chosen = cartItems().find((item) => item.serviceId === service.id)?.currentPrice;
  const { start, end, schedule_id, current_count } = slot;
  return {
    serviceId: service.id,
    service,
    slotData: { start, end, schedule_id, current_count },
    selectedDate,
    currentPrice: chosen ?? startPrice(service),
    service_name: service.name,
    service_buffer_time: service.buffer_time,
    location: { name: placeName },
  };
}
