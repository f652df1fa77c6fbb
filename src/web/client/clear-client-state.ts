import { clearCart } from '#web/client/cart-store.ts';
import { syncSession, notifyOtherTabs } from '#web/client/session-mark.ts';
import { queryClient } from '#web/client/query-client.ts';
import { dropAllDrafts } from '#web/client/drafts.ts';

/**
 * Clears what the browser knows of a client who signs out (product.md §4.1): user, bookings, lists of forms, the cart,
 * and the drafts on this device. The other tabs follow.
 */
export function clearClientState(): void {
  dropAllDrafts();
  clearCart();
  syncSession();
  queryClient().clear();
  notifyOtherTabs();
}
