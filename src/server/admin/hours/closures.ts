import { formatShortDateAtTime } from '#domain/date-formats.ts';
import { lockTime } from '../../seats/lock-time.ts';
import type { Db } from '../../db/pool.ts';
import { isUuid } from '../../runtime/uuid.ts';
import { type Command, done, wrong } from '../command.ts';
import { bookedLines } from '../left-standing.ts';
import { HOW_TO_WRITE, momentFrom } from '../moments.ts';
import { deleteClosure, insertClosure, selectClosures, selectSessions } from '../store.ts';

type Closing = { starts_at: Date; ends_at: Date; reason: string };

export const close: Command = {
  name: 'close',
  takes: 'FROM TO [REASON]',
  does: 'offer nothing from FROM to TO, both included when they are dates; what is booked stays',
  async run({ db, zone, now }, [from, to, ...words]) {
    if (!from || !to) return wrong(`Say from when to when. ${HOW_TO_WRITE}`);
    const starts_at = momentFrom(from, zone);
    const ends_at = momentFrom(to, zone, true);
    if (!starts_at || !ends_at) return wrong(`I cannot read ${starts_at ? to : from}. ${HOW_TO_WRITE}`);
    if (ends_at <= starts_at) return wrong(`${to} is not after ${from}.`);
    if (ends_at <= now) return wrong('That time is over: nothing of it can be booked.');
    const sessions = await closeTime(db, { starts_at, ends_at, reason: words.join(' ') }, now);
    return done(
      `Closed from ${formatShortDateAtTime(starts_at, zone)} to ${formatShortDateAtTime(ends_at, zone)}.`,
      ...bookedLines('Still booked in that time', sessions, zone),
    );
  },
};

/** Later than anything that can be booked or held now. */
const BOOKABLE_MS = 32 * 24 * 3_600_000;

/**
 * Closes, and answers what is booked in that time: who is holding a seat there at this moment is waited for and named,
 * and whoever comes after it finds it closed.
 */
async function closeTime(db: Db, closure: Closing, now: Date): ReturnType<typeof selectSessions> {
  const { starts_at, ends_at } = closure;
  const start_time = new Date(Math.max(starts_at.getTime(), now.getTime()));
  const blocked_until = new Date(Math.min(ends_at.getTime(), now.getTime() + BOOKABLE_MS));
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      await lockTime(trx, [{ start_time, blocked_until }]);
      await insertClosure(trx, closure);
      return await selectSessions(trx, starts_at, ends_at);
    });
}

export const closures: Command = {
  name: 'closures',
  takes: '',
  does: 'closed times from now on, with their ids',
  async run({ db, now, zone }) {
    const found = await selectClosures(db, now, null);
    if (found.length === 0) return done('Nothing is closed.');
    return done(
      ...found.map(({ id, starts_at, ends_at, reason }) =>
        `${id}  ${formatShortDateAtTime(starts_at, zone)} to ${formatShortDateAtTime(ends_at, zone)}  ${reason}`.trimEnd(),
      ),
    );
  },
};

export const reopen: Command = {
  name: 'reopen',
  takes: 'CLOSURE',
  does: 'take a closed time back (see: closures)',
  async run({ db }, [id]) {
    if (!id || !isUuid(id)) return wrong('Name the closure by its id. See: closures');
    return (await deleteClosure(db, id))
      ? done('Open again.')
      : wrong(`There is no closure ${id}. See: closures`);
  },
};
