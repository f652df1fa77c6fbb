import { type SubmitEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { FoundNotes } from '#contract/notes.schemas.ts';
import { staffSearchNotes } from '#contract/staff.calls.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { clientPath } from '#staff/parts/session-texts.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { useIsUnlocked } from '#staff/unlock/lock-button.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const [LEAST, MOST] = [2, 100];

/** Searches what was written for oneself, of one client or of all. What is typed stays out of the address. */
export function NoteSearchPage() {
  const [address] = useSearchParams();
  const client_id = address.get('client');
  const isOnline = useOnline();
  const isUnlocked = useIsUnlocked();
  const search = useAction();
  const [q, setQ] = useState('');
  const [found, setFound] = useState<{ q: string; pages: readonly FoundNotes[] } | null>(null);
  // Nothing of it stays when the lock falls.
  if (found && !isUnlocked) setFound(null);
  const onSearch = (event: SubmitEvent) => {
    event.preventDefault();
    const body = { q, client_id, before: null };
    search.run(staffSearchNotes, { body }, { done: (page) => setFound({ q, pages: [page] }) });
  };
  const goOn = ({ q: words, pages }: NonNullable<typeof found>) => {
    const { action_id: of, before: older } = pages.at(-1)!;
    const body = { q: words, client_id, before: older };
    const done = (page: FoundNotes) => setFound({ q: words, pages: [...pages, page] });
    search.run(staffSearchNotes, { body }, { of, done });
  };
  const all = found?.pages.flatMap((page) => page.hits) ?? [];
  const hits = [...new Map(all.map((hit) => [hit.path, hit])).values()];
  const before = found?.pages.at(-1)?.before ?? null;
  return (
    <StaffPage
      title="Search in notes"
      back={
        client_id === null
          ? { to: '/clients', label: 'All clients' }
          : { to: `${clientPath(client_id)}?tab=notes`, label: 'Back to the client' }
      }
    >
      <div className="grid gap-5 max-w-176">
        <form role="search" className="grid gap-3" noValidate onSubmit={onSearch}>
          {client_id !== null && (
            <p className="flex flex-wrap gap-x-4 items-center">
              Only in the notes about one client.
              <Link className="act" to="/notes">
                Search all notes
              </Link>
            </p>
          )}
          <TextField
            label="Words in your notes"
            type="search"
            limit={MOST}
            autoComplete="off"
            hint="A search is recorded in the audit log; the words are not."
            value={q}
            onChange={setQ}
          />
          <Button
            type="submit"
            className="justify-self-start"
            busy={search.isPending}
            disabled={!isOnline || q.trim().length < LEAST || q.length > MOST}
          >
            Search
          </Button>
        </form>
        <ActionFailure action={search} />
        <div role="status">
          {found && hits.length === 0 && before === null && (
            <EmptyState art={<FallenLeafArt />}>No note has these words.</EmptyState>
          )}
        </div>
        {hits.length > 0 && (
          <ul className="staff-box px-4.5 divide-y divide-line text-grid wrap-anywhere">
            {hits.map(({ client, title, path, excerpt }) => (
              <li key={path} className="relative py-3">
                <Link className="link-quiet stretched font-semibold" to={path}>
                  {client}, {title}
                </Link>
                <p className="text-muted">
                  {excerpt.before}
                  <mark className="bg-sage-wash text-sage-strong font-semibold">{excerpt.match}</mark>
                  {excerpt.after}
                </p>
              </li>
            ))}
          </ul>
        )}
        {found && before !== null && (
          <Button
            look="secondary"
            className="justify-self-start"
            busy={search.isPending}
            disabled={!isOnline}
            onClick={() => goOn(found)}
          >
            Search older notes
          </Button>
        )}
      </div>
    </StaffPage>
  );
}
