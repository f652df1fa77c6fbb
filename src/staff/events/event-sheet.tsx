import { useState } from 'react';
import { Link } from 'react-router';
import { staffChangeEvent, staffCreateEvent } from '#contract/staff.calls.ts';
import type { EventClass, StaffEvent } from '#contract/staff-events.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { draftOf, emptyFields, type EventDraft, fieldsOf } from '#staff/events/event-draft.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { TextButton } from '#web/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';

type FieldsProps = {
  draft: EventDraft;
  classes: readonly EventClass[];
  onType: (change: Partial<EventDraft>) => void;
};

/** The fields of an event. Dates and times are the practice's. */
function EventFields({ draft, classes, onType }: FieldsProps) {
  const of = bindFields(draft, onType);
  const known = classes.some(({ id }) => id === draft.service_id);
  const options = [
    ...classes.map(({ id, name }) => ({ value: id, label: name })),
    ...(draft.service_id === '' || known
      ? []
      : [{ value: draft.service_id, label: 'A class that is not offered' }]),
  ];
  return (
    <>
      <TextField label="Title" limit={150} {...of('title')} />
      <TextAreaField label="Description" rows={3} limit={1000} {...of('description')} />
      <div className="grid grid-cols-2 gap-3.5 items-start">
        <TextField
          label="Date"
          name="date"
          type="date"
          value={draft.date}
          // The end follows, unless it was set to another day.
          onChange={(date) => onType({ date, ...(draft.end_date === draft.date ? { end_date: date } : {}) })}
        />
        <TextField label="From" type="time" {...of('time')} />
        <TextField label="Last day" type="date" {...of('end_date')} />
        <TextField label="Until" type="time" {...of('end_time')} />
      </div>
      <TextField label="Place" limit={150} {...of('location')} />
      <SelectField
        label="Class that clients book"
        hint="Its seats are shown beside the event."
        placeholder="None, an open house"
        options={options}
        {...of('service_id')}
      />
      <TextField
        label="Link"
        optional
        type="url"
        inputMode="url"
        limit={1000}
        placeholder="https://"
        {...of('url')}
      />
    </>
  );
}

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
