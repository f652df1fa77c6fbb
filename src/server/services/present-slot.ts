import type { Slot } from '#contract/services.schemas.ts';
import type { BookableSlot } from '#domain/slots.ts';

/** Converts a slot to the wire (product.md §3.4). */
export function presentSlot({
  start,
  end,
  duration,
  available_spots,
  schedule_id,
  current_count,
}: BookableSlot): Slot {
  return {
    start,
    end,
    duration,
    schedule_id,
    current_count,
    ...(available_spots === undefined ? {} : { available_spots }),
  };
}
