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
import { addDays, type LocalDate, type YearMonth, yearMonthOf } from '#domain/calendar.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import { DayPanel } from '#web/events/day-panel.tsx';
import { dayFacts } from '#web/events/day-facts.tsx';
import { jsonLdOf } from '#web/events/json-ld.ts';
import { comingUp, dayOfAddress, eventsByDay } from '#web/events/on-the-calendar.ts';
import { readEvents } from '#web/events/read-events.ts';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import { NOT_LOADED } from '#web/layout/offline.tsx';
import { pagesContext } from '#web/pages-context.ts';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { now, useTodayOf } from '#web/ui/use-now.ts';
import type { Route } from './+types/events-page.ts';

const { zone } = practice;
const COMING_UP = 4;

/** In the markup at once; its code, of which nothing is needed to read the page, comes a moment later. */
const MonthGrid = onDemand(async () => (await import('#web/ui/month-grid.tsx')).MonthGrid);
// Together with the page's data, not after it, where the page is reached by a link.
if (!import.meta.env.SSR) MonthGrid.fetch();

/** Today is the server's, and when it ends, so that a browser need not work out the zone on the same day. */
export async function loader({ context }: Route.LoaderArgs) {
  const today = localDateOf(now(), zone);
  return {
    events: await readEvents(context.get(pagesContext).callApi, today),
    today,
    today_ends: startOfDay(addDays(today, 1), zone).getTime(),
  };
}

/** Set while 'Try again' asks for the events that could not be loaded. */
let asksAgain = false;

/** Another day is the same list, and so is the same day: neither may need the network. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  asksAgain || currentUrl.pathname !== nextUrl.pathname;

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
  const today = useTodayOf(loaderData, zone);
  const { chosen, setChosen, led, key } = useChosenDay();
  const [leafed, setLeafed] = useState<{ month: YearMonth; key: string } | null>(null);
  const { retrying, retry } = useRetry();
  const panelHeading = useRef<HTMLHeadingElement>(null);
  const days = useMemo(() => eventsByDay(events ?? []), [events]);

  const selected = chosen ?? today;
  // Leafing counts until the address changes: whoever comes to a day, or back to today, wants to see its month.
  const month = leafed?.key === key ? leafed.month : yearMonthOf(selected);
  const choose = (date: LocalDate | null) => {
    setLeafed(null);
    if (date !== chosen) setChosen(date);
  };
  useEffect(() => {
    if (led) panelHeading.current?.focus();
  }, [led]);

  return (
    <div className="page wrap">
      <div className="mb-8 grid gap-3 md:grid-cols-[7fr_4fr] md:items-end md:gap-12">
        <h1>Events</h1>
        <p className="text-muted">{visits.events_lede}</p>
      </div>
      <div className="events">
        <Card as="section" aria-label="Calendar" className="on-surface events-calendar">
          <MonthGrid
            look="calendar"
            headingLevel="h2"
            weekStartsOn={1}
            month={month}
            onMonthChange={(to) => setLeafed({ month: to, key })}
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

/** Offline the page stays as it is: a load that fails would take its place. */
function useRetry() {
  const { state, revalidate } = useRevalidator();
  const retry = () => {
    if (!navigator.onLine) return showToast(NOT_LOADED, 'trouble');
    asksAgain = true;
    void revalidate().finally(() => (asksAgain = false));
  };
  return { retrying: state === 'loading', retry };
}

/**
 * The day in the address, so that whoever went on to book comes back to it. `led` is another value after each choice,
 * null before the first: then the focus goes to the day.
 */
function useChosenDay() {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const [opened] = useState(key);
  const day = search.get('day');
  return {
    chosen: dayOfAddress(day),
    setChosen: (date: LocalDate | null) =>
      setSearch(date === null ? {} : { day: date }, { replace: true, preventScrollReset: true }),
    led: key === opened || day === null ? null : key,
    /** Another value after each navigation. */
    key,
  };
}
