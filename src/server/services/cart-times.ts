import { isLocalDate } from '#domain/calendar.ts';
import { parseTime } from '#domain/wall-time.ts';
import { instantOf } from '#domain/zone.ts';
import type { CartTime } from '#domain/slots.ts';
import type { Catalogue } from '../seats/slot-facts.ts';

/** A cart item of get-slots as the browser stored it; any part may be missing. */
type CartHint = {
  serviceId?: string | null | undefined;
  selectedDate?: string | null | undefined;
  slotData?: { start?: string | null | undefined } | null | undefined;
};

/**
 * Converts cart items to times with the buffers of the database. Skips unreadable items: the only effect is that a slot
 * is listed which the cart itself refuses.
 */
export function cartTimesOf(
  items: readonly CartHint[] | null | undefined,
  catalogue: Catalogue,
  zone: string,
): CartTime[] {
  return (items ?? []).flatMap((item) => {
    const service = catalogue.services.get(item.serviceId ?? '');
    const start = parseTime(item.slotData?.start ?? '');
    const date = item.selectedDate ?? '';
    if (!service || start === null || !isLocalDate(date)) return [];
    const start_time = instantOf(date, start, zone);
    if (!start_time) return [];
    const end_time = new Date(start_time.getTime() + service.duration * 60_000);
    return [
      { start_time, end_time, blocked_until: new Date(end_time.getTime() + service.buffer_time * 60_000) },
    ];
  });
}
