import { addDays } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { spotsLeft } from '../events/spots.ts';
import { type EventRow, selectEvents } from '../events/store.ts';
import { readPracticeFacts } from '../seats/practice-facts.ts';

/** Selects the events to come that announce a class of the service at a time at which clients cannot book it. */
export async function selectLostEvents(
  db: Db,
  service_id: string,
  { now, zone }: { now: Date; zone: string },
): Promise<EventRow[]> {
  const events = (await selectEvents(db)).filter(
    (event) => event.service_id === service_id && event.start_time > now,
  );
  const last = events.at(-1);
  if (!last) return [];
  const from = localDateOf(now, zone);
  const to = addDays(localDateOf(last.start_time, zone), 1);
  const facts = await readPracticeFacts(db, { user_id: null, from, to });
  return events.filter((event) => spotsLeft(event, facts, now, zone) === null);
}
