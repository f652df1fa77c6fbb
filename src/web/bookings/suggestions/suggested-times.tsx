import { useState } from 'react';
import { Link } from 'react-router';
import { Check } from 'lucide';
import type { Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { slotState } from '#domain/checkout/conflicts.ts';
import { formatCalendarDate, formatLongDate, formatShortDay } from '#domain/time/date-formats.ts';
import type { ShownSuggestion } from '#web/bookings/suggestions/queries.ts';
import { cartItemOf } from '#web/api/cart-item.ts';
import { addToCart, useCart } from '#web/api/cart-store.ts';
import { placeName } from '#web/api/service-text.ts';
import { slotTimes } from '#web/slots/slot-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass, Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The times that are suggested, each with the button that puts it into the cart. */
export function SuggestedTimes({ suggestion }: { suggestion: ShownSuggestion }) {
  const { service, place, dates, opens_on } = suggestion;
  const [announced, setAnnounced] = useState('');
  const [full, setFull] = useState(false);

  const add = (date: LocalDate, slot: Slot) => {
    const done = addToCart(cartItemOf(service, slot, date, placeName(service, place)));
    setFull(done === 'full');
    if (done !== 'full') setAnnounced(`${formatLongDate(date)}, ${slotTimes(slot)} is in your cart.`);
  };

  if (dates.length === 0)
    return (
      <p className="text-muted">
        {opens_on === null
          ? 'No time is free around then at the moment.'
          : `Times around then can be booked from ${formatCalendarDate(opens_on)} on.`}
      </p>
    );
  return (
    <>
      <ul className="grid gap-2">
        {dates.map(({ date, slot }) => (
          <li
            key={`${date} ${slot.start}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 items-center pl-4 pr-2 py-2 border border-line rounded-control bg-paper"
          >
            <b>{formatShortDay(date)}</b>
            <span className="num row-2 text-muted text-sm">{slotTimes(slot)}</span>
            <TimeButton {...{ suggestion, date, slot }} onAdd={() => add(date, slot)} />
          </li>
        ))}
      </ul>
      <Announcement>{announced}</Announcement>
      {full && (
        <Banner tone="warn" className="mt-3">
          Your cart holds ten sessions, as many as one checkout takes. Check out first, then book more.
        </Banner>
      )}
    </>
  );
}

const AT_END = 'row-1 row-span-2 col-2';

function TimeButton({
  suggestion: { service },
  date,
  slot,
  onAdd,
}: {
  suggestion: ShownSuggestion;
  date: LocalDate;
  slot: Slot;
  onAdd: () => void;
}) {
  const state = slotState(slot, date, service, useCart().items);
  const when = `${formatLongDate(date)}, ${slotTimes(slot)}`;
  const sr = <span className="sr-only"> {when}</span>;
  if (state === 'BOOKABLE')
    return (
      <Button look="secondary" size="sm" className={AT_END} onClick={onAdd}>
        Add to cart{sr}
      </Button>
    );
  if (state === 'SAME_SERVICE' || state === 'TIME_OVERLAP')
    return (
      <Link
        to="/cart"
        viewTransition
        className={classNames(buttonClass({ look: 'soft', size: 'sm' }), AT_END)}
      >
        {state === 'SAME_SERVICE' ? (
          <>
            <Icon of={Check} />
            In your cart
          </>
        ) : (
          'Overlaps your cart'
        )}
        {sr}
      </Link>
    );
  return (
    <Button size="sm" className={AT_END} disabled>
      Taken{sr}
    </Button>
  );
}
