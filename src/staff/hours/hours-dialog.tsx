import { useState } from 'react';
import type { HoursRow, WeekChangeInput } from '#contract/hours.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { FREQUENCIES, type Frequency } from '#domain/week/hours-input.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { ChangeDialog } from '#staff/hours/change-dialog.tsx';
import {
  dayName,
  FREQUENCY_LABELS,
  type HoursService,
  isClass,
  MONDAY_FIRST,
  PLACE_LABELS,
} from '#staff/hours/hours-texts.ts';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { TextButton } from '#web/ui/button.tsx';
import { CheckboxGroup } from '#web/ui/choices.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';

type Form = {
  service_id: string;
  place: LocationType;
  days: string[];
  start: string;
  end: string;
  every: Frequency;
  from: LocalDate;
  /** '': without an end. */
  until: string;
  step: string;
  seats: string;
};

type HoursDialogProps = {
  services: readonly HoursService[];
  today: LocalDate;
  /** The hours that change; null: new ones. */
  row: HoursRow | null;
  /** Of new hours, unless another one is chosen. */
  service_id?: string | undefined;
  onEnd?: () => void;
  onSkip?: () => void;
  onClose: () => void;
};

const formOf = ({ row, services, service_id = row?.service_id, today }: HoursDialogProps): Form => {
  const service = services.find(({ id }) => id === service_id) ?? services[0]!;
  const tomorrow = addDays(today, 1);
  return {
    service_id: service.id,
    place: row?.place ?? service.places[0] ?? 'FIXED_LOCATION',
    days: row ? [String(row.day)] : [],
    start: row?.start ?? '09:00',
    end: row?.end === '24:00' ? '23:59' : (row?.end ?? '12:00'),
    every: row?.every ?? 'WEEK',
    from: row && row.from > tomorrow ? row.from : tomorrow,
    until: row?.until ?? '',
    step: row && !isClass(service) ? String(row.step) : '',
    seats: row?.seats === null || row?.seats === undefined ? '' : String(row.seats),
  };
};

/** Weekly hours of a service, new or changed. */
export function HoursDialog(props: HoursDialogProps) {
  const { services, today, row, onEnd, onSkip, onClose } = props;
  const [first] = useState(() => formOf(props));
  const [form, setForm] = useState(first);
  const set = (to: Partial<Form>) => setForm({ ...form, ...to });
  const of = bindFields(form, set);
  const service = services.find(({ id }) => id === form.service_id)!;
  const isOfClass = isClass(service);
  return (
    <ChangeDialog
      title={row ? `Change ${service.name}` : 'Add hours'}
      change={changeOf(form, row, isOfClass)}
      dirty={JSON.stringify(form) !== JSON.stringify(first)}
      aside={
        row && (
          <span className="flex flex-wrap gap-x-4 basis-full">
            <TextButton className="min-h-act" onClick={onSkip}>
              Not on one date…
            </TextButton>
            <TextButton className="min-h-act" onClick={onEnd}>
              End these hours…
            </TextButton>
          </span>
        )
      }
      onClose={onClose}
    >
      <div className="hours-form">
        {!row && (
          <SelectField
            label="Service"
            value={form.service_id}
            name="service_id"
            options={services.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(service_id) => {
              const places = services.find(({ id }) => id === service_id)!.places;
              const place = places.includes(form.place) ? form.place : (places[0] ?? form.place);
              set({ service_id, place });
            }}
          />
        )}
        {row ? (
          <SelectField
            label="Day"
            value={form.days[0] ?? ''}
            name="day"
            options={MONDAY_FIRST.map((day) => ({ value: String(day), label: dayName(day) }))}
            onChange={(day) => set({ days: [day] })}
          />
        ) : (
          <CheckboxGroup
            legend="Days"
            options={MONDAY_FIRST.map((day) => ({ value: String(day), label: dayName(day) }))}
            {...of('days')}
          />
        )}
        <div className="two-fields">
          <TextField label={isOfClass ? 'Starts at' : 'From'} type="time" step={300} {...of('start')} />
          {isOfClass ? (
            <p className="self-center text-muted text-grid">Takes {service.duration} minutes.</p>
          ) : (
            <TextField label="To" type="time" step={300} {...of('end')} />
          )}
        </div>
        {service.places.length > 1 && (
          <SelectField
            label="Place"
            value={form.place}
            name="place"
            options={service.places.map((place) => ({ value: place, label: PLACE_LABELS[place] }))}
            onChange={(place) => set({ place: place as LocationType })}
          />
        )}
        <SelectField
          label="How often"
          value={form.every}
          options={FREQUENCIES.map((every) => ({ value: every, label: FREQUENCY_LABELS[every] }))}
          onChange={(every) => set({ every: every as Frequency })}
        />
        <div className="two-fields">
          <TextField
            label={row ? 'Changed from' : 'Valid from'}
            type="date"
            min={addDays(today, 1)}
            {...of('from')}
          />
          <TextField label="Last date" optional type="date" {...of('until')} />
        </div>
        {isOfClass ? (
          <TextField
            label="Seats"
            optional
            inputMode="numeric"
            limit={3}
            hint={`Without a number: ${service.seats ?? 1}.`}
            value={form.seats}
            name="seats"
            onChange={(seats) => set({ seats: seats.replaceAll(/\D/g, '') })}
          />
        ) : (
          <TextField
            label="Minutes from one time to the next"
            optional
            inputMode="numeric"
            limit={3}
            hint="Without a number: as the other hours of this service."
            value={form.step}
            name="step"
            onChange={(step) => set({ step: step.replaceAll(/\D/g, '') })}
          />
        )}
      </div>
    </ChangeDialog>
  );
}

function changeOf(form: Form, row: HoursRow | null, isOfClass: boolean): WeekChangeInput {
  const hours = {
    place: form.place,
    start: form.start,
    end: isOfClass ? null : form.end === '23:59' ? '24:00' : form.end,
    every: form.every,
    from: form.from || null,
    until: form.until || null,
    step: isOfClass || form.step === '' ? null : Number(form.step),
    seats: isOfClass && form.seats !== '' ? Number(form.seats) : null,
  };
  if (row) return { kind: 'CHANGE_HOURS', rule_id: row.id, day: Number(form.days[0]), hours };
  return { kind: 'ADD_HOURS', days: form.days.map(Number), hours: { service_id: form.service_id, ...hours } };
}
