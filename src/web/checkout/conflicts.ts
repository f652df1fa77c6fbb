import type { Conflict } from '#contract/checkout.schemas.ts';
import { parseTime } from '#domain/wall-time.ts';
import { ApiError } from '#web/client/api.ts';
import { MESSAGES } from '#web/client/error-messages.ts';
import type { CartItem } from '#web/client/cart-store.ts';

/** Why a checkout did not begin, as the 'Booking Conflict' dialog shows it. */
export type Trouble = {
  message: string;
  code: string;
  /** The sessions that the server named; empty for an error that names none. */
  conflicts: Conflict[];
};

/**
 * What the server names as taken by somebody else, or as no longer offered, leaves the cart; any other error removes
 * nothing (rules.md §5).
 */
export const removesItems = ({ code }: Trouble): boolean =>
  code === 'SLOT_TAKEN' || code === 'SERVICE_NOT_FOUND';

/** `items`: the cart that was refused, which knows the name of a service that the server has no more. */
export function troubleOf(error: unknown, items: readonly CartItem[]): Trouble {
  if (!(error instanceof ApiError)) {
    const { failed, unexpected } = MESSAGES.checkout;
    return { message: error instanceof Error ? failed : unexpected, code: 'UNEXPECTED', conflicts: [] };
  }
  return {
    message: error.message || MESSAGES.checkout.conflict,
    code: error.code,
    conflicts: conflictsIn(error.details).map((conflict) => ({
      ...conflict,
      service_name: conflict.service_name || (namedItems(items, [conflict])[0]?.service_name ?? ''),
    })),
  };
}

function conflictsIn(details: unknown): Conflict[] {
  const { conflicts } = (details ?? {}) as { conflicts?: unknown };
  return Array.isArray(conflicts) ? (conflicts as Conflict[]) : [];
}

/** The sessions of the cart that the server named. Times are compared as times, whatever their spelling. */
export function namedItems(
  items: readonly CartItem[],
  conflicts: readonly Pick<Conflict, 'service_id' | 'selectedDate' | 'start_time'>[],
): CartItem[] {
  return items.filter((item) =>
    conflicts.some(
      (conflict) =>
        conflict.service_id === item.serviceId &&
        conflict.selectedDate === item.selectedDate &&
        parseTime(conflict.start_time) === parseTime(item.slotData.start),
    ),
  );
}
