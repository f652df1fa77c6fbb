import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { staffAuditLog } from '#contract/staff.calls.ts';
import type { AuditRow } from '#contract/staff.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { localDateOf, zoneName } from '#domain/time/zone.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { AUDIT_KINDS, type AuditFilters, KIND_LABELS, readAuditFilters } from '#staff/audit/audit-filters.ts';
import { ClientFilter } from '#staff/audit/client-filter.tsx';
import { callStaff } from '#staff/api/call-staff.ts';
import { agendaKeys } from '#staff/api/keep-booking.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, FailedQuery } from '#web/ui/states.tsx';
import { useToday } from '#web/ui/use-now.ts';
import '#staff/parts/row-table.css';
import './audit.css';
import { formatClock, formatDay } from '#domain/time/date-formats.ts';

/** Who did it: the member's first name, or what acted for the practice. */
export function actorOf({ staff, via }: Pick<AuditRow, 'staff' | 'via'>): string {
  if (staff !== null) return staff.split(' ')[0]!;
  if (via === 'COMMAND') return 'A command';
  return via === 'JOB' ? 'A job' : 'A client';
}

/** 'Today, 9:51 AM', 'Yesterday, 5:20 PM', 'Tue 8 Dec, 10:31 AM', in another year 'Tue 8 Dec 2025, …' */
export function formatAuditTime(at: string, today: LocalDate, zone: string): string {
  const date = localDateOf(at, zone);
  const time = formatClock(at, zone);
  if (date === today) return `Today, ${time}`;
  if (date === addDays(today, -1)) return `Yesterday, ${time}`;
  const year = date.slice(0, 4);
  return `${formatDay(date)}${year === today.slice(0, 4) ? '' : ` ${year}`}, ${time}`;
}

const { zone } = practice;

const useAuditLog = (filters: AuditFilters) =>
  useInfiniteQuery({
    queryKey: agendaKeys.auditLog(filters),
    queryFn: ({ signal, pageParam }) =>
      callStaff(
        staffAuditLog,
        { query: pageParam === null ? filters : { ...filters, after: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
type AuditLog = ReturnType<typeof useAuditLog>;

/** Who did what, and who read what, newest first. */
export function AuditPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readAuditFilters(search);
  const query = useAuditLog(filters);
  const log = query.data;
  const change = (to: AuditFilters) => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filters, ...to })) if (value) next.set(name, value);
    // At once: else a field falls back until the address has changed, and loses a key pressed meanwhile.
    setSearch(next, { replace: true, flushSync: true });
  };
  const onClear = Object.keys(filters).length > 0 ? () => setSearch({}, { replace: true }) : undefined;
  return (
    <StaffPage title="Audit log" freshness={query}>
      <div className="audit">
        <p className="max-w-144 text-muted text-grid">
          Who did what, and who read what. Nothing can be changed or removed here, and it never holds words of
          health or amounts. What clients did with their own data is left out: choose it under What.
        </p>
        <Filters
          filters={filters}
          staff={log?.pages[0]?.staff ?? []}
          client_name={log?.pages[0]?.client_name ?? null}
          onChange={change}
          onClear={onClear}
        />
        <Log query={query} log={log} onClear={onClear} />
      </div>
    </StaffPage>
  );
}

type LogProps = { query: AuditLog; log: AuditLog['data']; onClear: (() => void) | undefined };

function Log({ query, log, onClear }: LogProps) {
  const today = useToday(zone);
  if (log === undefined && query.error) return <FailedQuery of={query} />;
  if (log === undefined || today === null)
    return (
      <SkeletonGroup label="Loading the audit log" className="grid gap-2" rows={['h-11', 'h-11', 'h-11']} />
    );
  const rows = log.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <EmptyState
        art={<FallenLeafArt />}
        action={
          onClear && (
            <Button look="secondary" onClick={onClear}>
              Show everything
            </Button>
          )
        }
      >
        {onClear ? 'Nothing was recorded that fits.' : 'Nothing has been recorded yet.'}
      </EmptyState>
    );
  return (
    <div className="staff-box">
      <ol className="audit-rows" aria-label="Entries, newest first">
        {rows.map((row) => (
          <Row key={row.id} row={row} today={today} />
        ))}
      </ol>
      <div className="table-foot gap-y-1 min-h-14 py-1.5">
        <span role="status">
          {formatCount(rows.length, 'entry', 'entries')}, times in {zoneName(rows[0]!.at, zone)}
        </span>
        {query.hasNextPage && (
          <TextButton
            className="act"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </TextButton>
        )}
      </div>
      {query.isFetchNextPageError && (
        <Banner tone="error" className="mx-4.5 mt-0 mb-4">
          {query.error.message}
        </Banner>
      )}
    </div>
  );
}

function Row({ row, today }: { row: AuditRow; today: LocalDate }) {
  return (
    <li>
      <time dateTime={row.at}>{formatAuditTime(row.at, today, zone)}</time>
      {row.parts.length > 0 ? (
        <details className="audit-parts">
          <summary>
            <b>{actorOf(row)}</b> {row.text}
          </summary>
          <ul>
            {row.parts.map(({ text, path }, at) => (
              <li key={at}>{path === null ? text : <Link to={path}>{text}</Link>}</li>
            ))}
          </ul>
        </details>
      ) : (
        <span>
          <b>{actorOf(row)}</b> {row.path === null ? row.text : <Link to={row.path}>{row.text}</Link>}
        </span>
      )}
      {row.via === 'READ' && <span className="tag justify-self-start bg-off-bg text-off-ink">Health</span>}
    </li>
  );
}

type FiltersProps = {
  filters: AuditFilters;
  staff: readonly { id: string; name: string }[];
  client_name: string | null;
  onChange: (to: AuditFilters) => void;
  onClear: (() => void) | undefined;
};

function Filters({ filters, staff, client_name, onChange, onClear }: FiltersProps) {
  return (
    <div role="search" aria-label="Audit log" className="audit-filters grid gap-2.5 items-end my-4">
      <SelectField
        label="Who"
        value={filters.staff ?? ''}
        onChange={(value) => onChange({ staff: value })}
        placeholder="Everybody"
        options={staff.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        label="What"
        value={filters.kind ?? ''}
        onChange={(value) => onChange({ kind: AUDIT_KINDS.find((kind) => kind === value) })}
        placeholder="Everything"
        options={AUDIT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
      />
      <TextField
        label="From"
        type="date"
        value={filters.from ?? ''}
        onChange={(value) => onChange({ from: value })}
      />
      <TextField
        label="Until"
        type="date"
        value={filters.to ?? ''}
        onChange={(value) => onChange({ to: value })}
      />
      <ClientFilter client={filters.client} name={client_name} onChange={(client) => onChange({ client })} />
      {onClear && (
        <Button look="ghost" size="sm" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  );
}
