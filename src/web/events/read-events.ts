import type { OutputOf } from '#contract/call.ts';
import { getEvents } from '#contract/events.calls.ts';
import { getAllWellnessServices } from '#contract/services.calls.ts';
import { practice } from '#content/public/practice.ts';
import { formatClock, formatMonthDay } from '#domain/date-words.ts';
import { localDateOf, zoneName } from '#domain/zone.ts';
import type { CalendarEvent } from '#web/events/on-the-calendar.ts';
import type { PagesContext } from '#web/pages-context.ts';

// For the loader only: none of this travels to the browser.

const { zone } = practice;

type CallApi = PagesContext['callApi'];

/** Every event by start; null if they could not be had. Their services' names are only an addition. */
export async function readEvents(callApi: CallApi): Promise<CalendarEvent[] | null> {
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
        date: localDateOf(start, zone),
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
              },
      }))
      .toSorted((one, other) => one.start.localeCompare(other.start)) ?? null
  );
}

async function listFrom<T>(callApi: CallApi, path: string): Promise<T[] | null> {
  try {
    const { status, body } = await callApi(path);
    return status === 200 && Array.isArray(body) ? (body as T[]) : null;
  } catch {
    return null;
  }
}
