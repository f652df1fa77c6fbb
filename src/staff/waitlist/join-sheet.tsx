import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffCalendar, staffJoinWaitlist } from '#contract/staff.calls.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { daysToWaitFor, HOURS_TO_WAIT_FOR, WEEKS_TO_WAIT } from '#domain/slots/waitlist.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay, formatDayTime } from '#domain/time/date-formats.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { offeredQuery, PLACE_LABELS } from '#staff/api/services-query.ts';
import type { BookingDraft } from '#staff/book/draft.ts';
import { WhoStep } from '#staff/book/who-step.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { SelectField } from '#web/ui/field.tsx';
import { useToday } from '#web/ui/use-now.ts';

const { zone } = practice;
const LAST_DAY = 30;

/** The full dates of classes that clients can book. */
const fullClassesQuery = (today: LocalDate) =>
  queryOptions({
    queryKey: ['staff', 'full-classes', today],
    queryFn: async ({ signal }) => {
      const query = { from: today, to: addDays(today, LAST_DAY) };
      const { classes } = await callStaff(staffCalendar, { query }, { signal });
      return classes.filter(({ taken, capacity }) => taken >= capacity);
    },
  });

type Who = Pick<BookingDraft, 'client' | 'new_client' | 'search'>;

/** Puts a client who asks by phone at the end of a line. */
export function JoinSheet({ onClose, onDone }: { onClose: () => void; onDone: (text: string) => void }) {
  const action = useAction();
  const today = useToday(zone) ?? '';
  const services = useQuery(offeredQuery).data ?? [];
  const full = useQuery({ ...fullClassesQuery(today), enabled: today !== '' }).data ?? [];
  const [who, setWho] = useState<Who>({ client: null, new_client: null, search: '' });
  const [service_id, setService] = useState('');
  const [chosen, setPlace] = useState<LocationType | null>(null);
  const [class_start, setClassStart] = useState('');
  const [weekdays, setWeekdays] = useState(127);
  const [hours, setHours] = useState(0);
  const [weeks, setWeeks] = useState<number>(4);
  const service = services.find(({ id }) => id === service_id);
  const isClass = service !== undefined && isClassFormat(service.format);
  const dates = full.filter((each) => each.service_id === service_id);
  const date = dates.find((each) => each.start_time === class_start);
  const place = isClass ? date?.place : (chosen ?? service?.service_location_type[0]);
  const { from_time, to_time } = HOURS_TO_WAIT_FOR[hours]!;
  const times = { from_date: today, to_date: addDays(today, 7 * weeks), weekdays, from_time, to_time };
  const name = who.client?.first_name ?? '';
  return (
    <ActionSheet
      action={action}
      title="Add a client to the waitlist"
      confirm={name ? `Add ${name}` : 'Add'}
      blocked={!who.client || !place}
      dirty={who.client !== null}
      onClose={onClose}
      onConfirm={() =>
        action.run(
          staffJoinWaitlist,
          {
            body: {
              client_id: who.client!.id,
              service_id,
              place: place!,
              class_start: isClass ? class_start : null,
              times: isClass ? null : times,
            },
          },
          {
            done: () =>
              onDone(who.client!.email ? `${name} is in line and gets an e-mail.` : `${name} is in line.`),
          },
        )
      }
    >
      <WhoStep draft={who} onChange={(change) => setWho((before) => ({ ...before, ...change }))} />
      <SelectField
        label="Service"
        name="service_id"
        value={service_id}
        onChange={(id) => {
          setService(id);
          setPlace(null);
          setClassStart('');
        }}
        placeholder="Choose a service"
        options={services.map(({ id, name: label }) => ({ value: id, label }))}
      />
      {isClass && (
        <SelectField
          label="Date"
          name="class_start"
          value={class_start}
          onChange={setClassStart}
          placeholder={dates.length === 0 ? 'No date is full' : 'Choose a date that is full'}
          options={dates.map(({ start_time }) => ({
            value: start_time,
            label: formatDayTime(start_time, zone),
          }))}
        />
      )}
      {service && !isClass && (
        <>
          {service.service_location_type.length > 1 && (
            <SelectField
              label="Place"
              name="place"
              value={place ?? ''}
              onChange={(value) => setPlace(value as LocationType)}
              options={service.service_location_type.map((value) => ({ value, label: PLACE_LABELS[value] }))}
            />
          )}
          <SelectField
            label="Days"
            value={String(weekdays)}
            onChange={(value) => setWeekdays(Number(value))}
            options={Array.from({ length: 7 }, (_, n) => daysToWaitFor(addDays(today, n))[0]!)
              .concat(daysToWaitFor(today).slice(1))
              .map((each) => ({ value: String(each.weekdays), label: each.label }))}
          />
          <SelectField
            label="Time"
            value={String(hours)}
            onChange={(value) => setHours(Number(value))}
            options={HOURS_TO_WAIT_FOR.map(({ label }, at) => ({ value: String(at), label }))}
          />
          <SelectField
            label="Until"
            name="times"
            value={String(weeks)}
            onChange={(value) => setWeeks(Number(value))}
            options={WEEKS_TO_WAIT.map((each) => ({
              value: String(each),
              label: formatDay(addDays(today, 7 * each)),
            }))}
          />
        </>
      )}
    </ActionSheet>
  );
}
