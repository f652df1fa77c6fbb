import { completeEndedBookings } from '../bookings/store.ts';
import type { Deps } from '../deps.ts';

/** At once; what is left comes with the next run. */
const BATCH = 500;

/** CONFIRMED becomes COMPLETED when the session ends (rules.md §5); the time it held is let go. */
export const completeBookings = {
  name: 'complete-bookings',
  every_ms: 60_000,
  run: (deps: Pick<Deps, 'db'>, now: Date): Promise<number> => completeEndedBookings(deps.db, now, BATCH),
};
