import { SERVICE_TYPES, type ServiceType } from '#domain/services.ts';
import { formatCents, isSlidingScale, priceLabel, toCents } from '#domain/money.ts';
import { isClassFormat } from '#domain/slots.ts';
import { practice } from '#content/public/practice.ts';
import { isNumberIn, NONE } from '../parse-args.ts';
import type { NewService } from './store.ts';
import { parsePlace, placeName, PLACE_NAMES } from '../hours/rule-text.ts';

const PRICES = ['price', 'min', 'max', 'suggested'] as const;
/** Fields of a service that commands take. */
export const SERVICE_FIELDS = [
  'name',
  'description',
  'type',
  'duration',
  'buffer',
  'place',
  'seats',
  ...PRICES,
];
/** Characters. */
const MAX_LENGTH: Readonly<Record<string, number>> = { name: 100, description: 1000 };
const MAX_DOLLARS = 10_000;
const MAX_DURATION_MIN = 8 * 60;
const MAX_BUFFER_MIN = 4 * 60;
const MAX_SEATS = 500;

type Read<S> = { ok: true; service: S } | { ok: false; message: string };

/** Merges the arguments with the stored service and validates the result. */
export function serviceFromArgs<S extends NewService>(there: S, given: ReadonlyMap<string, string>): Read<S> {
  const no = (message: string): Read<S> => ({ ok: false, message });
  for (const name of ['name', 'description']) {
    const value = given.get(name);
    if (value === '') return no(`${name} is empty.`);
    if (value !== undefined && value.length > MAX_LENGTH[name]!)
      return no(`${name} is too long: ${MAX_LENGTH[name]} letters at most.`);
  }
  const cents: Partial<Record<(typeof PRICES)[number], number | null>> = {};
  for (const name of PRICES) {
    const value = given.get(name);
    if (value === undefined) continue;
    const amount = value === NONE && name !== 'price' ? null : centsOf(value);
    if (amount === undefined)
      return no(
        `${name}=${value} is no price. Write dollars, such as 85${name === 'price' ? '' : ', or none'}.`,
      );
    cents[name] = amount;
  }
  const minutes = given.get('duration');
  if (minutes !== undefined && !isNumberIn(minutes, 5, MAX_DURATION_MIN))
    return no(`The duration is in minutes, 5 to ${MAX_DURATION_MIN}.`);
  const buffer = given.get('buffer');
  if (buffer !== undefined && !isNumberIn(buffer, 0, MAX_BUFFER_MIN))
    return no(`The buffer after a session is in minutes, 0 to ${MAX_BUFFER_MIN}.`);
  const type = given.has('type') ? parseTypes(given.get('type')!) : there.type;
  if (!type)
    return no(`type is one or more of: ${SERVICE_TYPES.join(', ').toLowerCase()}, as in type=yoga,herbalism`);
  const places = given.has('place') ? listOf(given.get('place')!.toLowerCase(), PLACE_NAMES) : null;
  if (places === undefined)
    return no(`place is one or more of: ${PLACE_NAMES.join(', ')}, as in place=studio,online`);
  const seats = given.get('seats');
  if (seats !== undefined && !isClassFormat(there.format))
    return no('Seats are for classes; this is for one person at a time. Leave seats out.');
  if (seats !== undefined && !isNumberIn(seats, 1, MAX_SEATS))
    return no(`A class has 1 to ${MAX_SEATS} seats.`);
  const next: S = {
    ...there,
    name: given.get('name') ?? there.name,
    description: given.get('description') ?? there.description,
    type,
    category: type.includes(there.category) ? there.category : type[0]!,
    duration: minutes === undefined ? there.duration : +minutes,
    buffer_time: buffer === undefined ? there.buffer_time : +buffer,
    max_capacity: seats === undefined ? there.max_capacity : +seats,
    ...(places === null ? {} : placesOf(places, there)),
    base_price_cents: cents.price ?? there.base_price_cents,
    min_price_cents: cents.min === undefined ? there.min_price_cents : cents.min,
    max_price_cents: cents.max === undefined ? there.max_price_cents : cents.max,
    suggested_price_cents: cents.suggested === undefined ? there.suggested_price_cents : cents.suggested,
  };
  const problem = problemOfScale(next);
  return problem === null ? { ok: true, service: next } : no(problem);
}

/** Parses 'a,b' into known values without duplicates; undefined if any other value occurs. */
function listOf<T extends string>(text: string, known: readonly T[]): T[] | undefined {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const found = words.flatMap((word) => known.find((each) => each === word) ?? []);
  return found.length === words.length ? found : undefined;
}

/** Parses 'yoga,herbalism', in any case; undefined if any other type occurs. */
export function parseTypes(text: string): ServiceType[] | undefined {
  return listOf(text.toUpperCase(), SERVICE_TYPES);
}

/** A service that is given at the studio, among other places, shows the studio's name. */
function placesOf(words: readonly string[], there: NewService) {
  const service_location_type = words.map((word) => parsePlace(word)!);
  const isSame = there.service_location_type.includes('FIXED_LOCATION') && words.includes('studio');
  const [first] = service_location_type;
  const location_name = isSame
    ? there.location_name
    : words.includes('studio')
      ? practice.studio.short_name
      : first === 'HOUSE_CALL'
        ? 'House Call'
        : 'Online';
  return { service_location_type, location_name };
}

/** Parses '85' or '85.50', up to ten thousand dollars. */
function centsOf(value: string): number | undefined {
  if (!/^\d{1,5}(?:\.\d{2})?$/.test(value) || +value > MAX_DOLLARS) return undefined;
  return toCents(+value);
}

/** A sliding scale has both ends, increases, and uses whole dollars; its other prices lie within it. */
function problemOfScale({
  base_price_cents: price,
  min_price_cents: min,
  max_price_cents: max,
  suggested_price_cents: suggested,
}: NewService): string | null {
  if (min === null && max === null)
    return suggested === null ? null : 'Without a scale nothing is suggested: give suggested=none as well.';
  if (min === null || max === null) return 'A scale has both ends: give min=… and max=…, or none for both.';
  if (max <= min) return `The scale has to run upwards: ${formatCents(min)} to ${formatCents(max)} does not.`;
  if (min % 100 !== 0 || max % 100 !== 0) return 'A scale goes in whole dollars.';
  for (const [name, amount] of [
    ['price', price],
    ['suggested', suggested],
  ] as const)
    if (amount !== null && (amount < min || amount > max))
      return `${name} of ${formatCents(amount)} does not lie on the scale of ${formatCents(min)} to ${formatCents(max)}: give ${name}=… as well.`;
  return null;
}

/** Describes a service in three lines. */
export function formatService(service: NewService): string[] {
  const { key, name, description, duration, suggested_price_cents: suggested } = service;
  const dollars = {
    base_price: service.base_price_cents / 100,
    min_price: service.min_price_cents === null ? null : service.min_price_cents / 100,
    max_price: service.max_price_cents === null ? null : service.max_price_cents / 100,
  };
  const scale = isSlidingScale(dollars)
    ? ` on a sliding scale, ${formatCents(suggested ?? service.base_price_cents)} suggested`
    : '';
  const room = isClassFormat(service.format) ? `a class of ${service.max_capacity ?? 1}` : 'one-to-one';
  const places = service.service_location_type.map(placeName).join(', ');
  return [
    `${key}  ${name}, ${duration} minutes, ${priceLabel(dollars)}${scale}`,
    `    ${description}`,
    `    ${service.type.join(', ').toLowerCase()}; ${room}; ${places}; ${service.buffer_time} minutes of buffer after it`,
  ];
}
