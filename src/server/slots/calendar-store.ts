import type { Db } from '../db/pool.ts';

/** A reading that is older is repeated when a client looks for a time. */
const OLD_MS = 2 * 60_000;
/** When this process last asked. */
const askedAt = new WeakMap<Db, number>();

/** Makes the other calendars of the practitioner due whose last reading is old, so that a job reads them within seconds. */
export async function askForCalendars(db: Db, now: Date): Promise<void> {
  if (now.getTime() - (askedAt.get(db) ?? -Infinity) < OLD_MS) return;
  askedAt.set(db, now.getTime());
  await db
    .updateTable('busy_calendars')
    .set({ next_attempt_at: now })
    .where('read_at', '<', new Date(now.getTime() - OLD_MS))
    .where('failed_since', 'is', null)
    .where('next_attempt_at', '>', now)
    .execute();
}
