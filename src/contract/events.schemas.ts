import { z } from 'zod';
import { instant, type CallSchemas } from './schemas.ts';

/** What clients and staff see of an event. */
export const eventFields = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  start: instant,
  end: instant,
  location: z.string(),
  url: z.string().nullable(),
  service_id: z.string().nullable(),
});

/** An event of the practice (rules.md §8). available_spots: the seats left in a class, else null. */
const event = eventFields.extend({
  service_type: z.string().nullable(),
  available_spots: z.number().nullable(),
});
export type PracticeEvent = z.infer<typeof event>;

export const getEvents = { answer: z.array(event) } satisfies CallSchemas;
