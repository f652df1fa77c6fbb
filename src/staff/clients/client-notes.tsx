import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Lock } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { ClientFile, ContactFile, VisitFile } from '#contract/client-file.schemas.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { formatClock, formatClockRange } from '#domain/time/date-formats.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { type Contact, CONTACT_NAMES, CONTACTS } from '#domain/visits/contacts.ts';
import { isSameSuggestion } from '#domain/visits/suggestions.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { clientFileQuery } from '#staff/api/client-queries.ts';
import { dateInSentence, dateText } from '#staff/parts/date-text.ts';
import { recommendationText, suggestionText } from '#staff/clients/file-texts.ts';
import { SinceLastTimeBox } from '#staff/notes/since-last-time.tsx';
import { ContactNote } from '#staff/notes/contact-note.tsx';
import { PinnedNoteBox } from '#staff/notes/pinned-note.tsx';
import { NoteText } from '#staff/notes/signed-note.tsx';
import { SuggestedLine } from '#staff/notes/suggested-line.tsx';
import { openSuggestion } from '#staff/notes/suggestion-texts.ts';
import { newUuid } from '#staff/parts/action-ids.ts';
import { bookingPath, notesPath, statusLabel } from '#staff/parts/session-texts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { HealthData } from '#staff/unlock/health-data.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#staff/notes/notes.css';
import './client-notes.css';

const { zone } = practice;

type Shown = { client: Pick<Client, 'id' | 'name' | 'first_name'>; now: Date | null };

/** What was written about each visit, the latest first, with what is pinned and new next to it. Unlocks health data. */
export function ClientNotes({ client, now, isQuiet }: Shown & { isQuiet: boolean }) {
  const [address] = useSearchParams();
  const from = address.get('from') ?? undefined;
  return (
    <HealthData
      key={from}
      query={clientFileQuery(client.id, { from })}
      isQuiet={isQuiet}
      skeleton={<FileSkeleton />}
    >
      {(file) => (
        <div className="client-columns client-file">
          <aside
            className="client-aside-notes grid gap-4 content-start min-w-0"
            aria-label="Important, and since last time"
          >
            <PinnedNoteBox
              visit={{ client: { ...client, first_name: client.first_name || client.name } }}
              pinned_note={file.pinned_note}
            />
            <SinceLastTimeBox since={file.since_last_time} client_id={client.id} now={now} />
            <p className="client-hint">Reading is recorded in the audit log.</p>
          </aside>
          <div className="client-main">
            <NewNote file={file} client={client} from={from} />
            {file.visits.length === 0 ? (
              <EmptyState art={<FallenLeafArt />}>No visit yet, and nothing is written.</EmptyState>
            ) : (
              <Entries file={file} client={client} now={now} />
            )}
          </div>
        </div>
      )}
    </HealthData>
  );
}

type Begun = { id: string; contact: Contact };

function begunIn(address: URLSearchParams): Begun[] {
  const [id, contact] = [address.get('note'), CONTACTS.find((each) => each === address.get('about'))];
  return id && contact ? [{ id, contact }] : [];
}

/** Begins notes without a visit, and leads to the search. */
function NewNote({
  file,
  client,
  from,
}: Omit<Shown, 'now'> & { file: ClientFile; from: string | undefined }) {
  const [address, setAddress] = useSearchParams();
  const [begun, setBegun] = useState(() => begunIn(address));
  const isNew = ({ id }: Begun) => !file.visits.some((entry) => 'contact' in entry && entry.note_id === id);
  const begin = (contact: Contact) => {
    const id = newUuid();
    setBegun([{ id, contact }, ...begun]);
    // A reload finds again what this browser has not saved.
    setAddress({ tab: 'notes', note: id, about: contact }, { replace: true });
  };
  return (
    <>
      <div className="no-print flex flex-wrap gap-x-4 items-center text-grid">
        <span className="text-muted">Write about</span>
        {CONTACTS.map((contact) => (
          <TextButton key={contact} className="act" onClick={() => begin(contact)}>
            {CONTACT_NAMES[contact]}
          </TextButton>
        ))}
        <Link className="act act-soft ml-auto" to={`/notes?client=${client.id}`}>
          Search notes
        </Link>
        {from && (
          <Link className="act act-soft" to="?tab=notes">
            Show the newest
          </Link>
        )}
      </div>
      {begun.filter(isNew).map((note) => (
        <ContactNote key={note.id} {...note} client={client} note={null} draft_key={file.draft_key} />
      ))}
    </>
  );
}

const FileSkeleton = () => (
  <SkeletonGroup label="Loading the notes" className="grid gap-2" rows={['h-8 w-1/2', 'h-48']} />
);

