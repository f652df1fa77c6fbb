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
import { eventsQuery } from '#staff/events/event-queries.ts';
import { RemoveEventSheet } from '#staff/events/remove-event-sheet.tsx';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { PillGroup } from '#web/ui/choices.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useToday } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import '#staff/parts/row-table.css';
import './events.css';

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
        ) : query.error ? (
          <FailedState
            message={query.error.message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <SkeletonGroup label="Loading events" className="row-skeleton">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </SkeletonGroup>
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
