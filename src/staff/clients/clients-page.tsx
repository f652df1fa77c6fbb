import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { Search, UserPlus } from 'lucide';
import {
  type ClientFilter,
  CLIENT_FILTERS,
  CLIENT_SORTS,
  type ClientSort,
} from '#domain/people/client-list.ts';
import { useMedia } from '#staff/parts/use-media.ts';
import { useFreshPages } from '#staff/api/use-fresh-query.ts';
import {
  FILTER_LABELS,
  readListState,
  shownSort,
  SORT_LABELS,
  writeListState,
} from '#staff/clients/client-list-state.ts';
import { type ClientListState, clientListQuery, SEARCH_LIMIT } from '#staff/api/client-queries.ts';
import { ClientsTable } from '#staff/clients/clients-table.tsx';
import { ContactSheet } from '#staff/clients/contact-sheet.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { clientPath } from '#staff/parts/session-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldFrame, measure, SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#staff/parts/row-table.css';
import '#web/ui/choices.css';
import './clients.css';

const TYPING_MS = 200;

/** Every client: found by name, phone or e-mail, narrowed by a filter. The address names all of it. */
export function ClientsPage() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const state = readListState(address);
  const asked = state.q ?? '';
  const [text, setText] = useState(asked);
  const [isAdding, setIsAdding] = useState(false);
  const query = useFreshPages(clientListQuery(state));
  // At once, so that a key pressed right afterwards finds the new list.
  const change = (to: ClientListState) =>
    setAddress(writeListState({ ...state, ...to }), { replace: true, flushSync: true });
  useEffect(() => {
    const typed = text.trim();
    if (typed === asked) return;
    const timer = setTimeout(() => change({ q: typed }), TYPING_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react/exhaustive-deps -- `change` is another function for each render
  }, [text, asked]);

  // Where a client was shown before each had a page.
  const former = address.get('client');
  if (former !== null) return <Navigate to={clientPath(former)} replace />;

  return (
    <StaffPage title="Clients" freshness={query}>
      <div className="clients @container/table">
        <div
          className="flex flex-wrap gap-3 items-center mb-4 @table:justify-between"
          role="search"
          aria-label="Clients"
        >
          <FieldFrame
            label="Search clients"
            hideLabel
            className="relative grow basis-64 max-w-104"
            {...measure(text, SEARCH_LIMIT)}
          >
            {(control) => (
              <>
                <Icon
                  of={Search}
                  className="absolute top-6 left-3.5 size-4.5 text-muted -translate-y-1/2 pointer-events-none"
                />
                <input
                  {...control}
                  type="search"
                  className="input pl-10.5"
                  placeholder="Name, phone or e-mail"
                  autoComplete="off"
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'ArrowDown') return;
                    event.preventDefault();
                    document.querySelector<HTMLElement>('.row-table tbody a')?.focus();
                  }}
                />
              </>
            )}
          </FieldFrame>
          <Button look="secondary" icon={<Icon of={UserPlus} />} onClick={() => setIsAdding(true)}>
            New client
          </Button>
        </div>
        <Filters state={state} onChange={change} />
        <ClientsTable
          query={query}
          state={state}
          isCurrent={!query.isPlaceholderData && asked === text.trim()}
          onSort={(sort) => change({ sort })}
          onClear={() => {
            setText('');
            setAddress(new URLSearchParams(), { replace: true });
          }}
          onNew={() => setIsAdding(true)}
        />
      </div>
      {isAdding && (
        <ContactSheet
          client={null}
          onClose={() => setIsAdding(false)}
          onDone={({ id }) => void navigate(clientPath(id))}
        />
      )}
    </StaffPage>
  );
}

type FiltersProps = { state: ClientListState; onChange: (to: ClientListState) => void };

/** Whom the list shows: buttons, on phones a choice, with the order that a table has in its head. */
function Filters({ state, onChange }: FiltersProps) {
  const isPhone = useMedia('(max-width: 767px)');
  if (isPhone) return <Choices state={state} onChange={onChange} />;
  const choices = [undefined, ...CLIENT_FILTERS];
  return (
    <div className="flex flex-wrap gap-1.5 mb-4" role="group" aria-label="Show">
      {choices.map((filter) => (
        <button
          key={filter ?? ''}
          type="button"
          className="pill min-h-act px-3.5 py-1"
          aria-pressed={state.filter === filter}
          onClick={() => onChange({ filter })}
        >
          {filter ? FILTER_LABELS[filter] : 'All'}
        </button>
      ))}
    </div>
  );
}

function Choices({ state, onChange }: FiltersProps) {
  return (
    <div className="grid grid-cols-2 gap-3 mb-4">
      <SelectField
        label="Show"
        value={state.filter ?? ''}
        onChange={(value) => onChange({ filter: CLIENT_FILTERS.find((each) => each === value) })}
        placeholder="All"
        options={CLIENT_FILTERS.map((value: ClientFilter) => ({ value, label: FILTER_LABELS[value] }))}
      />
      <SelectField
        label="Order"
        value={shownSort(state) ?? ''}
        onChange={(value) => onChange({ sort: CLIENT_SORTS.find((each) => each === value) })}
        {...(state.q ? { placeholder: 'Best match' } : {})}
        options={CLIENT_SORTS.map((value: ClientSort) => ({ value, label: SORT_LABELS[value] }))}
      />
    </div>
  );
}
