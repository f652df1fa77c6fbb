import { z } from 'zod';
import { FATES, type Reach, type Reached, WAYS } from '#domain/visits/reach.ts';
import { id, instant } from './schemas.ts';
import { clientName, personal } from './personal.schemas.ts';

/** Whom a plan reaches, for each booking that it is about. */
export const reach = z.object({
  booking: id,
  start_time: instant,
  client: z
    .object({ id, name: clientName, short_name: clientName, phone: personal(z.string().nullable()) })
    .nullable(),
  way: z.enum(WAYS),
  refund: z.enum(['NOTHING_PAID', 'NONE', 'PART', 'FULL']),
  refund_cents: z.number().nullable(),
  by_hand_cents: z.number(),
}) satisfies z.ZodType<Reach>;

/** Whom a result reached. */
export const reached = z.array(reach.extend({ fate: z.enum(FATES) })) satisfies z.ZodType<Reached[]>;
