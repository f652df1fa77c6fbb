import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { HoursRow, TimeOffRow, WeekChangeInput } from '#contract/hours.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { formatDayOf } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { ChangeDialog } from '#staff/hours/change-dialog.tsx';
import {
  dayName,
  type HoursService,
  isClass,
  offText,
  PLACE_LABELS,
  timesText,
} from '#staff/hours/hours-texts.ts';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

type TimeOffProps = { today: LocalDate; onClose: () => void };

/** Dates or times at which the practice is closed. */
export function TimeOffDialog({ today, onClose }: TimeOffProps) {
  const tomorrow = addDays(today, 1);
  const first = {
    from: tomorrow,
    to: tomorrow,
    isWhole: true,
    from_time: '09:00',
    to_time: '17:00',
    until: '',
    reason: '',
    shows_end: false,
  };
  const [form, setForm] = useState(first);
  const set = (to: Partial<typeof first>) => setForm({ ...form, ...to });
  const of = bindFields(form, set);
  return (
    <ChangeDialog
      title="Add time off"
      change={{
        kind: 'ADD_TIME_OFF',
        from: form.from,
        from_time: form.isWhole ? null : form.from_time,
        to: form.to,
        to_time: form.isWhole ? null : form.to_time,
        ...(form.until && { until: form.until }),
        reason: form.reason,
        shows_end: form.shows_end,
      }}
      dirty={JSON.stringify(form) !== JSON.stringify(first)}
      onClose={onClose}
    >
      <div className="hours-form">
        <label className="choice">
          <input
            type="checkbox"
            checked={form.isWhole}
            onChange={(event) => set({ isWhole: event.currentTarget.checked })}
          />
          <span>Whole days</span>
        </label>
        <div className="two-fields">
          <TextField
            label="First day"
            type="date"
            value={form.from}
            name="from"
            onChange={(from) => set({ from, to: form.to < from ? from : form.to })}
          />
          {!form.isWhole && <TextField label="From" type="time" step={300} {...of('from_time')} />}
        </div>
        <div className="two-fields">
          <TextField label="Last day" type="date" min={form.from} {...of('to')} />
          {!form.isWhole && <TextField label="To" type="time" step={300} {...of('to_time')} />}
        </div>
        <TextField
          label="Every week until"
          optional
          type="date"
          min={form.from}
          hint="Without a date: only once."
          {...of('until')}
        />
        <TextField label="Reason" optional hint="Only you read it." limit={200} {...of('reason')} />
        <label className="choice">
          <input
            type="checkbox"
            checked={form.shows_end}
            onChange={(event) => set({ shows_end: event.currentTarget.checked })}
          />
          <span>Show clients: “Closed until …”</span>
        </label>
      </div>
    </ChangeDialog>
  );
}

const ENDS = [
  { value: 'ALL', label: 'On every date' },
  { value: 'FROM', label: 'From one date on' },
  { value: 'ONCE', label: 'On one date only' },
] as const;

/** Opens the dates of time off that repeats: all of them, those from one on, or one. */
export function EndTimeOffDialog({ dates, onClose }: { dates: readonly TimeOffRow[]; onClose: () => void }) {
  const first = { ends: 'ALL' as (typeof ENDS)[number]['value'], from: dates[0]!.id };
  const [form, setForm] = useState(first);
  const { ends, from } = form;
  const { starts_at, series_id } = dates.find(({ id }) => id === from)!;
  const isWhole = ends === 'ALL' || from === first.from;
  const last = isWhole ? null : addDays(localDateOf(starts_at, practice.zone), -1);
  const change: WeekChangeInput =
    ends === 'ONCE'
      ? { kind: 'REMOVE_TIME_OFF', time_off_id: from }
      : { kind: 'END_TIME_OFF', series_id: series_id!, last };
  return (
    <ChangeDialog
      title="Remove time off"
      change={change}
      dirty={ends !== first.ends || from !== first.from}
      onClose={onClose}
    >
      <div className="hours-form">
        <p>{offText(dates)}</p>
        <SelectField
          label="Open again"
          value={ends}
          name="last"
          options={ENDS}
          onChange={(value) => setForm({ ...form, ends: value as typeof ends })}
        />
        {ends !== 'ALL' && (
          <SelectField
            label="Date"
            value={from}
            options={dates.map(({ id, starts_at: at }) => ({
              value: id,
              label: formatDayOf(at, practice.zone),
            }))}
            onChange={(id) => setForm({ ...form, from: id })}
          />
        )}
      </div>
    </ChangeDialog>
  );
}

