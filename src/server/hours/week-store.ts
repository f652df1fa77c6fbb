import { sql } from 'kysely';
import type { Rule } from '#domain/availability.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { isClassFormat, type ScheduledClass } from '#domain/slots.ts';
import type { Db } from '../db/pool.ts';
import type { OfferedService } from '../seats/slot-facts.ts';

export type NewRule = Omit<Rule, 'id' | 'is_active'>;
export type StoredService = OfferedService & { is_active: boolean; updated_at: Date | null };
/** All services, including retired ones, and all rules that can still be booked, including extra openings. */
export type Week = { services: readonly StoredService[]; rules: readonly Rule[] };

/**
 * Reads the week. Rules are sorted by weekday from Monday and by time; rules that end today are left out, since
 * same-day booking is not offered.
 */
export async function readWeek(db: Db, today: LocalDate): Promise<Week> {
  const services = await db.selectFrom('services').selectAll().orderBy('position').orderBy('name').execute();
  const rules = await db
    .selectFrom('rules')
    .selectAll()
    .where('is_active', '=', true)
    .where((where) => where.or([where('end_date', 'is', null), where('end_date', '>', today)]))
    .orderBy(sql`(day_of_week + 6) % 7`)
    .orderBy('start_time')
    .orderBy('start_date')
    .orderBy('id')
    .execute();
  return { services, rules };
}

/** Scheduled classes of the week with `changed` in place of its stored service, without retired services. */
export function classesOf({ services, rules }: Week, changed?: StoredService): ScheduledClass[] {
  return rules.flatMap((rule) => {
    const service = changed?.id === rule.service_id ? changed : serviceOf(services, rule.service_id);
    if (!service.is_active || !isClassFormat(service.format)) return [];
    return [{ rule, duration: service.duration, buffer_time: service.buffer_time }];
  });
}

export const serviceOf = (services: readonly StoredService[], id: string): StoredService =>
  services.find((service) => service.id === id)!;

/** Whether a rule is an extra opening of a single day. */
export const isOpening = ({ start_date, end_date }: Pick<Rule, 'start_date' | 'end_date'>): boolean =>
  start_date === end_date;

/**
 * Serialises changes of the week: two concurrent ones could add classes that collide. Bookings do not wait for this
 * lock.
 */
export async function lockWeek(trx: Db): Promise<void> {
  await sql`lock table rules in share row exclusive mode`.execute(trx);
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

/** Booked and held seats by start, for lists of the bookings that a change of hours or services leaves in place. */
export function liveBookings(db: Db) {
  return db
    .selectFrom('bookings')
    .select(['id', 'service_name', 'status', 'start_time'])
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .orderBy('start_time')
    .orderBy('id');
}

/** Future bookings and holds made by these rules. */
export async function selectBookingsOfRules(db: Db, rule_ids: readonly string[], from: Date) {
  if (rule_ids.length === 0) return [];
  return await liveBookings(db).where('rule_id', 'in', rule_ids).where('start_time', '>=', from).execute();
}

/** Extra openings from today on. */
export async function selectOpenings(db: Db, today: string) {
  return await db
    .selectFrom('rules as r')
    .innerJoin('services as s', 's.id', 'r.service_id')
    .select(['r.id', 's.name', 'r.start_date', 'r.start_time', 'r.end_time'])
    .where(sql<boolean>`r.start_date = r.end_date and r.is_active`)
    .where('r.start_date', '>=', today)
    .orderBy('r.start_date')
    .orderBy('r.start_time')
    .execute();
}
