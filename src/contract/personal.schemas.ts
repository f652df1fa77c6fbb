import { z } from 'zod';
import type { ClientName, Personal } from '#domain/people/personal.ts';

/** The schemas of what Privacy hides, so that a test finds them in an answer. */
export const PERSONAL = new WeakSet<z.ZodType>();

/** A client's name in an answer to staff. */
export const clientName = z.string() as unknown as z.ZodType<ClientName>;

/** Marks something personal but a name in an answer to staff. */
export function personal<T>(schema: z.ZodType<T>): z.ZodType<Personal<T>> {
  PERSONAL.add(schema);
  return schema as z.ZodType<Personal<T>>;
}
