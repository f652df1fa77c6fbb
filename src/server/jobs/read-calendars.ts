import { refreshCalendar } from '../calendars/refresh-calendar.ts';
import { claimCalendars, reopenCopies } from '../calendars/store.ts';
import { eachRow, errorName } from './each-row.ts';
import type { Job } from './loop.ts';

const LEASE_MS = 5 * 60_000;

/** Reads the practitioner's other calendars that are due, and opens the old times of sessions that have left them. */
export const readCalendars: Job = {
  name: 'read-calendars',
  every_ms: 15_000,
  async run(deps, now) {
    const { db, log } = deps;
    const read = await eachRow(
      await claimCalendars(db, new Date(now.getTime() + LEASE_MS), now),
      (row) => refreshCalendar(deps, row, now),
      async ({ id }, error) => {
        // It is due again after the lease.
        log.warn({ calendar: id, reason: errorName(error) }, 'Another calendar was not read');
      },
    );
    await reopenCopies(db, now);
    return read;
  },
};
