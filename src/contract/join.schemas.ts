import { z } from 'zod';
import { type CallSchemas, id } from './schemas.ts';

const token = z.object({ token: id });
/** What a client's link to an online session shows. It has no name, and never the address of the room. */
export const joinLink = {
  params: token,
  answer: z.object({
    title: z.string(),
    /** Date and times with their zone. */
    when: z.string(),
    /** Whether it can be joined now, and if not, why. */
    text: z.string(),
    can_join: z.boolean(),
    /** What the practice wants clients to know before; '' for nothing. */
    know: z.string(),
    /** When the answer changes by itself, in milliseconds from now; null: never. */
    changes_in_ms: z.number().nullable(),
  }),
} satisfies CallSchemas;
export type JoinLink = z.infer<(typeof joinLink)['answer']>;
export const joinRoom = { params: token, status: 303 } satisfies CallSchemas;
