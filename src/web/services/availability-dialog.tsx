import { Clock, MapPin } from 'lucide';
import type { LocationType } from '#domain/slots/services.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Service, Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { isSlidingScale, priceLabel } from '#domain/money/money.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { FirstVisitLink } from '#web/slots/first-visit.tsx';
import { type NearChoice, NearestOfDay, type OfDay } from '#web/slots/nearest-times.tsx';
import { availabilityQuery, slotsQuery } from '#web/slots/slot-queries.ts';
import { SlotPicker } from '#web/slots/slot-picker.tsx';
import { ApiError } from '#web/api/api.ts';
import { cartItemOf } from '#web/api/cart-item.ts';
import { addToCart, useCart } from '#web/api/cart-store.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PrefetchPageLinks } from 'react-router';
import { type ShownDay, useScrollIntoView } from '#web/slots/day-panel.tsx';
import { RefusedTimes } from '#web/slots/refused-times.tsx';
import { SlotRow } from '#web/services/slot-row.tsx';
import { WaitBox } from '#web/services/wait-box.tsx';
import { type OnBook, useBooking } from '#web/services/use-booking.tsx';
import { NO_SLOTS } from '#web/slots/day-text.ts';
import { TimesOfDay } from '#web/slots/times-of-day.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

type NearCartTimesProps = {
  service: Service;
  times: readonly NearChoice[];
  label: string;
  onBook: OnBook;
};

/** Times of several days, each with the button that puts it into the cart. */
function NearCartTimes({ service, times, label, onBook }: NearCartTimesProps) {
  const cart = useCart().items;
  const { book, announced, full } = useBooking(onBook);
  return (
    <>
      <Announcement>{announced}</Announcement>
      <ul className="slots" aria-label={label}>
        {times.map(({ date, slot, day, distance }) => (
          <SlotRow
            key={`${date} ${slot.schedule_id} ${slot.start}`}
            {...{ service, cart, slot, date }}
            otherDay={{ name: day, distance }}
            onBook={(booked) => book(booked, date)}
          />
        ))}
      </ul>
      {full}
    </>
  );
}

type CartTimesProps = ShownDay & {
  service: Service;
  schedule_ids: readonly string[];
  onBook: OnBook;
  /** The service and what is done with the times nearest to this day. */
  near: Omit<OfDay, 'date'>;
};

/** The times of a day with the button that puts each into the cart. */
function CartTimes({ service, date, schedule_ids, panel, choices, onBook, near }: CartTimesProps) {
  const cart = useCart().items;
  // The button changes first, by what this page knows; then the slots are requested again and the cart page is prefetched.
  const settledCart = useDeferredValue(cart);
  const query = useQuery(slotsQuery(service.id, date, schedule_ids, settledCart));
  useScrollIntoView(panel, choices, !query.isPending);
  const { announced, full, book } = useBooking(onBook);

  return (
    <>
      <TimesOfDay
        date={date}
        query={query}
        announced={announced}
        empty={
          <>
            <NearestOfDay {...near} date={date} title={NO_SLOTS} why={null} />
            <WaitBox {...near} date={date} format={service.format} />
          </>
        }
      >
        {(slots) => (
          <ul className="slots">
            {slots.map((slot) => (
              <SlotRow
                key={`${slot.schedule_id} ${slot.start}`}
                {...{ slot, date, service, cart }}
                onBook={(each) => book(each, date)}
              />
            ))}
          </ul>
        )}
      </TimesOfDay>
      {query.data && query.data.length > 0 && <RefusedTimes {...near} date={date} />}
      {settledCart.length > 0 && <PrefetchPageLinks page="/cart" />}
      {full}
    </>
  );
}

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
  const query = useQuery(availabilityQuery(service.id, place));
  const icon = 'icon-sm';
  const onBook = (slot: Slot, date: LocalDate) => addToCart(cartItemOf(service, slot, date, placeName));
  const near: Omit<OfDay, 'date'> = {
    service_id: service.id,
    place,
    cart: useDeferredValue(useCart().items),
    drawTimes: (times, label) => <NearCartTimes {...{ service, times, label, onBook }} />,
  };
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
            <Icon of={Clock} className={icon} />
            {service.duration} min
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Icon of={MapPin} className={icon} />
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
      ) : query.error instanceof ApiError && query.error.code === 'AUDIENCE' ? (
        <div className="grid justify-items-start gap-3" role="alert">
          <p>{query.error.message}</p>
          <FirstVisitLink refusal={query.error.message} />
        </div>
      ) : query.isError && !query.data ? (
        <FailedQuery
          className="min-h-[31rem] content-center"
          message={errorMessage(query.error)}
          of={query}
        />
      ) : (
        <SlotPicker
          availability={query.data}
          day={day}
          times={(shown) => (
            <CartTimes {...shown} {...{ service, onBook, near }} schedule_ids={query.data.schedule_ids} />
          )}
          withoutTimes={(shown) => (
            <>
              <NearestOfDay {...shown} {...near} />
              <WaitBox {...near} date={shown.date} format={service.format} />
            </>
          )}
        />
      )}
    </Dialog>
  );
}
