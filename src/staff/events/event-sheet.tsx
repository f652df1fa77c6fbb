import { useState } from 'react';
import { Link } from 'react-router';
import { staffChangeEvent, staffCreateEvent } from '#contract/staff.calls.ts';
import type { EventClass, StaffEvent } from '#contract/staff-events.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { draftOf, emptyFields, type EventDraft, fieldsOf } from '#staff/events/event-draft.ts';
import { EventFields } from '#staff/events/event-fields.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { TextButton } from '#web/ui/button.tsx';

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
  const isOnline = useOnline();
  const save = useAction();
  const { base, changed } = useBase(save, event);
  const [start] = useState(() => draftOf(event, date));
  const [draft, setDraft] = useState(start);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start);
  const onSave = () => {
    const fields = fieldsOf(draft);
    const done = () => onDone(base === null ? 'It is on the calendar.' : 'Saved.');
    if (base === null) return save.run(staffCreateEvent, { body: fields }, { done });
    const body = { ...fields, base_updated_at: base.updated_at };
    save.run(staffChangeEvent, { params: { id: base.id }, body }, { done });
  };
  return (
    <ActionSheet
      action={save}
      title={event === null ? 'New event' : 'Change the event'}
      confirm={event === null ? 'Put it on the calendar' : 'Save'}
      isForm
      className="grid gap-3.5"
      dirty={isDirty}
      blocked={event !== null && !isDirty}
      invalid={emptyFields(draft)}
      changed={changed}
      explain={(error) =>
        error.code === 'CLASS_NOT_OPEN' ? (
          <>
            <span>{error.message}</span> <Link to={openingPath(draft)}>Open it</Link>
          </>
        ) : undefined
      }
      aside={
        event !== null && (
          <TextButton
            className="sheet-aside act"
            disabled={!isOnline || save.isPending}
            onClick={() => onRemove(event)}
          >
            Remove
          </TextButton>
        )
      }
      onClose={onClose}
      onConfirm={onSave}
    >
      <EventFields draft={draft} classes={classes} onType={(change) => setDraft({ ...draft, ...change })} />
    </ActionSheet>
  );
}

/** The extra opening that the class of this draft needs. */
function openingPath({ service_id, date, time }: EventDraft): string {
  const asked = new URLSearchParams({ opening: service_id, date, start: time });
  return `/hours?${asked.toString()}`;
}
