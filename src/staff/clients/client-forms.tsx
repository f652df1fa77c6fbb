import { Link, useSearchParams } from 'react-router';
import { FileText } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { ClientPage } from '#contract/clients.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { submittedText } from '#domain/visits/submission-origin.ts';
import { dateText } from '#staff/parts/date-text.ts';
import { AnswersBeside } from '#staff/submissions/answers-beside.tsx';
import { submissionQuery } from '#staff/submissions/submission-query.ts';
import { HealthData } from '#staff/unlock/health-data.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';
import './client-notes.css';

const { zone } = practice;
const SOURCES = { TOGETHER: 'filled in together', PAPER: 'on paper' } as const;

/** What the client handed in, each next to what it was before. Reading it unlocks health data; that it is there does not. */
export function ClientForms({
  page: { submissions },
  now,
  isQuiet,
}: {
  page: ClientPage;
  now: Date | null;
  isQuiet: boolean;
}) {
  const [address] = useSearchParams();
  const shown = submissions.find(({ id }) => id === address.get('form')) ?? submissions[0];
  if (!shown) return <EmptyState art={<FallenLeafArt />}>No form has been filled in yet.</EmptyState>;
  return (
    <div className="client-columns">
      <section className="staff-box client-box @container/answers" aria-labelledby="form-name">
        <h3 id="form-name">{shown.name}</h3>
        <p className="client-hint">
          {submittedText(shown, 'Filled in', formatDayTime(shown.submitted_at, zone))}
          {shown.service_name && ` for ${shown.service_name}`}
        </p>
        <HealthData
          key={shown.id}
          query={submissionQuery(shown.id)}
          isQuiet={isQuiet}
          skeleton={<SkeletonGroup label="Loading the answers" rows={['h-5 w-2/3', 'mt-4 h-32']} />}
        >
          {(submission) => <AnswersBeside submission={submission} />}
        </HealthData>
      </section>
      <nav className="staff-box client-box client-aside" aria-labelledby="forms-title">
        <h3 id="forms-title">Forms</h3>
        <ul className="mb-3 divide-y divide-line">
          {submissions.map(({ id, name, version, service_name, submitted_at, source }) => (
            <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 items-start py-1.5 text-grid" key={id}>
              <Icon of={FileText} className="size-4.5 mt-3.5 text-muted" />
              <div>
                <Link
                  className={classNames(
                    'flex items-center min-h-act text-inherit wrap-anywhere',
                    id === shown.id && 'font-strong',
                  )}
                  to={`?tab=forms&form=${id}`}
                  replace
                  aria-current={id === shown.id ? 'true' : undefined}
                >
                  {name}
                </Link>
                <small className="block text-muted">
                  {dateText(submitted_at, now)}, version {version}
                  {service_name && `, for ${service_name}`}
                  {source !== 'CLIENT' && `, ${SOURCES[source]}`}
                </small>
              </div>
            </li>
          ))}
        </ul>
        <p className="client-hint">Reading answers is recorded in the audit log.</p>
      </nav>
    </div>
  );
}
