import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CalendarDays as CalendarDaysIcon, List, ListFilter } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { startOfDay, zoneNames } from '#domain/time/zone.ts';
import { CalendarBar } from '#staff/calendar/calendar-bar.tsx';
import { CalendarDays, type LoadedProps } from '#staff/calendar/calendar-days.tsx';
import { CalendarFilter } from '#staff/calendar/calendar-filter.tsx';
import { CalendarList } from '#staff/calendar/calendar-list.tsx';
import { CalendarMonth } from '#staff/calendar/calendar-month.tsx';
import { calendarQuery } from '#staff/calendar/calendar-query.ts';
import {
  type CalendarState,
  formatNothingBooked,
  readCalendarState,
  shownDates,
  VIEW_KEYS,
  writeCalendarState,
} from '#staff/calendar/calendar-view.ts';
import { entryPath } from '#staff/calendar/entry-text.ts';
import { entriesOf, type Entry, holdsTime } from '#staff/calendar/grid-layout.ts';
import { useMedia } from '#staff/parts/use-media.ts';
import { useChangedRows } from '#staff/api/use-changed-rows.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import { useNow, useToday } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/choices.css';
import '#web/ui/month-grid.css';
import '#web/ui/month-calendar.css';
import './calendar.css';
import './calendar-grid.css';
import './calendar-blocks.css';
import './calendar-month.css';
import './calendar-list.css';

const { zone } = practice;

const SproutArt = onDemand(async () => (await import('#web/art/leaf.tsx')).SproutArt, null);
const BookingPanel = onDemand(async () => (await import('#staff/bookings/booking-panel.tsx')).BookingPanel);

/** The calendar: day, three days, week, month and list, with a booking next to it on wide screens. */
export function CalendarPage() {
  const today = useToday(zone);
  return today === null ? null : <Calendar today={today} />;
}

function Calendar({ today }: { today: LocalDate }) {
  const [search, setSearch] = useSearchParams();
  const isPhone = useMedia('(max-width: 767px)');
  const fitsPanel = useMedia('(min-width: 1200px)');
  const navigate = useNavigate();
  const [showsFilter, setShowsFilter] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  const defaults = { view: isPhone ? '3days' : 'week', today } as const;
  const state = readCalendarState(search, defaults);
  const dates = shownDates(state);
  const query = useFreshQuery(calendarQuery(dates[0]!, dates.at(-1)!));
  const shown = query.data;

  const queryOf = (change: Partial<CalendarState>) => writeCalendarState({ ...state, ...change }, defaults);
  // At once, so that a key pressed right afterwards finds the new state.
  const change = (to: Partial<CalendarState>, replace = false) =>
    setSearch(queryOf(to), { replace, flushSync: true });
  const linkOf = (entry: Entry) =>
    fitsPanel && entry.kind === 'SESSION' ? `?${queryOf({ booking: entry.key })}` : entryPath(entry);

  const focusDays = () =>
    box.current
      ?.querySelector<HTMLElement>('td[tabindex="0"], .cal-list a, .month-day[tabindex="0"]')
      ?.focus();
  const closePanel = () => {
    change({ booking: null });
    focusDays();
  };

  // A key that changes the view can remove the cell that has the focus, or make another cell the tab stop.
  const keepsFocus = useRef(false);
  useEffect(() => {
    if (!keepsFocus.current) return;
    // So can the bookings of these days, once they arrive.
    keepsFocus.current = query.isPlaceholderData;
    const focused = document.activeElement;
    if (!box.current?.contains(focused) || focused?.matches('td:not([tabindex="0"])')) focusDays();
  }, [state.view, state.date, query.isPlaceholderData]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    const view = VIEW_KEYS[key];
    // D opens the day that has the focus.
    const date = (event.target as HTMLElement).dataset.date ?? state.date;
    keepsFocus.current = Boolean(view) || key === 't';
    if (view) change({ view, date });
    else if (key === 't') change({ date: today });
    else if (key === 'escape' && state.booking) closePanel();
    else return;
    event.preventDefault();
  };

  const filters = [state.service, state.place, state.with_cancelled, state.without_weekend].filter(
    Boolean,
  ).length;
  const isList = state.view === 'list';
  return (
    <div
      className={classNames(
        'cal-page',
        state.booking !== null && 'has-panel xl:grid-cols-[minmax(0,1fr)_var(--panel)]',
      )}
    >
      <div className="cal-page-main">
        <StaffPage
          title="Calendar"
          freshness={query}
          controls={
            <div className="cal-phone-acts ml-auto max-tablet:-mr-2">
              <IconButton
                label={isList ? 'As a grid' : 'As a list'}
                onClick={() => change({ view: isList ? defaults.view : 'list' })}
              >
                {isList ? <Icon of={CalendarDaysIcon} /> : <Icon of={List} />}
              </IconButton>
              <IconButton label="Filter" aria-haspopup="dialog" onClick={() => setShowsFilter(true)}>
                <Icon of={ListFilter} />
              </IconButton>
            </div>
          }
        >
          <CalendarBar
            state={state}
            filters={filters}
            onChange={change}
            onToday={() => change({ date: today })}
            onFilter={() => setShowsFilter(true)}
          />
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the grid or list inside */}
          <div ref={box} onKeyDown={onKeyDown}>
            {shown ? (
              <LoadedCalendar
                answer={shown}
                isOld={query.isPlaceholderData}
                state={state}
                dates={dates}
                linkOf={linkOf}
                onOpen={(entry) => void navigate(linkOf(entry))}
                onChange={change}
              />
            ) : (
              <QueryState of={query}>
                <SkeletonGroup label="Loading the calendar" className="grid gap-3" rows={['h-14', 'h-96']} />
              </QueryState>
            )}
          </div>
        </StaffPage>
      </div>
      {state.booking && (
        <aside
          className="cal-panel min-w-0 xl:sticky xl:z-26 xl:top-0 xl:h-dvh"
          aria-label="Booking"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.preventDefault();
            closePanel();
          }}
        >
          <BookingPanel key={state.booking} id={state.booking} onClose={closePanel} />
        </aside>
      )}
      {showsFilter && (
        <CalendarFilter
          state={state}
          answer={query.data}
          onChange={(to) => change(to, true)}
          onClose={() => setShowsFilter(false)}
        />
      )}
    </div>
  );
}