function Entries({ file, ...shown }: Shown & { file: ClientFile }) {
  const [hasEarlier, setHasEarlier] = useState(false);
  return (
    <>
      {file.visits.map((entry) =>
        'contact' in entry ? (
          <WithoutVisit key={entry.note_id} entry={entry} draft_key={file.draft_key} {...shown} />
        ) : (
          <Visit key={entry.booking_id} visit={entry} {...shown} />
        ),
      )}
      {file.next !== null &&
        (hasEarlier ? (
          <HealthData
            query={clientFileQuery(shown.client.id, { after: file.next })}
            skeleton={<FileSkeleton />}
          >
            {(earlier) => <Entries file={earlier} {...shown} />}
          </HealthData>
        ) : (
          <Button look="secondary" className="justify-self-start" onClick={() => setHasEarlier(true)}>
            Show earlier notes
          </Button>
        ))}
    </>
  );
}

function Visit({ visit, client, now }: Shown & { visit: VisitFile }) {
  const { booking_id, service_name, start_time, end_time, status, shared_reflection } = visit;
  const isOff = status === 'CANCELLED' || status === 'NO_SHOW';
  return (
    <section className="file-visit grid gap-3 min-w-0" aria-labelledby={`visit-${booking_id}`}>
      <h3 id={`visit-${booking_id}`}>
        <Link to={bookingPath(booking_id)}>
          {dateText(start_time, now)}, {service_name}
        </Link>{' '}
        <small>
          {formatClockRange(start_time, end_time, zone)}
          {isOff && ` · ${statusLabel(status)}`}
        </small>
      </h3>
      <SessionNote visit={visit} client={client} />
      <Recommendation visit={visit} client={client} now={now} />
      {shared_reflection && (
        <Card title={`Shared by ${nameOf(client)}`} lead={sharedText(shared_reflection, now)}>
          <div className="note-body">
            <RichText topHeading={3} blocks={blocksOf(shared_reflection.body)} />
          </div>
        </Card>
      )}
    </section>
  );
}

const nameOf = ({ first_name, name }: Shown['client']): string => first_name || name;
const sharedText = ({ shared_at }: { shared_at: string }, now: Date | null): string =>
  `Their own note, shared ${dateInSentence(shared_at, now)}. They can take it back.`;

function Card({
  look,
  title,
  lead,
  mark,
  icon,
  children,
}: {
  look?: string;
  title: string;
  lead: string;
  mark?: string | null;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className={classNames('staff-box note-card overflow-clip', look)}>
      <header>
        {icon}
        <h4>{title}</h4>
        <p>{lead}</p>
        {mark && <span className="note-draft">{mark}</span>}
      </header>
      {children}
    </article>
  );
}

function WithoutVisit({ entry, draft_key, client, now }: Shown & { entry: ContactFile; draft_key: string }) {
  const { note_id, contact, begun_at, note } = entry;
  return (
    <section className="file-visit grid gap-3 min-w-0" aria-labelledby={`contact-${note_id}`}>
      <h3 id={`contact-${note_id}`}>
        {dateText(begun_at, now)}, {CONTACT_NAMES[contact]} <small>{formatClock(begun_at, zone)}</small>
      </h3>
      <ContactNote id={note_id} contact={contact} client={client} note={note} draft_key={draft_key} />
    </section>
  );
}

function SessionNote({ visit: { booking_id, note }, client }: Pick<Shown, 'client'> & { visit: VisitFile }) {
  if (note === null || (isEmptyNote(note.body) && !note.signed))
    return (
      <p className="text-muted text-grid flex flex-wrap gap-x-4 items-center">
        No session note yet.
        <Link className="act" to={notesPath(booking_id)}>
          Write note
        </Link>
      </p>
    );
  return (
    <Card
      look="is-mine"
      title="For you"
      lead={`Session note. ${nameOf(client)} never sees this.`}
      mark={note.signed ? null : 'Not signed'}
      icon={<Icon of={Lock} />}
    >
      <NoteText note={note} topHeading={3} />
      <footer>
        <Link className="act" to={notesPath(booking_id)}>
          {note.signed ? 'Add to it' : 'Go on writing'}
        </Link>
      </footer>
    </Card>
  );
}

function Recommendation({ visit, client, now }: Shown & { visit: VisitFile }) {
  const { booking_id, recommendation } = visit;
  if (!recommendation) return null;
  const { published, draft, suggestion, next_step } = recommendation;
  const isDrafted = next_step !== null && !isSameSuggestion(next_step, openSuggestion(suggestion));
  const body = published ?? draft;
  return (
    <Card
      look="is-theirs"
      title={`For ${nameOf(client)}`}
      lead={recommendationText(recommendation, now)}
      mark={published && draft ? 'Changes not published' : published ? null : 'Not published'}
    >
      {body && !isEmptyNote(body) && (
        <div className="note-body">
          <RichText topHeading={3} blocks={blocksOf(body)} />
        </div>
      )}
      {suggestion && <p className="px-4.5 pt-2 pb-1 text-muted text-grid">{suggestionText(suggestion)}</p>}
      {isDrafted && <SuggestedLine choice={next_step} />}
      <footer>
        <Link className="act" to={notesPath(booking_id)}>
          {published && !draft ? 'Change it' : 'Go on writing'}
        </Link>
      </footer>
    </Card>
  );
}
