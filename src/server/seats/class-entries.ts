import { sql } from 'kysely';
import type { EntryState } from '#domain/slots/waitlist.ts';
import { millis } from '../db/millis.ts';
import type { Db } from '../db/pool.ts';
import { flag, number, oneOf, readRows, type RowOf, text } from '../db/rows.ts';

const CLASS_ENTRY = {
  id: text,
  booking_id: text,
  user_id: text,
  email: text,
  first_name: text,
  last_name: text,
  service_id: text,
  service_name: text,
  start: number,
  state: oneOf<EntryState>(),
  has_login: flag,
};
export type ClassEntry = RowOf<typeof CLASS_ENTRY>;

/** Selects who waits for a seat of a class that begins after this moment, or of one class, in order. `start`: epoch ms. */
export async function selectClassEntries(
  db: Db,
  which: { after: Date } | { service_id: string; start: Date },
) {
  const isMeant =
    'after' in which
      ? sql`e.class_start > ${which.after}::timestamptz`
      : sql`e.class_start = ${which.start}::timestamptz and e.service_id = ${which.service_id}::uuid`;
  const entries = sql`
    select e.id, e.booking_id, e.user_id, u.email, u.first_name, u.last_name, e.service_id, s.name as service_name,
      ${millis('e.class_start')} as start, e.state, u.cognito_sub is not null as has_login
    from waitlist_entries e join users u on u.id = e.user_id join services s on s.id = e.service_id
    where e.state in ('WAITING', 'OFFERED', 'PAUSED') and e.booking_id is not null and ${isMeant}
    order by e.class_start, e.joined_at, e.id`;
  return await readRows(db, CLASS_ENTRY, entries);
}
