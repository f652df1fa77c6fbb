import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { CalendarPlus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { Chip, SessionRow } from '#contract/agenda.schemas.ts';
import type { Client, ClientPage } from '#contract/clients.schemas.ts';
import { staffChangeClient } from '#contract/staff.calls.ts';
import { addressLines, verificationMark } from '#domain/people/address.ts';
import { formatClockRange, formatDayMonth } from '#domain/time/date-formats.ts';
import { formatInterval } from '#domain/time/rhythm.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { OFFLINE } from '#staff/parts/action-form.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import { Switch } from '#staff/parts/switch.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { FormList } from '#staff/bookings/form-list.tsx';
import { HouseCallSwitch } from '#staff/bookings/house-call-switch.tsx';
import { Marks } from '#staff/bookings/marks.tsx';
import { EmailLink, PhoneLink } from '#staff/parts/contact-links.tsx';
import { bookingPath } from '#staff/parts/session-texts.ts';
import { clientQuery } from '#staff/api/client-queries.ts';
import { ClientLogin } from '#staff/clients/client-login.tsx';
import { balanceText, pastVisits, rhythmText, visitsToCome } from '#staff/clients/client-texts.ts';
import { suggestionText } from '#staff/clients/file-texts.ts';
import { dateText } from '#staff/parts/date-text.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

const { zone } = practice;
const SHOWN_VISITS = 5;

type PartProps = { page: ClientPage; now: Date | null };

/** The next visit, the last ones, forms, and how to reach the client. */
export function ClientOverview({ page, now, onMerge }: PartProps & { onMerge: () => void }) {
  return (
    <div className="client-columns">
      <div className="client-main">
        <Coming page={page} now={now} />
        <LastVisits page={page} now={now} />
        {page.forms.length > 0 && (
          <Box title="Forms">
            <FormList forms={page.forms} client={page.client} />
          </Box>
        )}
      </div>
      <Facts page={page} onMerge={onMerge} />
    </div>
  );
}

const Box = ({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) => (
  <section className="staff-box client-box">
    <div className="client-box-head">
      <h3>{title}</h3>
      {extra}
    </div>
    {children}
  </section>
);

function Coming({ page, now }: PartProps) {
  const visits = visitsToCome(page.visits, now);
  return (
    <Box title="Next">
      {visits.length === 0 ? (
        <p className="client-none">
          No visit to come.{' '}
          <Link className="act" to={`/book?client=${page.client.id}`}>
            Book one
          </Link>
        </p>
      ) : (
        <VisitList visits={visits} now={now} />
      )}
      {page.suggested.map(({ booking_id, ...suggestion }) => (
        <p
          key={booking_id}
          className="border-t border-line text-muted text-grid flex gap-2.5 items-baseline max-w-none pt-2.5"
        >
          <Icon of={CalendarPlus} className="flex-none self-center size-4.5" />
          <span>
            {suggestionText({ ...suggestion, state: 'OPEN' })}{' '}
            <Link className="act" to={`/book?client=${page.client.id}`}>
              Book it
            </Link>
          </span>
        </p>
      ))}
    </Box>
  );
}

function LastVisits({ page, now }: PartProps) {
  const [showsAll, setShowsAll] = useState(false);
  const visits = pastVisits(page.visits, now);
  const hasMore = visits.length > SHOWN_VISITS;
  return (
    <Box
      title="Last visits"
      extra={
        hasMore && (
          <TextButton className="act" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `The last ${SHOWN_VISITS}` : page.has_more ? 'All' : `All ${visits.length}`}
          </TextButton>
        )
      }
    >
      {visits.length === 0 ? (
        <p className="client-none">Not here yet.</p>
      ) : (
        <VisitList visits={showsAll ? visits : visits.slice(0, SHOWN_VISITS)} now={now} isPast />
      )}
      {showsAll && page.has_more && (
        <p className="client-none">Older visits are in the calendar, on their days.</p>
      )}
    </Box>
  );
}

type VisitListProps = { visits: readonly SessionRow[]; now: Date | null; isPast?: boolean };

function VisitList({ visits, now, isPast = false }: VisitListProps) {
  // What forms a visit that is over lacked changes nothing any more; which ones a visit to come lacks is under Forms.
  const isMarked = ({ kind }: Chip) => kind !== 'ARRIVED' && !(isPast && kind === 'FORMS');
  return (
    <ul className="client-visits">
      {visits.map((visit) => (
        <li key={visit.id} className={classNames(tintClassOf(visit.service_type))}>
          <span className="type-dot self-start size-9" aria-hidden="true">
            <TypeIcon type={visit.service_type} />
          </span>
          <div>
            <Link to={bookingPath(visit.id)}>{visit.service_name}</Link>
            <p className="text-muted num">
              {dateText(visit.start_time, now)}, {formatClockRange(visit.start_time, visit.end_time, zone)}
            </p>
          </div>
          <Marks chips={visit.chips.filter(isMarked)} isShort />
        </li>
      ))}
    </ul>
  );
}

function Facts({ page, onMerge }: { page: ClientPage; onMerge: () => void }) {
  const { client, rhythm } = page;
  const queries = useQueryClient();
  const address = useShown()(client.address);
  const lines = addressLines(address);
  const every = formatInterval(rhythm.every);
  return (
    <aside className="staff-box client-box client-aside" aria-label="Contact and rhythm">
      <dl className="facts">
        <Fact label="Phone">
          <PhoneLink phone={client.phone} />
        </Fact>
        <Fact label="E-mail">
          <EmailLink email={client.email} />
        </Fact>
        {lines.length > 0 && (
          <Fact label={`Address${verificationMark(address)}`}>
            {lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Fact>
        )}
        <Fact label="Rhythm">
          {every ?? 'Too few visits to tell'}
          <small>{rhythmText(rhythm)}</small>
        </Fact>
        <Fact label="Balance">{balanceText(page.balance)}</Fact>
      </dl>
      {client.house_call_requested_at !== null && (
        <p className="client-hint">
          Asked for house calls on {formatDayMonth(localDateOf(client.house_call_requested_at, zone))}.
        </p>
      )}
      <HouseCallSwitch
        client={{ ...client, first_name: client.first_name || client.name }}
        onChanged={({ house_call_approved }) =>
          queries.setQueryData(
            clientQuery(client.id).queryKey,
            (last) => last && { ...last, client: { ...last.client, house_call_approved } },
          )
        }
      />
      {(client.marked_known || client.visits === 0) && <KnownSwitch client={client} />}
      <ClientLogin page={page} onMerge={onMerge} />
    </aside>
  );
}

/** Lets a client book what is for known clients before the first visit, or no longer. */
function KnownSwitch({ client: { id, marked_known, updated_at } }: { client: Client }) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const change = useAction();
  const onChange = (wanted: boolean) =>
    change.run(
      staffChangeClient,
      { params: { id }, body: { base_updated_at: updated_at, marked_known: wanted } },
      {
        done: (client) =>
          queries.setQueryData(clientQuery(id).queryKey, (last) => last && { ...last, client }),
      },
    );
  return (
    <div className="grid gap-2 mt-2 pt-2 border-t border-line">
      <Switch
        label="May book as a known client"
        hint={isOnline ? 'Before the first visit too.' : OFFLINE}
        checked={marked_known}
        isBlocked={change.isPending || !isOnline}
        onChange={onChange}
      />
      <ActionFailure action={change} />
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
