import { Clock, MapPin } from 'lucide';
import type { LocationType } from '#domain/slots/services.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Service, Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { isSlidingScale, priceLabel } from '#domain/money/money.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { CartTimes } from '#web/services/cart-times.tsx';
import { NearCartTimes } from '#web/services/near-cart-times.tsx';
import { NearestOfDay, type OfDay } from '#web/slots/nearest-times.tsx';
import { availabilityQuery } from '#web/slots/slot-queries.ts';
import { SlotPicker } from '#web/slots/slot-picker.tsx';
import { cartItemOf } from '#web/api/cart-item.ts';
import { addToCart, useCart } from '#web/api/cart-store.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';

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
      ) : query.isError && !query.data ? (
        <FailedState
          className="min-h-[31rem] content-center"
          message={errorMessage(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SlotPicker
          availability={query.data}
          day={day}
          times={(shown) => (
            <CartTimes {...shown} {...{ service, onBook, near }} schedule_ids={query.data.schedule_ids} />
          )}
          withoutTimes={(shown) => <NearestOfDay {...shown} {...near} />}
        />
      )}
    </Dialog>
  );
}
