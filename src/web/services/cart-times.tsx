import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { type ShownDay, useScrollIntoView } from '#web/slots/day-panel.tsx';
import { slotsQuery } from '#web/slots/slot-queries.ts';
import { SlotRow } from '#web/services/slot-row.tsx';
import { slotTimes } from '#web/slots/slot-text.ts';
import { TimesOfDay } from '#web/slots/times-of-day.tsx';
import { useCart } from '#web/client/cart-store.ts';
import { Banner } from '#web/ui/banner.tsx';

type CartTimesProps = ShownDay & {
  service: Service;
  schedule_ids: readonly string[];
  /** Puts a slot into the cart; 'full' if no more fit. */
  onBook: (slot: Slot) => 'added' | 'present' | 'full';
};

/** The times of a day with the button that puts each into the cart. */
export function CartTimes({ service, date, schedule_ids, panel, choices, onBook }: CartTimesProps) {
  const cart = useCart().items;
  // The button changes first, by what this page knows; then the slots are requested again and the cart page is prefetched.
  const settledCart = useDeferredValue(cart);
  const query = useQuery(slotsQuery(service.id, date, schedule_ids, settledCart));
  useScrollIntoView(panel, choices, !query.isPending);
  const [announced, setAnnounced] = useState('');
  const [full, setFull] = useState(false);

  const book = (slot: Slot) => {
    const done = onBook(slot);
    setFull(done === 'full');
    if (done !== 'full') setAnnounced(`${slotTimes(slot)} is in your cart.`);
  };

  return (
    <>
      <TimesOfDay date={date} query={query} announced={announced}>
        {(slots) => (
          <ul className="slots">
            {slots.map((slot) => (
              <SlotRow
                key={`${slot.schedule_id} ${slot.start}`}
                {...{ slot, date, service, cart }}
                onBook={book}
              />
            ))}
          </ul>
        )}
      </TimesOfDay>
      {settledCart.length > 0 && <PrefetchPageLinks page="/cart" />}
      {full && (
        <Banner tone="warn" className="mt-3">
          Your cart holds ten sessions, as many as one checkout takes. Check out first, then book more.
        </Banner>
      )}
    </>
  );
}
