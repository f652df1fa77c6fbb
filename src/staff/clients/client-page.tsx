import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { Mail, Pencil, Phone, Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { ClientPage as Page } from '#contract/clients.schemas.ts';
import { formatMonthTitle } from '#domain/time/date-formats.ts';
import { yearMonthOf } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { MessageSheet } from '#staff/bookings/message-sheet.tsx';
import { Tabs } from '#staff/bookings/tabs.tsx';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ClientForms } from '#staff/clients/client-forms.tsx';
import { ClientMenu } from '#staff/clients/client-menu.tsx';
import { ClientMoney } from '#staff/clients/client-money.tsx';
import { ClientNotes } from '#staff/clients/client-notes.tsx';
import { ClientOverview } from '#staff/clients/client-overview.tsx';
import { clientQuery } from '#staff/api/client-queries.ts';
import { messageVisit } from '#staff/clients/client-texts.ts';
import { ContactSheet } from '#staff/clients/contact-sheet.tsx';
import { EraseSheet } from '#staff/clients/erase-sheet.tsx';
import { MergeSheet } from '#staff/clients/merge-sheet.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { type Show, useShown } from '#staff/parts/privacy.ts';
import { clientPath } from '#staff/parts/session-texts.ts';
import { TextLink } from '#staff/parts/text-link.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, FailedQuery } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import '#staff/bookings/bookings.css';
import './client-page.css';

const { zone } = practice;

/** Everything about a client. What is health data asks to be unlocked. */
export function ClientPage() {
  const { id = '' } = useParams();
  const query = useFreshQuery(clientQuery(id));
  const page = query.data;
  return (
    <StaffPage
      title="Clients"
      documentTitle={page?.client.name ?? 'Client'}
      back={{ to: '/clients', label: 'All clients' }}
      freshness={query}
    >
      {page ? (
        <Loaded key={id} page={page} />
      ) : query.error?.status === 404 ? (
        <EmptyState
          art={<FallenLeafArt />}
          action={
            <Link className="btn btn-secondary" to="/clients">
              All clients
            </Link>
          }
        >
          This client was not found. The account may have been deleted.
        </EmptyState>
      ) : query.error ? (
        <FailedQuery of={query} />
      ) : (
        <SkeletonGroup
          label="Loading the client"
          className="grid gap-2"
          rows={['h-16 w-2/3', 'h-40', 'h-64']}
        />
      )}
    </StaffPage>
  );
}

type Sheet = 'CONTACT' | 'MESSAGE' | 'ERASE' | 'MERGE';

const TABS = ['overview', 'notes', 'forms', 'money'] as const;
type TabName = (typeof TABS)[number];

function Loaded({ page }: { page: Page }) {
  const { client } = page;
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const now = useNow();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [result, setResult] = useState<string | null>(null);
  const tab = TABS.find((name) => name === address.get('tab')) ?? 'overview';
  const [isQuiet, setIsQuiet] = useState(false);
  const show = (next: TabName, byArrow = false) => {
    setIsQuiet(byArrow);
    setAddress(next === 'overview' ? {} : { tab: next }, { replace: true, flushSync: true });
  };
  const about = now && messageVisit(page.visits, now);
  const open = (next: Sheet) => {
    setResult(null);
    setSheet(next);
  };
  return (
    <article className="client-page @container/client-page max-w-272" aria-labelledby="client-name">
      <Head
        page={page}
        canWrite={about !== null}
        onOpen={open}
        onInvite={() => {
          show('overview');
          document.getElementById('send-invitation')?.focus();
        }}
        onExported={setResult}
      />
      <div className="news-below" aria-live="polite">
        {result && (
          <Banner tone="note" inSight>
            {result}
          </Banner>
        )}
      </div>
      <Tabs
        label={client.name}
        value={tab}
        onChange={show}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <ClientOverview page={page} now={now} onMerge={() => open('MERGE')} />,
          },
          {
            value: 'notes',
            label: 'Notes',
            mark: isUnsigned(page) ? 'one not signed' : undefined,
            content: <ClientNotes client={client} now={now} isQuiet={isQuiet} />,
          },
          {
            value: 'forms',
            label: 'Forms',
            mark: client.chips.some(({ kind }) => kind === 'NEW_ANSWERS') ? 'new answers' : undefined,
            content: <ClientForms page={page} now={now} isQuiet={isQuiet} />,
          },
          { value: 'money', label: 'Money', content: <ClientMoney page={page} now={now} /> },
        ]}
      />
      {sheet === 'CONTACT' && (
        <ContactSheet
          client={client}
          onClose={() => setSheet(null)}
          onDone={(saved) => {
            setSheet(null);
            if (saved.id === client.id) showToast('Saved.');
            else void navigate(clientPath(saved.id));
          }}
        />
      )}
      {sheet === 'ERASE' && (
        <EraseSheet
          client={client}
          onClose={() => setSheet(null)}
          onErased={() => {
            showToast('The record was deleted.');
            queries.removeQueries({ queryKey: clientQuery(client.id).queryKey });
            void queries.invalidateQueries({ queryKey: ['staff'] });
            void navigate('/clients', { replace: true });
          }}
        />
      )}
      {sheet === 'MERGE' && (
        <MergeSheet
          page={page}
          onClose={() => setSheet(null)}
          onMerged={(into) => {
            showToast('The records were merged.');
            queries.removeQueries({ queryKey: clientQuery(client.id).queryKey });
            void navigate(clientPath(into.id), { replace: true });
          }}
        />
      )}
      {sheet === 'MESSAGE' && about && (
        <MessageSheet
          booking={about}
          onClose={() => setSheet(null)}
          onSent={(text) => {
            setSheet(null);
            setResult(text);
          }}
        />
      )}
    </article>
  );
}

