import { z } from 'zod';
import { instant, message, type CallSchemas } from './schemas.ts';

/** States whether a private calendar feed is on. Its address is shown once, when it is created. */
export const getCalendarFeed = {
  answer: z.object({ active: z.boolean(), created_at: instant.nullable() }),
} satisfies CallSchemas;
export const createCalendarFeed = {
  answer: z.object({ url: z.string(), created_at: instant, message: z.string() }),
  status: 201,
} satisfies CallSchemas;
export const revokeCalendarFeed = { answer: message } satisfies CallSchemas;
