import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ChevronLeft, ChevronRight, Printer } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { SessionRow, Today } from '#contract/agenda.schemas.ts';
import { addDays, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDay, formatDayTime, formatFullDay } from '#domain/time/date-formats.ts';
import { startOfDay, zoneName } from '#domain/time/zone.ts';
import { todayQuery } from '#staff/api/today-queries.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { DayLine } from '#staff/today/day-line.tsx';
import { bookedClasses, countedSessions, isLong } from '#staff/today/day-rows.ts';
import { clockChangeText, dayCounts, dayHours, emptyDayText, timeOffText } from '#staff/today/day-texts.ts';
import { NeedsAttention } from '#staff/today/needs-attention.tsx';
import { SunAndMoonArt } from '#web/art/sun-and-moon-art.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import { useNow, useToday } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import './today.css';
import './day-session.css';
import './needs-attention.css';
import { bookingPath, classPath, seatsLabel, shortClientName } from '#staff/parts/session-texts.ts';

/** On paper only: it need not come with the first screen. */
const DaySheet = onDemand(async () => (await import('#staff/today/day-sheet.tsx')).DaySheet, null, null);
/** Below the day, so it comes after it. */
const WhatIsNew = onDemand(async () => (await import('#staff/today/what-is-new.tsx')).WhatIsNew, null);

