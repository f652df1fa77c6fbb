import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { AccessLog as Log } from '#contract/users.schemas.ts';
import { formatShortDate } from '#domain/time/date-formats.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { accessLogQuery } from '#web/profile/settings/queries.ts';
import { readText } from '#web/profile/settings/settings-texts.ts';
import { TextButton } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedQuery } from '#web/ui/states.tsx';

const SHOWN = 5;
type Read = Log['reads'][number];

/** When the practitioner read what the client has written. */
export function AccessLog({ userId }: { userId: string }) {
  const log = useQuery(accessLogQuery(userId));
  const [showsAll, setShowsAll] = useState(false);
  const reads = log.data?.reads;
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="mb-2 text-base font-strong">Who has read it</h3>
      {log.isPending && <SkeletonGroup rows={['h-5']} />}
      {log.error && !reads && <FailedQuery message={errorMessage(log.error)} of={log} />}
      {reads?.length === 0 && (
        <p className="text-sm text-muted">
          {practice.practitioner.first_name} has not read your answers or reflections yet.
        </p>
      )}
      {reads && reads.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {(showsAll ? reads : reads.slice(0, SHOWN)).map((read) => (
            <li key={keyOf(read)}>{readText(read, formatShortDate(read.at, practice.zone))}</li>
          ))}
        </ul>
      )}
      {reads && reads.length > SHOWN && (
        <TextButton className="mt-1" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${reads.length}`}
        </TextButton>
      )}
    </div>
  );
}

const keyOf = ({ at, by, kind, name, visit_start }: Read) => [at, by, kind, name, visit_start].join(' ');
