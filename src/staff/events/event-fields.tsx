import type { EventClass } from '#contract/staff-events.schemas.ts';
import type { EventDraft } from '#staff/events/event-draft.ts';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';

type FieldsProps = {
  draft: EventDraft;
  errors: Readonly<Record<string, string | undefined>>;
  classes: readonly EventClass[];
  onType: (change: Partial<EventDraft>) => void;
};

/** The fields of an event. Dates and times are the practice's. */
export function EventFields({ draft, errors, classes, onType }: FieldsProps) {
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
        maxLength={150}
        value={draft.title}
        error={errors.title}
        onChange={(title) => onType({ title })}
      />
      <TextAreaField
        label="Description"
        rows={3}
        maxLength={1000}
        value={draft.description}
        error={errors.description}
        onChange={(description) => onType({ description })}
      />
      <div className="event-times">
        <TextField
          label="Date"
          type="date"
          value={draft.date}
          error={errors.date}
          // The end follows, unless it was set to another day.
          onChange={(date) => onType({ date, ...(draft.end_date === draft.date ? { end_date: date } : {}) })}
        />
        <TextField
          label="From"
          type="time"
          value={draft.time}
          error={errors.time}
          onChange={(time) => onType({ time })}
        />
        <TextField
          label="Last day"
          type="date"
          value={draft.end_date}
          error={errors.end_date}
          onChange={(end_date) => onType({ end_date })}
        />
        <TextField
          label="Until"
          type="time"
          value={draft.end_time}
          error={errors.end_time}
          onChange={(end_time) => onType({ end_time })}
        />
      </div>
      <TextField
        label="Place"
        maxLength={150}
        value={draft.location}
        error={errors.location}
        onChange={(location) => onType({ location })}
      />
      <SelectField
        label="Class that clients book"
        hint="Its seats are shown beside the event."
        placeholder="None, an open house"
        value={draft.service_id}
        error={errors.service_id}
        options={options}
        onChange={(service_id) => onType({ service_id })}
      />
      <TextField
        label="Link"
        optional
        type="url"
        inputMode="url"
        maxLength={1000}
        placeholder="https://"
        value={draft.url}
        error={errors.url}
        onChange={(url) => onType({ url })}
      />
    </>
  );
}
