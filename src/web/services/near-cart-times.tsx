import type { Service } from '#contract/services.schemas.ts';
import { useCart } from '#web/api/cart-store.ts';
import { SlotRow } from '#web/services/slot-row.tsx';
import { type OnBook, useBooking } from '#web/services/use-booking.tsx';
import type { NearChoice } from '#web/slots/nearest-times.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

type NearCartTimesProps = {
  service: Service;
  times: readonly NearChoice[];
  label: string;
  onBook: OnBook;
};

/** Times of several days, each with the button that puts it into the cart. */
export function NearCartTimes({ service, times, label, onBook }: NearCartTimesProps) {
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