/** The day after the shown one, in brief. */
function TomorrowCard({ date, today, tomorrow }: Pick<Today, 'date' | 'today' | 'tomorrow'>) {
  const next = addDays(date, 1);
  const rows = [
    ...countedSessions(tomorrow.sessions).map((row) => ({
      start_time: row.start_time,
      path: bookingPath(row.id),
      title: shortClientName(row),
      subtitle: sessionText(row),
    })),
    ...bookedClasses(tomorrow.classes).map((row) => ({
      start_time: row.start_time,
      path: classPath(row),
      title: row.service_name,
      subtitle: seatsLabel(row),
    })),
  ].toSorted((one, other) => one.start_time.localeCompare(other.start_time));
  return (
    <section className="max-desktop:order-3 staff-box" aria-labelledby="tomorrow-title">
      <div className="flex gap-3 items-center justify-between min-h-[3.4rem] px-4.5 pt-2.5 pb-0.5">
        <h2 id="tomorrow-title">{date === today ? 'Tomorrow' : formatDay(next)}</h2>
        <Link className="act" to={`/calendar?view=week&date=${next}`}>
          Week
        </Link>
      </div>
      {rows.length === 0 ? (
        <p className="px-4.5 pb-3.5 text-muted text-grid">Nobody is booked.</p>
      ) : (
        <ol className="px-4.5 pb-3.5 divide-y divide-line text-grid leading-snug wrap-anywhere">
          {rows.map(({ start_time, path, title, subtitle }) => (
            <li
              className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-2.5 py-2 max-tablet:relative max-tablet:min-h-target max-tablet:content-center"
              key={path}
            >
              <time className="text-muted num" dateTime={start_time}>
                {formatClock(start_time, zone)}
              </time>
              <div>
                <Link className="link-quiet stretched block font-semibold tablet:relative" to={path}>
                  {title}
                </Link>
                <span className="text-muted text-small">{subtitle}</span>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A house call says so, once. */
const sessionText = ({ place, service_name }: SessionRow) =>
  place === 'HOUSE_CALL' && !/house call/i.test(service_name) ? `${service_name}, house call` : service_name;

const { zone } = practice;

const CancelDay = onDemand(async () => (await import('#staff/decisions/cancel-day.tsx')).CancelDay);

/** The day of the practice: what comes next, what needs attention, and tomorrow. */
export function TodayPage() {
  const [search] = useSearchParams();
  const given = search.get('date');
  const asked = given !== null && isLocalDate(given) ? given : null;
  const query = useFreshQuery(todayQuery(asked));
  const clock = useToday(zone);
  const day = query.data;
  const date = asked ?? day?.today ?? clock;
  return (
    <StaffPage
      title={date === null ? 'Today' : <DayTitle date={date} />}
      documentTitle={date === null || date === day?.today ? 'Today' : formatDay(date)}
      controls={date !== null && <DayNavigation date={date} today={day?.today ?? clock ?? date} />}
      freshness={query}
    >
      <div className="today">
        <div className="max-desktop:contents desktop:sticky desktop:top-below-top desktop:grid desktop:row-1 desktop:col-2 desktop:gap-4">
          <NeedsAttention expected={day?.attention_count ?? 0} />
          {day && <TomorrowCard {...day} />}
          <WhatIsNew />
        </div>
        <div className="min-w-0 desktop:row-1 desktop:col-1">
          {day ? (
            <Day day={day} />
          ) : (
            <QueryState of={query}>
              <DaySkeleton />
            </QueryState>
          )}
        </div>
      </div>
      {day && <DaySheet day={day} />}
    </StaffPage>
  );
}

function DayTitle({ date }: { date: LocalDate }) {
  return (
    <>
      <span className="title-long">{formatFullDay(date)}</span>
      <span className="title-short">{formatDay(date)}</span>
    </>
  );
}

const dayLink = (date: LocalDate, today: LocalDate) => (date === today ? '/' : `/?date=${date}`);

function DayNavigation({ date, today }: { date: LocalDate; today: LocalDate }) {
  const before = addDays(date, -1);
  const after = addDays(date, 1);
  return (
    <nav className="flex flex-none items-center" aria-label="Days">
      <Link
        className="btn-icon w-10"
        to={dayLink(before, today)}
        aria-label={`Day before, ${formatDay(before)}`}
      >
        <Icon of={ChevronLeft} />
      </Link>
      <Link
        className="btn-icon w-10"
        to={dayLink(after, today)}
        aria-label={`Day after, ${formatDay(after)}`}
      >
        <Icon of={ChevronRight} />
      </Link>
      {date !== today && (
        <Link className="act ml-3" to="/">
          Today
        </Link>
      )}
    </nav>
  );
}

function Day({ day }: { day: Today }) {
  const now = useNow(20_000);
  const { date, today } = day;
  const counts = dayCounts(day);
  const change = clockChangeText(day.clock_change, date === today, date);
  // Someone who did not come was booked.
  const isEmpty = counts === null;
  const [isCancelling, setIsCancelling] = useState(false);
  const cancelText = date === today ? 'I can’t work today' : 'Cancel this day';
  const hasRows = day.sessions.length > 0 || day.classes.length > 0;
  return (
    <>
      <p className="day-sum max-w-none mb-1.5">
        {counts && <span className="num">{[counts, dayHours(day, zone)].filter(Boolean).join(' · ')}</span>}
        <span>Times in {zoneName(day.sessions[0]?.start_time ?? startOfDay(date, zone), zone)}</span>
        {!isEmpty && (
          <TextButton className="act act-soft day-print" onClick={() => window.print()}>
            <Icon of={Printer} />
            <span>Print</span>
          </TextButton>
        )}
        {!isEmpty && date >= today && (
          <TextButton className="act act-soft no-print" onClick={() => setIsCancelling(true)}>
            {cancelText}
          </TextButton>
        )}
      </p>
      {day.time_off.filter(isLong).map((each) => (
        <p key={each.id} className="strip mt-2 mb-3 bg-off-bg text-off-ink">
          {timeOffText(each, zone)}
        </p>
      ))}
      {change && <p className="strip mt-2 mb-3">{change}</p>}
      {day.calendar_read_at !== null && (
        <p className="strip mt-2 mb-3">
          {`Your other calendar was last read ${formatDayTime(day.calendar_read_at, zone)}. `}
          <Link className="act" to="/hours#calendars">
            Open hours
          </Link>
        </p>
      )}
      {isEmpty && (
        <EmptyState
          className="pt-10 pb-12"
          art={<SunAndMoonArt />}
          action={
            <Link className="btn btn-secondary" to={`/calendar?view=week&date=${date}`}>
              See the week
            </Link>
          }
        >
          <p className="display text-ink text-xl font-figure leading-tight">{emptyDayText(date, today)}</p>
          {day.hours && (
            <p className="mt-1">
              Open {formatClock(day.hours.start, zone)} to {formatClock(day.hours.end, zone)}
            </p>
          )}
        </EmptyState>
      )}
      {isCancelling && (
        <CancelDay date={date} title={`${cancelText}?`} onClose={() => setIsCancelling(false)} />
      )}
      {hasRows && <DayLine key={date} day={day} now={now ?? null} />}
    </>
  );
}

function DaySkeleton() {
  return (
    <SkeletonGroup label="Loading your day" className="grid gap-6 pt-2">
      <Skeleton className="h-5 w-2/3" />
      {[0, 1, 2, 3].map((line) => (
        <div key={line} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          <Skeleton round className="size-10" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
