import type { StaffService } from '#contract/catalogue.schemas.ts';
import { inDollars, priceLabel } from '#domain/money/money.ts';
import { AUDIENCE_TEXTS } from '#domain/slots/access.ts';
import type { Audience, LocationType, ServiceType } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { practice } from '#content/public/practice.ts';

export const FORMAT_OPTIONS = [
  { value: 'ONE_ON_ONE', label: 'One to one' },
  { value: 'GROUP', label: 'Class' },
  { value: 'WORKSHOP', label: 'Workshop' },
] as const;
export const TYPE_OPTIONS: readonly { value: ServiceType; label: string }[] = [
  { value: 'AYURVEDA', label: 'Ayurveda' },
  { value: 'HERBALISM', label: 'Herbalism' },
  { value: 'YOGA', label: 'Yoga' },
];
export const PLACE_OPTIONS: readonly { value: LocationType; label: string }[] = [
  { value: 'FIXED_LOCATION', label: practice.studio.short_name },
  { value: 'HOUSE_CALL', label: 'House call' },
  { value: 'VIRTUAL', label: 'Online' },
];

export const AUDIENCE_OPTIONS: readonly { value: Audience; label: string }[] = [
  { value: 'EVERYONE', label: 'Everybody.' },
  { value: 'NEW', label: 'New clients only: before their first visit.' },
  { value: 'KNOWN', label: 'Known clients only: after a visit, or if you say so on their page.' },
];

type Shown = Pick<StaffService, 'format' | 'service_location_type' | 'max_capacity'>;

/** The line below the name: 'Class, 10 seats', 'One to one, also at home'. */
export function kindText({ format, service_location_type: places, max_capacity }: Shown): string {
  if (isClassFormat(format)) {
    const name = format === 'WORKSHOP' ? 'Workshop' : 'Class';
    return `${name}, ${max_capacity === 1 ? '1 seat' : `${max_capacity ?? 1} seats`}`;
  }
  if (places.length === 1 && places[0] === 'HOUSE_CALL') return 'House call';
  return places.includes('HOUSE_CALL') ? 'One to one, also at home' : 'One to one';
}

type Priced = Parameters<typeof inDollars>[0];

/** '$85', '$60–$120' */
export const priceText = (service: Priced): string => priceLabel(inDollars(service));

/** What is special about a service, as marks of its row. */
export function marksOf(
  service: Pick<StaffService, 'is_active' | 'has_hours' | 'bookable_online' | 'format' | 'audience'>,
) {
  if (!service.is_active) return [{ look: 'off', text: 'Retired' }];
  const limit = AUDIENCE_TEXTS[service.audience];
  return [
    ...(limit ? [{ look: 'quiet', text: limit.label }] : []),
    ...(service.bookable_online ? [] : [{ look: 'quiet', text: 'By you only' }]),
    ...(service.has_hours || service.format === 'PRODUCT' ? [] : [{ look: 'missing', text: 'No hours' }]),
  ];
}
