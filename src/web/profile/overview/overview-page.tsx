import './overview.css';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { dashboardName } from '#domain/people/names.ts';
import { SproutArt } from '#web/art/leaf.tsx';
import { useBookings } from '#web/bookings/queries.ts';
import { SuggestionCards } from '#web/bookings/suggestions/suggestions.tsx';
import { FormsTile } from '#web/forms/forms-tile.tsx';
import { JourneyTimeline, JourneyTimelineSkeleton } from '#web/bookings/journey/journey-timeline.tsx';
import { errorMessage } from '#web/api/error-messages.ts';
import { UpcomingList, UpcomingSkeleton } from '#web/bookings/schedule/upcoming-list.tsx';
import { useSession } from '#web/api/session.ts';
import { EmptyState, FailedQuery } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { ArrowRight } from 'lucide';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { enableKeyboardScroll } from '#web/ui/keyboard-scroll.ts';
import { Icon } from '#web/ui/icon.tsx';

type TileProps = {
  to: string;
  title: string;
  /** Two rows high on large screens (product.md §2.12.3). */
  tall?: boolean;
  children: ReactNode;
};

/** A tile of the overview. Its heading is the link, and a click anywhere in it follows it too. The content can scroll. */
function Tile({ to, title, tall = false, children }: TileProps) {
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => (body.current ? enableKeyboardScroll(body.current) : undefined), []);

  const follow = (event: MouseEvent<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button');
    if (onControl || event.defaultPrevented || getSelection()?.isCollapsed === false) return;
    void navigate(to, { viewTransition: true });
  };

  return (
    <Card
      as="section"
      hover
      className={classNames('tile relative flex flex-col min-w-0 p-6 cursor-pointer', tall && 'is-tall')}
      onClick={follow}
    >
      <header>
        <h2>
          <Link
            to={to}
            prefetch="intent"
            viewTransition
            className="inline-flex items-center min-h-target no-underline"
          >
            {title}
          </Link>
        </h2>
        <Icon of={ArrowRight} />
      </header>
      <div ref={body} className="tile-body flex flex-col pb-6 -mr-3 pr-3" role="group" aria-label={title}>
        {children}
      </div>
    </Card>
  );
}

/** The profile dashboard: a greeting, what the practitioner suggests, and four tiles (product.md §2.12). */
export function OverviewPage() {
  const { user } = useSession();
  const bookings = useBookings();
  const now = useNow();
  const loaded = now && bookings.data;
  const failed = !bookings.data && bookings.error && (
    <FailedQuery tall message={errorMessage(bookings.error)} of={bookings} />
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
