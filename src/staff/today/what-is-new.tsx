import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { NewsItem } from '#contract/agenda.schemas.ts';
import { staffSeeNews } from '#contract/staff.calls.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { newsQuery } from '#staff/api/today-queries.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { TextButton } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';

const SHOWN = 7;

/** What clients did since this member has last looked, newest first, each with its booking or client. */
export function WhatIsNew() {
  const queries = useQueryClient();
  const query = useFreshQuery(newsQuery);
  const isOnline = useOnline();
  const see = useAction();
  const [showsAll, setShowsAll] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const items = query.data?.items;
  const onSeen = ({ at: until }: NewsItem) =>
    see.run(
      staffSeeNews,
      { body: { until } },
      {
        done: () => {
          queries.setQueryData(newsQuery.queryKey, { items: [] });
          // The button with the focus is gone.
          title.current?.focus();
        },
      },
    );
  return (
    <section className="max-desktop:order-4 staff-box" aria-labelledby="news-title">
      <div className="flex gap-3 items-center justify-between min-h-[3.4rem] px-4.5 pt-2.5 pb-0.5">
        <h2 ref={title} id="news-title" tabIndex={-1}>
          What is new
        </h2>
        {items?.[0] && (
          <TextButton className="act" disabled={!isOnline || see.isPending} onClick={() => onSeen(items[0]!)}>
            Mark all as seen
          </TextButton>
        )}
      </div>
      <div className="px-4.5 pb-3.5 text-grid leading-snug wrap-anywhere">
        <ActionFailure action={see} />
        {!items ? (
          <QueryState of={query}>
            <SkeletonGroup label="Loading what is new" className="grid gap-2" rows={['h-5', 'h-5 w-2/3']} />
          </QueryState>
        ) : items.length === 0 ? (
          <p role="status" className="text-muted">
            Nothing new since you last looked.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {(showsAll ? items : items.slice(0, SHOWN)).map(({ id, at, text, path }) => (
              <li key={id} className="relative py-2 max-tablet:min-h-target">
                <Link className="link-quiet stretched" to={path}>
                  {text}
                </Link>
                <p className="text-muted text-small num">{formatDayTime(at, practice.zone)}</p>
              </li>
            ))}
          </ul>
        )}
        {items && items.length > SHOWN && (
          <TextButton className="act" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show ${SHOWN}` : `Show all ${items.length}`}
          </TextButton>
        )}
      </div>
    </section>
  );
}
