import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { opensOn } from '#domain/slots/rule-dates.ts';
import type { NewRule, Week as DomainWeek, WeekEdits } from '#domain/week/week.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { millis } from '../db/millis.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { OfferedService } from '../seats/practice-facts.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isLive } from '../agenda/store.ts';
import { list, number, object, oneOf, readOne, readRows, type RowOf, text } from '../db/rows.ts';

/** The time of a live seat, in epoch ms. */
const SEAT = { id: text, service_id: text, place: oneOf<LocationType>(), start: number, end: number };
export type SeatRow = RowOf<typeof SEAT>;
/** The seats that a change can touch: of these services, or that meet this time. */
export type Reach = { service_ids: readonly string[]; times: readonly { starts_at: Date; ends_at: Date }[] };

/** Selects the times of seats to come, as one JSON value: a practice may have thousands. */
export async function selectSeatTimes(db: Db, { service_ids, times }: Reach, now: Date): Promise<SeatRow[]> {
  if (service_ids.length === 0 && times.length === 0) return [];
  const spans: RawBuilder<unknown>[] = times.map(
    ({ starts_at, ends_at }) => sql`b.start_time < ${ends_at} and b.end_time > ${starts_at}`,
  );
  const reached = sql.join([sql`b.service_id = any(${service_ids}::uuid[])`, ...spans], sql` or `);
  const found = sql`
    select coalesce(json_agg(json_build_object('id', b.id, 'service_id', b.service_id, 'place', b.location_type,
      'start', ${millis('b.start_time')}, 'end', ${millis('b.end_time')})), '[]') as seats
    from bookings b left join checkouts c on c.id = b.checkout_id
    where b.status in ('PENDING', 'CONFIRMED') and b.start_time > ${now} and (${reached}) and ${isLive(now)}`;
  return (await readOne(db, { seats: list(object(SEAT)) }, found)).seats;
}

/** Selects a booking of a series and those that follow it, as far as they are confirmed and to come. */
export async function selectFollowing(db: Db, booking_id: string, now: Date): Promise<string[]> {
  const following = sql`
    select b.id from bookings b join bookings first on first.series_id = b.series_id
    where first.id = ${booking_id}::uuid and (b.start_time, b.id) >= (first.start_time, first.id)
      and b.status = 'CONFIRMED' and b.start_time > ${now} order by b.start_time, b.id`;
  return (await readRows(db, { id: text }, following)).map(({ id }) => id);
}

/** A seat with all that a preview shows of it. `hold_expires_at` is null for a booking. */
export type SeatDetails = Awaited<ReturnType<typeof selectSeatDetails>>[number];

export async function selectSeatDetails(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('bookings as b')
    .leftJoin('checkouts as c', 'c.id', 'b.checkout_id')
    .leftJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.service_id', 'b.service_name', 'b.location_type as place', 'b.format', 'b.status'])
    .select(['b.start_time', 'b.blocked_until', 'b.updated_at', 'b.user_id', 'b.checkout_id'])
    .select(['u.first_name', 'u.last_name'])
    .select(sql<Date | null>`case when b.status = 'PENDING' then c.hold_expires_at end`.as('hold_expires_at'))
    .select(sql<boolean>`c.state is not distinct from 'OFFERED'`.as('is_offer'))
    // One parameter: a statement may have 65,535, and planning thousands takes longer than reading them.
    .where(sql<boolean>`b.id = any(${ids}::uuid[])`)
    .orderBy('b.start_time')
    .orderBy('b.id')
    .execute();
}

type ClassAppointment = { id: string; start_time: Date; end_time: Date; capacity: number };

/** '20261208T210000Z' */
const START = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Selects the appointment of one date of a class; undefined while no seat is taken. */
export async function selectClassAppointment(
  db: Db,
  { service_id, start }: { service_id: string; start: string },
): Promise<ClassAppointment | undefined> {
  return await db
    .selectFrom('appointments')
    .select(['id', 'start_time', 'end_time', 'capacity'])
    .where('service_id', '=', service_id)
    .where('start_time', '=', new Date(start.replace(START, '$1-$2-$3T$4:$5:$6Z')))
    .executeTakeFirst();
}

/** Sets the seats of a class. The constraint `seats_within_capacity` refuses fewer than are taken. */
export async function setClassSeats(
  trx: Trx,
  appointment: ClassAppointment | undefined,
  capacity: number,
): Promise<void> {
  if (appointment)
    await trx.updateTable('appointments').set({ capacity }).where('id', '=', appointment.id).execute();
}

/** Moves a class with all its seats. The constraint `one_practitioner` refuses a time that another session has. */
export async function moveAppointment(
  trx: Trx,
  id: string,
  times: { start_time: Date; end_time: Date; blocked_until: Date },
): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ ...times, rule_id: null })
    .where('id', '=', id)
    .execute();
}

export type StoredService = OfferedService & { is_active: boolean; updated_at: Date | null };
/** All services, also retired ones, all rules that can still open, and time off to come. */
export type Week = DomainWeek<StoredService>;

/**
 * Reads the week. Rules are sorted by weekday from Monday and by time; rules that end today are left out, since
 * same-day booking is not offered. Skipped dates and time off that are over are left out too.
 */
