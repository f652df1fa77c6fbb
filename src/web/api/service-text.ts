import { practice } from '#content/public/practice.ts';
import type { Service } from '#contract/services.schemas.ts';
import { AUDIENCE_TEXTS } from '#domain/slots/access.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { JOIN_MINUTES } from '#domain/visits/joining.ts';

/** For service cards and the cart. */
const FORMATS: Record<Service['format'], string> = {
  ONE_ON_ONE: 'one to one',
  GROUP: 'small class',
  WORKSHOP: 'workshop',
  PRODUCT: 'product',
};

const TYPES: Record<Service['type'][number], string> = {
  AYURVEDA: 'Ayurveda',
  HERBALISM: 'Herbalism',
  YOGA: 'Yoga',
};

/** 'one to one', 'small class', 'workshop'. */
const formatName = (service: Service): string => FORMATS[service.format];

/** 'Ayurveda, one to one', with who may book it: 'Ayurveda, one to one · For first visits'. */
export function kindOf(service: Service): string {
  const kind = `${service.type.map((type) => TYPES[type]).join(' and ')}, ${formatName(service)}`;
  return [kind, AUDIENCE_TEXTS[service.audience]?.label].filter(Boolean).join(' · ');
}

/** 'Small class, up to 10 people', 'One to one'. */
export function companyOf(service: Service): string {
  const name = formatName(service);
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return isShared(service) && service.max_capacity ? `${label}, up to ${service.max_capacity} people` : label;
}

/** True if several people take part; the price is per person. */
export const isShared = (service: Service): boolean =>
  service.format === 'GROUP' || service.format === 'WORKSHOP';

/** What a client reads about the link to an online session. */
export const joinText = ({ has_room }: { has_room: boolean }): string =>
  has_room
    ? `The link opens ${JOIN_MINUTES} minutes before.`
    : `${practice.practitioner.first_name} will send you the link.`;

/** The name of a place on a card, in the dialog and in the cart. */
export function placeName(service: Service, place: LocationType): string {
  if (place === 'HOUSE_CALL') return 'House Call';
  if (place === 'VIRTUAL') return 'Online';
  return service.location.name;
}
