import { useQuery } from '@tanstack/react-query';
import { type Ref, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { formatLongDate } from '#domain/date-formats.ts';
import { instantOf, zoneName } from '#domain/zone.ts';
import { practice } from '#content/public/practice.ts';
import { dayStateOf, NO_SLOTS, timesText } from '#web/services/day-text.ts';
import { type Availability, slotsQuery } from '#web/services/slot-queries.ts';
import { slotTimes } from '#web/services/slot-row.tsx';
import { SlotRow } from '#web/services/slot-row.tsx';
import { useCart } from '#web/client/cart-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

type DayPanelProps = {
  service: Service;
  availability: Availability;
  date: string;
  /** Takes the focus after a day was chosen. */
  headingRef: Ref<HTMLHeadingElement>;
  /** How often a day was chosen: 0 while the panel shows the day that the dialog opened with. */
  choices: number;
  /** Puts a slot into the cart; 'full' if no more fit. */
  onBook: (slot: Slot, date: string) => 'added' | 'present' | 'full';
};

/** The times of the chosen day, or the reason why there are none. */
export function DayPanel({ service, availability, date, headingRef, choices, onBook }: DayPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useScrollIntoView(panel, choices, true);
  const day = dayStateOf(availability, date);
  return (
    <section ref={panel} className="picker-side" aria-labelledby="times-of-day">
      <h3 id="times-of-day" ref={headingRef} tabIndex={-1} className="text-lg">
        {formatLongDate(date)}
      </h3>
      {day.kind === 'open' ? (
        <Times
          key={date}
          {...{ service, date, onBook, panel, choices }}
          schedule_ids={availability.schedule_ids}
        />
      ) : (
        <div role="status" className="mt-3 grid gap-1 border-y border-line py-6 text-muted">
          <p className="font-semibold">{day.kind === 'outside' ? day.text : NO_SLOTS}</p>
          {day.kind === 'none' && day.why !== null && <p className="text-sm">{day.why}</p>}
        </div>
      )}
    </section>
  );
}

function Times({
  service,
  date,
  schedule_ids,
  panel,
  choices,
  onBook,
}: Pick<DayPanelProps, 'service' | 'date' | 'choices' | 'onBook'> & {
  schedule_ids: readonly string[];
  panel: RefObject<HTMLElement | null>;
}) {
  const cart = useCart().items;
  // The button changes first, by what this page knows; then the slots are requested again and the cart page is prefetched.
  const settledCart = useDeferredValue(cart);
  const query = useQuery(slotsQuery(service, date, schedule_ids, settledCart));
  useScrollIntoView(panel, choices, !query.isPending);
  const [announced, setAnnounced] = useState('');
  const [full, setFull] = useState(false);
  const noon = instantOf(date, 12 * 60, practice.zone);

  const book = (slot: Slot) => {
    const done = onBook(slot, date);
    setFull(done === 'full');
    if (done !== 'full') setAnnounced(`${slotTimes(slot)} is in your cart.`);
  };

  return (
    <>
      <p className="text-sm text-muted">Times in {noon ? zoneName(noon, practice.zone) : practice.zone}</p>
      <Announcement>{announced || (query.data ? `${timesText(query.data.length)}.` : '')}</Announcement>
      {query.isPending ? (
        <Spinner label="Loading slots..." showLabel className="min-h-32" />
      ) : query.isError && !query.data ? (
        // The empty list of product.md §8.8.3, with a text and a retry.
        <FailedState
          message="Failed to fetch slots"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : query.data.length === 0 ? (
        <p className="mt-3 border-y border-line py-6 font-semibold text-muted">{NO_SLOTS}</p>
      ) : (
        <ul className="slots">
          {query.data.map((slot) => (
            <SlotRow
              key={`${slot.schedule_id} ${slot.start}`}
              {...{ slot, date, service, cart }}
              onBook={book}
            />
          ))}
        </ul>
      )}
      {settledCart.length > 0 && <PrefetchPageLinks page="/cart" />}
      {full && (
        <Banner tone="warn" className="mt-3">
          Your cart holds ten sessions, as many as one checkout takes. Check out first, then book more.
        </Banner>
      )}
    </>
  );
}

/**
 * On a phone the times are below the month, outside the viewport: scrolls to them when a day is chosen, and again when
 * they have loaded. Does not scroll if they are visible already.
 */
function useScrollIntoView(panel: RefObject<HTMLElement | null>, choices: number, isLoaded: boolean): void {
  useEffect(() => {
    if (choices > 0 && isLoaded) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [panel, choices, isLoaded]);
}
