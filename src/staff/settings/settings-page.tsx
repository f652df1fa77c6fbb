import { practice } from '#content/public/practice.ts';
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { EverythingBox } from '#staff/settings/everything-box.tsx';
import { FeedBox } from '#staff/settings/feed-box.tsx';
import { LimitsBox } from '#staff/settings/limits-box.tsx';
import { MailsBox } from '#staff/settings/mails-box.tsx';
import { OnlineBox } from '#staff/settings/online-box.tsx';
import { PoliciesBox } from '#staff/settings/policies-box.tsx';
import { settingsQuery } from '#staff/settings/settings-queries.ts';
import { StatementsBox } from '#staff/settings/statements-box.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import './settings.css';

/** What holds for the whole practice: policies, e-mails, the member's own calendar feed, and a way out with everything. */
export function SettingsPage() {
  const query = useFreshQuery(settingsQuery);
  const { data } = query;
  return (
    <StaffPage title="Settings" freshness={query} showsBook={false}>
      {data ? (
        <div className="settings">
          <PoliciesBox policies={data.policies} />
          <OnlineBox online={data.online} />
          <LimitsBox limits={data.limits} />
          <MailsBox settings={data} />
          <StatementsBox statements={data.statements} />
          <FeedBox />
          <EverythingBox />
          <p className="max-w-none text-muted text-small">
            Fixed: clients book from tomorrow on, {BOOKABLE_DAYS} days ahead. All times are those of{' '}
            {practice.zone.replace('_', ' ')}.
          </p>
        </div>
      ) : (
        <QueryState of={query}>
          <SkeletonGroup label="Loading settings" className="settings" rows={['h-40', 'h-40']} />
        </QueryState>
      )}
    </StaffPage>
  );
}
