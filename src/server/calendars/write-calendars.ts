import { randomUUID } from 'node:crypto';
import type {
  BusyCalendar,
  CalendarPreview,
  staffAddBusyCalendar,
  staffPreviewBusyCalendar,
  staffStopBusyCalendar,
} from '#contract/busy-calendars.schemas.ts';
import { shortName } from '#domain/people/names.ts';
import { nameOr } from '#domain/people/personal.ts';
import type { z } from 'zod';
import type { Action } from '../actions/staff-action.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { calendarAddress } from '../ports/calendar-reader.ts';
import { calendarAddressField } from '../runtime/keyring.ts';
import { isUuid } from '../runtime/uuid.ts';
import { closingTimes, fetchCalendar, type FetchedCalendar, problemText } from './fetch-calendar.ts';
import {
  deleteCalendar,
  insertCalendar,
  lockCalendars,
  reopenCopies,
  replaceTimes,
  selectCalendars,
  selectMetBookings,
  selectShownCalendars,
} from './store.ts';

const MOST_CALENDARS = 5;
export const READ_EVERY_MS = 10 * 60_000;
/** How far ahead times are counted and listed. */
const SHOWN_MS = 30 * 24 * 60 * 60_000;
const SHOWN_AFTER_MS = 60 * 60_000;

type Read = Extract<FetchedCalendar, { kind: 'READ' }>;
type ReadDeps = Pick<Deps, 'db' | 'config' | 'calendars'>;
const refuseAddress = (message: string) => refuse('INVALID_INPUT', { details: { address: message } });

/** Reads a calendar that is pasted, or refuses it. */
async function readPasted(
  { config, calendars }: ReadDeps,
  pasted: string,
  now: Date,
): Promise<(Read & { address: string }) | Refusal> {
  const address = calendarAddress(pasted);
  if (address === null)
    return refuseAddress('Please paste an address that begins with https:// or webcal://.');
  const { host } = new URL(address);
  if (host === new URL(config.site_url).host) return refuseAddress(problemText('OWN_FEED'));
  const fetched = await fetchCalendar({ calendars }, { address, known: null }, now);
  if (fetched.kind !== 'READ')
    return refuseAddress(problemText(fetched.kind === 'FAILED' ? fetched.problem : 'UNREACHABLE'));
  const { own, times } = fetched.read;
  return own > 0 && times.length === 0 ? refuseAddress(problemText('OWN_FEED')) : { ...fetched, address };
}

/** Says what a calendar would close. It writes nothing. */
export async function previewCalendar(
  deps: ReadDeps,
  { address, all_day }: z.output<typeof staffPreviewBusyCalendar.body>,
  now: Date,
): Promise<CalendarPreview | Refusal> {
  const pasted = await readPasted(deps, address, now);
  if (pasted instanceof Refusal) return pasted;
  const { times, skipped, unknown_zones } = pasted.read;
  const soon = times.filter(({ start }) => start < now.getTime() + SHOWN_MS);
  const closing = closingTimes(soon, all_day);
  const free = soon.filter(({ is_free }) => is_free);
  const bookings = await selectMetBookings(deps.db, closingTimes(times, all_day), now);
  return {
    host: new URL(pasted.address).host,
    times: closing.length,
    all_day: soon.filter((time) => time.all_day).length,
    free_all_day: free
      .filter((time) => time.all_day)
      .map(({ start, end }) => ({
        starts_at: new Date(start).toISOString(),
        ends_at: new Date(end).toISOString(),
      })),
    free_timed: free.filter((time) => !time.all_day).length,
    skipped,
    unknown_zones,
    bookings: bookings.map(({ id, start_time, service_name, ...client }) => ({
      id,
      start: start_time.toISOString(),
      service_name,
      client: nameOr(shortName(client), 'A client'),
    })),
  };
}

/** Uses a calendar from now on. It is read again, so that nothing older counts than what it says now. */
export const addCalendar = (
  deps: ReadDeps & Pick<Deps, 'keyring' | 'clock'>,
): Action<typeof staffAddBusyCalendar, Read & { address: string }> => ({
  action: 'calendar.add',
  prepare: ({ body: { address }, now }) => readPasted(deps, address, now),
  work: async (trx, { body: { all_day } }, { address, read, known }) => {
    const now = deps.clock();
    await lockCalendars(trx);
    const others = await selectCalendars(trx);
    if (others.length >= MOST_CALENDARS)
      return refuse('NOT_POSSIBLE', {
        message: `You can use ${MOST_CALENDARS} calendars. Please stop using one first.`,
      });
    if (others.some((row) => deps.keyring.openOwn(calendarAddressField(row.id), row.address) === address))
      return refuseAddress('You use this calendar already.');
    const id = randomUUID();
    const { host } = new URL(address);
    await insertCalendar(trx, {
      id,
      address: deps.keyring.sealOwn(calendarAddressField(id), address),
      host,
      ending: address.slice(-4),
      all_day,
      ...known,
      whole_at: now,
      read_at: now,
      next_attempt_at: new Date(now.getTime() + READ_EVERY_MS),
      created_at: now,
    });
    await replaceTimes(trx, id, closingTimes(read.times, all_day), now);
    await reopenCopies(trx, now);
    return { object_kind: 'SETTING', object_id: id, details: { host } };
  },
  answer: () => undefined,
});

/** Forgets a calendar: what it closed is open again. */
export const stopCalendar: Action<typeof staffStopBusyCalendar> = {
  action: 'calendar.stop',
  work: async (trx, { params: { id } }) => {
    const stopped = isUuid(id) ? await deleteCalendar(trx, id) : undefined;
    return stopped ? { object_kind: 'SETTING', object_id: id, details: stopped } : refuse('NOT_FOUND');
  },
  answer: () => undefined,
};

/** Reads the calendars that are used, as staff see them: never their address. */
export async function readCalendars(db: Db, now: Date): Promise<BusyCalendar[]> {
  const until = new Date(now.getTime() + SHOWN_MS);
  const isLong = (since: Date | null) => since !== null && now.getTime() - since.getTime() >= SHOWN_AFTER_MS;
  return (await selectShownCalendars(db, { now, until })).map(
    ({ read_at, failed_since, problem, ...calendar }) => ({
      ...calendar,
      all_day: calendar.all_day as BusyCalendar['all_day'],
      read_at: read_at.toISOString(),
      // A short one is not worth a word.
      failed_since: isLong(failed_since) ? failed_since!.toISOString() : null,
      problem: isLong(failed_since) ? problemText(problem ?? '') : null,
    }),
  );
}
