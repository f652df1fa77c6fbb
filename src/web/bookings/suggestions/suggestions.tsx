import { useId, useState } from 'react';
import { CalendarPlus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { priceLabel } from '#domain/money/money.ts';
import { formatAbout, formatSeries } from '#domain/visits/suggestions.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { type ShownSuggestion, useDecline, useSuggestions } from '#web/bookings/suggestions/queries.ts';
import { SuggestedTimes } from '#web/bookings/suggestions/suggested-times.tsx';
import { errorMessage } from '#web/api/error-messages.ts';
import { placeName } from '#web/api/service-text.ts';
import { servicesOf } from '#web/layout/nav-links.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';

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
