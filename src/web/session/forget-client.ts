import { clearCart } from '#web/cart/cart-store.ts';
import { syncLogin, tellOtherTabs } from '#web/layout/login-mark.ts';
import { queryClient } from '#web/queries.ts';
import { dropAllDrafts } from '#web/session/drafts.ts';

/**
 * What the browser forgets when a client leaves (spec §4): user, bookings and forms lists, the cart, and the drafts on
 * this device. The other tabs follow.
 */
export function forgetClient(): void {
  dropAllDrafts();
  clearCart();
  syncLogin();
  queryClient().clear();
  tellOtherTabs();
}
