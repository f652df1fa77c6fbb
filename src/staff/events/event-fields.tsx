import type { EventClass } from '#contract/staff-events.schemas.ts';
import type { EventDraft } from '#staff/events/event-draft.ts';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';

type FieldsProps = {
  draft: EventDraft;
  classes: readonly EventClass[];
  onType: (change: Partial<EventDraft>) => void;
};

/** The fields of an event. Dates and times are the practice's. */
export function EventFields({ draft, classes, onType }: FieldsProps) {
  const known = classes.some(({ id }) => id === draft.service_id);
  const options = [
    ...classes.map(({ id, name }) => ({ value: id, label: name })),
    ...(draft.service_id === '' || known
      ? []
      : [{ value: draft.service_id, label: 'A class that is not offered' }]),
  ];
  return (
    <>
      <TextField
        label="Title"
        name="title"
        limit={150}
        value={draft.title}
        onChange={(title) => onType({ title })}
      />
      <TextAreaField
        label="Description"
        name="description"
        rows={3}
        limit={1000}
        value={draft.description}
        onChange={(description) => onType({ description })}
      />
      <div className="grid grid-cols-2 gap-3.5 items-start">
        <TextField
          label="Date"
          name="date"
          type="date"
          value={draft.date}
          // The end follows, unless it was set to another day.
          onChange={(date) => onType({ date, ...(draft.end_date === draft.date ? { end_date: date } : {}) })}
        />
        <TextField
          label="From"
          name="time"
          type="time"
          value={draft.time}
          onChange={(time) => onType({ time })}
        />
        <TextField
          label="Last day"
          name="end_date"
          type="date"
          value={draft.end_date}
          onChange={(end_date) => onType({ end_date })}
        />
        <TextField
          label="Until"
          name="end_time"
          type="time"
          value={draft.end_time}
          onChange={(end_time) => onType({ end_time })}
        />
      </div>
      <TextField
        label="Place"
        name="location"
        limit={150}
        value={draft.location}
        onChange={(location) => onType({ location })}
      />
      <SelectField
        label="Class that clients book"
        name="service_id"
        hint="Its seats are shown beside the event."
        placeholder="None, an open house"
        value={draft.service_id}
        options={options}
        onChange={(service_id) => onType({ service_id })}
      />
      <TextField
        label="Link"
        name="url"
        optional
        type="url"
        inputMode="url"
        limit={1000}
        placeholder="https://"
        value={draft.url}
        onChange={(url) => onType({ url })}
      />
    </>
  );
}
