import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffClients, staffCreateClient } from '#contract/clients.calls.ts';
import type { Client, DuplicateDetails } from '#contract/clients.schemas.ts';
import { formatDayOf } from '#domain/date-formats.ts';
import { formatPhone } from '#domain/phone.ts';
import type { BookingDraft, ChosenClient, NewClient } from '#staff/book/draft.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { FieldFrame, TextField } from '#web/ui/field.tsx';
import { PlusIcon } from '#web/ui/icons/plus.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import type { ApiError } from '#web/client/request.ts';

const { zone } = practice;
const TYPING_MS = 200;

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
    <div ref={box} className="book-who">
      {client ? (
        <div className="book-chosen">
          <Avatar name={client.name} />
          <div>
            <b>{client.name}</b>
            <span>{contactText(client)}</span>
          </div>
          <TextButton className="act" data-first="" onClick={() => then({ client: null })}>
            Change
          </TextButton>
        </div>
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
function contactText({ phone, email, visits }: ChosenClient): string {
  const contact = phone ? formatPhone(phone) : email || 'No phone or e-mail';
  return `${contact} · ${visits === 0 ? 'first visit' : visits === 1 ? '1 visit' : `${visits} visits`}`;
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
  const query = useQuery({
    queryKey: ['staff', 'clients', asked],
    queryFn: ({ signal }) => callStaff(staffClients, { query: asked ? { q: asked } : {} }, { signal }),
    placeholderData: (last) => last,
  });
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const clients = query.data?.clients ?? [];
  const isAnswer = !query.isPlaceholderData && asked === search.trim();
  const none = query.data && clients.length === 0;
  return (
    <>
      <FieldFrame label="Client" hint="Name, phone or e-mail">
        {(control) => (
          <input
            {...control}
            data-first=""
            type="search"
            className="input"
            autoComplete="off"
            maxLength={100}
            value={search}
            onChange={(event) => onSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              list.current?.querySelector('button')?.focus();
            }}
          />
        )}
      </FieldFrame>
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
            <p id={headingId} className="time-label">
              {asked === '' ? 'Recent' : query.data?.has_more ? 'The first 20' : 'Found'}
            </p>
            <ul ref={list} className="book-hits" aria-labelledby={headingId}>
              {clients.slice(0, asked === '' ? 5 : 20).map((each) => (
                <li key={each.id}>
                  <button type="button" onClick={() => onChoose(each)} onKeyDown={moveInList}>
                    <Avatar name={each.name} />
                    <span>
                      <b>{each.name}</b>
                      <small>
                        {contactText(each)}
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
        <Button look="secondary" icon={<PlusIcon />} onClick={onNew}>
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

type NewClientProps = {
  typed: NewClient;
  onType: (change: Partial<NewClient>) => void;
  onChoose: (client: Client) => void;
  onCancel: () => void;
};

function NewClientForm({ typed, onType, onChoose, onCancel }: NewClientProps) {
  const [action_id, setActionId] = useState(newActionId);
  const [isTried, setIsTried] = useState(false);
  const isOnline = useOnline();
  const create = useMutation<Client, ApiError, boolean>({
    mutationFn: (accept_duplicate) =>
      callStaff(staffCreateClient, {
        body: {
          action_id,
          first_name: typed.first_name.trim(),
          last_name: typed.last_name.trim(),
          phone: typed.phone.trim(),
          email: typed.email.trim(),
          ...(accept_duplicate ? { accept_duplicate } : {}),
        },
      }),
    onSuccess: onChoose,
  });
  const type = (change: Partial<NewClient>) => {
    onType(change);
    if (create.isError) {
      // Other content is another action.
      create.reset();
      setActionId(newActionId());
    }
  };
  const candidates =
    create.error?.code === 'POSSIBLE_DUPLICATE' ? (create.error.details as DuplicateDetails).candidates : [];
  const [candidate] = candidates;
  const fields =
    create.error?.code === 'INVALID_INPUT' ? ((create.error.details ?? {}) as Record<string, string>) : {};
  const noName = isTried && typed.first_name.trim() === '' ? 'Please enter a first name.' : null;
  const noContact =
    isTried && typed.phone.trim() === '' && typed.email.trim() === ''
      ? 'Please enter a phone number or an e-mail.'
      : null;
  const submit = (accept_duplicate: boolean) => {
    setIsTried(true);
    const isComplete =
      typed.first_name.trim() !== '' && (typed.phone.trim() !== '' || typed.email.trim() !== '');
    if (isComplete && !create.isPending) create.mutate(accept_duplicate);
  };
  const hasFieldError = ['first_name', 'last_name', 'phone', 'email'].some((name) => name in fields);
  return (
    <form
      className="book-new"
      aria-label="New client"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <div className="two-fields">
        <TextField
          label="First name"
          data-first=""
          autoComplete="off"
          maxLength={100}
          value={typed.first_name}
          error={noName ?? fields.first_name ?? null}
          onChange={(first_name) => type({ first_name })}
        />
        <TextField
          label="Last name"
          optional
          autoComplete="off"
          maxLength={100}
          value={typed.last_name}
          error={fields.last_name ?? null}
          onChange={(last_name) => type({ last_name })}
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          value={typed.phone}
          error={noContact ?? fields.phone ?? null}
          onChange={(phone) => type({ phone })}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={typed.email}
          error={fields.email ?? null}
          onChange={(email) => type({ email })}
        />
      </div>
      {candidate ? (
        <Banner tone="warn" inSight>
          <p>
            Is this {candidate.name}
            {candidate.phone
              ? `, ${formatPhone(candidate.phone)}`
              : candidate.email && `, ${candidate.email}`}
            ?
          </p>
          <div className="acts">
            <TextButton className="act" onClick={() => onChoose(candidate)}>
              Yes
            </TextButton>
            <TextButton
              className="act"
              disabled={!isOnline}
              onClick={() => {
                submit(true);
              }}
            >
              No
            </TextButton>
            {candidates.slice(1).map((each) => (
              <TextButton key={each.id} className="act" onClick={() => onChoose(each)}>
                It’s {each.name}
              </TextButton>
            ))}
          </div>
        </Banner>
      ) : (
        create.error &&
        !hasFieldError && (
          <Banner tone="error" inSight>
            {create.error.message}
          </Banner>
        )
      )}
      {!isOnline && (
        <Banner tone="warn">You’re offline. You can add the client when you are back online.</Banner>
      )}
      <div className="acts">
        <Button type="submit" look="secondary" busy={create.isPending} disabled={!isOnline}>
          Add client
        </Button>
        <TextButton className="act act-soft" onClick={onCancel}>
          Search instead
        </TextButton>
      </div>
    </form>
  );
}
