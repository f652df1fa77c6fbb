import { useEffect } from 'react';
import { createStore, useStore } from '#web/ui/store.ts';

/** Local storage key of the cart (product.md §9.2). It has its own file because the header of every page imports it. */
export const CART_KEY = 'wellness_cart';

/*
 * Every page shows the number of cart items, but few show the cart. So the store is loaded only if this browser has a
 * stored cart or the page needs it; from then on the store sets the number.
 */
const count = createStore(0);

/** Called by the store of the cart after every change. */
export const setCartCount = count.set;

const loadStore = () => import('#web/api/cart-store.ts');

function hasStoredCart(): boolean {
  try {
    return localStorage.getItem(CART_KEY) !== null;
  } catch {
    // Storage is not allowed: the cart is in memory only.
    return false;
  }
}

/** The number of cart items; 0 on the server and in the first render. */
export function useCartCount(): number {
  useEffect(() => {
    if (hasStoredCart()) void loadStore();
    // Another tab may store a cart before this one has any.
    const onStorage = (event: StorageEvent) => {
      if (event.key === CART_KEY && event.newValue !== null) void loadStore();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return useStore(count);
}
