import type { Conflict } from '#contract/checkout.schemas.ts';
import { cartItems, clearCart, removeFromCart } from '#web/client/cart-store.ts';
import { namedItems } from '#web/checkout/conflicts.ts';

/**
 * Empties the cart that was paid (product.md §4.13.1), once for each payment: a client who opens the confirmation again
 * may have begun another cart.
 */
export function clearPaidCart(session_id: string): void {
  const key = `paid-cart-cleared:${session_id}`;
  try {
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage every visit of this page clears it.
  }
  clearCart();
}

/** Takes out of the cart what could not be booked although it was paid (rules.md §5). */
export function removeLost(lost: readonly Conflict[]): void {
  for (const item of namedItems(cartItems(), lost)) removeFromCart(item);
}
