import { practice } from '#content/public/practice.ts';
import type { ClassRow, StaffClass } from '#contract/agenda.schemas.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { readPracticeFacts } from '../seats/practice-facts.ts';
import { type GoneRow, selectGone } from './gone-class-store.ts';
import { classesOf } from '../agenda/present-classes.ts';
import { namesOf, presentSession } from '../agenda/present-session.ts';
import { readReached } from '../staff-bookings/reach.ts';
import { instantOfAddress, readRoster } from './roster.ts';
import { selectSessions } from '../agenda/store.ts';
import { type ClassEntry, selectClassEntries } from '../seats/class-entries.ts';

const { zone } = practice;
type At = { service_id: string; start: string };

/** The id under which a change of one date of a class is recorded. */
export const classObjectId = ({ service_id, start }: At): string => `${service_id} ${start}`;

/**
 * Reads one date of a class. Its address is permanent: of a date that was cancelled or moved it says so, by whom, and whom
 * that reached.
 */
export async function readClass(db: Db, at: At, now: Date): Promise<StaffClass | Refusal> {
  const roster = await readRoster(db, at, now);
  const start = instantOfAddress(at.start);
  if (!(roster instanceof Refusal)) {
    const line = await selectClassEntries(db, { service_id: at.service_id, start });
    return { ...roster, waiting: line.map(presentWaiting), gone: null };
  }
  if (!isUuid(at.service_id) || Number.isNaN(start.getTime())) return roster;
  const rows = await selectGone(db, { service_id: at.service_id, start, object_id: classObjectId(at) });
  const seats = rows.flatMap(({ booking_id, fate }) => (booking_id ? [{ booking: booking_id, fate }] : []));
  const row =
    (await rowOfSeat(db, seats[0]?.booking, start, now)) ?? (await rowOfRule(db, at.service_id, start));
  if (!row) return roster;
  return {
    class: row,
    seats: [],
    waiting: [],
    gone: { ...goneBy(rows), reached: await readReached(db, seats) },
  };
}

const presentWaiting = ({ user_id, state, ...names }: ClassEntry): StaffClass['waiting'][number] => ({
  client_id: user_id,
  name: namesOf(names).name,
  is_paused: state === 'PAUSED',
});

/** The newest change decides. Without one the hours have changed: it is said that the class does not take place. */
function goneBy(rows: readonly GoneRow[]) {
  const [last] = rows;
  return {
    kind: last?.fate ?? 'CANCELLED',
    at: last?.at.toISOString() ?? null,
    by: rows.find(({ staff_name }) => staff_name !== null)?.staff_name ?? null,
    moved_to: last?.moved_to?.toISOString() ?? null,
  };
}

const asRow = (row: Omit<ClassRow, 'taken' | 'capacity' | 'arrived'>): ClassRow => ({
  ...row,
  taken: 0,
  capacity: 0,
  arrived: 0,
});

/** The class as one of its seats was sold. */
async function rowOfSeat(
  db: Db,
  booking_id: string | undefined,
  start: Date,
  now: Date,
): Promise<ClassRow | null> {
  const [data] = booking_id ? await selectSessions(db, [booking_id], now) : [];
  if (!data) return null;
  const { service_id, service_name, service_type, format, place, location_name, ...seat } =
    presentSession(data);
  const shift = start.getTime() - Date.parse(seat.start_time);
  const shifted = (instant: string) => new Date(Date.parse(instant) + shift).toISOString();
  return asRow({
    service_id,
    service_name,
    service_type,
    format,
    place,
    location_name,
    start_time: start.toISOString(),
    end_time: shifted(seat.end_time),
    blocked_until: shifted(seat.blocked_until),
  });
}

/** The class as its rule would open it, were the date not skipped or closed. */
async function rowOfRule(db: Db, service_id: string, start: Date): Promise<ClassRow | null> {
  const date = localDateOf(start, zone);
  const { catalogue } = await readPracticeFacts(db, { user_id: null, from: date, to: date });
  const classes = catalogue.classes.map((each) => ({ ...each, rule: { ...each.rule, skipped: [] } }));
  const found = classesOf({ ...catalogue, closures: [], busy_elsewhere: [], classes }, [], {
    from: date,
    to: date,
    zone,
  }).find((row) => row.service_id === service_id && Date.parse(row.start_time) === start.getTime());
  return found ? asRow(found) : null;
}
