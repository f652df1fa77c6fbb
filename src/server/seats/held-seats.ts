import { sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import type { HeldSeats } from '#domain/slots/client-reasons.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { millis } from '../db/millis.ts';
import type { Db } from '../db/pool.ts';
import { number, readRows, text } from '../db/rows.ts';

const HELD = { appointment_id: text, start: number, seats: number };

/**
 * Returns the seats around a date, and in its week, that other clients hold and have not paid. A seat whose payment may still arrive
 * counts only while its checkout is open, as for the viewer's own in practice-facts.ts.
 */
export async function selectHeldSeats(
  db: Db,
  { date, user_id }: { date: LocalDate; user_id: string },
): Promise<HeldSeats[]> {
  const from = startOfDay(addDays(date, -7), practice.zone);
  const to = startOfDay(addDays(date, 8), practice.zone);
  const held = sql`
    select a.id as appointment_id, ${millis('a.start_time')} as start, count(*)::int as seats
    from appointments a
    join bookings b on b.appointment_id = a.id and b.status = 'PENDING' and b.user_id is distinct from ${user_id}::uuid
    join checkouts c on c.id = b.checkout_id and c.state in ('CREATED', 'OPEN')
    where tstzrange(a.start_time, a.blocked_until) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    group by a.id`;
  return await readRows(db, HELD, held);
}
