import { sql } from 'kysely';
import type { Rule } from '#domain/availability.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { isClassFormat, type ScheduledClass } from '#domain/slots.ts';
import type { Db } from '../../db/pool.ts';
import type { OfferedService } from '../../seats/slot-facts.ts';
import { liveBookings } from '../store.ts';

export type NewRule = Omit<Rule, 'id' | 'is_active'>;
export type StoredService = OfferedService & { is_active: boolean };
/** Every service, also a retired one, and every rule by which something can still be booked, extra openings included. */
export type Week = { services: readonly StoredService[]; rules: readonly Rule[] };

/** Rules by weekday, from Monday, and by time; nothing is booked for the day itself. */
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
  return { services: services as unknown as StoredService[], rules: rules as unknown as Rule[] };
}

/** Classes of the week as they would be if `changed` were what it says now. Retired ones stand in nobody's way. */
export function classesOf({ services, rules }: Week, changed?: StoredService): ScheduledClass[] {
  return rules.flatMap((rule) => {
    const service = changed?.id === rule.service_id ? changed : serviceOf(services, rule.service_id);
    if (!service.is_active || !isClassFormat(service.format)) return [];
    return [{ rule, duration: service.duration, buffer_time: service.buffer_time }];
  });
}

export const serviceOf = (services: readonly StoredService[], id: string): StoredService =>
  services.find((service) => service.id === id)!;

/** A rule of one day. */
export const isOpening = ({ start_date, end_date }: Pick<Rule, 'start_date' | 'end_date'>): boolean =>
  start_date === end_date;

/** One at a time lays out the week: two classes that collide would not see each other. Whoever books is not kept waiting. */
export async function lockWeek(trx: Db): Promise<void> {
  await sql`lock table rules in share row exclusive mode`.execute(trx);
}

/** Answers its id. */
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

/** The last date on which it opens; null: it goes on. The row stays whatever happens: what was booked by it names it. */
export async function setLastDate(db: Db, id: string, last: LocalDate | null): Promise<void> {
  await db.updateTable('rules').set({ end_date: last }).where('id', '=', id).execute();
}

/** It never opens again. */
export async function switchOff(db: Db, id: string): Promise<void> {
  await db.updateTable('rules').set({ is_active: false }).where('id', '=', id).execute();
}

/** Booked and held sessions to come that these rules opened. */
export async function selectBookingsOfRules(db: Db, rule_ids: readonly string[], from: Date) {
  if (rule_ids.length === 0) return [];
  return await liveBookings(db).where('rule_id', 'in', rule_ids).where('start_time', '>=', from).execute();
}

/** Extra openings that are not over. */
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
