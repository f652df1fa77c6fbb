import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { Client } from '#contract/clients.schemas.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { formatPhone } from '#domain/phone.ts';
import { useFreshQuery } from '#staff/client/use-fresh-query.ts';
import { clientsQuery } from '#staff/client/client-queries.ts';
import { ClientSheet } from '#staff/clients/client-sheet.tsx';
import { loginText } from '#staff/clients/client-texts.ts';
import { ContactSheet } from '#staff/clients/contact-sheet.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { visitText } from '#staff/parts/visit-text.ts';
import { FallenLeafArt } from '#web/art/fallen-leaf-art.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldFrame } from '#web/ui/field.tsx';
import { SearchIcon } from '#web/ui/icons/search.tsx';
import { UserPlusIcon } from '#web/ui/icons/user-plus.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import './clients.css';

const { zone } = practice;
const TYPING_MS = 200;

/** Every client: found by name, phone or e-mail. The address names what is searched for and who is open. */
export function ClientsPage() {
  const [address, setAddress] = useSearchParams();
  const asked = address.get('q') ?? '';
  const open = address.get('client');
  const [text, setText] = useState(asked);
  const [form, setForm] = useState<{ client: Client | null } | null>(null);
  const query = useFreshQuery(clientsQuery(asked));
  const change = (to: { q?: string; client?: string | null }) =>
    setAddress(
      (last) => {
        const next = new URLSearchParams(last);
        for (const [name, value] of Object.entries(to)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  useEffect(() => {
    const typed = text.trim();
    if (typed === asked) return;
    const timer = setTimeout(() => change({ q: typed }), TYPING_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react/exhaustive-deps -- `change` is another function for each render
  }, [text, asked]);

  return (
    <StaffPage title="Clients" freshness={query}>
      <div className="clients">
        <div className="clients-bar" role="search" aria-label="Clients">
          <FieldFrame label="Search clients" hideLabel className="clients-find">
            {(control) => (
              <>
                <SearchIcon />
                <input
                  {...control}
                  type="search"
                  className="input"
                  placeholder="Name, phone or e-mail"
                  autoComplete="off"
                  maxLength={100}
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                />
              </>
            )}
          </FieldFrame>
          <Button look="secondary" icon={<UserPlusIcon />} onClick={() => setForm({ client: null })}>
            New client
          </Button>
        </div>
        <Found
          query={query}
          asked={asked}
          onNew={() => setForm({ client: null })}
          isCurrent={!query.isPlaceholderData && asked === text.trim()}
        />
      </div>
      {open !== null && form === null && (
        <ClientSheet
          id={open}
          onClose={() => change({ client: null })}
          onChange={(client) => setForm({ client })}
        />
      )}
      {form && (
        <ContactSheet
          client={form.client}
          onClose={() => setForm(null)}
          onDone={(client) => {
            if (form.client?.id === client.id) showToast('Saved.');
            setForm(null);
            change({ client: client.id });
          }}
        />
      )}
    </StaffPage>
  );
}

type FoundProps = {
  query: ReturnType<typeof useFreshQuery<ListAnswer, readonly string[]>>;
  asked: string;
  isCurrent: boolean;
  onNew: () => void;
};
type ListAnswer = { clients: Client[]; has_more: boolean };

function Found({ query, asked, isCurrent, onNew }: FoundProps) {
  const today = useToday(zone);
  const { data } = query;
  if (data === undefined && query.error)
    return (
      <FailedState
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (data === undefined || today === null)
    return (
      <SkeletonGroup label="Loading clients" className="clients-skeleton">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </SkeletonGroup>
    );
  const { clients, has_more } = data;
  const number = clients.length === 1 ? '1 client' : `${clients.length} clients`;
  return (
    <>
      <Announcement>
        {asked !== '' && isCurrent && (clients.length === 0 ? 'Nobody found.' : `${number} found.`)}
      </Announcement>
      {clients.length === 0 ? (
        <EmptyState
          art={<FallenLeafArt />}
          action={
            <Button look="secondary" onClick={onNew}>
              New client
            </Button>
          }
        >
          {asked === '' ? 'No clients yet.' : `Nobody found for “${asked}”.`}
        </EmptyState>
      ) : (
        <div className="staff-box">
          <table className="clients-table">
            <caption className="sr-only">
              {asked === '' ? 'Clients, who came last first' : `Clients found for “${asked}”`}
            </caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Phone</th>
                <th scope="col">Last visit</th>
                <th scope="col">Next visit</th>
                <th scope="col" className="clients-number">
                  Visits
                </th>
                <th scope="col">
                  <span className="sr-only">To know</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {clients.map((client) => (
                <Row key={client.id} client={client} today={today} asked={asked} />
              ))}
            </tbody>
          </table>
          {(has_more || asked === '') && (
            <p className="clients-foot">
              {has_more
                ? asked === ''
                  ? 'The 20 who came last. Search for others by name, phone or e-mail.'
                  : 'The first 20. Type more of the name to find others.'
                : number}
            </p>
          )}
        </div>
      )}
    </>
  );
}

function Row({ client, today, asked }: { client: Client; today: LocalDate; asked: string }) {
  const { id, name, pronouns, phone, last_visit, next_visit, visits, house_call_approved } = client;
  const search = new URLSearchParams({ ...(asked ? { q: asked } : {}), client: id });
  const login = loginText(client);
  return (
    <tr>
      <th scope="row">
        <Avatar name={name} />
        <span>
          <Link to={`?${search}`} replace preventScrollReset>
            {name}
          </Link>
          {pronouns && <small>{pronouns}</small>}
        </span>
      </th>
      <td className="clients-wide">{formatPhone(phone) || '–'}</td>
      <td className="clients-wide clients-muted">{visitText(last_visit, today)}</td>
      <td className="clients-next">{visitText(next_visit, today)}</td>
      <td className="clients-wide clients-number">{visits}</td>
      <td className="clients-know">
        {[login, house_call_approved && 'House calls'].filter(Boolean).join(' · ')}
      </td>
    </tr>
  );
}
