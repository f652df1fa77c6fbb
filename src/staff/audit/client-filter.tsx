import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { contactShown } from '#staff/parts/contact-links.tsx';
import { clientsQuery, SEARCH_LIMIT } from '#staff/api/client-queries.ts';
import { useShown } from '#staff/parts/privacy.ts';
import { clientPath } from '#staff/parts/session-texts.ts';
import { TextButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

const TYPING_MS = 200;
const MOST_FOUND = 6;

type ClientFilterProps = {
  /** Id of the client whose entries are shown. */
  client: string | undefined;
  /** Null: still loading, or a former client. */
  name: string | null;
  onChange: (client: string) => void;
};

/** Shows only what concerns one client, found by name, phone or e-mail. */
export function ClientFilter({ client, name, onChange }: ClientFilterProps) {
  const [typed, setTyped] = useState('');
  if (client !== undefined)
    return (
      <p className="col-span-full max-w-none text-grid">
        Only what concerns <b>{name === null ? 'one client' : <Link to={clientPath(client)}>{name}</Link>}</b>
        .{' '}
        <TextButton className="act" onClick={() => onChange('')}>
          Show all clients
        </TextButton>
      </p>
    );
  const choose = (id: string) => {
    setTyped('');
    onChange(id);
  };
  return (
    <div className="relative col-span-full">
      <TextField
        label="Client"
        type="search"
        autoComplete="off"
        limit={SEARCH_LIMIT}
        placeholder="Name, phone or e-mail"
        value={typed}
        onChange={setTyped}
      />
      {typed.trim() !== '' && <Found typed={typed.trim()} onChoose={choose} />}
    </div>
  );
}

function Found({ typed, onChoose }: { typed: string; onChoose: (id: string) => void }) {
  const [q, setQ] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error } = useQuery(clientsQuery(q));
  const show = useShown();
  const clients = data?.clients.slice(0, MOST_FOUND);
  return (
    <>
      {clients && clients.length > 0 && (
        <ul className="audit-found" aria-label="Clients found">
          {clients.map((each) => (
            <li key={each.id}>
              <button
                className="grid w-full min-h-[44px] content-center px-2.5 py-1 text-left rounded-sm wrap-anywhere"
                type="button"
                onClick={() => onChoose(each.id)}
              >
                {each.name}
                <small className="text-muted text-small">{contactShown(each, show)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {clients?.length === 0 && <p className="audit-found">Nobody is called that.</p>}
      {error && !data && <p className="audit-found">{error.message}</p>}
      <Announcement>
        {clients && (clients.length === 0 ? 'Nobody found' : `${clients.length} found`)}
      </Announcement>
    </>
  );
}
