import type { Selectable } from 'kysely';
import { LOCATION_TYPES, type LocationType } from '#domain/services.ts';
import type { Closure, Rule } from '#domain/availability.ts';
import { isLocalDate } from '#domain/calendar.ts';
import {
  type BusyTimes,
  type CartTime,
  isClassFormat,
  type ScheduledClass,
  type SlotFacts,
  type Taken,
} from '#domain/slots.ts';
import { parseTime } from '#domain/wall-time.ts';
import { instantOf } from '#domain/zone.ts';
import type { Services } from '../db/types.ts';

/** A service as the server uses it: money in cents, times in minutes. */
export type OfferedService = Omit<Selectable<Services>, 'is_active' | 'position' | 'updated_at'>;

/** The active services and rules, and the closures. Only the practice changes them. */
export type Catalogue = {
  services: ReadonlyMap<string, OfferedService>;
  /** By service id. */
  rules: ReadonlyMap<string, readonly Rule[]>;
  classes: readonly ScheduledClass[];
  closures: readonly Closure[];
};

/**
 * Catalogue and held time, read at one moment, for the listing and the checkout. `taken`: classes and the viewer's own
 * seats. `busy`: all other appointments.
 */
export type PracticeFacts = { catalogue: Catalogue; taken: readonly Taken[]; busy: BusyTimes };

export function catalogueOf(
  services: readonly OfferedService[],
  rules: readonly Rule[],
  closures: readonly Closure[],
): Catalogue {
  const byId = new Map(services.map((service) => [service.id, service]));
  const byService = new Map<string, Rule[]>();
  const classes: ScheduledClass[] = [];
  for (const rule of rules) {
    const service = byId.get(rule.service_id);
    if (!service) continue;
    const known = byService.get(service.id);
    if (known) known.push(rule);
    else byService.set(service.id, [rule]);
    if (isClassFormat(service.format))
      classes.push({ rule, duration: service.duration, buffer_time: service.buffer_time });
  }
  return { services: byId, rules: byService, classes, closures };
}

/** Returns the location types that this client may choose: house calls need approval (product.md §6.1). */
export function permittedPlaces(user: { house_call_approved: boolean }): readonly LocationType[] {
  return user.house_call_approved ? LOCATION_TYPES : ['FIXED_LOCATION', 'VIRTUAL'];
}

/** Returns the rules of one-to-one services at these places. */
export function openRulesOf(catalogue: Catalogue, places: readonly LocationType[]): Rule[] {
  return [...catalogue.services.values()]
    .filter(({ format }) => format === 'ONE_ON_ONE')
    .flatMap(({ id }) => catalogue.rules.get(id) ?? [])
    .filter(({ location_type }) => places.includes(location_type));
}

/** Returns the facts of one service for the slot engine; null if clients cannot book it. */
export function slotFactsOf(
  facts: PracticeFacts,
  about: {
    service_id: string;
    location_types: readonly LocationType[];
    now: Date;
    zone: string;
    cart?: SlotFacts['cart'];
  },
): (SlotFacts & { service: OfferedService }) | null {
  const { catalogue, taken, busy } = facts;
  const service = catalogue.services.get(about.service_id);
  if (!service?.bookable_online) return null;
  const rules = (catalogue.rules.get(service.id) ?? []).filter((rule) =>
    about.location_types.includes(rule.location_type),
  );
  return {
    service,
    rules,
    classes: catalogue.classes,
    closures: catalogue.closures,
    taken,
    busy,
    cart: about.cart,
    now: about.now,
    zone: about.zone,
  };
}

/** A cart item of get-slots as the browser stored it; any part may be missing. */
type CartHint = {
  serviceId?: string | null | undefined;
  selectedDate?: string | null | undefined;
  slotData?: { start?: string | null | undefined } | null | undefined;
};

/**
 * Converts cart items to times with the buffers of the database. Skips unreadable items: the only effect is that a slot
 * is listed which the cart itself refuses.
 */
export function cartTimesOf(
  items: readonly CartHint[] | null | undefined,
  catalogue: Catalogue,
  zone: string,
): CartTime[] {
  return (items ?? []).flatMap((item) => {
    const service = catalogue.services.get(item.serviceId ?? '');
    const start = parseTime(item.slotData?.start ?? '');
    const date = item.selectedDate ?? '';
    if (!service || start === null || !isLocalDate(date)) return [];
    const start_time = instantOf(date, start, zone);
    if (!start_time) return [];
    const end_time = new Date(start_time.getTime() + service.duration * 60_000);
    const blocked_until = new Date(end_time.getTime() + service.buffer_time * 60_000);
    return [{ service_id: service.id, start_time, end_time, blocked_until }];
  });
}
