import { practice } from '#content/public/practice.ts';
import type { StaffService, staffServices } from '#contract/catalogue.schemas.ts';
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import { LOCATION_TYPES } from '#domain/slots/services.ts';
import { overviewOfDays } from '#domain/slots/slots.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { z } from 'zod';
import type { Db } from '../db/pool.ts';
import { readWeek, type StoredService } from '../hours/store.ts';
import { readPracticeFacts, type PracticeFacts, slotFactsOf } from '../seats/practice-facts.ts';
import { rulesOf } from './service-problems.ts';
import { selectAskedForms, selectBookedCounts } from './service-store.ts';

const { zone } = practice;

/** Every service in the order of the price list, retired ones last. */
export async function listServices(db: Db, now: Date): Promise<z.input<typeof staffServices.answer>> {
  const today = localDateOf(now, zone);
  const [week, forms, booked, facts] = await Promise.all([
    readWeek(db, today),
    selectAskedForms(db),
    selectBookedCounts(db, now),
    readPracticeFacts(db, { user_id: null, from: today, to: addDays(today, BOOKABLE_DAYS) }),
  ]);
  const services = week.services.map((service) => ({
    ...presentStored(service),
    form_ids: forms
      .filter(({ is_global, service_ids }) => !is_global && service_ids.includes(service.id))
      .map(({ id }) => id),
    has_hours: rulesOf(week, service.id).length > 0,
    format_is_fixed: booked.has(service.id),
    booked: booked.get(service.id) ?? 0,
    next_free: nextFree(service.id, facts, now),
  }));
  return {
    services: [...services.filter((each) => each.is_active), ...services.filter((each) => !each.is_active)],
    forms: forms.map(({ id, name, is_global }) => ({ id, name, is_global })),
  };
}

/** One service as the list has it. */
export async function readService(db: Db, id: string, now: Date): Promise<StaffService | undefined> {
  return (await listServices(db, now)).services.find((service) => service.id === id);
}

function presentStored(service: StoredService) {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    type: service.type,
    format: service.format,
    duration: service.duration,
    buffer_time: service.buffer_time,
    base_price_cents: service.base_price_cents,
    min_price_cents: service.min_price_cents,
    max_price_cents: service.max_price_cents,
    suggested_price_cents: service.suggested_price_cents,
    service_location_type: service.service_location_type,
    max_capacity: service.max_capacity,
    bookable_online: service.bookable_online,
    audience: service.audience,
    is_active: service.is_active,
  };
}

/** The next day on which clients can book the service, by their own engine. */
function nextFree(service_id: string, facts: PracticeFacts, now: Date): string | null {
  const own = slotFactsOf(facts, { service_id, location_types: LOCATION_TYPES, now, zone });
  if (!own || own.rules.length === 0) return null;
  return overviewOfDays(own).find(({ open_slots }) => open_slots > 0)?.date ?? null;
}
