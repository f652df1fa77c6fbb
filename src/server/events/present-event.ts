import type { eventFields } from '#contract/events.schemas.ts';
import type { z } from 'zod';
import type { EventRow } from './store.ts';

/** What clients and staff see of an event. */
export function presentEventFields(event: EventRow): z.output<typeof eventFields> {
  const { id, title, description, start_time, end_time, location, url, service_id } = event;
  return {
    id,
    title,
    description,
    start: start_time.toISOString(),
    end: end_time.toISOString(),
    location,
    url,
    service_id,
  };
}
