import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffInviteClient } from '#contract/clients.calls.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { addressLines } from '#domain/address.ts';
import { formatClock, formatDayMonth, formatDayOf } from '#domain/date-formats.ts';
import { formatPhone } from '#domain/phone.ts';
import { localDateOf } from '#domain/zone.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { clientQuery } from '#staff/client/client-queries.ts';
import { visitsText } from '#staff/clients/client-texts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { ApiError } from '#web/client/request.ts';

const { zone } = practice;

type ClientSheetProps = { id: string; onClose: () => void; onChange: (client: Client) => void };

/** How a client is reached, when they come, and whether they have a login. */
export function ClientSheet({ id, onClose, onChange }: ClientSheetProps) {
  const query = useQuery(clientQuery(id));
  const client = query.data;
  return (
    <Sheet
      open
      onClose={onClose}
      title={client?.name ?? (client === null ? 'Nobody here' : 'Client')}
      footer={
        client ? (
          <>
            <Button look="secondary" onClick={() => onChange(client)}>
              Change
            </Button>
            <Link className="btn btn-primary" to={`/book?client=${client.id}`}>
              Book for {client.first_name || client.name}
            </Link>
          </>
        ) : (
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {client ? (
        <Facts client={client} />
      ) : client === null ? (
        <p>This client was not found. The account may have been deleted.</p>
      ) : query.isError ? (
        <FailedState
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonGroup label="Loading the client" className="client-skeleton">
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </SkeletonGroup>
      )}
    </Sheet>
  );
}

function Facts({ client }: { client: Client }) {
  const { phone, email, address, pronouns, visits, last_visit, next_visit, house_call_approved } = client;
  const lines = addressLines(address);
  return (
    <>
      <dl className="client-facts">
        {pronouns && <Fact label="Pronouns">{pronouns}</Fact>}
        <Fact label="Phone">
          {phone === null ? (
            'None'
          ) : (
            <a className="act" href={`tel:${phone}`}>
              {formatPhone(phone)}
            </a>
          )}
        </Fact>
        <Fact label="E-mail">
          {email === '' ? (
            'None'
          ) : (
            <a className="act" href={`mailto:${email}`}>
              {email}
            </a>
          )}
        </Fact>
        {lines.length > 0 && <Fact label="Address">{lines.join(', ')}</Fact>}
        <Fact label="Visits">{visitsText(visits)}</Fact>
        {next_visit && (
          <Fact label="Next visit">
            <VisitLink visit={next_visit} />
          </Fact>
        )}
        {last_visit && (
          <Fact label="Last visit">
            <VisitLink visit={last_visit} />
          </Fact>
        )}
        {house_call_approved && <Fact label="House calls">May book them</Fact>}
      </dl>
      <Login client={client} />
    </>
  );
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const VisitLink = ({ visit }: { visit: NonNullable<Client['next_visit']> }) => (
  <Link className="act" to={`/bookings/${visit.booking_id}`}>
    {formatDayOf(visit.start_time, zone)}, {formatClock(visit.start_time, zone)}
  </Link>
);

/** A record without a login can be given to its client by mail. */
function Login({ client }: { client: Client }) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const [action_id, setActionId] = useState(newActionId);
  const invite = useMutation<OutputOf<typeof staffInviteClient>, ApiError>({
    mutationFn: () => callStaff(staffInviteClient, { params: { id: client.id }, body: { action_id } }),
    onSuccess: ({ sent_to }) => {
      showToast(`Invitation sent to ${sent_to}.`);
      setActionId(newActionId());
      void queries.invalidateQueries({ queryKey: ['staff'] });
    },
  });
  const { has_login, invited_at, email } = client;
  if (has_login) return <p className="client-hint">Has a login.</p>;
  const name = client.first_name || client.name;
  return (
    <div className="client-login">
      <p>
        {invited_at === null
          ? email === ''
            ? `${name} has no login. With an e-mail you could invite them.`
            : `${name} has no login. After an invitation they see and change their visits themselves.`
          : `${name} has no login yet. Invited on ${formatDayMonth(localDateOf(invited_at, zone))}.`}
      </p>
      {email !== '' && (
        <>
          <p className="client-hint">
            Is {email} right?{' '}
            {client.phone && 'To open the record they also need the end of their phone number.'}
          </p>
          <TextButton
            className="act"
            disabled={!isOnline || invite.isPending}
            onClick={() => invite.mutate()}
          >
            {invited_at === null ? 'Send invitation' : 'Send again'}
          </TextButton>
        </>
      )}
      {invite.error && (
        <Banner tone="error" inSight>
          {invite.error.message}
        </Banner>
      )}
    </div>
  );
}
