import { z } from 'zod';
import { id, instant, message, type CallSchemas } from './schemas.ts';

const session = z.object({
  id,
  /** 'Firefox on Windows'; null if the browser did not say, or signed in before this was recorded. */
  browser: z.string().nullable(),
  signed_in_at: instant,
  /** Accurate to 15 minutes, the lifetime of an access token. */
  last_active_at: instant,
  /** True for the browser that asks. */
  is_current: z.boolean(),
});

export const getSessions = {
  answer: z.object({ sessions: z.array(session) }),
} satisfies CallSchemas;
export const endSession = {
  query: z.object({ id }),
  answer: message,
} satisfies CallSchemas;
export const signOutEverywhere = { status: 204 } satisfies CallSchemas;
