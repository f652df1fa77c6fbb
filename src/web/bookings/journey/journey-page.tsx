import './journey.css';

import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Feather, NotebookPen } from 'lucide';
import { formatShortDate } from '#domain/time/date-formats.ts';
import { type JourneyItem, journeyOf, type JourneyStep } from '#domain/visits/journey.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { practice } from '#content/public/practice.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { JourneyDialog } from '#web/bookings/journey/journey-dialog.tsx';
import { JourneyEmpty } from '#web/bookings/journey/journey-timeline.tsx';
import { ReflectionsButtons, ReflectionsSection } from '#web/bookings/notes/reflections.tsx';
import { ShareReflection } from '#web/bookings/notes/share-reflection.tsx';
import { useReflections } from '#web/bookings/notes/use-reflections.ts';
import { NextStep, SuggestionCards } from '#web/bookings/suggestions/suggestions.tsx';
import { type Booking, useBookings, useKeepNote } from '#web/bookings/queries.ts';
import { hasDrafts } from '#web/api/drafts.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useSession } from '#web/api/session.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { now as moment, useNow } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The entries of the journey as cards that open their notes (product.md §2.13). The open one is in the address. */
export function JourneyPage() {
  const { user } = useSession();
  const bookings = useBookings();
  const now = useNow();
  const [address, setAddress] = useSearchParams();
  const opened = address.get('step');

  useEffect(() => {
    // Deletes expired drafts (rules.md §7).
    hasDrafts(moment().getTime());
  }, []);

  if (!user) return null;
  const items = bookings.data && now && journeyOf(user.created_at, bookings.data, now);
  const item = items?.find(({ id }) => id === opened);
  const close = () => setAddress({}, { replace: true, preventScrollReset: true });

  return (
    <>
      <PageHeading title="Journey" className="mb-6" />
      <SuggestionCards className="mb-6" />
      {items ? (
        items.length === 0 ? (
          <Card className="grid min-h-96 p-6">
            <JourneyEmpty />
          </Card>
        ) : (
          <ul className="grid gap-6 mid:grid-cols-2 lg:grid-cols-3">
            {items.map((each) => (
              <li key={each.id}>
                <JourneyCard
                  item={each}
                  onOpen={() => setAddress({ step: each.id }, { preventScrollReset: true })}
                />
              </li>
            ))}
          </ul>
        )
      ) : (
        <QueryState tall message={errorMessage(bookings.error)} of={bookings}>
          <CardsSkeleton />
        </QueryState>
      )}
      {item &&
        (item.isUserCreation ? (
          <JourneyDialog item={item} onClose={close} />
        ) : (
          <StepDialog key={item.id} userId={user.id} step={item} onClose={close} />
        ))}
    </>
  );
}

function StepDialog({
  userId,
  step,
  onClose,
}: {
  userId: string;
  step: JourneyStep<Booking>;
  onClose: () => void;
}) {
  const keepNote = useKeepNote();
  const reflections = useReflections({
    userId,
    booking: step,
    onStored: (note) => keepNote(step.id, note),
  });
  return (
    <JourneyDialog
      item={step}
      onClose={onClose}
      footer={reflections.writing && <ReflectionsButtons reflections={reflections} />}
      dirty={reflections.dirty}
      locked={reflections.saving}
      nextStep={<NextStep booking_id={step.id} />}
    >
      <ReflectionsSection reflections={reflections} />
      {!reflections.writing && !isEmptyNote(step.client_notes) && <ShareReflection booking={step} />}
    </JourneyDialog>
  );
}

function CardsSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6 mid:grid-cols-2 lg:grid-cols-3">
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <Card key={at} className="flex items-center gap-4 p-6">
          <Skeleton round className="size-14 flex-none" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="w-1/3" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}

/** One entry of the journey; opens its details (product.md §2.13.6). */
function JourneyCard({ item, onOpen }: { item: JourneyItem<Booking>; onOpen: () => void }) {
  const hasPractitionerNotes = !item.isUserCreation && !isEmptyNote(item.published_recommendations);
  const hasClientNotes = !item.isUserCreation && !isEmptyNote(item.client_notes);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`card card-hover journey-card ${tintClassOf(item.service_type)}`}
      onClick={onOpen}
    >
      <span className="type-dot row-span-2 size-14">
        <TypeIcon type={item.service_type} />
      </span>
      <span className="display col-start-2 -col-end-1 text-lg font-figure leading-tight wrap-anywhere text-balance">
        {item.service_name}
      </span>
      <span className="col-2 text-muted text-sm">{formatShortDate(item.date, practice.zone)}</span>
      <span className="flex gap-1.5 text-sage">
        {hasPractitionerNotes && (
          <span title="Practitioner notes available">
            <Icon of={Feather} />
            <span className="sr-only">Practitioner notes available</span>
          </span>
        )}
        {hasClientNotes && (
          <span title="Your notes">
            <Icon of={NotebookPen} />
            <span className="sr-only">Your notes</span>
          </span>
        )}
      </span>
    </button>
  );
}
