import { type RawBuilder, sql } from 'kysely';

/** Returns an SQL expression for a moment as epoch ms: a whole number, also in JSON. */
export const millis = (moment: string): RawBuilder<unknown> =>
  sql.raw(`(date_part('epoch', ${moment}) * 1000)::int8`);
