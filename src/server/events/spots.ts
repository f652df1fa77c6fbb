import { OPEN_PLACES } from '#domain/slots/access.ts';
import { dayNumberOf } from '#domain/time/calendar.ts';
import { createSlotEngine } from '#domain/slots/slot-engine.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type PracticeFacts, slotFactsOf } from '../seats/practice-facts.ts';

type Occurrence = { service_id: string | null; start_time: Date };

/**
 * Returns the seats left in the class that an event announces. Null if the event is over or not a class, if no rule
 * opens then, or if the practice is closed. The slot engine computes them, so that they equal the available_spots of a
 * client without a seat.
 */
export function spotsLeft(event: Occurrence, facts: PracticeFacts, now: Date, zone: string): number | null {
  if (event.service_id === null || event.start_time <= now) return null;
  const about = {
    service_id: event.service_id,
    location_types: OPEN_PLACES,
    now,
    zone,
  };
  const own = slotFactsOf(facts, about);
  if (!own || !isClassFormat(own.service.format)) return null;

  const { listed } = createSlotEngine(own, true).evaluateDay(
    dayNumberOf(localDateOf(event.start_time, zone)),
  );
  const result = listed.find(({ start }) => start === event.start_time.getTime());
  if (!result || result.reason === 'CLOSED') return null;
  return result.reason === null ? result.capacity - result.current_count : 0;
}
