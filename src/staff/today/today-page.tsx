import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ChevronLeft, ChevronRight, Printer } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { Today } from '#contract/agenda.schemas.ts';
import { addDays, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDay, formatFullDay } from '#domain/time/date-formats.ts';
import { startOfDay, zoneName } from '#domain/time/zone.ts';
import { todayQuery } from '#staff/api/today-queries.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { DayLine } from '#staff/today/day-line.tsx';
import { isLong } from '#staff/today/day-rows.ts';
import { DaySheet } from '#staff/today/day-sheet.tsx';
import { clockChangeText, dayCounts, dayHours, emptyDayText, timeOffText } from '#staff/today/day-texts.ts';
import { NeedsAttention } from '#staff/today/needs-attention.tsx';
import { TomorrowCard } from '#staff/today/tomorrow-card.tsx';
import { SunAndMoonArt } from '#web/art/sun-and-moon-art.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';
import { useNow, useToday } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import './today.css';
import './day-session.css';
import './needs-attention.css';

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
        </div>
        <div className="min-w-0 desktop:row-1 desktop:col-1">
          {day ? (
            <Day day={day} />
          ) : query.error ? (
            <FailedState
              message={query.error.message}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <DaySkeleton />
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
