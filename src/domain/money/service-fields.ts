/** What a service may say (rules.md §9): the limits that the editor and the server share. Money in cents, times in minutes. */
import { formatCents } from '#domain/money/money.ts';
import { priceError } from '#domain/money/payable.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import type { LocationType, ServiceFormat, ServiceType } from '#domain/slots/services.ts';

export const SERVICE_LIMITS = {
  name: 100,
  description: 1000,
  shortest_min: 5,
  longest_min: 8 * 60,
  longest_buffer_min: 4 * 60,
  seats: 500,
  cents: 1_000_000,
} as const;

/** The fields that the practitioner decides. */
export type ServiceFields = {
  name: string;
  description: string;
  type: readonly ServiceType[];
  format: ServiceFormat;
  duration: number;
  buffer_time: number;
  base_price_cents: number;
  /** Both ends of a sliding scale, or neither. */
  min_price_cents: number | null;
  max_price_cents: number | null;
  suggested_price_cents: number | null;
  service_location_type: readonly LocationType[];
  /** The seats of a class; 1 for one person at a time. */
  max_capacity: number | null;
};

export type ServiceFieldErrors = Partial<Record<keyof ServiceFields, string>>;

/** Returns a sentence for each field that cannot stay as it is; none if all are right. */
export function validateService(service: ServiceFields, currency: string): ServiceFieldErrors {
  const { shortest_min, longest_min, longest_buffer_min, seats } = SERVICE_LIMITS;
  const isClass = isClassFormat(service.format);
  const errors: ServiceFieldErrors = {
    ...(service.name.trim() === '' ? { name: 'Please give it a name.' } : {}),
    ...(service.description.trim() === '' ? { description: 'Please describe it in a sentence or two.' } : {}),
    ...(service.type.length === 0 ? { type: 'Please choose at least one.' } : {}),
    ...(service.service_location_type.length === 0
      ? { service_location_type: 'Please choose at least one place.' }
      : {}),
    ...(isWhole(service.duration, shortest_min, longest_min)
      ? {}
      : { duration: `Please enter ${shortest_min} to ${longest_min} minutes.` }),
    ...(isWhole(service.buffer_time, 0, longest_buffer_min)
      ? {}
      : { buffer_time: `Please enter 0 to ${longest_buffer_min} minutes.` }),
    ...(isClass && !isWhole(service.max_capacity ?? 0, 1, seats)
      ? { max_capacity: `Please enter 1 to ${seats} seats.` }
      : {}),
  };
  return { ...errors, ...priceErrors(service, currency) };
}

const isWhole = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

/** A sliding scale has both ends, increases and uses whole dollars; the other prices lie within it. */
function priceErrors(service: ServiceFields, currency: string): ServiceFieldErrors {
  const { base_price_cents: base, min_price_cents: min, max_price_cents: max } = service;
  const { suggested_price_cents: suggested } = service;
  const isPrice = (cents: number) => isWhole(cents, 0, SERVICE_LIMITS.cents);
  const notPrice = `Please enter an amount up to ${formatCents(SERVICE_LIMITS.cents)}.`;
  if (!isPrice(base)) return { base_price_cents: notPrice };
  const tooSmall = priceError(base, currency);
  if (tooSmall !== null) return { base_price_cents: tooSmall };
  if (min === null && max === null)
    return suggested === null
      ? {}
      : { suggested_price_cents: 'Only a sliding scale has a suggested price. Please leave it empty.' };
  if (min === null || !isPrice(min)) return { min_price_cents: min === null ? BOTH_ENDS : notPrice };
  if (max === null || !isPrice(max)) return { max_price_cents: max === null ? BOTH_ENDS : notPrice };
  if (max <= min)
    return { max_price_cents: `The scale has to go up: please enter more than ${formatCents(min)}.` };
  if (min % 100 !== 0) return { min_price_cents: WHOLE_DOLLARS };
  if (max % 100 !== 0) return { max_price_cents: WHOLE_DOLLARS };
  const isOff = (cents: number) => cents < min || cents > max;
  const onScale = `Please enter an amount on the scale, ${formatCents(min)} to ${formatCents(max)}.`;
  if (isOff(base)) return { base_price_cents: onScale };
  if (suggested !== null && isOff(suggested)) return { suggested_price_cents: onScale };
  return {};
}

const BOTH_ENDS = 'A sliding scale has both ends. Please enter both, or neither.';
const WHOLE_DOLLARS = 'A sliding scale goes in whole dollars.';
