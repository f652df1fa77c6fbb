import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { CircleAlert, Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { formatDayMonth, formatDayOf } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { contactShown } from '#staff/parts/contact-links.tsx';
import type { BookingDraft, ChosenClient, NewClient } from '#staff/book/draft.ts';
import { NewClientForm } from '#staff/book/new-client-form.tsx';
import { unpaidText } from '#staff/book/book-texts.ts';
import { clientQuery, clientsQuery, SEARCH_LIMIT } from '#staff/api/client-queries.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { type Show, useShown } from '#staff/parts/privacy.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';

const { zone } = practice;
const TYPING_MS = 200;
const LISTED = 20;
const RECENT = 5;

type WhoProps = {
  draft: Pick<BookingDraft, 'client' | 'new_client' | 'search'>;
  onChange: (change: Partial<BookingDraft>) => void;
};

/** Who comes: a client who is known, or a new one. */
export function WhoStep({ draft, onChange }: WhoProps) {
  const { client, new_client, search } = draft;
  const choose = (chosen: ChosenClient) => onChange({ client: chosen, new_client: null, search: '' });
  const box = useRef<HTMLDivElement>(null);
  // The control that was pressed is gone: the focus goes to what replaces it.
  const takesFocus = useRef(false);
  const shown = client ? 'CLIENT' : new_client ? 'NEW' : 'SEARCH';
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    box.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [shown]);
  const then = (change: Partial<BookingDraft>) => {
    takesFocus.current = true;
    onChange(change);
  };
  return (
    <div ref={box} className="grid grid-cols-1 gap-3.5">
      {client ? (
        <Chosen client={client} onChange={() => then({ client: null })} />
      ) : new_client ? (
        <NewClientForm
          typed={new_client}
          onType={(change) => onChange({ new_client: { ...new_client, ...change } })}
          onChoose={(chosen) => {
            takesFocus.current = true;
            choose(chosen);
          }}
          onCancel={() => then({ new_client: null })}
        />
      ) : (
        <Search
          search={search}
          onSearch={(text) => onChange({ search: text })}
          onChoose={(chosen) => {
            takesFocus.current = true;
            choose(chosen);
          }}
          onNew={() => then({ new_client: newClientFrom(search), search: '' })}
        />
      )}
    </div>
  );
}

/** The client who is booked for, when they were here last, and what they have not paid. */
function Chosen({ client, onChange }: { client: ChosenClient; onChange: () => void }) {
  const { data } = useQuery(clientQuery(client.id));
  const now = useNow();
  const show = useShown();
  const last = data?.client.last_visit?.start_time;
  const unpaid = unpaidText(data?.visits ?? [], now, zone);
  return (
    <>
      <div className="flex gap-3.5 items-center">
        <Avatar name={client.name} />
        <div className="flex-1 min-w-0">
          <b className="block font-bold wrap-anywhere">{client.name}</b>
          <span className="text-muted text-grid">
            {contactText(client, show)}
            {last && `, last on ${formatDayMonth(localDateOf(last, zone))}`}
          </span>
        </div>
        <TextButton className="act" data-first="" onClick={onChange}>
          Change
        </TextButton>
      </div>
      <div role="status">
        {unpaid && (
          <p className="strip items-center bg-wait-bg text-wait-ink">
            <Icon of={CircleAlert} />
            <span>{unpaid}</span>
          </p>
        )}
      </div>
    </>
  );
}

/** What was searched for is the start of the form: a name, an e-mail or a number. */
function newClientFrom(search: string): NewClient {
  const text = search.trim();
  const empty: NewClient = { first_name: '', last_name: '', phone: '', email: '' };
  if (text.includes('@')) return { ...empty, email: text };
  if (/^[\d\s()+.-]+$/.test(text)) return { ...empty, phone: text };
  const [first = '', ...rest] = text.split(/\s+/);
  return { ...empty, first_name: first, last_name: rest.join(' ') };
}

/** '(503) 555-0119 · 8 visits' */
function contactText(client: ChosenClient, show: Show): string {
  const { phone, email, visits } = client;
  const number = visits === 0 ? 'first visit' : formatCount(visits, 'visit');
  const isKnown = Boolean(phone || email);
  // With Privacy only the number of visits is left.
  const contact = isKnown ? contactShown(client, show) : 'No phone or e-mail';
  return [contact, number].filter(Boolean).join(' · ');
}

type SearchProps = {
  search: string;
  onSearch: (text: string) => void;
  onChoose: (client: Client) => void;
  onNew: () => void;
};

function Search({ search, onSearch, onChoose, onNew }: SearchProps) {
  const [asked, setAsked] = useState(search.trim());
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const query = useQuery(clientsQuery(asked));
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const clients = query.data?.clients ?? [];
  const show = useShown();
  const isAnswer = !query.isPlaceholderData && asked === search.trim();
  const none = query.data && clients.length === 0;
  return (
    <>
      <TextField
        label="Client"
        hint="Name, phone or e-mail"
        data-first=""
        type="search"
        autoComplete="off"
        limit={SEARCH_LIMIT}
        value={search}
        onChange={onSearch}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          list.current?.querySelector('button')?.focus();
        }}
      />
      <Announcement>
        {isAnswer && asked !== '' && query.data && (none ? 'Nobody found' : `${clients.length} found`)}
      </Announcement>
      {query.isError && !query.data && (
        <Banner tone="error">
          {query.error.message} <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
        </Banner>
      )}
      {none ? (
        <p>{asked === '' ? 'No clients yet.' : `Nobody found for “${asked}”.`}</p>
      ) : (
        clients.length > 0 && (
          <div>
            <p id={headingId} className="time-label text-grid font-strong">
              {asked === '' ? 'Recent' : clients.length > LISTED ? `The first ${LISTED}` : 'Found'}
            </p>
            <ul
              ref={list}
              className="book-hits grid mt-1.5 border border-line divide-y divide-line rounded-inner bg-surface overflow-hidden"
              aria-labelledby={headingId}
            >
              {clients.slice(0, asked === '' ? RECENT : LISTED).map((each) => (
                <li key={each.id}>
                  <button
                    className="flex gap-3 items-center w-full min-h-14 px-3.5 py-1.5 text-start text-grid"
                    type="button"
                    onClick={() => onChoose(each)}
                    onKeyDown={moveInList}
                  >
                    <Avatar className="flex-none size-9" name={each.name} />
                    <span>
                      <b className="block font-strong wrap-anywhere">{each.name}</b>
                      <small className="text-muted text-small wrap-anywhere">
                        {contactText(each, show)}
                        {each.last_visit && `, last on ${formatDayOf(each.last_visit.start_time, zone)}`}
                      </small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      )}
      <div>
        <Button look="secondary" icon={<Icon of={Plus} />} onClick={onNew}>
          New client
        </Button>
      </div>
    </>
  );
}

/** The arrow keys go through the list. */
function moveInList(event: React.KeyboardEvent<HTMLElement>): void {
  const by =
    event.key === 'ArrowDown'
      ? 'nextElementSibling'
      : event.key === 'ArrowUp'
        ? 'previousElementSibling'
        : null;
  if (!by) return;
  event.preventDefault();
  event.currentTarget.closest('li')?.[by]?.querySelector<HTMLElement>('button')?.focus();
}
