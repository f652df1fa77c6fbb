import type { Slot } from '#contract/services.schemas.ts';
import { inTwelveHours } from '#domain/wall-time.ts';
import { INVALID_SLOT_DATA, overlappingItem, type SlotState } from '#domain/conflicts.ts';
import type { CartItem } from '#web/client/cart-store.ts';
import type { ButtonLook } from '#web/ui/button.tsx';

type SlotButton = {
  label: string;
  /** 'book' puts it into the cart, 'cart' leads there, null: nothing can be done. */
  act: 'book' | 'cart' | null;
  look?: ButtonLook;
};

/** The button of a slot by its state (product.md §4.8). */
export const SLOT_BUTTONS: Record<SlotState, SlotButton> = {
  BOOKABLE: { label: 'Book Slot', act: 'book' },
  SAME_SERVICE: { label: 'Slot In Cart', act: 'cart', look: 'soft' },
  TIME_OVERLAP: { label: 'Service Conflict', act: 'cart', look: 'warn' },
  CAPACITY_FULL: { label: 'No Spots Available', act: null },
  INVALID_SLOT: { label: 'Invalid Slot', act: null },
  UNAVAILABLE: { label: 'Unavailable', act: null },
};

/** 'start - end' (product.md §2.20.4), always in 12 h; a text that is no time stays as it is. */
export function slotTimes({ start, end }: Pick<Slot, 'start' | 'end'>): string {
  return `${inTwelveHours(start)} - ${inTwelveHours(end)}`;
}

/** '(6 spots available)' if the slot names its spots (product.md §2.20), else null. */
export function spotsText(slot: Slot, remaining: number | null): string | null {
  if (slot.available_spots === undefined || remaining === null) return null;
  const spots = Math.max(remaining, 0);
  return `(${spots} ${spots === 1 ? 'spot' : 'spots'} available)`;
}

/** What more there is to say about a slot that cannot be booked. */
export function slotExplanation(
  state: SlotState,
  slot: Slot,
  date: string,
  cart: readonly CartItem[],
): string | null {
  if (state === 'INVALID_SLOT') return INVALID_SLOT_DATA;
  if (state !== 'TIME_OVERLAP') return null;
  const other = overlappingItem(slot, date, cart);
  if (!other) return null;
  return `Overlaps your ${other.service_name} at ${inTwelveHours(other.slotData.start)}. Open the cart to choose between them.`;
}
