import { practice } from '#content/public/practice.ts';
import type { ServiceChange } from '#contract/catalogue.schemas.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { slugOf } from '#domain/text/slug.ts';
import type { StoredService } from '../hours/store.ts';
import type { OfferedService } from '../seats/practice-facts.ts';

export type Fields = Extract<ServiceChange, { kind: 'CREATE' }>['service'];

const MAX_KEY_LENGTH = 50;

/** The row of a new service. */
export function newServiceOf(fields: Fields): Omit<OfferedService, 'id' | 'key'> {
  const { form_ids: _, ...own } = fields;
  return {
    ...own,
    category: own.type[0] ?? 'YOGA',
    max_capacity: isClassFormat(own.format) ? own.max_capacity : 1,
    location_name: locationName(own.service_location_type, null),
    scheduling_type: 'SCHEDULED',
    stripe_product_id: null,
    stripe_price_id: null,
    is_subscription: false,
    subscription_interval: null,
    has_waitlist: true,
  };
}

/** A service with the given fields in place of its own. */
export function mergeService(there: StoredService, fields: Partial<Fields>): StoredService {
  const { form_ids: _, ...own } = fields;
  const next = { ...there, ...own };
  return {
    ...next,
    category: next.type.includes(there.category) ? there.category : (next.type[0] ?? there.category),
    max_capacity: isClassFormat(next.format)
      ? next.max_capacity
      : there.format === next.format
        ? there.max_capacity
        : 1,
    location_name: own.service_location_type
      ? locationName(own.service_location_type, there)
      : there.location_name,
  };
}

/** A service that is given at the studio, among other places, shows the studio's name. */
function locationName(places: readonly LocationType[], there: StoredService | null): string {
  if (places.includes('FIXED_LOCATION'))
    return there?.service_location_type.includes('FIXED_LOCATION')
      ? there.location_name
      : practice.studio.short_name;
  return places[0] === 'HOUSE_CALL' ? 'House Call' : 'Online';
}

/** The key of a new service, which names it in files: 'evening-flow'. */
export function serviceSlug(name: string): string {
  const slug = slugOf(name).slice(0, MAX_KEY_LENGTH).replace(/-$/, '');
  // These two are audiences of a form.
  return /^[a-z]/.test(slug) && slug !== 'everybody' && slug !== 'nobody' ? slug : `service-${slug || '1'}`;
}
