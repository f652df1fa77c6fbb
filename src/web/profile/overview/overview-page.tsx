import './overview.css';

import { emptyTexts } from '#content/public/empty-texts.ts';
import { dashboardName } from '#domain/people/names.ts';
import { SproutArt } from '#web/art/sprout-art.tsx';
import { useBookings } from '#web/bookings/queries.ts';
import { SuggestionCards } from '#web/bookings/suggestions/suggestions.tsx';
import { FormsTile } from '#web/forms/forms-tile.tsx';
import { JourneyTimeline, JourneyTimelineSkeleton } from '#web/bookings/journey/journey-timeline.tsx';
import { errorMessage } from '#web/api/error-messages.ts';
import { Tile } from '#web/profile/overview/tile.tsx';
import { UpcomingList, UpcomingSkeleton } from '#web/bookings/schedule/upcoming-list.tsx';
import { useSession } from '#web/api/session.ts';
import { EmptyState, FailedState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';

/** The profile dashboard: a greeting, what the practitioner suggests, and four tiles (product.md §2.12). */
export function OverviewPage() {
  const { user } = useSession();
  const bookings = useBookings();
  const now = useNow();
  const loaded = now && bookings.data;
  const failed = !bookings.data && bookings.error && (
    <FailedState
      tall
      message={errorMessage(bookings.error)}
      retrying={bookings.isFetching}
      onRetry={() => void bookings.refetch()}
    />
  );

  return (
    <>
      <div className="mb-8">
        <h1>Welcome, {dashboardName(user)}</h1>
        <p className="display mt-1.5 text-muted text-lg italic leading-snug">
          A series of small steps that takes you to a different place
        </p>
      </div>
      <SuggestionCards className="mb-6" atFirst={1} />
      <div className="tiles grid gap-6">
        <Tile to="/profile/journey" title="Journey" tall>
          {failed ||
            (loaded ? (
              <JourneyTimeline created_at={user?.created_at} bookings={loaded} now={now} />
            ) : (
              <JourneyTimelineSkeleton />
            ))}
        </Tile>
        <Tile to="/profile/schedule" title="Upcoming">
          {failed || (loaded ? <UpcomingList bookings={loaded} now={now} /> : <UpcomingSkeleton />)}
        </Tile>
        <Tile to="/profile/forms" title="Forms">
          <FormsTile />
        </Tile>
        <Tile to="/profile/messages" title="Messages" tall>
          <EmptyState tall art={<SproutArt />}>
            {emptyTexts.messages.title}
          </EmptyState>
        </Tile>
      </div>
    </>
  );
}
