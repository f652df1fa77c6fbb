import { useId, useState } from 'react';
import { CalendarPlus, Check } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { priceLabel } from '#domain/money/money.ts';
import { formatAbout, formatSeries } from '#domain/visits/suggestions.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { type ShownSuggestion, useDecline, useSuggestions } from '#web/bookings/suggestions/queries.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { placeName } from '#web/api/service-text.ts';
import { servicesOf } from '#web/layout/nav-links.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass, TextButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from 'react-router';
import type { Slot } from '#contract/services.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { slotState } from '#domain/checkout/conflicts.ts';
import { formatCalendarDate, formatLongDate, formatShortDay } from '#domain/time/date-formats.ts';
import { cartItemOf } from '#web/api/cart-item.ts';
import { addToCart, useCart } from '#web/api/cart-store.ts';
import { slotTimes } from '#web/slots/slot-text.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';

/** The times that are suggested, each with the button that puts it into the cart. */
function SuggestedTimes({ suggestion }: { suggestion: ShownSuggestion }) {
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

const { practitioner, zone } = practice;

type CardsProps = {
  className?: string;
  /** How many are shown before the others are asked for. */
  atFirst?: number;
};

/** What the practitioner suggests to the client, one card for each; nothing without. */
export function SuggestionCards({ className, atFirst = Infinity }: CardsProps) {
  const suggestions = useSuggestions();
  const [showsAll, setShowsAll] = useState(false);
  if (suggestions.length === 0) return null;
  const shown = showsAll ? suggestions : suggestions.slice(0, atFirst);
  const more = suggestions.length - shown.length;
  return (
    <div className={classNames('grid gap-4', className)}>
      {shown.map((suggestion) => (
        <SuggestionCard key={suggestion.id} suggestion={suggestion} />
      ))}
      {more > 0 && (
        <TextButton className="justify-self-start" onClick={() => setShowsAll(true)}>
          {more === 1 ? 'And one more' : `And ${more} more`}
        </TextButton>
      )}
    </div>
  );
}

function SuggestionCard({ suggestion }: { suggestion: ShownSuggestion }) {
  const id = useId();
  const { service } = suggestion;
  const today = useToday(zone);
  if (!today) return null;
  return (
    <Card
      as="section"
      aria-labelledby={id}
      className={classNames(
        'grid grid-cols-1 gap-x-8 gap-y-4 items-center p-6 border-sage lg:grid-cols-2',
        tintClassOf(service.type[0] ?? service.category),
      )}
    >
      <div className="min-w-0">
        <p className="flex gap-2 items-center text-sage-strong text-sm font-strong">
          <Icon of={CalendarPlus} />
          {practitioner.first_name} suggests a next step
        </p>
        <h2 className="mt-1.5 mb-1 text-xl" id={id}>
          {service.name}, {formatAbout(today, suggestion.around)}
        </h2>
        <p className="num text-sm text-muted">{factsOf(suggestion)}</p>
        <p className="text-sm text-muted">Nothing is held yet. Pick a time if it suits you.</p>
      </div>
      <Choices suggestion={suggestion} />
    </Card>
  );
}

/** The same in the dialog of the visit whose recommendation it belongs to. */
export function NextStep({ booking_id }: { booking_id: string }) {
  const today = useToday(zone);
  const suggestion = useSuggestions().find((each) => each.booking_id === booking_id);
  if (!suggestion || !today) return null;
  return (
    <section className="mb-6">
      <h3 className="flex gap-2 items-center text-lg mb-3">
        <Icon of={CalendarPlus} className="text-sage" />
        Next step
      </h3>
      <p className="mb-3">
        {practitioner.first_name} suggests: {suggestion.service.name}, {suggestion.service.duration} min,{' '}
        {formatAbout(today, suggestion.around)}.{' '}
        <span className="num text-muted">{factsOf(suggestion, false)}</span>
      </p>
      <Choices suggestion={suggestion} />
    </section>
  );
}

/** '45 min · Secret Studio · $85 · 3 times, every 2 weeks, 1 booked' */
function factsOf(
  { service, place, times, every_weeks, booked }: ShownSuggestion,
  withMinutes = true,
): string {
  const series = formatSeries({ times, every_weeks });
  return [
    ...(withMinutes ? [`${service.duration} min`] : []),
    placeName(service, place),
    priceLabel(service),
    ...(series ? [booked > 0 ? `${series}, ${booked} booked` : series] : []),
  ].join(' · ');
}

/** The times, and what else can be done with a suggestion. */
function Choices({ suggestion }: { suggestion: ShownSuggestion }) {
  const { id, service, place, dates } = suggestion;
  const decline = useDecline();
  const open = { service: service.id, day: dates[0]?.date ?? null, place };
  if (suggestion.declined)
    return (
      <p role="status" className="text-muted">
        Put away. {practitioner.first_name} sees that it isn’t for now.
      </p>
    );
  return (
    <div className="min-w-0">
      <SuggestedTimes suggestion={suggestion} />
      <div className="flex flex-wrap gap-2 mt-3">
        <LinkButton {...servicesOf(service.type[0] ?? service.category, open)} look="secondary" size="sm">
          Other times
        </LinkButton>
        <Button look="ghost" size="sm" busy={decline.isPending} onClick={() => decline.mutate(id)}>
          Not now
        </Button>
      </div>
      {decline.error && (
        <Banner tone="error" inSight className="mt-3">
          {errorMessage(decline.error)}
        </Banner>
      )}
    </div>
  );
}
