import { useEffect, useSyncExternalStore } from 'react';
import { CART_KEY } from '#domain/cart-key.ts';

/*
 * The number in the header stands on every page, the cart on few. So the store is loaded only by a browser that
 * has something stored, or by a page that needs it; from then on the store tells the number.
 */
let count = 0;
const listeners = new Set<() => void>();

/** The store tells every change here. */
export function setCartCount(sessions: number): void {
  if (sessions === count) return;
  count = sessions;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const loadStore = () => import('#web/client/cart-store.ts');

function hasStoredCart(): boolean {
  try {
    return localStorage.getItem(CART_KEY) !== null;
  } catch {
    // Storage is switched off: the cart lives in memory only.
    return false;
  }
}

/** How many sessions the cart holds; 0 on the server and in the first render. */
export function useCartCount(): number {
  useEffect(() => {
    if (hasStoredCart()) void loadStore();
    // Another tab may begin a cart before this one has any.
    const onStorage = (event: StorageEvent) => {
      if (event.key === CART_KEY && event.newValue !== null) void loadStore();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
}
