import type { Conflict } from '#contract/checkout.schemas.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { ApiError } from '#web/api/api.ts';
import { MESSAGES } from '#web/api/error-messages.ts';
import type { CartItem } from '#web/api/cart-store.ts';

/** Why a checkout failed, for the 'Booking Conflict' dialog. */
export type CheckoutProblem = {
  message: string;
  code: string;
  /** The items named by the server; empty for an error that names none. */
  conflicts: Conflict[];
};

/** Items that are taken or no longer offered leave the cart; other errors remove nothing (rules.md §5). */
export const removesItems = ({ code }: CheckoutProblem): boolean =>
  code === 'SLOT_TAKEN' || code === 'SERVICE_NOT_FOUND';

/** `items` is the cart, which has the names of services that the server no longer has. */
export function checkoutProblem(error: unknown, items: readonly CartItem[]): CheckoutProblem {
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

/** The cart items named by the server. Times are compared as times, so '09:00' equals '9:00 AM'. */
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
