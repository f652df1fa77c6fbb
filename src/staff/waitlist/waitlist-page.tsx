import { queryOptions } from '@tanstack/react-query';
import { Plus } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { staffEndHold, staffRemoveEntry, staffWaitlist } from '#contract/staff.calls.ts';
import type { StaffEntry } from '#contract/waitlist.schemas.ts';
import { formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { PhoneLink } from '#staff/parts/contact-links.tsx';
import { clientPath } from '#staff/parts/session-texts.ts';
import { PLACE_LABELS } from '#staff/api/services-query.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { JoinSheet } from '#staff/waitlist/join-sheet.tsx';
import { OfferSheet } from '#staff/waitlist/offer-sheet.tsx';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import '#staff/parts/row-table.css';

const { zone } = practice;

const waitlistQuery = queryOptions({
  queryKey: ['staff', 'waitlist'],
  queryFn: ({ signal }) => callStaff(staffWaitlist, {}, { signal }),
});

type Open = { kind: 'offer' | 'remove' | 'withdraw'; entry: StaffEntry } | { kind: 'join' } | null;

/** Who waits for what, in order, and what is offered (rules.md §10). */
export function WaitlistPage() {
  const query = useFreshQuery(waitlistQuery);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const onDone = (text: string) => {
    showToast(text);
    close();
  };
  const add = (
    <Button look="secondary" icon={<Icon of={Plus} />} onClick={() => setOpen({ kind: 'join' })}>
      Add a client
    </Button>
  );
  const entries = query.data?.entries ?? [];
  const lines = Map.groupBy(entries, lineOf);
  return (
    <StaffPage title="Waitlist" freshness={query}>
      {!query.data ? (
        <QueryState of={query}>
          <SkeletonGroup label="Loading the waitlist" className="row-skeleton" rows={['h-14', 'h-14']} />
        </QueryState>
      ) : entries.length === 0 ? (
        <EmptyState art={<FallenLeafArt />} action={add}>
          Nobody is waiting.
        </EmptyState>
      ) : (
        <div className="@container/table grid gap-5">
          <div className="flex justify-end">{add}</div>
          {[...lines].map(([line, waiting]) => (
            <LineTable key={line} waiting={waiting} onOpen={setOpen} />
          ))}
          <p className="text-sm text-muted">
            The order is the moment of joining. A time that comes free is offered to one person at a time. The
            night from 9:00 PM to 8:00 AM does not count.
          </p>
        </div>
      )}
      {open?.kind === 'join' && <JoinSheet onClose={close} onDone={onDone} />}
      {open?.kind === 'offer' && <OfferSheet {...open} entries={entries} onClose={close} onDone={onDone} />}
      {open?.kind === 'remove' && <RemoveSheet {...open} onClose={close} onDone={onDone} />}
      {open?.kind === 'withdraw' && <WithdrawSheet {...open} onClose={close} onDone={onDone} />}
    </StaffPage>
  );
}

const lineOf = ({ service_id, place, class_start }: StaffEntry) => `${service_id} ${place} ${class_start}`;

function LineTable({ waiting, onOpen }: { waiting: readonly StaffEntry[]; onOpen: (open: Open) => void }) {
  const [first] = waiting;
  const { service_name, class_start } = first!;
  const title = class_start ? `${service_name}, ${formatDayTime(class_start, zone)}` : service_name;
  return (
    <section className="staff-box" aria-label={title}>
      <div className="flex items-baseline justify-between gap-3 px-4 pt-4">
        <h2 className="text-lg">{title}</h2>
        <span className="text-sm text-muted">{PLACE_LABELS[first!.place]}</span>
      </div>
      <table className="row-table">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Wants</th>
            <th scope="col">Since</th>
            <th scope="col">
              <span className="sr-only">What is offered</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {waiting.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <div>
                  {entry.position !== null && <span className="num text-muted">{entry.position}. </span>}
                  <Link to={clientPath(entry.client.id)}>{entry.client.name}</Link>
                  {!entry.client.has_email && (
                    <span className="relative z-1 block text-sm font-normal text-muted">
                      No e-mail. Call <PhoneLink phone={entry.client.phone} />
                    </span>
                  )}
                </div>
              </th>
              <td className="text-muted">{class_start ? 'A seat' : entry.text}</td>
              <td className="num text-muted @table:whitespace-nowrap">
                {formatDayOf(entry.joined_at, zone)}
              </td>
              <td className="col-span-full">
                <State entry={entry} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What is offered to a client, or what can be. */
function State({ entry, onOpen }: { entry: StaffEntry; onOpen: (open: Open) => void }) {
  const { offer, state, offered } = entry;
  const name = <span className="sr-only"> {entry.client.name}</span>;
  return (
    <div className="relative z-1 flex flex-wrap items-center gap-x-4 gap-y-1">
      {offer && (
        <span className="mark mark-waiting num">
          {offer.text}: {offer.is_being_paid ? 'being paid' : 'offered'} until{' '}
          {formatDayTime(offer.ends_at, zone)}
        </span>
      )}
      {state === 'PAUSED' && <span className="mark mark-off">Paused, missed two offers</span>}
      {!offer && offered > 0 && (
        <span className="num text-sm text-muted">Offered {offered === 1 ? 'once' : `${offered} times`}</span>
      )}
      {offer ? (
        <TextButton onClick={() => onOpen({ kind: 'withdraw', entry })}>Withdraw offer{name}</TextButton>
      ) : (
        <>
          {entry.free.length > 0 && (
            <TextButton onClick={() => onOpen({ kind: 'offer', entry })}>Offer now{name}</TextButton>
          )}
          <TextButton onClick={() => onOpen({ kind: 'remove', entry })}>Remove{name}</TextButton>
        </>
      )}
    </div>
  );
}

type SheetProps = { entry: StaffEntry; onClose: () => void; onDone: (text: string) => void };

function RemoveSheet({ entry, onClose, onDone }: SheetProps) {
  const action = useAction();
  return (
    <ActionSheet
      action={action}
      title={`Remove ${entry.client.name} from this waitlist?`}
      subtitle={`${entry.service_name}, ${entry.text}`}
      confirm="Remove"
      look="danger"
      onClose={onClose}
      onConfirm={() =>
        action.run(
          staffRemoveEntry,
          { params: { id: entry.id } },
          { done: () => onDone('They are no longer on the waitlist.') },
        )
      }
    >
      <p>The place in line is lost. No e-mail is sent.</p>
    </ActionSheet>
  );
}

/** An offer is a hold, and ends like one. */
function WithdrawSheet({ entry: { offer, client, service_name }, onClose, onDone }: SheetProps) {
  const action = useAction();
  if (!offer) return null;
  return (
    <ActionSheet
      action={action}
      title={`Withdraw the offer to ${client.name}?`}
      subtitle={`${service_name}, ${offer.text}`}
      confirm="Withdraw offer"
      look="danger"
      onClose={onClose}
      onConfirm={() =>
        action.run(
          staffEndHold,
          { params: { id: offer.booking_id } },
          {
            done: ({ outcome }) =>
              onDone(outcome === 'ENDED' ? 'The time is free.' : 'It is being paid for right now.'),
          },
        )
      }
    >
      <p>
        The time is free again, and is not offered to the next in line. The place in line stays. No e-mail is
        sent.
      </p>
    </ActionSheet>
  );
}
