import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { HoursAnswer } from '#contract/hours.schemas.ts';
import { addDays, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDay } from '#domain/time/date-formats.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { startOnDate } from '#staff/hours/hours-texts.ts';
import { explainQuery, nearestText, reasonText } from '#staff/placement/booking-reasons.ts';
import { ApiError } from '#web/api/request.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedQuery } from '#web/ui/states.tsx';

type Question = { service_id: string; date: LocalDate; time: string };

/** Asks why clients cannot book a service at a time, and which times near it they can book. */
export function WhyNotBox({ week }: { week: HoursAnswer }) {
  const isOnline = useOnline();
  const [form, setForm] = useState(() => ({
    service_id: week.services[0]!.id,
    date: addDays(week.today, 1),
    // Null until it is typed: where the hours of the service begin that day.
    time: null as string | null,
  }));
  const [asked, setAsked] = useState<Question | null>(null);
  const [missing, setMissing] = useState<{ date?: string; time?: string }>({});
  const time = form.time ?? startOnDate(week, form);
  const query = useQuery({
    ...explainQuery(asked?.date ?? form.date, asked?.time ?? time),
    enabled: asked !== null,
  });
  const refused =
    query.error instanceof ApiError && query.error.code === 'INVALID_INPUT'
      ? (query.error.details as { date?: string; time?: string })
      : {};

  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    const errors = {
      ...(isLocalDate(form.date) ? {} : { date: 'Please give a date.' }),
      ...(time ? {} : { time: 'Please give a time.' }),
    };
    setMissing(errors);
    if (Object.keys(errors).length > 0) return;
    const next = { service_id: form.service_id, date: form.date, time };
    // The same question again is asked again: someone may have booked since.
    if (asked && asked.date === next.date && asked.time === next.time) void query.refetch();
    setAsked(next);
  };
  const change = (to: Partial<typeof form>) => {
    setMissing({});
    setForm({ ...form, ...to });
  };

  return (
    <section className="staff-box hours-box" aria-labelledby="why-not">
      <header>
        <h2 id="why-not">Why can nobody book?</h2>
      </header>
      <p className="text-muted">
        Ask about any service and time. You get the reason and the three nearest times that work.
      </p>
      <form className="why-not" noValidate onSubmit={ask}>
        <SelectField
          label="Service"
          value={form.service_id}
          options={week.services.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(service_id) => change({ service_id })}
        />
        <TextField
          label="Day"
          type="date"
          value={form.date}
          error={missing.date ?? refused.date ?? null}
          onChange={(date) => change({ date })}
        />
        <TextField
          label="Time"
          type="time"
          step={300}
          value={time}
          error={missing.time ?? refused.time ?? null}
          onChange={(to) => change({ time: to })}
        />
        <Button type="submit" look="secondary" busy={query.isFetching} disabled={!isOnline}>
          Ask
        </Button>
      </form>
      {!isOnline && <p className="text-muted">You’re offline. You can ask when you are back online.</p>}
      <div aria-live="polite">
        {asked && query.data ? (
          <Answer question={asked} week={week} answer={query.data} />
        ) : query.error && !refused.date && !refused.time ? (
          <FailedQuery of={query} />
        ) : (
          query.isFetching && (
            <SkeletonGroup
              label="Looking for the reason"
              className="grid gap-2"
              rows={['h-5', 'h-5 w-2/3']}
            />
          )
        )}
      </div>
    </section>
  );
}

type AnswerProps = {
  question: Question;
  week: HoursAnswer;
  answer: { start: string; services: Parameters<typeof reasonText>[0][] };
};

function Answer({ question: { service_id, date }, week, answer }: AnswerProps) {
  const service = answer.services.find((each) => each.service_id === service_id);
  const name = week.services.find(({ id }) => id === service_id)?.name ?? service?.service_name;
  return (
    <div className="grid gap-1 pt-3 border-t border-line text-grid num wrap-anywhere">
      <p>
        <b>
          {name}, {formatDay(date)}, {formatClock(answer.start, practice.zone)}
        </b>
      </p>
      <p>
        {service ? reasonText(service) : 'Clients can’t book this service online. You can book it for them.'}
      </p>
      {service && !service.is_offered && (
        <p className="text-muted">
          {service.nearest.length > 0
            ? `Nearest times that work: ${nearestText(service.nearest, date)}`
            : 'There is no free time in the days that clients can book.'}
        </p>
      )}
    </div>
  );
}
