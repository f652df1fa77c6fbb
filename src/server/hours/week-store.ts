import { sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { opensOn } from '#domain/slots/rule-dates.ts';
import type { NewRule, Week as DomainWeek, WeekEdits } from '#domain/week/week.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { insertClosure } from '../staff-bookings/store.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { OfferedService } from '../seats/practice-facts.ts';

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
    .select(['id', 'starts_at', 'ends_at', 'reason', 'public_text'])
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
  for (const time_off of edits.time_off_added) await insertClosure(trx, time_off);
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
