import { sql } from 'kysely';
import type { LocationType } from '#domain/slots/services.ts';
import type { SuggestionState } from '#domain/visits/suggestions.ts';
import type { Db, Trx } from '../db/pool.ts';
import { readFirst, text } from '../db/rows.ts';

export type SuggestionRow = {
  id: string;
  booking_id: string;
  service_id: string;
  location_type: LocationType;
  around: string;
  times: number;
  every_weeks: number;
  booked: number;
  created_at: Date;
};

const open = (db: Db) =>
  db
    .selectFrom('suggested_sessions')
    .select(['id', 'booking_id', 'service_id', 'around', 'times', 'every_weeks', 'booked', 'created_at'])
    .select(sql<LocationType>`location_type`.as('location_type'))
    .where('state', '=', 'OPEN')
    .orderBy('around')
    .orderBy('id');

/** The open suggestions of a client, the earliest first. */
export async function selectOpenSuggestions(db: Db, user_id: string): Promise<SuggestionRow[]> {
  return await open(db).where('user_id', '=', user_id).execute();
}

/** The same of some services, locked: two payments at once count one after the other. */
export async function lockOpenSuggestions(
  trx: Trx,
  user_id: string,
  service_ids: readonly string[],
): Promise<SuggestionRow[]> {
  return await open(trx)
    .where('user_id', '=', user_id)
    .where('service_id', 'in', service_ids)
    .forUpdate()
    .execute();
}

/** The open suggestions of a client as they are shown to staff. */
export async function selectSuggestedTo(db: Db, user_id: string) {
  return await db
    .selectFrom('suggested_sessions as n')
    .innerJoin('services as s', 's.id', 'n.service_id')
    .select(['n.booking_id', 's.name as service_name', 'n.around', 'n.times', 'n.every_weeks', 'n.booked'])
    .where('n.user_id', '=', user_id)
    .where('n.state', '=', 'OPEN')
    .orderBy('n.around')
    .orderBy('n.id')
    .execute();
}

/** The open suggestion of a visit, locked. */
export async function lockSuggestionOf(trx: Trx, booking_id: string): Promise<SuggestionRow | undefined> {
  return await open(trx).where('booking_id', '=', booking_id).forUpdate().executeTakeFirst();
}

/** Counts bookings towards a suggestion that this transaction has locked. With the last one it is done. */
export async function addBooked(trx: Trx, id: string, count: number, now: Date): Promise<void> {
  await sql`update suggested_sessions set booked = booked + ${count}::int, updated_at = ${now}::timestamptz,
      state = case when booked + ${count}::int >= times then 'BOOKED' else state end
    where id = ${id}::uuid`.execute(trx);
}

export async function insertSuggestion(
  trx: Trx,
  suggestion: Omit<SuggestionRow, 'id' | 'booked' | 'created_at'> & { user_id: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('suggested_sessions')
    .values({ ...suggestion, state: 'OPEN', created_at: now, updated_at: now })
    .execute();
}

/** Ends the open suggestion of a visit with its publication. */
export async function withdrawSuggestion(trx: Trx, booking_id: string, now: Date): Promise<void> {
  await trx
    .updateTable('suggested_sessions')
    .set({ state: 'WITHDRAWN', updated_at: now })
    .where('booking_id', '=', booking_id)
    .where('state', '=', 'OPEN')
    .execute();
}

/** Declines a client's own open suggestion. False: they have none with this id. True also if it has ended. */
export async function declineOwnSuggestion(
  db: Db,
  { user_id, id }: { user_id: string; id: string },
  now: Date,
): Promise<boolean> {
  const own = sql`
    with own as (select id from suggested_sessions where id = ${id}::uuid and user_id = ${user_id}::uuid),
      declined as (update suggested_sessions set state = 'DECLINED', updated_at = ${now}::timestamptz
        where id in (select id from own) and state = 'OPEN')
    select id from own`;
  return (await readFirst(db, { id: text }, own)) !== undefined;
}

/** Ends the suggestions whose last day is over (domain/visits/suggestions.ts, openUntil). Returns their number. */
export async function expireSuggestions(
  db: Db,
  { today, open_days }: { today: string; open_days: number },
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('suggested_sessions')
    .set({ state: 'EXPIRED', updated_at: now })
    .where('state', '=', 'OPEN')
    .where(sql<boolean>`around + booked * every_weeks * 7 + ${open_days}::int < ${today}::date`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export type LatestSuggestion = Omit<SuggestionRow, 'created_at' | 'booking_id'> & {
  service_name: string;
  state: SuggestionState;
};

/** The latest suggestion of each of these visits, whatever became of it. */
export async function selectLatestSuggestions(
  db: Db,
  booking_ids: readonly string[],
): Promise<(LatestSuggestion & { booking_id: string })[]> {
  return await db
    .selectFrom('suggested_sessions as n')
    .innerJoin('services as s', 's.id', 'n.service_id')
    .distinctOn('n.booking_id')
    .select(['n.id', 'n.booking_id', 'n.service_id', 'n.around', 'n.times', 'n.every_weeks', 'n.booked'])
    .select(['s.name as service_name', sql<LocationType>`n.location_type`.as('location_type')])
    .select(sql<SuggestionState>`n.state`.as('state'))
    .where('n.booking_id', 'in', booking_ids)
    .orderBy('n.booking_id')
    .orderBy('n.created_at', 'desc')
    .orderBy(sql`n.state = 'OPEN'`, 'desc')
    .execute();
}
