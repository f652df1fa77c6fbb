import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { PrefetchPageLinks } from 'react-router';
import type { Service } from '#contract/services.schemas.ts';
import { type ShownDay, useScrollIntoView } from '#web/slots/day-panel.tsx';
import { slotsQuery } from '#web/slots/slot-queries.ts';
import { NearestOfDay, type OfDay } from '#web/slots/nearest-times.tsx';
import { RefusedTimes } from '#web/slots/refused-times.tsx';
import { SlotRow } from '#web/services/slot-row.tsx';
import { type OnBook, useBooking } from '#web/services/use-booking.tsx';
import { NO_SLOTS } from '#web/slots/day-text.ts';
import { TimesOfDay } from '#web/slots/times-of-day.tsx';
import { useCart } from '#web/api/cart-store.ts';

type CartTimesProps = ShownDay & {
  service: Service;
  schedule_ids: readonly string[];
  onBook: OnBook;
  /** The service and what is done with the times nearest to this day. */
  near: Omit<OfDay, 'date'>;
};

/** The times of a day with the button that puts each into the cart. */
export function CartTimes({ service, date, schedule_ids, panel, choices, onBook, near }: CartTimesProps) {
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
        empty={<NearestOfDay {...near} date={date} title={NO_SLOTS} why={null} />}
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
