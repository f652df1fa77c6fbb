import { practice } from '#content/public/practice.ts';
import type { ClassRoster } from '#contract/agenda.schemas.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { readCatalogue } from '../seats/practice-facts.ts';
import { refuseDate } from '../agenda/days.ts';
import { classesOf } from '../agenda/present-classes.ts';
import { presentSession } from '../agenda/present-session.ts';
import { type SeatsData, selectRoster, type SessionData } from '../agenda/store.ts';

const { zone } = practice;
/** '20261208T210000Z' */
const START = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The instant in the address of a class; an invalid date if it is none. */
export const instantOfAddress = (start: string): Date => new Date(start.replace(START, '$1-$2-$3T$4:$5:$6Z'));

/** Reads one occurrence of a class with its seats; also one that the rules schedule, without a booking. */
export async function readRoster(
  db: Db,
  { service_id, start }: { service_id: string; start: string },
  now: Date,
): Promise<ClassRoster | Refusal> {
  const at = instantOfAddress(start);
  if (!isUuid(service_id) || Number.isNaN(at.getTime())) return refuse('CLASS_NOT_FOUND');
  const date = localDateOf(at, zone);
  if (refuseDate('start', date, localDateOf(now, zone))) return refuse('CLASS_NOT_FOUND');
  const data = await selectRoster(db, { service_id, start: at }, now);
  const catalogue = await readCatalogue(db, data.version);
  const seats = data.seats.length === 0 ? [] : [seatsOf(data.seats, data.capacity)];
  const found = classesOf(catalogue, seats, { from: date, to: date, zone }).find(
    (each) => each.service_id === service_id && Date.parse(each.start_time) === at.getTime(),
  );
  if (!found) return refuse('CLASS_NOT_FOUND');
  const rows = data.seats.map(presentSession);
  // Named clients first, by name; former clients and samples have none.
  const name = (row: (typeof rows)[number]) => row.client?.name ?? '\u{10FFFF}';
  return {
    class: found,
    seats: rows.toSorted((a, b) => name(a).localeCompare(name(b), 'en') || a.id.localeCompare(b.id)),
  };
}

function seatsOf(seats: readonly SessionData[], capacity: number | null): SeatsData {
  const live = seats.filter(({ status }) => status !== 'NO_SHOW');
  return {
    ...seats[0]!,
    taken: live.length,
    arrived: live.filter(({ arrived_at }) => arrived_at !== null).length,
    capacity,
  };
}
