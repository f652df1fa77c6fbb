import type { Slot } from '#contract/services.schemas.ts';
import { inTwelveHours } from '#domain/time/wall-time.ts';
import { formatCount } from '#domain/text/sentences.ts';

/** 'start - end' (product.md §2.20.4), always in 12 h; a value that is not a time stays unchanged. */
export function slotTimes({ start, end }: Pick<Slot, 'start' | 'end'>): string {
  return `${inTwelveHours(start)} - ${inTwelveHours(end)}`;
}

/** '(6 spots available)' if the slot has a number of spots (product.md §2.20), else null. */
export function spotsText(slot: Slot, remaining: number | null): string | null {
  if (slot.available_spots === undefined || remaining === null) return null;
  const spots = Math.max(remaining, 0);
  return `(${formatCount(spots, 'spot')} available)`;
}
