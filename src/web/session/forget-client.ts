import { clearCart } from '#web/cart/cart-store.ts';
import { syncLogin, tellOtherTabs } from '#web/layout/login-mark.ts';
import { queryClient } from '#web/queries.ts';
import { dropAllDrafts } from '#web/session/drafts.ts';

/**
 * Clears what the browser knows of a client who signs out (product.md §4.1): user, bookings, lists of forms, the cart,
 * and the drafts on this device. The other tabs follow.
 */
export function forgetClient(): void {
  dropAllDrafts();
  clearCart();
  syncLogin();
  queryClient().clear();
  tellOtherTabs();
}
