import { formatShortDateAtTime } from '#domain/date-formats.ts';
import { lockTime } from '../../seats/lock-time.ts';
import type { Db } from '../../db/pool.ts';
import { inTransaction } from '../../db/transactions.ts';
import { isUuid } from '../../runtime/uuid.ts';
import { type Command, done, listing, usageError } from '../command.ts';
import { bookedLines } from '../affected-bookings.ts';
import { DATE_HINT, parseDateTime } from '../parse-datetime.ts';
import { insertClosure } from '../../agenda/action-store.ts';
import { deleteClosure, selectClosures, selectBookingsBetween } from '../store.ts';

type Closing = { starts_at: Date; ends_at: Date; reason: string };

export const close: Command = {
  name: 'close',
  usage: 'FROM TO [REASON]',
  summary: 'close the practice from FROM to TO (dates are inclusive); existing bookings stay',
  async run({ db, zone, now }, [from, to, ...words]) {
    if (!from || !to) return usageError(`Say from when to when. ${DATE_HINT}`);
    const starts_at = parseDateTime(from, zone);
    const ends_at = parseDateTime(to, zone, true);
    if (!starts_at || !ends_at) return usageError(`Cannot read ${starts_at ? to : from}. ${DATE_HINT}`);
    if (ends_at <= starts_at) return usageError(`${to} is not after ${from}.`);
    if (ends_at <= now) return usageError('That time is in the past.');
    const sessions = await closeTime(db, { starts_at, ends_at, reason: words.join(' ') }, now);
    return done(
      `Closed from ${formatShortDateAtTime(starts_at, zone)} to ${formatShortDateAtTime(ends_at, zone)}.`,
      ...bookedLines('Still booked in that time', sessions, zone),
    );
  },
};

/** Beyond the last date that can be booked or held now. */
const BOOKABLE_MS = 32 * 24 * 3_600_000;

/**
 * Inserts a closure and returns the bookings in that time. It waits for holds in progress there and lists them; later
 * holds see the closure.
 */
async function closeTime(db: Db, closure: Closing, now: Date): ReturnType<typeof selectBookingsBetween> {
  const { starts_at, ends_at } = closure;
  const start_time = new Date(Math.max(starts_at.getTime(), now.getTime()));
  const blocked_until = new Date(Math.min(ends_at.getTime(), now.getTime() + BOOKABLE_MS));
  return await inTransaction(db, async (trx) => {
    await lockTime(trx, [{ start_time, blocked_until }]);
    await insertClosure(trx, closure);
    return await selectBookingsBetween(trx, starts_at, ends_at);
  });
}

export const closures = listing({
  name: 'closures',
  summary: 'current and future closures, with their ids',
  empty: 'Nothing is closed.',
  async lines({ db, now, zone }) {
    const found = await selectClosures(db, now);
    return found.map(({ id, starts_at, ends_at, reason }) =>
      `${id}  ${formatShortDateAtTime(starts_at, zone)} to ${formatShortDateAtTime(ends_at, zone)}  ${reason}`.trimEnd(),
    );
  },
});

export const reopen: Command = {
  name: 'reopen',
  usage: 'CLOSURE',
  summary: 'remove a closure (see: closures)',
  async run({ db }, [id]) {
    if (!id || !isUuid(id)) return usageError('Name the closure by its id. See: closures');
    return (await deleteClosure(db, id))
      ? done('Open again.')
      : usageError(`There is no closure ${id}. See: closures`);
  },
};
