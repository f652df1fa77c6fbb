import type { Service } from '#contract/services.schemas.ts';
import { CART_KEY } from '#web/api/cart-count.ts';
import { type Cart, type CartItem, emptyCart, loadCart, storeCart } from '#domain/checkout/cart.ts';
import { startPrice } from '#domain/money/money.ts';
import { SERVICE_FORMATS, SERVICE_TYPES, type ServiceType } from '#domain/slots/services.ts';
import { formatTime, parseTime } from '#domain/time/wall-time.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { practice } from '#content/public/practice.ts';
import { now } from '#web/ui/use-now.ts';

/** The part of the store that is saved: the cart itself, in the format of the domain. */
export type StoredCart = Cart<Service>;

/** A cart read from storage; an expired one is empty. */
export type LoadedCart = StoredCart & { expired?: true };

/**
 * A cart that could not be saved. Reading the cart again, for example after switching tabs, must return this one and not
 * the older one in storage.
 */
let unsaved: string | null = null;

/** Another tab has written the cart: storage works again, and that version is newer. */
export function trustStorage(): void {
  unsaved = null;
}

/** Reads the cart from local storage. Drops an expired cart and past dates, but never renews the timestamp. */
export function readCart(): LoadedCart {
  const moment = now();
  const { cart, clearStored, expired } = loadCart(
    unsaved ?? readText(),
    moment.getTime(),
    localDateOf(moment, practice.zone),
  );
  const items = cart.items.flatMap((item) => completeCartItem(item) ?? []);
  if (clearStored || items.length === 0) removeText();
  const loaded: LoadedCart = items.length === 0 ? noCart() : { items, timestamp: cart.timestamp };
  return expired ? { ...loaded, expired } : loaded;
}

/** An empty cart has no key. If storage is full or not allowed, the cart stays in memory. */
export function writeCart(cart: StoredCart): void {
  if (cart.items.length === 0) removeText();
  else writeText(storeCart(cart));
}

function readText(): string | null {
  try {
    return localStorage.getItem(CART_KEY);
  } catch {
    return null;
  }
}

function writeText(text: string): void {
  unsaved = text;
  try {
    localStorage.setItem(CART_KEY, text);
    unsaved = null;
  } catch {
    // The cart stays in memory; only a reload would lose it.
  }
}

function removeText(): void {
  unsaved = null;
  try {
    localStorage.removeItem(CART_KEY);
  } catch {
    // Nothing was stored.
  }
}

export const noCart = (): StoredCart => emptyCart<Service>();

type Loose = Partial<Record<string, unknown>>;

const DAY_MINUTES = 24 * 60;
const FORMATS: readonly unknown[] = SERVICE_FORMATS;
const TYPES: readonly unknown[] = SERVICE_TYPES;

const isServiceType = (value: unknown): value is ServiceType => TYPES.includes(value);
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
const numberOr = <T>(value: unknown, otherwise: T) =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

/**
 * Completes a stored cart item, which another version of the site may have written: missing fields are derived from the
 * others. Null without a service, because then there is nothing to show. The server validates price and availability.
 */
function completeCartItem(item: CartItem<unknown>): CartItem<Service> | null {
  if (!isObject(item.service)) return null;
  const slot: Loose = item.slotData;
  const start = item.slotData.start;
  const end = textOr(slot['end'], '') || endAfter(start, item.service['duration']);
  const name = textOr(item.service['name'], '') || textOr(item.service_name, '') || 'Session';
  const service = completeService(item.service, item.serviceId, name, minutesBetween(start, end));
  const place = isObject(item.location) ? textOr(item.location.name, '') : '';
  return {
    serviceId: item.serviceId,
    service,
    slotData: {
      start,
      end,
      schedule_id: textOr(slot['schedule_id'], ''),
      current_count: numberOr(slot['current_count'], 0),
    },
    selectedDate: item.selectedDate,
    currentPrice: numberOr(item.currentPrice, startPrice(service)),
    service_name: textOr(item.service_name, name),
    service_buffer_time: numberOr(item.service_buffer_time, service.buffer_time),
    location: { name: place || service.location.name },
  };
}

function completeService(given: Loose, id: string, name: string, minutes: number): Service {
  const location = isObject(given['location']) ? textOr(given['location']['name'], '') : '';
  return {
    ...(given as Partial<Service>),
    id,
    name,
    description: textOr(given['description'], ''),
    type: Array.isArray(given['type']) ? given['type'].filter(isServiceType) : [],
    category: isServiceType(given['category']) ? given['category'] : 'AYURVEDA',
    format: FORMATS.includes(given['format']) ? (given['format'] as Service['format']) : 'ONE_ON_ONE',
    duration: numberOr(given['duration'], minutes),
    buffer_time: numberOr(given['buffer_time'], 0),
    base_price: numberOr(given['base_price'], 0),
    suggested_price: numberOr(given['suggested_price'], null),
    min_price: numberOr(given['min_price'], null),
    max_price: numberOr(given['max_price'], null),
    service_location_type: [],
    location: { name: location },
    scheduling_type: textOr(given['scheduling_type'], ''),
    stripe_product_id: textOr(given['stripe_product_id'], '') || null,
    stripe_price_id: textOr(given['stripe_price_id'], '') || null,
    is_subscription: given['is_subscription'] === true,
    subscription_interval: textOr(given['subscription_interval'], '') || null,
    max_capacity: numberOr(given['max_capacity'], null),
    audience: 'EVERYONE',
  };
}

function minutesBetween(start: string, end: string): number {
  const [from, to] = [parseTime(start), parseTime(end)];
  if (from === null || to === null) return 0;
  return (to - from + DAY_MINUTES) % DAY_MINUTES;
}

/** The end of an item that has only a duration; '' without one. */
function endAfter(start: string, minutes: unknown): string {
  const from = parseTime(start);
  return from === null || typeof minutes !== 'number' ? '' : formatTime(from + minutes);
}
