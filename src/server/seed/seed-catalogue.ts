import { randomUUID } from 'node:crypto';
import type { Closure, Rule } from '#domain/slots/availability.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { toCents } from '#domain/money/money.ts';
import { dateOf } from '#content/seed/dates.ts';
import { seedClosures, seedOpenings, seedRules } from '#content/seed/rules.ts';
import { seedServices } from '#content/seed/services.ts';
import type { SeedOpening, SeedRule, SeedService } from '#content/seed/types.ts';
import type { Db } from '../db/pool.ts';
import { momentOn, type Seeding } from './seeding.ts';

export type SeededService = SeedService & { id: string };
/** The seeded catalogue, which sample bookings refer to. */
export type Catalogue = {
  services: ReadonlyMap<string, SeededService>;
  rules: readonly Rule[];
  closures: readonly Closure[];
};

const centsOrNull = (dollars: number | null) => (dollars === null ? null : toCents(dollars));

/** Seeds services, rules (extra openings are rules of one day) and closures. */
export async function seedCatalogue(db: Db, seeding: Seeding): Promise<Catalogue> {
  const services = new Map(seedServices.map((service) => [service.key, { ...service, id: randomUUID() }]));
  await db
    .insertInto('services')
    .values([...services.values()].map((service, position) => serviceRow(service, position)))
    .execute();

  const serviceId = (key: string) => {
    const service = services.get(key);
    if (!service) throw new Error(`The sample has no service ${key}`);
    return service.id;
  };
  const rules = [
    ...seedRules.map((rule) => ruleOf(rule, serviceId(rule.service), seeding)),
    ...seedOpenings.map((opening) => openingOf(opening, serviceId(opening.service), seeding)),
  ];
  await db.insertInto('rules').values(rules).execute();

  const closures = seedClosures.map((closure) => {
    const first = dateOf(closure.date, seeding.today);
    const last = addDays(first, closure.days - 1);
    const untilMidnight = closure.to_time === '24:00';
    return {
      id: randomUUID() as string,
      starts_at: momentOn(seeding, first, closure.from_time),
      ends_at: untilMidnight
        ? momentOn(seeding, addDays(last, 1), '00:00')
        : momentOn(seeding, last, closure.to_time),
      reason: closure.reason,
    };
  });
  await db.insertInto('closures').values(closures).execute();
  return { services, rules, closures };
}

function serviceRow(service: SeededService, position: number) {
  return {
    id: service.id,
    key: service.key,
    position,
    name: service.name,
    description: service.description,
    type: service.type,
    category: service.category,
    format: service.format,
    duration: service.duration,
    buffer_time: service.buffer_time,
    base_price_cents: toCents(service.base_price),
    suggested_price_cents: centsOrNull(service.suggested_price),
    min_price_cents: centsOrNull(service.min_price),
    max_price_cents: centsOrNull(service.max_price),
    service_location_type: service.service_location_type,
    location_name: service.location.name,
    scheduling_type: service.scheduling_type,
    stripe_product_id: service.stripe_product_id,
    stripe_price_id: service.stripe_price_id,
    is_subscription: service.is_subscription,
    subscription_interval: service.subscription_interval,
    max_capacity: service.max_capacity,
  };
}

function ruleOf(rule: SeedRule, service_id: string, { today }: Seeding): Rule {
  return {
    id: randomUUID(),
    service_id,
    location_type: rule.location_type,
    day_of_week: rule.day_of_week,
    pattern: rule.pattern,
    week_of_month: rule.week_of_month,
    start_date: dateOf(rule.start_date, today),
    end_date: rule.end_date === null ? null : dateOf(rule.end_date, today),
    start_time: rule.start_time,
    end_time: rule.end_time,
    slot_step_min: rule.slot_step_min,
    capacity: rule.capacity,
    is_active: rule.is_active,
  };
}

function openingOf(opening: SeedOpening, service_id: string, { today }: Seeding): Rule {
  const date = dateOf(opening.date, today);
  return {
    id: randomUUID(),
    service_id,
    location_type: opening.location_type,
    day_of_week: dayOfWeek(date),
    pattern: null,
    week_of_month: null,
    start_date: date,
    end_date: date,
    start_time: opening.start_time,
    end_time: opening.end_time,
    slot_step_min: opening.slot_step_min,
    capacity: opening.capacity,
    is_active: true,
  };
}
