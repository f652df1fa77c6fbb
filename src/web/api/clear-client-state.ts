import { clearCart } from '#web/api/cart-store.ts';
import { notifyOtherTabs, syncSession } from '#web/api/session-mark.ts';
import { queryClient } from '#web/api/query-client.ts';
import { dropAllDrafts } from '#web/api/drafts.ts';

/**
 * Clears a client's data from this browser at sign-out (product.md §4.1): user, bookings, forms, cart and drafts. The
 * other tabs do the same.
 */
export function clearClientState(): void {
  dropAllDrafts();
  clearCart();
  syncSession();
  queryClient().clear();
  notifyOtherTabs();
}