export async function readWeek(db: Db, today: LocalDate): Promise<Week> {
  const services = await db.selectFrom('services').selectAll().orderBy('position').orderBy('name').execute();
  const rules = await db
    .selectFrom('rules')
    .selectAll()
    .select(
      sql<LocalDate[] | null>`(select array_agg(k.date order by k.date) from skipped_dates k
        where k.rule_id = rules.id and k.date >= ${today}::date)`.as('skipped'),
    )
    .where('is_active', '=', true)
    .where((where) => where.or([where('end_date', 'is', null), where('end_date', '>', today)]))
    .orderBy(sql`(day_of_week + 6) % 7`)
    .orderBy('start_time')
    .orderBy('start_date')
    .orderBy('id')
    .execute();
  const time_off = await db
    .selectFrom('closures')
    .select(['id', 'starts_at', 'ends_at', 'reason', 'public_text', 'series_id'])
    .where('ends_at', '>', startOfDay(today, practice.zone))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return { services, rules: rules.map((rule) => ({ ...rule, skipped: rule.skipped ?? [] })), time_off };
}

/**
 * Serialises changes of the week: two concurrent ones could add classes that collide. Bookings do not wait for this
 * lock.
 */
export async function lockWeek(trx: Trx): Promise<void> {
  await sql`lock table rules in share row exclusive mode`.execute(trx);
}

/** Writes what a change of the week decided. The transaction must hold lockWeek. */
export async function writeEdits(trx: Trx, edits: WeekEdits): Promise<void> {
  for (const { rule, replaces } of edits.added) {
    const id = await insertRule(trx, rule);
    if (replaces !== null) await copySkippedDates(trx, { from: replaces, to: id, rule });
  }
  for (const { rule_id, last } of edits.ended) await setLastDate(trx, rule_id, last);
  for (const id of edits.switched_off) await switchOff(trx, id);
  if (edits.skipped.length > 0)
    await trx
      .insertInto('skipped_dates')
      .values([...edits.skipped])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const { rule_id, date } of edits.restored)
    await trx.deleteFrom('skipped_dates').where('rule_id', '=', rule_id).where('date', '=', date).execute();
  if (edits.time_off_added.length > 0) {
    const series_id = edits.time_off_added.length > 1 ? randomUUID() : null;
    const closures = edits.time_off_added.map((time_off) => ({ ...time_off, series_id }));
    await trx.insertInto('closures').values(closures).execute();
  }
  if (edits.time_off_removed.length > 0)
    await trx.deleteFrom('closures').where('id', 'in', edits.time_off_removed).execute();
}

/** Skipped dates of the replaced rule on which the new one would open stay skipped. */
async function copySkippedDates(
  trx: Trx,
  { from, to, rule }: { from: string; to: string; rule: NewRule },
): Promise<void> {
  const skipped = await trx
    .selectFrom('skipped_dates')
    .select(['date', 'reason'])
    .where('rule_id', '=', from)
    .where('date', '>=', rule.start_date)
    .execute();
  const kept = skipped.filter(({ date }) => opensOn({ ...rule, is_active: true }, date));
  if (kept.length > 0)
    await trx
      .insertInto('skipped_dates')
      .values(kept.map((each) => ({ ...each, rule_id: to })))
      .execute();
}

/** Returns the new id. */
export async function insertRule(db: Db, rule: NewRule): Promise<string> {
  const { service_id, location_type, day_of_week, pattern, week_of_month } = rule;
  const { start_date, end_date, start_time, end_time, slot_step_min, capacity } = rule;
  const { id } = await db
    .insertInto('rules')
    .values({
      service_id,
      location_type,
      day_of_week,
      pattern,
      week_of_month,
      start_date,
      end_date,
      start_time,
      end_time,
      slot_step_min,
      capacity,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the last date of a rule; null for none. The row is never deleted, since bookings refer to it. */
export async function setLastDate(db: Db, id: string, last: LocalDate | null): Promise<void> {
  await db.updateTable('rules').set({ end_date: last }).where('id', '=', id).execute();
}

/** Deactivates a rule for good. */
export async function switchOff(db: Db, id: string): Promise<void> {
  await db.updateTable('rules').set({ is_active: false }).where('id', '=', id).execute();
}

/** Skipped dates to come of all rules. */
export async function selectSkippedDates(db: Db, today: LocalDate) {
  return await db
    .selectFrom('skipped_dates')
    .select(['rule_id', 'date', 'reason'])
    .where('date', '>=', today)
    .orderBy('date')
    .execute();
}

const CHANGES_SHOWN = 20;

/** What staff changed in the week, the newest first. */
export async function selectWeekChanges(db: Db): Promise<{ at: string; text: string; by: string }[]> {
  const rows = await db
    .selectFrom('staff_actions as a')
    .leftJoin('staff as s', 's.id', 'a.staff_id')
    .select(['a.at', 'a.details', 's.name'])
    .where('a.object_kind', '=', 'WEEK')
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute();
  return rows.map(({ at, details, name }) => ({
    at: at.toISOString(),
    text: (details as Record<string, string>)['text'] ?? '',
    by: name ?? '',
  }));
}
