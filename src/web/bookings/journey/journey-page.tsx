import './journey.css';

import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { journeyOf, type JourneyStep } from '#domain/journey.ts';
import { type Booking, useBookings, useKeepNote } from '#web/bookings/queries.ts';
import { JourneyCard } from '#web/bookings/journey/journey-card.tsx';
import { JourneyDialog } from '#web/bookings/journey/journey-dialog.tsx';
import { JourneyEmpty } from '#web/bookings/journey/journey-timeline.tsx';
import { errorMessage } from '#web/client/error-messages.ts';
import { useReflections } from '#web/bookings/notes/use-reflections.tsx';
import { hasDrafts } from '#web/client/drafts.ts';
import { useSession } from '#web/client/session.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { now as moment, useNow } from '#web/ui/use-now.ts';

/** The entries of the journey as cards, each opening its notes (product.md §2.13). The address says which one is open. */
export function JourneyPage() {
  const { user } = useSession();
  const bookings = useBookings();
  const now = useNow();
  const [address, setAddress] = useSearchParams();
  const opened = address.get('step');

  useEffect(() => {
    // Asking drops the drafts that are past their time (rules.md §7).
    hasDrafts(moment().getTime());
  }, []);

  if (!user) return null;
  const items = bookings.data && now && journeyOf(user.created_at, bookings.data, now);
  const item = items?.find(({ id }) => id === opened);
  const close = () => setAddress({}, { replace: true, preventScrollReset: true });

  return (
    <>
      <PageHeading title="Journey" className="mb-6" />
      {items ? (
        items.length === 0 ? (
          <Card className="grid min-h-96 p-6">
            <JourneyEmpty />
          </Card>
        ) : (
          <ul className="journey-cards">
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
      ) : bookings.error ? (
        <FailedState
          tall
          message={errorMessage(bookings.error)}
          retrying={bookings.isFetching}
          onRetry={() => void bookings.refetch()}
        />
      ) : (
        <CardsSkeleton />
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
  const { section, footer, dirty, saving } = useReflections({
    userId,
    booking: step,
    onStored: (note) => keepNote(step.id, note),
  });
  return (
    <JourneyDialog item={step} onClose={onClose} footer={footer} dirty={dirty} locked={saving}>
      {section}
    </JourneyDialog>
  );
}

function CardsSkeleton() {
  return (
    <SkeletonGroup className="journey-cards">
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
