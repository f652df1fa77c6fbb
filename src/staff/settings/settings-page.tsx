import { practice } from '#content/public/practice.ts';
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { FeedBox } from '#staff/settings/feed-box.tsx';
import { MailsBox } from '#staff/settings/mails-box.tsx';
import { PoliciesBox } from '#staff/settings/policies-box.tsx';
import { settingsQuery } from '#staff/settings/settings-queries.ts';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedState } from '#web/ui/states.tsx';
import './settings.css';

/** What holds for the whole practice: policies, e-mails, and the member's own calendar feed. */
export function SettingsPage() {
  const query = useFreshQuery(settingsQuery);
  const { data } = query;
  return (
    <StaffPage title="Settings" freshness={query} showsBook={false}>
      {data ? (
        <div className="settings">
          <PoliciesBox policies={data.policies} />
          <MailsBox settings={data} />
          <FeedBox />
          <p className="max-w-none text-muted text-small">
            Fixed: clients book from tomorrow on, {BOOKABLE_DAYS} days ahead. All times are those of{' '}
            {practice.zone.replace('_', ' ')}.
          </p>
        </div>
      ) : query.error ? (
        <FailedState
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonGroup label="Loading settings" className="settings">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
    </StaffPage>
  );
}
