import { z } from 'zod';
import { eventFields } from './events.schemas.ts';
import {
  action_id,
  clockTime,
  id,
  instant,
  localDate,
  multilineText,
  text,
  type CallSchemas,
} from './schemas.ts';

/** An event as staff keep it. */
const staffEvent = eventFields.extend({
  /** Null before it was changed for the first time. */
  updated_at: instant.nullable(),
  /** The class that it announces; null: none. */
  seats: z
    .object({
      service_name: z.string(),
      taken: z.number(),
      /** Null: clients cannot book it at that time. */
      free: z.number().nullable(),
    })
    .nullable(),
});
export type StaffEvent = z.infer<typeof staffEvent>;

const eventClass = z.object({ id: z.string(), name: z.string(), duration: z.number() });
export type EventClass = z.infer<typeof eventClass>;

/** The events of the last year and all to come, and the classes that an event can announce. */
export const staffEvents = {
  answer: z.object({ events: z.array(staffEvent), classes: z.array(eventClass) }),
  also: [304],
} satisfies CallSchemas;

const fields = {
  title: text(150).min(1, 'Please give it a title.'),
  description: multilineText(1000).min(1, 'Please describe it in a sentence or two.'),
  location: text(150).min(1, 'Please say where it is.'),
  date: localDate,
  time: clockTime,
  end_date: localDate,
  end_time: clockTime,
  /** '' for none. */
  url: text(1000),
  service_id: id.nullable(),
};
const base_updated_at = instant.nullable();

export const staffCreateEvent = {
  body: z.object({ action_id, ...fields }),
  answer: staffEvent,
  status: 201,
} satisfies CallSchemas;
export const staffChangeEvent = {
  params: z.object({ id }),
  body: z.object({ action_id, base_updated_at, ...fields }),
  answer: staffEvent,
} satisfies CallSchemas;
export const staffRemoveEvent = {
  params: z.object({ id }),
  /** `keep_bookings`: people are booked in its class, and only the announcement goes. */
  body: z.object({ action_id, base_updated_at, keep_bookings: z.boolean() }),
  status: 204,
} satisfies CallSchemas;
