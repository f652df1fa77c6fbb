/** The cart as a value: its items, the time of its last change, and its stored form (product.md §3.13, §4.7, §9.2). */
import { isLocalDate } from '#domain/time/calendar.ts';

/** The cart expires this long after its last change; loading does not renew it (rules.md §5). */
const CART_LIFETIME_MINUTES = 30;
/** The server accepts 1 to 10 items (rules.md §5). */
export const MAX_CART_ITEMS = 10;

type SlotData = { start: string; end: string; schedule_id: string; current_count: number };
/**
 * A cart item (product.md §3.13): currentPrice in dollars, service_buffer_time in minutes. S is the service on the
 * wire.
 */
export type CartItem<S = unknown> = {
  serviceId: string;
  service: S;
  slotData: SlotData;
  selectedDate: string;
  currentPrice: number;
  service_name: string;
  service_buffer_time: number;
  location: { name: string };
};
/** The fields that identify a cart item (product.md §4.7.1). */
export type CartKey = { serviceId: string; selectedDate: string; slotData: { start: string } };
/** timestamp: epoch ms of the last change. */
export type Cart<S = unknown> = { items: CartItem<S>[]; timestamp: number };
/** clearStored: nothing usable was stored, so remove the key. expired: only its age made it unusable. */
type LoadedCart<S = unknown> = { cart: Cart<S>; clearStored: boolean; expired: boolean };
type Clocked = { items: readonly unknown[]; timestamp: number };

const LIFETIME_MS = CART_LIFETIME_MINUTES * 60_000;

/** Returns a cart without items; it never expires. */
export function emptyCart<S>(): Cart<S> {
  return { items: [], timestamp: 0 };
}

function isSame(a: CartKey, b: CartKey): boolean {
  return (
    a.serviceId === b.serviceId && a.selectedDate === b.selectedDate && a.slotData.start === b.slotData.start
  );
}

/** Adds an item. Returns the same cart if it already has that service, date and slot start (product.md §4.7.1). */
export function addItem<S>(cart: Cart<S>, item: CartItem<S>, now: number): Cart<S> {
  if (cart.items.some((other) => isSame(other, item))) return cart;
  return { items: [...cart.items, item], timestamp: now };
}

/** Removes the items that match service, date and slot start. Returns the same cart if none does. */
export function removeItem<S>(cart: Cart<S>, key: CartKey, now: number): Cart<S> {
  const items = cart.items.filter((item) => !isSame(item, key));
  return items.length === cart.items.length ? cart : { items, timestamp: now };
}

/** Sets currentPrice (dollars) on every item of a service (product.md §4.7.2). */
export function repriceService<S>(cart: Cart<S>, serviceId: string, dollars: number, now: number): Cart<S> {
  let changed = false;
  const items = cart.items.map((item) => {
    if (item.serviceId !== serviceId || item.currentPrice === dollars) return item;
    changed = true;
    return { ...item, currentPrice: dollars };
  });
  return changed ? { items, timestamp: now } : cart;
}

/** Returns the milliseconds until the cart expires: 0 if it has, Infinity if it is empty. */
export function cartMillisLeft(cart: Clocked, now: number): number {
  if (cart.items.length === 0) return Infinity;
  return Math.max(0, Math.min(LIFETIME_MS, cart.timestamp + LIFETIME_MS - now));
}

/** True 30 minutes after the last change. An empty cart never expires. */
export function isCartExpired(cart: Clocked, now: number): boolean {
  return cartMillisLeft(cart, now) === 0;
}

function isUsable(item: unknown): item is CartItem {
  if (typeof item !== 'object' || item === null) return false;
  const { serviceId, selectedDate, slotData } = item as Partial<CartItem>;
  return (
    typeof serviceId === 'string' &&
    typeof selectedDate === 'string' &&
    isLocalDate(selectedDate) &&
    typeof slotData === 'object' &&
    slotData !== null &&
    typeof slotData.start === 'string' &&
    slotData.start !== ''
  );
}

/**
 * Reads a stored cart. Drops items without a slot start (product.md §4.7.3), items of past dates (rules.md §5; `today`
 * is the practice's date) and duplicates. A cart that is malformed, too old or empty after that is to be cleared.
 * Keeps the stored timestamp.
 */
export function loadCart<S>(text: string | null, now: number, today: string): LoadedCart<S> {
  if (text === null) return { cart: emptyCart(), clearStored: false, expired: false };
  const stored = readStored(text);
  const items = stored.items
    .filter(isUsable)
    .filter((item) => item.selectedDate >= today)
    .filter((item, at, all) => all.findIndex((other) => isSame(other, item)) === at);
  const cart = { items: items as CartItem<S>[], timestamp: stored.timestamp };
  const expired = isCartExpired(cart, now);
  if (items.length === 0 || expired) return { cart: emptyCart(), clearStored: true, expired };
  return { cart, clearStored: false, expired };
}

function readStored(text: string): { items: unknown[]; timestamp: number } {
  try {
    const stored: unknown = JSON.parse(text);
    const { items, timestamp } = (stored ?? {}) as { items?: unknown; timestamp?: unknown };
    if (Array.isArray(items) && typeof timestamp === 'number') return { items, timestamp };
  } catch {
    // Malformed JSON counts as nothing stored.
  }
  return { items: [], timestamp: 0 };
}

/** Returns the text for local storage; loadCart reads it back. */
export function storeCart(cart: Cart): string {
  return JSON.stringify({ items: cart.items, timestamp: cart.timestamp });
}

/** Returns the number in the header's badge. */
export function itemCount(cart: { items: readonly unknown[] }): number {
  return cart.items.length;
}

/** Groups items by service (product.md §2.21.2): services in the order in which they were added, items by date. */
export function groupByService<S>(
  items: readonly CartItem<S>[],
): { serviceId: string; items: CartItem<S>[] }[] {
  const groups = new Map<string, CartItem<S>[]>();
  for (const item of items) {
    const group = groups.get(item.serviceId);
    if (group) group.push(item);
    else groups.set(item.serviceId, [item]);
  }
  return [...groups].map(([serviceId, group]) => ({
    serviceId,
    items: group.sort((a, b) =>
      a.selectedDate < b.selectedDate ? -1 : a.selectedDate > b.selectedDate ? 1 : 0,
    ),
  }));
}
