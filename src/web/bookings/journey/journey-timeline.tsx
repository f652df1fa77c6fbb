import './journey.css';

import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { formatMonthDay } from '#domain/time/date-formats.ts';
import { journeyOf } from '#domain/visits/journey.ts';
import { LeafArt } from '#web/art/leaf.tsx';
import { TendrilArt } from '#web/art/tendril-art.tsx';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** The journey as a growing stem, oldest first (product.md §2.13.1). */
export function JourneyTimeline({
  created_at,
  bookings,
  now,
}: {
  created_at: string | null | undefined;
  bookings: readonly Booking[];
  now: Date;
}) {
  const items = journeyOf(created_at, bookings, now);
  if (items.length === 0) return <JourneyEmpty />;
  return (
    <ol className="stem">
      {items.map((item) => (
        <li key={item.id} className={tintClassOf(item.service_type)}>
          <span className="type-dot relative size-13">
            <TypeIcon type={item.service_type} />
          </span>
          <div className="min-w-0">
            <b>{item.service_name}</b>
            <p className="text-muted text-sm">{formatMonthDay(item.date, practice.zone)}</p>
          </div>
        </li>
      ))}
      <li aria-hidden="true">
        <TendrilArt />
      </li>
    </ol>
  );
}

export function JourneyEmpty() {
  return (
    <EmptyState
      tall
      art={<LeafArt />}
      action={
        <LinkButton to="/wellness-services" look="secondary" size="sm">
          Book a visit
        </LinkButton>
      }
    >
      <p className="text-ink">{emptyTexts.journey.title}</p>
      <p>{emptyTexts.journey.line}</p>
    </EmptyState>
  );
}

/** Shown while the bookings are loading. */
export function JourneyTimelineSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className="flex items-center gap-4">
          <Skeleton round className="size-13 flex-none" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-3/4" />
            <Skeleton className="w-1/4" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
