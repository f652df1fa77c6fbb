import type { OutputOf } from '#contract/call.ts';
import { getEvents, getAllWellnessServices } from '#contract/client.calls.ts';
import { practice } from '#content/public/practice.ts';
import { bookableWindow } from '#domain/slots/availability.ts';
import { addDays, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { formatCalendarDate, formatClock, formatMonthDay } from '#domain/time/date-formats.ts';
import { localDateOf, zoneName } from '#domain/time/zone.ts';
import type { CalendarEvent } from '#web/events/calendar-events.ts';
import type { PagesContext } from '#web/api/pages-context.ts';

// For the loader only: none of this is in the browser's code.

const { zone } = practice;

type CallApi = PagesContext['callApi'];

/** Every event by start; null if they could not be loaded. The names of services are optional. */
export async function readEvents(callApi: CallApi, today: LocalDate): Promise<CalendarEvent[] | null> {
  const [events, services] = await Promise.all([
    listFrom<OutputOf<typeof getEvents>[number]>(callApi, getEvents.path),
    listFrom<{ id: string; name: string }>(callApi, getAllWellnessServices.path),
  ]);
  const names = new Map(services?.map(({ id, name }) => [id, name]));
  return (
    events
      ?.map(({ id, title, description, start, end, location, url, service_id, ...more }) => ({
        id,
        title,
        description,
        start,
        end,
        ...daysOf(start, end),
        month_day: formatMonthDay(start, zone),
        starts_at: formatClock(start, zone),
        ends_at: formatClock(end, zone),
        zone_name: zoneName(start, zone),
        location,
        url,
        service:
          service_id === null
            ? null
            : {
                id: service_id,
                type: more.service_type ?? 'ALL',
                name: names.get(service_id) ?? null,
                spots: more.available_spots,
                ...bookingOf(localDateOf(start, zone), today),
              },
      }))
      .toSorted((one, other) => one.start.localeCompare(other.start)) ?? null
  );
}

/** Its first and last day; an event that ends at midnight ends on the day before. */
function daysOf(
  start: string,
  end: string,
): { date: LocalDate; last_date: LocalDate; ends_on: string | null } {
  const date = localDateOf(start, zone);
  const last = Date.parse(end) - 1;
  const last_date = localDateOf(last, zone);
  return { date, last_date, ends_on: last_date > date ? formatMonthDay(last, zone) : null };
}

/** Whether a class on that day can be booked today, and if not, from when on (rules.md §4). */
function bookingOf(date: LocalDate, today: LocalDate): { bookable: boolean; opens_on: string | null } {
  const { earliest, latest } = bookableWindow([], today);
  if (date <= latest) return { bookable: date >= earliest, opens_on: null };
  const ahead = addDays(today, dayNumberOf(date) - dayNumberOf(latest));
  return { bookable: false, opens_on: formatCalendarDate(ahead) };
}

async function listFrom<T>(callApi: CallApi, path: string): Promise<T[] | null> {
  try {
    const { status, body } = await callApi(path);
    return status === 200 && Array.isArray(body) ? (body as T[]) : null;
  } catch {
    return null;
  }
}
