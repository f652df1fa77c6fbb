import { addDays } from '#domain/calendar.ts';
import { formatLongDate } from '#domain/date-formats.ts';
import { collidingClass } from '#domain/rule-dates.ts';
import { isClassFormat } from '#domain/slots.ts';
import { localDateOf } from '#domain/zone.ts';
import { offeredService, rulesOf } from './change-service.ts';
import { done, type Outcome, type AdminDeps, usageError } from '../command.ts';
import { bookedLines, eventLines } from '../affected-bookings.ts';
import { lockService, selectFormsOfService, selectBookingsOfService, setOffered } from './store.ts';
import { changeWeek } from '../hours/change-week.ts';
import { classesOf, isOpening, serviceOf, type Week } from '../../hours/week-store.ts';

const isAlone = (more: readonly string[]) => more.length === 0;

/** Removes a service from the price list. Its bookings stay, and its hours are kept for `service restore`. */
export async function retireService(deps: AdminDeps, [key, ...more]: string[]): Promise<Outcome> {
  if (!key || !isAlone(more)) return usageError('Usage: service retire SERVICE. See: services');
  const { now, zone } = deps;
  const find = (week: Week) => {
    const read = offeredService(week, key);
    return read.ok ? { ok: true as const, rules: rulesOf(week, read.service.id) } : read;
  };
  return await changeWeek(deps, find, async (trx) => {
    const service = await lockService(trx, key);
    if (!service) return usageError(`There is no service ${key}. See: services`);
    await setOffered(trx, service.id, false);
    const forms = await selectFormsOfService(trx, service.id);
    return done(
      `Retired: ${service.name} is no longer offered. Its hours are kept. To bring it back: service restore ${key}`,
      ...bookedLines('Still booked', await selectBookingsOfService(trx, service.id, now), zone),
      ...(await eventLines(trx, service.id, { now, zone })),
      ...(forms.length > 0 ? [`Clients with bookings are still asked for: ${forms.join(', ')}`] : []),
    );
  });
}

/** Offers a retired service again, with its former hours. */
export async function restoreService(deps: AdminDeps, [key, ...more]: string[]): Promise<Outcome> {
  if (!key || !isAlone(more)) return usageError('Usage: service restore SERVICE. See: services');
  const today = localDateOf(deps.now, deps.zone);
  const find = ({ services }: Week) => {
    const service = services.find((each) => each.key === key);
    if (!service) return { ok: false as const, message: `There is no service ${key}. See: services` };
    if (service.is_active) return { ok: false as const, message: `${service.name} is offered already.` };
    return { ok: true as const, rules: [] };
  };
  return await changeWeek(deps, find, async (trx, week) => {
    const service = { ...week.services.find((each) => each.key === key)!, is_active: true };
    const rules = rulesOf(week, service.id);
    for (const rule of isClassFormat(service.format) ? rules : []) {
      const { duration, buffer_time } = service;
      const found = collidingClass({ rule, duration, buffer_time }, classesOf(week), addDays(today, 1));
      if (!found) continue;
      const { rule: other } = found.other;
      const how = isOpening(rule) ? `withdraw ${rule.id}` : `hour end ${rule.id}`;
      return usageError(
        `On ${formatLongDate(found.date)} its hours, ${rule.start_time} to ${rule.end_time}, would collide with ${serviceOf(week.services, other.service_id).name}, ${other.start_time} to ${other.end_time}. End them first: ${how}`,
      );
    }
    await setOffered(trx, service.id, true);
    return done(
      `${service.name} is offered again.`,
      rules.length === 0
        ? `It has no hours and cannot be booked: hour add service=${key} …`
        : `See: hours ${key}`,
    );
  });
}
