import { completeEndedBookings, releasePastSeats, reopenBookings } from '../bookings/store.ts';
import type { Deps } from '../deps.ts';

/** Rows per run; the next run takes the rest. */
const BATCH_SIZE = 500;
/** A session keeps its seat this long after its end, so that a clock that runs ahead does not release booked time. */
const SEAT_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;
/** A clock that was set back by more than this had run ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** Moves CONFIRMED to COMPLETED when the session ends (rules.md §5), and releases its seat a week later. */
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
