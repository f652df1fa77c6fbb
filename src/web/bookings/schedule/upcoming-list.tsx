import './schedule.css';

import { ArrowRight } from 'lucide';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { upcomingBookings } from '#domain/visits/booking.ts';
import { formatMonthDayTime } from '#domain/time/date-formats.ts';
import { zoneNames } from '#domain/time/zone.ts';
import { SproutArt } from '#web/art/leaf.tsx';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Upcoming confirmed bookings, by start time (product.md §2.15.1). */
export function UpcomingList({
  bookings,
  now,
  onOpen,
}: {
  bookings: readonly Booking[];
  now: Date;
  /** Makes each booking a button. Without it the list only shows them. */
  onOpen?: (booking: Booking) => void;
}) {
  const upcoming = upcomingBookings(bookings, now);
  if (upcoming.length === 0)
    return (
      <EmptyState
        tall
        art={<SproutArt className="mx-auto max-w-20" />}
        className="gap-2 py-1"
        action={
          <LinkButton to="/wellness-services" look="secondary" size="sm">
            {emptyTexts.upcoming.action}
          </LinkButton>
        }
      >
        <p className="text-ink">{emptyTexts.upcoming.title}</p>
        <p>{emptyTexts.upcoming.line}</p>
      </EmptyState>
    );
  const starts = upcoming.map(({ start_time }) => start_time);
  return (
    <>
      <ol className="upcoming">
        {upcoming.map((booking) => {
          const texts = (
            <>
              <b>{booking.service_name}</b>
              <span className="num">{formatMonthDayTime(booking.start_time, practice.zone)}</span>
            </>
          );
          return (
            <li key={booking.id} className={tintClassOf(booking.service_type)}>
              {onOpen ? (
                <button type="button" className="upcoming-open" onClick={() => onOpen(booking)}>
                  {texts}
                  <Icon of={ArrowRight} />
                </button>
              ) : (
                texts
              )}
            </li>
          );
        })}
      </ol>
      <p className="mt-4 text-xs text-muted">Times in {zoneNames(starts, practice.zone)}</p>
    </>
  );
}

/** Shown while the bookings are loading. */
export function UpcomingSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5 pl-9">
      {[0, 1, 2].map((at) => (
        <div key={at} className="grid gap-2">
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
