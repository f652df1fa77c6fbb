import { openingOf, opensOnDay } from '#domain/availability.ts';
import { dayNumberOf } from '#domain/calendar.ts';
import { parseTime } from '#domain/wall-time.ts';
import { localDateOf, localMinutesOf } from '#domain/zone.ts';
import { isClassFormat } from '#domain/slots.ts';
import type { PracticeFacts } from '../services/slot-facts.ts';

type Occurrence = { service_id: string | null; start_time: Date };

/**
 * Seats left in the class that an event announces; null if it is over, is no class, or its rules do not open
 * then. The same numbers as available_spots of a slot for somebody without a seat.
 */
export function spotsLeft(event: Occurrence, facts: PracticeFacts, now: Date, zone: string): number | null {
  const { services, rules } = facts.catalogue;
  const service = event.service_id === null ? undefined : services.get(event.service_id);
  if (!service || !isClassFormat(service.format) || event.start_time <= now) return null;

  const start = event.start_time.getTime();
  const standing = facts.taken.find(
    (taken) => taken.service_id === service.id && taken.start.getTime() === start,
  );
  if (standing) return standing.capacity - standing.taken;

  const day = dayNumberOf(localDateOf(event.start_time, zone));
  const minutes = localMinutesOf(event.start_time, zone);
  const rule = (rules.get(service.id) ?? []).find(
    (each) => parseTime(each.start_time) === minutes && opensOnDay(openingOf(each), day).open,
  );
  return rule ? (rule.capacity ?? service.max_capacity ?? 1) : null;
}