type OpeningProps = {
  services: readonly HoursService[];
  today: LocalDate;
  asked?: AskedOpening | null;
  onClose: () => void;
};

/** An opening that another screen asks for. */
export type AskedOpening = { service_id: string; date: string; start: string };

/** Times on one date, next to the weekly hours. */
export function OpeningDialog({ services, today, asked = null, onClose }: OpeningProps) {
  const wanted = services.find(({ id }) => id === asked?.service_id) ?? services[0]!;
  const first = {
    service_id: wanted.id,
    place: wanted.places[0] ?? ('FIXED_LOCATION' as LocationType),
    date: asked?.date ?? addDays(today, 1),
    start: asked?.start ?? '09:00',
    end: '12:00',
    seats: '',
  };
  const [form, setForm] = useState(first);
  const set = (to: Partial<typeof first>) => setForm({ ...form, ...to });
  const of = bindFields(form, set);
  const service = services.find(({ id }) => id === form.service_id)!;
  const isOfClass = isClass(service);
  return (
    <ChangeDialog
      title="Add an extra opening"
      change={{
        kind: 'ADD_OPENING',
        service_id: form.service_id,
        place: form.place,
        date: form.date,
        start: form.start,
        end: isOfClass ? null : form.end,
        seats: isOfClass && form.seats !== '' ? Number(form.seats) : null,
      }}
      dirty={JSON.stringify(form) !== JSON.stringify(first)}
      onClose={onClose}
    >
      <div className="hours-form">
        <SelectField
          label="Service"
          value={form.service_id}
          name="service_id"
          options={services.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(service_id) => {
            const places = services.find(({ id }) => id === service_id)!.places;
            set({ service_id, place: places[0] ?? form.place });
          }}
        />
        {service.places.length > 1 && (
          <SelectField
            label="Place"
            value={form.place}
            name="place"
            options={service.places.map((place) => ({ value: place, label: PLACE_LABELS[place] }))}
            onChange={(place) => set({ place: place as LocationType })}
          />
        )}
        <TextField label="Date" type="date" min={addDays(today, 1)} {...of('date')} />
        <div className="two-fields">
          <TextField label={isOfClass ? 'Starts at' : 'From'} type="time" step={300} {...of('start')} />
          {isOfClass ? (
            <TextField
              label="Seats"
              optional
              inputMode="numeric"
              limit={3}
              value={form.seats}
              name="seats"
              onChange={(seats) => set({ seats: seats.replaceAll(/\D/g, '') })}
            />
          ) : (
            <TextField label="To" type="time" step={300} {...of('end')} />
          )}
        </div>
      </div>
    </ChangeDialog>
  );
}

type OneDateProps = { row: HoursRow; name: string; next: LocalDate; onClose: () => void };

/** One date on which weekly hours do not open. */
export function SkipDialog({ row, name, next, onClose }: OneDateProps) {
  const [date, setDate] = useState(next);
  const [reason, setReason] = useState('');
  return (
    <ChangeDialog
      title={`${name}: not on one date`}
      change={{ kind: 'SKIP_DATE', rule_id: row.id, date, reason }}
      dirty={date !== next || reason !== ''}
      onClose={onClose}
    >
      <div className="hours-form">
        <p>
          {dayName(row.day)}s, {timesText(row)}
        </p>
        <TextField label="Not on" type="date" value={date} name="date" onChange={setDate} />
        <TextField
          label="Reason"
          optional
          hint="Only you read it."
          limit={200}
          value={reason}
          name="reason"
          onChange={setReason}
        />
      </div>
    </ChangeDialog>
  );
}

/** The last date of weekly hours. */
export function EndDialog({ row, name, next, onClose }: OneDateProps) {
  const [last, setLast] = useState('');
  return (
    <ChangeDialog
      title={`End ${name}`}
      change={{ kind: 'END_HOURS', rule_id: row.id, last: last || null }}
      dirty={last !== ''}
      onClose={onClose}
    >
      <div className="hours-form">
        <p>
          {dayName(row.day)}s, {timesText(row)}
        </p>
        <TextField
          label="Last date"
          optional
          type="date"
          min={next}
          hint="Without a date they end now."
          value={last}
          name="last"
          onChange={setLast}
        />
      </div>
    </ChangeDialog>
  );
}