/** 'she/they · 38 · client since March 2026' */
function introOf({ client, age, member_since }: Page, show: Show): string {
  const since = formatMonthTitle(yearMonthOf(localDateOf(member_since, zone)));
  return [show(client.pronouns), show(age), `client since ${since}`].filter(Boolean).join(' · ');
}

/** Whether the note of one of the visits is not signed. */
const isUnsigned = ({ visits }: Page): boolean =>
  visits.some(({ booking }) => booking.chips.some(({ kind }) => kind === 'NOTE_UNSIGNED'));

type HeadProps = {
  page: Page;
  canWrite: boolean;
  onOpen: (sheet: Sheet) => void;
  onInvite: () => void;
  /** The sentence that says how it went. */
  onExported: (text: string) => void;
};

function Head({ page, canWrite, onOpen, onInvite, onExported }: HeadProps) {
  const { client, photo } = page;
  const isOnline = useOnline();
  const first = client.first_name || client.name;
  const show = useShown();
  const [phone, email] = [show(client.phone), show(client.email)];
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4.5 gap-y-3.5 items-center @2xl/client-page:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Avatar name={client.name} photo={show(photo)} className="size-16" />
      <div>
        <h2 id="client-name">{client.name}</h2>
        <p className="text-muted text-grid wrap-anywhere">{introOf(page, show)}</p>
      </div>
      <div className="no-print flex flex-wrap gap-2 col-span-full @2xl/client-page:col-auto @2xl/client-page:justify-end">
        <Link className="btn btn-soft" to={`/book?client=${client.id}`}>
          <Icon of={Plus} />
          Book<span className="sr-only"> for {first}</span>
        </Link>
        {phone && (
          <a className="btn btn-secondary" href={`tel:${phone}`}>
            <Icon of={Phone} />
            Call<span className="sr-only"> {first}</span>
          </a>
        )}
        <TextLink className="btn btn-secondary" icon="BEFORE" client={client} />
        {client.email !== '' &&
          (canWrite ? (
            <Button
              look="secondary"
              icon={<Icon of={Mail} />}
              disabled={!isOnline}
              onClick={() => onOpen('MESSAGE')}
            >
              Write<span className="sr-only"> to {first}</span>
            </Button>
          ) : (
            email && (
              <a className="btn btn-secondary" href={`mailto:${email}`}>
                <Icon of={Mail} />
                Write<span className="sr-only"> to {first}</span>
              </a>
            )
          ))}
        <Button
          look="ghost"
          icon={<Icon of={Pencil} />}
          disabled={!isOnline}
          onClick={() => onOpen('CONTACT')}
        >
          Change
        </Button>
        <ClientMenu
          client={client}
          onMessage={canWrite && client.email !== '' ? () => onOpen('MESSAGE') : null}
          onInvite={onInvite}
          onMerge={() => onOpen('MERGE')}
          onErase={() => onOpen('ERASE')}
          onExported={(error) =>
            onExported(error ?? 'The file was exported. It has health data: keep it safe.')
          }
        />
      </div>
    </header>
  );
}
