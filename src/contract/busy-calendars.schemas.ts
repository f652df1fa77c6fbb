import { z } from 'zod';
import { action_id, id, instant, text, type CallSchemas } from './schemas.ts';

/** What all-day events do. */
const allDay = z.enum(['AS_MARKED', 'ALWAYS', 'NEVER']);
export type AllDay = z.infer<typeof allDay>;

/** Another calendar of the practitioner. Its address is never shown again. */
export const busyCalendar = z.object({
  id,
  host: z.string(),
  /** The last four characters of its address. */
  ending: z.string(),
  all_day: allDay,
  /** When it was last read. */
  read_at: instant,
  /** Since when it cannot be read, and why. */
  failed_since: instant.nullable(),
  problem: z.string().nullable(),
  /** How many times it closes in the next 30 days. */
  times: z.number(),
});
export type BusyCalendar = z.infer<typeof busyCalendar>;

const pasted = {
  address: text(2000, 'Please paste the address of your calendar.').min(
    1,
    'Please paste the address of your calendar.',
  ),
  all_day: allDay,
};

export const staffPreviewBusyCalendar = {
  body: z.object(pasted),
  answer: z.object({
    host: z.string(),
    /** In the next 30 days: what it closes, all-day events, and what is marked as free and closes nothing. */
    times: z.number(),
    all_day: z.number(),
    free_all_day: z.array(z.object({ starts_at: instant, ends_at: instant })),
    free_timed: z.number(),
    /** Events that cannot be read, and those in a zone that nothing defines. */
    skipped: z.number(),
    unknown_zones: z.number(),
    /** Bookings in the times that it closes. They stay. */
    bookings: z.array(z.object({ id, start: instant, service_name: z.string(), client: z.string() })),
  }),
} satisfies CallSchemas;
export type CalendarPreview = z.infer<(typeof staffPreviewBusyCalendar)['answer']>;

export const staffAddBusyCalendar = {
  body: z.object({ action_id, ...pasted }),
  status: 204,
} satisfies CallSchemas;

export const staffStopBusyCalendar = {
  params: z.object({ id }),
  body: z.object({ action_id }),
  status: 204,
} satisfies CallSchemas;
