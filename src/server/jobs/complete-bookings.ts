import { completeEndedBookings, releasePastSeats, reopenBookings } from '../bookings/store.ts';
import type { Deps } from '../deps.ts';

/** At once; what is left comes with the next run. */
const BATCH_SIZE = 500;
/** So long the time of a session stays taken after it: a clock that runs ahead meanwhile gives nobody's time away. */
const SEAT_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;
/** A clock that is set back by less than this has not run ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** CONFIRMED becomes COMPLETED when the session ends (rules.md §5); a week later the time it held is let go. */
export const completeBookings = {
  name: 'complete-bookings',
  every_ms: 60_000,
  run: async ({ db }: Pick<Deps, 'db'>, now: Date): Promise<number> => {
    const completed = await completeEndedBookings(db, now, BATCH_SIZE);
    const released = await releasePastSeats(db, new Date(now.getTime() - SEAT_RETENTION_MS), BATCH_SIZE);
    const reopened = await reopenBookings(db, new Date(now.getTime() + CLOCK_TOLERANCE_MS), now, BATCH_SIZE);
    return Math.max(completed, released, reopened);
  },
};
