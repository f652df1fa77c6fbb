import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import { isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { EventList } from '#staff/events/event-list.tsx';
import { EventMonth } from '#staff/events/event-month.tsx';
import { EventSheet } from '#staff/events/event-sheet.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { PillGroup } from '#web/ui/choices.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import '#staff/parts/row-table.css';
import './events.css';
import { queryOptions } from '@tanstack/react-query';
import { staffEvents, staffRemoveEvent } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { whenText } from '#staff/events/event-texts.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';

type SheetProps = { event: StaffEvent; onClose: () => void; onDone: (text: string) => void };

/** Takes an event from the calendar. Where people are booked in its class, they stay booked, and it says so first. */
function RemoveEventSheet({ event, onClose, onDone }: SheetProps) {
  const remove = useAction();
  const taken = event.seats?.taken ?? 0;
  const isBooked = taken > 0 || remove.error?.code === 'SEATS_BOOKED';
  return (
    <ActionSheet
      action={remove}
      title={`Remove “${event.title}”?`}
      subtitle={whenText(event)}
      confirm={isBooked ? 'Remove the announcement' : 'Remove'}
      look="danger"
      onClose={onClose}
      onConfirm={() =>
        remove.run(
          staffRemoveEvent,
          {
            params: { id: event.id },
            body: { base_updated_at: event.updated_at, keep_bookings: isBooked },
          },
          { done: () => onDone('It is no longer on the calendar.') },
        )
      }
    >
      <p>
        {isBooked
          ? `${taken === 1 ? '1 person is' : `${Math.max(taken, 1)} people are`} booked in its class. They stay booked, and the class can still be booked at that time.`
          : event.seats === null
            ? 'It disappears from the public calendar.'
            : 'It disappears from the public calendar. Its class can still be booked at that time.'}
      </p>
    </ActionSheet>
  );
}

/** The events of the last year and all to come. */
const eventsQuery = queryOptions({
  queryKey: ['staff', 'events'],
  queryFn: ({ signal }) => callStaff(staffEvents, {}, { signal }),
});

const VIEWS = [
  { value: 'list', label: 'Coming' },
  { value: 'month', label: 'Month' },
  { value: 'past', label: 'Past' },
] as const;

/** The public calendar of events, as a list and as a month. The address names the view and the open event. */
export function EventsPage() {
  const query = useFreshQuery(eventsQuery);
  const today = useToday(practice.zone);
  const [address, setAddress] = useSearchParams();
  const [removing, setRemoving] = useState<StaffEvent | null>(null);
  const view = VIEWS.find(({ value }) => value === address.get('view'))?.value ?? 'list';
  const go = (change: Record<string, string | null>) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const close = () => go({ event: null, new: null });
  const onDone = (text: string) => {
    showToast(text);
    setRemoving(null);
    close();
  };
  const { data } = query;
  const opened = data?.events.find(({ id }) => id === address.get('event')) ?? null;
  const onNew = (date?: LocalDate) => go({ new: date ?? today ?? '' });
  const newDate = address.get('new');
  return (
    <StaffPage title="Events" freshness={query}>
      <div className="events @container/table">
        <div className="flex flex-wrap gap-3 items-center justify-between mb-4">
          <PillGroup
            label="Show"
            options={VIEWS}
            value={view}
            onChange={(value) => go({ view: value === 'list' ? null : value })}
          />
          <Button look="secondary" icon={<Icon of={Plus} />} onClick={() => onNew()}>
            New event
          </Button>
        </div>
        {data && today ? (
          view === 'month' ? (
            <EventMonth
              events={data.events}
              today={today}
              onOpen={({ id }) => go({ event: id })}
              onNew={onNew}
            />
          ) : (
            <EventList
              events={data.events}
              today={today}
              isPast={view === 'past'}
              onOpen={({ id }) => go({ event: id })}
              onNew={() => onNew()}
            />
          )
        ) : (
          <QueryState of={query}>
            <SkeletonGroup label="Loading events" className="row-skeleton" rows={['h-14', 'h-14']} />
          </QueryState>
        )}
      </div>
      {data && today && (opened !== null || newDate !== null) && removing === null && (
        <EventSheet
          key={opened?.id ?? 'new'}
          event={opened}
          date={newDate !== null && isLocalDate(newDate) ? newDate : today}
          classes={data.classes}
          onClose={close}
          onDone={onDone}
          onRemove={setRemoving}
        />
      )}
      {removing && (
        <RemoveEventSheet
          event={data?.events.find(({ id }) => id === removing.id) ?? removing}
          onClose={() => setRemoving(null)}
          onDone={onDone}
        />
      )}
    </StaffPage>
  );
}
