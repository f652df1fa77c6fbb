import type { ClassRow } from '#contract/agenda.schemas.ts';
import { openingOf, opensOnDay, type Rule } from '#domain/slots/availability.ts';
import { dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { meetsSorted } from '#domain/slots/slot-engine.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { wallClockOf } from '#domain/time/zone.ts';
import type { Catalogue, OfferedService } from '../seats/practice-facts.ts';
import type { SeatsData } from './store.ts';

const MINUTE_MS = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
/** Dates in the practice's zone, both included. */
type Dates = { from: LocalDate; to: LocalDate; zone: string };

/** Returns the classes of these dates by start: those with seats, and those that the rules schedule. */
export function classesOf(catalogue: Catalogue, seats: readonly SeatsData[], dates: Dates): ClassRow[] {
  const rows = new Map<string, ClassRow>();
  for (const row of scheduledClasses(catalogue, dates)) rows.set(`${row.service_id} ${row.start_time}`, row);
  for (const data of seats) {
    const key = `${data.service_id} ${iso(data.start_time)}`;
    const scheduled = rows.get(key)?.capacity ?? catalogue.services.get(data.service_id)?.max_capacity;
    rows.set(key, presentSeats(data, data.capacity ?? Math.max(scheduled ?? 0, data.taken)));
  }
  return [...rows.values()].sort(
    (a, b) => a.start_time.localeCompare(b.start_time) || a.service_id.localeCompare(b.service_id),
  );
}

const presentSeats = (data: SeatsData, capacity: number): ClassRow => ({
  service_id: data.service_id,
  service_name: data.service_name,
  service_type: data.service_type,
  format: data.format,
  start_time: iso(data.start_time),
  end_time: iso(data.end_time),
  blocked_until: iso(data.blocked_until),
  place: data.location_type,
  location_name: data.location_name,
  ...(data.room !== null && { room: data.room }),
  taken: data.taken,
  capacity,
  arrived: data.arrived,
});

function scheduledClasses(catalogue: Catalogue, { from, to, zone }: Dates): ClassRow[] {
  const rows: ClassRow[] = [];
  for (const { rule } of catalogue.classes) {
    const service = catalogue.services.get(rule.service_id)!;
    const opening = openingOf(rule);
    for (let day = dayNumberOf(from); day <= dayNumberOf(to); day++) {
      if (!opensOnDay(opening, day).open) continue;
      const clock = wallClockOf(day, zone);
      const start = clock.at(parseTime(rule.start_time) ?? NaN);
      const end = start + service.duration * MINUTE_MS;
      if (!(end <= clock.end)) continue;
      if (
        catalogue.closures.some(
          ({ starts_at, ends_at }) => starts_at.getTime() < end && ends_at.getTime() > start,
        ) ||
        meetsSorted(start, end, catalogue.busy_elsewhere)
      )
        continue;
      rows.push(scheduledRow(rule, service, start, end));
    }
  }
  return rows;
}

const scheduledRow = (rule: Rule, service: OfferedService, start: number, end: number): ClassRow => ({
  service_id: service.id,
  service_name: service.name,
  service_type: service.type[0] ?? service.category,
  format: service.format,
  start_time: iso(start),
  end_time: iso(end),
  blocked_until: iso(end + service.buffer_time * MINUTE_MS),
  place: rule.location_type,
  location_name: service.location_name,
  taken: 0,
  capacity: rule.capacity ?? service.max_capacity ?? 1,
  arrived: 0,
});
