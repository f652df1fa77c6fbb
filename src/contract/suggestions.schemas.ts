import { z } from 'zod';
import { BEST_DATES } from '#domain/visits/suggestions.ts';
import { id, localDate, type CallSchemas } from './schemas.ts';
import { locationType, service, slot } from './services.schemas.ts';

// Sessions that the practitioner suggests to a client with a published recommendation (rules.md §7).

const suggestion = z.object({
  id,
  /** The visit whose recommendation it belongs to. */
  booking_id: id,
  service,
  place: locationType,
  /** The date around which the next session is suggested. */
  around: localDate,
  /** How many sessions are suggested, every so many weeks, and how many of them are booked. */
  times: z.number(),
  every_weeks: z.number(),
  booked: z.number(),
  /** Times that can be booked now and suit, by time. */
  dates: z.array(z.object({ date: localDate, slot })).max(BEST_DATES),
  /** The day from which times around that date can be booked; null: they can be now. */
  opens_on: localDate.nullable(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const getSuggestions = {
  answer: z.object({ suggestions: z.array(suggestion) }),
} satisfies CallSchemas;
export const declineSuggestion = {
  body: z.object({ id }),
  answer: z.object({ id }),
} satisfies CallSchemas;
