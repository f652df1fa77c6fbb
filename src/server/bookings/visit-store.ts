import { type RawBuilder, sql } from 'kysely';

/** Whether the booking of this alias took place by now, as domain/visits/booking.ts says: every count of visits in SQL asks this. */
export const tookPlace = (booking: string, now: Date): RawBuilder<boolean> => {
  const b = sql.raw(booking);
  return sql<boolean>`(${b}.status in ('CONFIRMED', 'COMPLETED') and ${b}.start_time <= ${now}::timestamptz)`;
};
