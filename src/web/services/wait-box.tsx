import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { WaitlistEntry } from '#contract/waitlist.schemas.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { daysToWaitFor, HOURS_TO_WAIT_FOR, WEEKS_TO_WAIT } from '#domain/slots/waitlist.ts';
import { ordinal } from '#domain/text/sentences.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatLongDay } from '#domain/time/date-formats.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import type { OfDay } from '#web/slots/nearest-times.tsx';
import { useExplainedDate } from '#web/slots/nearest-times.tsx';
import { useJoin, waitlistQuery } from '#web/slots/waitlist-query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useToday } from '#web/ui/use-now.ts';

const { zone } = practice;
const FULL = new Set(['FULL', 'BUFFER', 'DAY_FULL', 'HELD']);

/** On a day that is full: the way into the line (rules.md §10). */
export function WaitBox({ format, ...day }: OfDay & { format: string }) {
  const explained = useExplainedDate(day).data;
  if (!explained?.reason || !FULL.has(explained.reason)) return null;
  if (!isClassFormat(format)) return <InLine day={day} class_start={null} />;
  const full = explained.times.find(({ reason }) => FULL.has(reason));
  const class_start = full && instantOf(day.date, parseTime(full.start)!, zone);
  return class_start ? <InLine day={day} class_start={class_start.toISOString()} /> : null;
}

/** The client's place in a line, or the form to join it. */
function InLine({ day, class_start }: { day: OfDay; class_start: string | null }) {
  const { service_id, place } = day;
  const line = { service_id, place, ...(class_start === null ? {} : { class_start }) };
  const query = useQuery(waitlistQuery(line));
  if (!query.data) return null;
  const { entries, next_position } = query.data;
  const own = entries.find(
    (entry) => entry.service_id === service_id && entry.place === place && entry.class_start === class_start,
  );
  const isWaiting = own !== undefined && own.state !== 'PAUSED';
  return (
    <section className="wait-box" aria-labelledby="wait">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 id="wait" className="text-lg">
          {class_start ? 'Wait for a seat' : 'Wait for a time'}
        </h4>
        <span className="badge badge-purple num" role="status">
          {isWaiting ? `You’re ${ordinal(own.position!)}` : `You’d be ${ordinal(next_position!)}`}
        </span>
      </div>
      {isWaiting ? <Waiting entry={own} /> : <JoinForm day={day} class_start={class_start} />}
    </section>
  );
}

const Waiting = ({ entry }: { entry: WaitlistEntry }) => (
  <>
    <p className="text-sm text-muted">
      {entry.text}. We’ll write to you when a time comes free, and hold it while you decide.
    </p>
    <div>
      <LinkButton look="secondary" size="sm" to="/profile/schedule">
        See my places in line
      </LinkButton>
    </div>
  </>
);

/** What suits, for a time; a class has one. */
function JoinForm({
  day: { service_id, place, date },
  class_start,
}: {
  day: OfDay;
  class_start: string | null;
}) {
  const days = daysToWaitFor(date);
  const [weekdays, setWeekdays] = useState(days[0]!.weekdays);
  const [hours, setHours] = useState(0);
  const [weeks, setWeeks] = useState(0);
  const today = useToday(zone) ?? date;
  const join = useJoin();
  const { from_time, to_time } = HOURS_TO_WAIT_FOR[hours]!;
  // Until that day: nothing else is meant.
  const from_date = weeks === 0 && weekdays === days[0]!.weekdays ? date : today;
  const times = { from_date, to_date: addDays(date, 7 * weeks), weekdays, from_time, to_time };
  const wish = { service_id, place, class_start, times: class_start === null ? times : null };
  return (
    <>
      {class_start === null && (
        <div className="grid gap-3 mid:grid-cols-2">
          <SelectField
            label="Days"
            value={String(weekdays)}
            onChange={(value) => setWeekdays(Number(value))}
            options={days.map((each) => ({ value: String(each.weekdays), label: each.label }))}
          />
          <SelectField
            label="Time"
            value={String(hours)}
            onChange={(value) => setHours(Number(value))}
            options={HOURS_TO_WAIT_FOR.map(({ label }, at) => ({ value: String(at), label }))}
          />
          <div className="mid:col-span-2">
            <SelectField
              label="Until"
              value={String(weeks)}
              onChange={(value) => setWeeks(Number(value))}
              options={[0, ...WEEKS_TO_WAIT].map((each) => ({
                value: String(each),
                label: formatLongDay(addDays(date, 7 * each)),
              }))}
            />
          </div>
        </div>
      )}
      <p className="text-sm text-muted">
        We ask one person at a time, in order. You are never booked without saying yes, nothing is paid until
        then, and leaving costs nothing.
      </p>
      <Button wide busy={join.isPending} onClick={() => join.mutate(wish)}>
        {class_start ? 'Wait for this class' : 'Join the waitlist'}
      </Button>
      {join.error && (
        <Banner tone="error" inSight>
          {join.error.code === 'FREE_NOW' ? freeText(join.error.details) : errorMessage(join.error)}
        </Banner>
      )}
    </>
  );
}

/** 'There are free times right now. The first is on Tuesday, December 29 at 12:30 PM.' */
function freeText(details: unknown): string {
  const [first] = (details as { times: { date: string; start: string }[] }).times;
  return `There are free times right now. The first is on ${formatLongDay(first!.date)} at ${first!.start}.`;
}
