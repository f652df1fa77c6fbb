import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { Client, ClientList } from '#contract/clients.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import type { ClientSort } from '#domain/people/client-list.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { HIDDEN, useShown } from '#staff/parts/privacy.ts';
import { Marks } from '#staff/bookings/marks.tsx';
import { EMPTY_TEXTS, FILTER_LABELS, shownSort, SORT_LABELS } from '#staff/clients/client-list-state.ts';
import type { ClientListState } from '#staff/api/client-queries.ts';
import { loginText } from '#staff/clients/client-texts.ts';
import { clientPath } from '#staff/parts/session-texts.ts';
import { visitText } from '#staff/parts/visit-text.ts';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, FailedQuery } from '#web/ui/states.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import type { ApiError } from '#web/api/request.ts';

const { zone } = practice;

type TableProps = {
  query: UseInfiniteQueryResult<InfiniteData<ClientList, string | null>, ApiError>;
  state: ClientListState;
  /** The list answers what is typed now. */
  isCurrent: boolean;
  onSort: (sort: ClientSort) => void;
  onClear: () => void;
  onNew: () => void;
};

/** The clients that were found, or why there are none. */
export function ClientsTable(props: TableProps) {
  const { query, state, isCurrent } = props;
  const today = useToday(zone);
  const data = query.data;
  if (data === undefined && query.error) return <FailedQuery of={query} />;
  if (data === undefined || today === null)
    return <SkeletonGroup label="Loading clients" className="row-skeleton" rows={['h-14', 'h-14', 'h-14']} />;
  const clients = data.pages.flatMap((page) => page.clients);
  const { total } = data.pages[0]!;
  const isNarrowed = state.q !== undefined || state.filter !== undefined;
  return (
    <>
      <Announcement>
        {isNarrowed &&
          isCurrent &&
          (total === 0 ? 'Nobody found.' : `${formatCount(total, 'client')} found.`)}
      </Announcement>
      {clients.length === 0 ? <NoClients {...props} /> : <Table {...props} clients={clients} today={today} />}
    </>
  );
}

function NoClients({ state: { q, filter }, onClear, onNew }: TableProps) {
  if (q === undefined && filter !== undefined)
    return (
      <EmptyState
        art={<FallenLeafArt />}
        action={
          <Button look="secondary" onClick={onClear}>
            Show everybody
          </Button>
        }
      >
        {EMPTY_TEXTS[filter]}
      </EmptyState>
    );
  return (
    <EmptyState
      art={<FallenLeafArt />}
      action={
        <Button look="secondary" onClick={filter ? onClear : onNew}>
          {filter ? 'Search everybody' : 'Add a client'}
        </Button>
      }
    >
      {q === undefined
        ? 'No clients yet. They appear when someone creates an account, or when you add one.'
        : filter
          ? `Nobody found for “${q}” under ${FILTER_LABELS[filter]}.`
          : `Nobody found for “${q}”.`}
    </EmptyState>
  );
}

const COLUMNS = [
  ['NAME', 'ascending'],
  ['LAST_VISIT', 'descending'],
  ['NEXT_VISIT', 'ascending'],
] as const;

function Table({
  query,
  state,
  clients,
  today,
  onSort,
}: TableProps & { clients: readonly Client[]; today: LocalDate }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const sort = shownSort(state);
  const { total } = query.data!.pages[0]!;
  const head = (column: ClientSort) => {
    const direction = COLUMNS.find(([name]) => name === column)![1];
    const isSorted = sort === column;
    return (
      <th scope="col" aria-sort={isSorted ? direction : undefined}>
        <button type="button" onClick={() => onSort(column)}>
          {SORT_LABELS[column]}
          <span aria-hidden="true">{isSorted ? (direction === 'ascending' ? '↑' : '↓') : '↕'}</span>
        </button>
      </th>
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...(body.current?.querySelectorAll<HTMLElement>('th a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    <div className="staff-box">
      <table className="row-table">
        <caption className="sr-only">Clients{sort && `, by ${SORT_LABELS[sort].toLowerCase()}`}</caption>
        <thead>
          <tr>
            {head('NAME')}
            <th scope="col">Phone</th>
            {head('LAST_VISIT')}
            {head('NEXT_VISIT')}
            <th scope="col" className="text-end">
              Visits
            </th>
            <th scope="col">
              <span className="sr-only">To know</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {clients.map((client) => (
            <Row key={client.id} client={client} today={today} />
          ))}
        </tbody>
      </table>
      <div className="table-foot max-w-none py-3.5">
        <span>{total > clients.length ? `${clients.length} of ${total}` : formatCount(total, 'client')}</span>
        {query.hasNextPage && (
          <TextButton
            className="act"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show {Math.min(50, total - clients.length)} more
          </TextButton>
        )}
      </div>
      {query.isFetchNextPageError && (
        <Banner tone="error" className="mx-4 mt-0 mb-4">
          {query.error?.message}
        </Banner>
      )}
    </div>
  );
}

function Row({ client, today }: { client: Client; today: LocalDate }) {
  const { name, pronouns, phone, last_visit, next_visit, visits, chips } = client;
  const show = useShown();
  const login = loginText(client);
  const asks = client.house_call_requested_at !== null;
  const quiet = [login, client.house_call_approved && 'House calls'].filter(Boolean).join(' · ');
  return (
    <tr>
      <th scope="row">
        <Avatar name={name} />
        <span>
          <Link to={clientPath(client.id)}>{name}</Link>
          {show(pronouns) && <small>{show(pronouns)}</small>}
        </span>
      </th>
      <td className="cell-wide num">{formatPhone(show(phone)) || (phone ? HIDDEN : '–')}</td>
      <td className="cell-wide num text-muted">{visitText(last_visit, today)}</td>
      <td className="text-muted text-small text-end num @table:text-ink @table:text-grid @table:text-start @table:whitespace-nowrap">
        {visitText(next_visit, today)}
      </td>
      <td className="cell-wide num text-end">{visits}</td>
      <td className="cell-marks items-center col-span-full text-muted text-xs">
        <Marks chips={chips} isShort />
        {asks && <span className="mark mark-waiting">Asks for house calls</span>}
        {quiet && <span>{quiet}</span>}
      </td>
    </tr>
  );
}
