import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { AllDay, BusyCalendar, CalendarPreview } from '#contract/busy-calendars.schemas.ts';
import {
  staffAddBusyCalendar,
  staffPreviewBusyCalendar,
  staffStopBusyCalendar,
} from '#contract/staff.calls.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ADDRESS_HELP, daysText, previewLines } from '#staff/hours/calendar-texts.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { Pick } from '#staff/parts/pick.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';

const { zone } = practice;
type Form = { address: string; all_day: AllDay };
const EMPTY: Form = { address: '', all_day: 'AS_MARKED' };

/** Asks for the address of a calendar, and shows what it would close before it counts. */
export function AddCalendarDialog({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(EMPTY);
  const set = (to: Partial<Form>) => setForm({ ...form, ...to });
  const look = useAction();
  const [preview, setPreview] = useState<CalendarPreview | null>(null);
  if (preview)
    return <UseCalendar form={form} preview={preview} onBack={() => setPreview(null)} onDone={onClose} />;
  return (
    <ActionSheet
      action={look}
      title="Add your other calendar"
      confirm="See what it closes"
      dirty={form.address !== ''}
      isForm
      onClose={onClose}
      onConfirm={() =>
        look.ask(() => callStaff(staffPreviewBusyCalendar, { body: form }), { done: setPreview })
      }
    >
      <TextField
        label="Its secret address"
        type="url"
        autoComplete="off"
        spellCheck={false}
        limit={2000}
        hint="It begins with https:// or webcal://. It is kept sealed and never shown again."
        {...bindFields(form, set)('address')}
      />
      <details>
        <summary className="act">Where do I find it?</summary>
        <dl className="grid gap-1.5 mt-2 text-small">
          {ADDRESS_HELP.map(([name, where]) => (
            <div key={name}>
              <dt className="inline font-bold">{name}: </dt>
              <dd className="inline">{where}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Pick<AllDay>
        legend="All-day events"
        value={form.all_day}
        onChange={(all_day) => set({ all_day })}
        choices={[
          {
            value: 'AS_MARKED',
            label: 'As they are marked',
            reason: 'Busy ones close the day, free ones nothing.',
          },
          { value: 'ALWAYS', label: 'Always close', reason: 'Each closes its whole day.' },
          { value: 'NEVER', label: 'Never close', reason: 'Birthdays and reminders close nothing.' },
        ]}
      />
    </ActionSheet>
  );
}

function UseCalendar({
  form,
  preview,
  onBack,
  onDone,
}: {
  form: Form;
  preview: CalendarPreview;
  onBack: () => void;
  onDone: () => void;
}) {
  const add = useAction();
  const { free_all_day, bookings } = preview;
  const showsFree = form.all_day === 'AS_MARKED' && free_all_day.length > 0;
  return (
    <ActionSheet
      action={add}
      title={`Use the calendar at ${preview.host}?`}
      confirm="Use this calendar"
      onClose={onBack}
      onConfirm={() =>
        add.run(
          staffAddBusyCalendar,
          { body: form },
          {
            done: () => {
              showToast('Used from now on.');
              onDone();
            },
          },
        )
      }
    >
      <ul className="preview-lines grid">
        {previewLines(preview, form.all_day).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {showsFree && (
        <details>
          <summary className="act">Show the free days</summary>
          <ul className="mt-1.5 text-small num">
            {free_all_day.map((each) => (
              <li key={each.starts_at + each.ends_at}>{daysText(each, zone)}</li>
            ))}
          </ul>
        </details>
      )}
      {bookings.length > 0 && (
        <details>
          <summary className="act">
            {formatCount(bookings.length, 'booking')} {bookings.length === 1 ? 'lies' : 'lie'} in busy times
          </summary>
          <ul className="mt-1.5 text-small num">
            {bookings.map(({ id, start, service_name, client }) => (
              <li key={id}>
                {formatDayTime(start, zone)}, {service_name}, {client}
              </li>
            ))}
          </ul>
          <p className="mt-1.5 text-muted text-small">They stay. You find each under “Needs attention”.</p>
        </details>
      )}
    </ActionSheet>
  );
}

/** Says what opens again before a calendar is forgotten. */
export function StopCalendarDialog({ calendar, onClose }: { calendar: BusyCalendar; onClose: () => void }) {
  const stop = useAction();
  const { id, host, ending, times } = calendar;
  return (
    <ActionSheet
      action={stop}
      title="Stop using this calendar?"
      subtitle={`${host}, …${ending}`}
      confirm="Stop using it"
      onClose={onClose}
      onConfirm={() =>
        stop.run(
          staffStopBusyCalendar,
          { params: { id } },
          {
            done: () => {
              showToast('No longer used.');
              onClose();
            },
          },
        )
      }
    >
      <p>
        {times === 0
          ? 'It closes nothing in the next 30 days.'
          : `${formatCount(times, 'time')} in the next 30 days ${times === 1 ? 'opens' : 'open'} again, unless something else closes ${times === 1 ? 'it' : 'them'}.`}{' '}
        Its address is deleted.
      </p>
    </ActionSheet>
  );
}
