import { formatCents, inDollars, priceLabel } from '#domain/money/money.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { Audience, LocationType, ServiceFormat, ServiceType } from '#domain/slots/services.ts';
import type { OfferedService } from '../seats/practice-facts.ts';

const TYPES: Record<ServiceType, string> = { AYURVEDA: 'Ayurveda', HERBALISM: 'Herbalism', YOGA: 'Yoga' };
const PLACES: Record<LocationType, string> = {
  FIXED_LOCATION: 'the studio',
  HOUSE_CALL: 'the client’s home',
  VIRTUAL: 'online',
};
const FORMATS: Record<ServiceFormat, string> = {
  ONE_ON_ONE: 'one to one',
  GROUP: 'class',
  WORKSHOP: 'workshop',
  PRODUCT: 'product',
};

const AUDIENCE_NAMES: Record<Audience, string> = {
  EVERYONE: 'everybody',
  NEW: 'first visits',
  KNOWN: 'known clients',
};

/** The name of a place inside a sentence. */
export const placeText = (place: LocationType): string => PLACES[place];
const typesText = (types: readonly ServiceType[]) => types.map((type) => TYPES[type]).join(' and ');
const placesText = (places: readonly LocationType[]) => places.map(placeText).join(', ');
export const priceText = (service: OfferedService): string => priceLabel(inDollars(service));
const suggestedText = ({ suggested_price_cents: cents }: OfferedService) =>
  cents === null ? 'none' : formatCents(cents);

/** What a change says of a service, a line for each field: 'Price: $85 → $90'. */
export function changedLines(before: OfferedService, after: OfferedService): string[] {
  const lines: string[] = [];
  const compare = (label: string, one: string, other: string) => {
    if (one !== other) lines.push(`${label}: ${one} → ${other}`);
  };
  compare('Name', before.name, after.name);
  if (before.description !== after.description) lines.push('A new description.');
  compare('Kind', typesText(before.type), typesText(after.type));
  compare('Format', FORMATS[before.format], FORMATS[after.format]);
  compare('Price', priceText(before), priceText(after));
  compare('Suggested price', suggestedText(before), suggestedText(after));
  if (before.min_price_cents !== null && after.min_price_cents !== null)
    compare('Without the scale', formatCents(before.base_price_cents), formatCents(after.base_price_cents));
  compare('Length', `${before.duration} minutes`, `${after.duration} minutes`);
  compare('Free time after it', `${before.buffer_time} minutes`, `${after.buffer_time} minutes`);
  compare('Places', placesText(before.service_location_type), placesText(after.service_location_type));
  if (isClassFormat(after.format))
    compare('Seats', String(before.max_capacity ?? 1), String(after.max_capacity ?? 1));
  compare('For', AUDIENCE_NAMES[before.audience], AUDIENCE_NAMES[after.audience]);
  if (before.bookable_online !== after.bookable_online)
    lines.push(
      after.bookable_online
        ? 'Clients see it on the price list and can book it.'
        : 'Only you can book it. Clients no longer see it.',
    );
  return lines;
}

/** Whether bookings and payment pages keep terms that a change replaces. */
export const changesTerms = (before: OfferedService, after: OfferedService): boolean =>
  priceText(before) !== priceText(after) ||
  before.base_price_cents !== after.base_price_cents ||
  before.duration !== after.duration ||
  before.name !== after.name;

/** '1 booking', '12 bookings'. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
