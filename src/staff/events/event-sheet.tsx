import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { staffChangeEvent, staffCreateEvent } from '#contract/staff-events.calls.ts';
import type { EventClass, StaffEvent } from '#contract/staff-events.schemas.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { draftOf, emptyFields, type EventDraft, fieldsOf } from '#staff/events/event-draft.ts';
import { EventFields } from '#staff/events/event-fields.tsx';
import { Sheet } from '#staff/parts/sheet.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import type { ApiError } from '#web/client/request.ts';

type SheetProps = {
  /** Null: a new one, on this date. */
  event: StaffEvent | null;
  date: LocalDate;
  classes: readonly EventClass[];
  onClose: () => void;
  onDone: (text: string) => void;
  onRemove: (event: StaffEvent) => void;
};

/** A new event, or the fields of one. */
export function EventSheet({ event, date, classes, onClose, onDone, onRemove }: SheetProps) {
  const queries = useQueryClient();
  const isOnline = useOnline();
  // The event as it was when the sheet opened: what is changed is what was read.
  const [base, setBase] = useState(event);
  const [start] = useState(() => draftOf(event, date));
  const [draft, setDraft] = useState(start);
  const [empty, setEmpty] = useState<Readonly<Record<string, string>>>({});
  const [action_id, setActionId] = useState(newActionId);
  const save = useMutation<StaffEvent, ApiError>({
    mutationFn: () => {
      const fields = { action_id, ...fieldsOf(draft) };
      if (base === null) return callStaff(staffCreateEvent, { body: fields });
      const body = { ...fields, base_updated_at: base.updated_at };
      return callStaff(staffChangeEvent, { params: { id: base.id }, body });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['staff', 'events'] });
      onDone(base === null ? 'It is on the calendar.' : 'Saved.');
    },
    onError: ({ status }) => {
      // Without an answer it may have been done: the repeat must be the same.
      if (status !== 0) setActionId(newActionId());
    },
  });
  const { error } = save;
  const errors =
    error?.code === 'INVALID_INPUT' ? (error.details as Readonly<Record<string, string>>) : empty;
  const isStale = error?.code === 'EVENT_CHANGED';
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start);
  const onType = (change: Partial<EventDraft>) => {
    setDraft({ ...draft, ...change });
    setEmpty({});
    if (!save.isError) return;
    save.reset();
    setActionId(newActionId());
  };
  return (
    <Sheet
      open
      onClose={onClose}
      dirty={isDirty}
      locked={save.isPending}
      title={event === null ? 'New event' : 'Change the event'}
      footer={
        <>
          {event !== null && (
            <TextButton
              className="sheet-aside act"
              disabled={!isOnline || save.isPending}
              onClick={() => onRemove(event)}
            >
              Remove
            </TextButton>
          )}
          <Button look="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="event-form"
            busy={save.isPending}
            disabled={!isOnline || (event !== null && !isDirty)}
          >
            {event === null ? 'Put it on the calendar' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id="event-form"
        className="event-form"
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (save.isPending) return;
          const missing = emptyFields(draft);
          setEmpty(missing);
          if (Object.keys(missing).length === 0) save.mutate();
        }}
      >
        <EventFields draft={draft} errors={errors} classes={classes} onType={onType} />
      </form>
      {isStale && (
        <Banner tone="warn" inSight>
          This event was changed a moment ago. What you typed is kept.{' '}
          <TextButton
            onClick={() => {
              setBase(error.details as StaffEvent);
              save.reset();
            }}
          >
            Go on with the new event
          </TextButton>
        </Banner>
      )}
      {error && !isStale && error.code !== 'INVALID_INPUT' && (
        <Banner tone="error" inSight>
          {error.message} {error.code === 'CLASS_NOT_OPEN' && <Link to={openingPath(draft)}>Open it</Link>}
        </Banner>
      )}
      {!isOnline && <Banner tone="warn">You’re offline. You can save when you are back online.</Banner>}
    </Sheet>
  );
}

/** The extra opening that the class of this draft needs. */
function openingPath({ service_id, date, time }: EventDraft): string {
  const asked = new URLSearchParams({ opening: service_id, date, start: time });
  return `/hours?${asked.toString()}`;
}
