import { formatShortDateAtTime } from '#domain/date-formats.ts';
import type { Db } from '../db/pool.ts';
import { selectLostEvents } from '../hours/lost-events.ts';

type AffectedBooking = { id: string; status: string; service_name: string; start_time: Date };

/** Lists bookings that outlive the hours or service they were made in, with their ids so that they can be cancelled. */
export function bookedLines(heading: string, bookings: readonly AffectedBooking[], zone: string): string[] {
  const booked = bookings.filter(({ status }) => status !== 'COMPLETED');
  if (booked.length === 0) return [];
  return [
    `${heading} (${booked.length}):`,
    ...booked.map(
      ({ id, service_name, start_time }) =>
        `  ${id}  ${formatShortDateAtTime(start_time, zone)}  ${service_name}`,
    ),
  ];
}

/** Lists future events whose class can no longer be booked at their time after a change of its hours. */
export async function eventLines(
  db: Db,
  service_id: string,
  { now, zone }: { now: Date; zone: string },
): Promise<string[]> {
  const lost = await selectLostEvents(db, service_id, { now, zone });
  if (lost.length === 0) return [];
  return [
    `Events that announce it at a time at which it cannot be booked (${lost.length}; see Events in the staff area):`,
    ...lost.map(
      ({ id, start_time, title }) => `  ${id}  ${formatShortDateAtTime(start_time, zone)}  ${title}`,
    ),
  ];
}
