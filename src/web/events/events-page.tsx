import '#web/ui/month-grid.css';
import '#web/ui/month-calendar.css';

import './events.css';

import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { addDays, type LocalDate, type YearMonth, yearMonthOf } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { DayPanel } from '#web/events/day-panel.tsx';
import { dayFacts } from '#web/events/event-card.tsx';
import { jsonLdOf } from '#web/events/json-ld.ts';
import { comingUp, dayOfAddress, eventsByDay } from '#web/events/calendar-events.ts';
import { readEvents } from '#web/events/read-events.ts';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import { NOT_LOADED } from '#web/ui/load-page.ts';
import { pagesContext } from '#web/api/pages-context.ts';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now, useTodayFrom } from '#web/ui/use-now.ts';
import type { Route } from './+types/events-page.ts';

const { zone } = practice;
const COMING_UP = 4;

/** Rendered by the server and hydrated later, because reading the page does not need its code. */
const MonthGrid = onDemand(async () => (await import('#web/ui/month-grid.tsx')).MonthGrid);
// After client-side navigation, loads together with the page's data.
if (!import.meta.env.SSR) MonthGrid.preload();

/** Today and its end come from the server, so that the browser need not load the time zone. */
export async function loader({ context }: Route.LoaderArgs) {
  const today = localDateOf(now(), zone);
  return {
    events: await readEvents(context.get(pagesContext).callApi, today),
    today,
    today_ends: startOfDay(addDays(today, 1), zone).getTime(),
  };
}

/** True while 'Try again' reloads the events. */
let isRetrying = false;

/** Choosing a day does not reload the events, so it needs no network. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  isRetrying || currentUrl.pathname !== nextUrl.pathname;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Events',
    description: visits.events_lede,
    path: '/events',
    jsonLd: (loaderData?.events ?? [])
      .filter(({ last_date }) => last_date >= loaderData!.today)
      .map((event) => jsonLdOf(event, siteUrlOf(matches))),
  });

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const { events } = loaderData;
  const today = useTodayFrom(loaderData, zone);
  const { chosen, setChosen, focusKey, key } = useChosenDay();
  const [shownMonth, setShownMonth] = useState<{ month: YearMonth; key: string } | null>(null);
  const { retrying, retry } = useRetry();
  const panelHeading = useRef<HTMLHeadingElement>(null);
  const days = useMemo(() => eventsByDay(events ?? []), [events]);

  const selected = chosen ?? today;
  // The month that the visitor has turned to counts until the address changes; then the month of the day is shown.
  const month = shownMonth?.key === key ? shownMonth.month : yearMonthOf(selected);
  const choose = (date: LocalDate | null) => {
    setShownMonth(null);
    if (date !== chosen) setChosen(date);
  };
  useEffect(() => {
    if (focusKey) panelHeading.current?.focus();
  }, [focusKey]);

  return (
    <div className="page wrap">
      <div className="mb-8 grid gap-3 md:grid-cols-[7fr_4fr] md:items-end md:gap-12">
        <h1>Events</h1>
        <p className="text-muted">{visits.events_lede}</p>
      </div>
      <div className="events">
        <Card
          as="section"
          aria-label="Calendar"
          className="on-surface min-h-148 p-4 max-xs:-mx-2 max-xs:px-2 mid:p-6"
        >
          <MonthGrid
            look="calendar"
            headingLevel="h2"
            weekStartsOn={1}
            month={month}
            onMonthChange={(to) => setShownMonth({ month: to, key })}
            today={today}
            onToday={() => choose(null)}
            selected={selected}
            onSelect={choose}
            factsOf={(date) => dayFacts(days.get(date))}
          />
        </Card>
        <DayPanel
          headingRef={panelHeading}
          date={selected}
          events={events && (days.get(selected) ?? [])}
          next={comingUp(events ?? [], { after: selected, from: today, most: COMING_UP })}
          onChoose={choose}
          retrying={retrying}
          onRetry={retry}
        />
      </div>
    </div>
  );
}

/** Does not reload while offline, because a failed reload would replace the page. */
function useRetry() {
  const { state, revalidate } = useRevalidator();
  const retry = () => {
    if (!navigator.onLine) return showToast(NOT_LOADED, 'error');
    isRetrying = true;
    void revalidate().finally(() => (isRetrying = false));
  };
  return { retrying: state === 'loading', retry };
}

/**
 * The day is in the address, so that a visitor who goes on to book can return to it. `focusKey` changes with each choice
 * and moves the focus to the day; it is null before the first.
 */
function useChosenDay() {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const [initialKey] = useState(key);
  const day = search.get('day');
  return {
    chosen: dayOfAddress(day),
    setChosen: (date: LocalDate | null) =>
      setSearch(date === null ? {} : { day: date }, { replace: true, preventScrollReset: true }),
    focusKey: key === initialKey || day === null ? null : key,
    /** Changes with each navigation. */
    key,
  };
}
