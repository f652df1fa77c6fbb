import { type ReactNode, useState } from 'react';
import type { Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { slotTimes } from '#web/slots/slot-text.ts';
import { Banner } from '#web/ui/banner.tsx';

/** Puts a slot into the cart; 'full' if no more fit. */
export type OnBook = (slot: Slot, date: LocalDate) => 'added' | 'present' | 'full';

type Booking = {
  book: (slot: Slot, date: LocalDate) => void;
  /** To be read out. */
  announced: string;
  /** Says that the cart is full, once it is. */
  full: ReactNode;
};

/** Puts slots into the cart and says what became of it. */
export function useBooking(onBook: OnBook): Booking {
  const [announced, setAnnounced] = useState('');
  const [isFull, setIsFull] = useState(false);
  const book = (slot: Slot, date: LocalDate) => {
    const done = onBook(slot, date);
    setIsFull(done === 'full');
    if (done !== 'full') setAnnounced(`${slotTimes(slot)} is in your cart.`);
  };
  const full = isFull && (
    <Banner tone="warn" className="mt-3">
      Your cart holds ten sessions, as many as one checkout takes. Check out first, then book more.
    </Banner>
  );
  return { book, announced, full };
}
