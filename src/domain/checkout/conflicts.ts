/** Compares a slot with the cart (product.md §4.8, §5.10), and the items of a cart with each other. */
import { isLocalDate } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import type { CartTime } from '#domain/slots/slot-facts.ts';

export type SlotState =
  | 'BOOKABLE'
  | 'SAME_SERVICE'
  | 'TIME_OVERLAP'
  | 'CAPACITY_FULL'
  | 'INVALID_SLOT'
  | 'UNAVAILABLE';
/** start and end in 12 h or 24 h spelling. */
type ConflictSlot = { start: string; end: string; available_spots?: number | null };
type ConflictService = { id: string; format: string };
export type ConflictItem = {
  serviceId: string;
  selectedDate: string;
  slotData: { start: string; end: string };
};

type Span = { from: number; to: number };

/** The text of INVALID_SLOT (product.md §5.10). */
export const INVALID_SLOT_DATA = 'Invalid slot data';

/** Parses a slot to minutes; an end at midnight is 1440. Null if either text is not a time. */
function spanOf(slot: { start: string; end: string } | null | undefined): Span | null {
  if (!slot?.start || !slot.end) return null;
  const from = parseTime(slot.start);
  const to = parseTime(slot.end);
  if (from === null || to === null) return null;
  return { from, to: to <= from ? to + 1440 : to };
}

const equal = (a: Span, b: Span) => a.from === b.from && a.to === b.to;
const overlap = (a: Span, b: Span) => a.from < b.to && a.to > b.from;

/**
 * Returns the state of a slot's button (product.md §4.8, §5.10). The first that applies wins. INVALID_SLOT: a value is
 * missing or not a time. SAME_SERVICE: the cart has this service at the same times. TIME_OVERLAP: a cart item overlaps
 * on that date. UNAVAILABLE: a class does not state its spots. CAPACITY_FULL: no spot remains. Else BOOKABLE.
 * Times are compared as minutes: '09:00' and '9:00 AM' are equal.
 */
export function slotState(
  slot: ConflictSlot | null | undefined,
  date: string | null | undefined,
  service: ConflictService | null | undefined,
  cart: readonly ConflictItem[],
): SlotState {
  const span = spanOf(slot);
  if (!slot || !span || !date || !isLocalDate(date) || !service?.id) return 'INVALID_SLOT';
  let overlaps = false;
  for (const item of cart) {
    if (item.selectedDate !== date) continue;
    const other = spanOf(item.slotData);
    if (!other) continue;
    if (item.serviceId === service.id && equal(span, other)) return 'SAME_SERVICE';
    overlaps ||= overlap(span, other);
  }
  if (overlaps) return 'TIME_OVERLAP';
  const remaining = remainingSpots(slot, date, service, cart);
  if (remaining === null) return 'UNAVAILABLE';
  return remaining <= 0 ? 'CAPACITY_FULL' : 'BOOKABLE';
}

/** Returns the first cart item that a slot of that date overlaps; undefined if there is none. */
export function overlappingItem<T extends ConflictItem>(
  slot: ConflictSlot,
  date: string,
  cart: readonly T[],
): T | undefined {
  const span = spanOf(slot);
  return cart.find((item) => {
    const other = item.selectedDate === date ? spanOf(item.slotData) : null;
    return span !== null && other !== null && overlap(span, other);
  });
}

/**
 * Returns the spots left for this cart (product.md §5.10): available_spots minus the cart items at the same times of
 * that date. Always 1 for ONE_ON_ONE; null if the slot of a class does not state its spots.
 */
export function remainingSpots(
  slot: ConflictSlot,
  date: string,
  service: ConflictService,
  cart: readonly ConflictItem[],
): number | null {
  if (service.format === 'ONE_ON_ONE') return 1;
  const span = spanOf(slot);
  if (!span || slot.available_spots === null || slot.available_spots === undefined) return null;
  const inCart = cart.filter((item) => {
    const other = item.selectedDate === date ? spanOf(item.slotData) : null;
    return other !== null && equal(span, other);
  });
  return slot.available_spots - inCart.length;
}

/**
 * Returns the first two cart items that cannot both be held, the earlier one first (rules.md §4 CART_OVERLAP): one
 * begins before the other's buffer has passed. Null if all fit.
 */
export function cartOverlap<T extends CartTime>(items: readonly T[]): [T, T] | null {
  const sorted = [...items].sort((a, b) => a.start_time.getTime() - b.start_time.getTime());
  let last: T | undefined;
  for (const item of sorted) {
    if (last && item.start_time < last.blocked_until) return [last, item];
    if (!last || item.blocked_until > last.blocked_until) last = item;
  }
  return null;
}