function LoadedCalendar({ answer, isOld, state, dates, linkOf, onOpen, onChange }: LoadedProps) {
  const now = useNow(20_000)?.getTime() ?? null;
  const changed = useChangedRows(answer, `${answer.from} ${answer.to}`);
  const { service, place, with_cancelled, view } = state;
  const entries = useMemo(
    () =>
      entriesOf(answer.sessions, answer.classes).filter((entry) => {
        const row = entry.kind === 'SESSION' ? entry.session : entry.class;
        if (service && row.service_id !== service) return false;
        if (place && row.place !== place) return false;
        return with_cancelled || entry.kind === 'CLASS' || entry.session.status !== 'CANCELLED';
      }),
    [answer, service, place, with_cancelled],
  );
  const { today } = answer;
  const zoneLabel = zoneNames(
    [startOfDay(dates[0]!, zone), startOfDay(dates.at(-1)!, zone).getTime() + 12 * 3_600_000],
    zone,
  );
  const shared = { today, zone, zoneLabel, entries, now, changed, linkOf };
  const isEmpty = !isOld && !entries.some(holdsTime);
  const facts = (
    <p className="flex flex-wrap gap-x-5 gap-y-1 max-w-none mt-3 text-muted text-xs">
      <span>Clients can book until {formatDay(answer.bookable_until)}.</span>
      {view === 'month' && <span>Times in {zoneLabel}</span>}
    </p>
  );
  return (
    <>
      <Announcement>
        {isEmpty && formatNothingBooked(view, dates, state.date)}
        {changed.size > 0 && 'The calendar has changed.'}
      </Announcement>
      {view === 'month' ? (
        <>
          <CalendarMonth
            {...shared}
            date={state.date}
            time_off={answer.time_off}
            onDate={(date) => onChange({ date })}
            onDay={(date) => onChange({ date, view: 'day' })}
          />
          {isEmpty && <p className="cal-none">{formatNothingBooked(view, dates, state.date)}</p>}
          {facts}
        </>
      ) : view === 'list' ? (
        <>
          {isEmpty ? (
            <EmptyState
              art={<SproutArt />}
              action={
                <Button look="secondary" onClick={() => onChange({ view: 'month' })}>
                  See the month
                </Button>
              }
            >
              {formatNothingBooked(view, dates, state.date)}
            </EmptyState>
          ) : (
            <CalendarList {...shared} dates={dates} openings={answer.openings} time_off={answer.time_off} />
          )}
          {facts}
        </>
      ) : (
        <CalendarDays {...shared} {...{ answer, isOld, isEmpty, state, dates, facts, onOpen, onChange }} />
      )}
    </>
  );
}
