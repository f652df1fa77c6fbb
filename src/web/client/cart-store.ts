import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Service } from '#contract/services.schemas.ts';
import { CART_KEY } from '#domain/cart-key.ts';
import {
  addItem,
  type Cart,
  type CartItem as DomainCartItem,
  type CartKey,
  cartMillisLeft,
  isCartExpired,
  itemCount,
  MAX_CART_ITEMS,
  removeItem,
  repriceService,
} from '#domain/cart.ts';
import { clampPrice } from '#domain/money.ts';
import { setCartCount } from '#web/client/cart-count.ts';
import {
  cartStorage,
  type LoadedCart,
  noCart,
  type StoredCart,
  trustStorage,
} from '#web/client/cart-storage.ts';
import { onSessionChange } from '#web/client/session-mark.ts';
import { now } from '#web/ui/use-now.ts';

/** An item of the cart, with the service as it was when the client chose it. */
export type CartItem = DomainCartItem<Service>;

type CartState = StoredCart & {
  /** False on the server and in the first render, before storage is read. */
  loaded: boolean;
  /** The last cart expired, while this page was open or before. */
  expired: boolean;
};

const inBrowser = typeof document !== 'undefined';

const store = create<CartState>()(
  persist((): CartState => ({ ...noCart(), loaded: false, expired: false }), {
    name: CART_KEY,
    storage: cartStorage,
    skipHydration: !inBrowser,
    partialize: ({ items, timestamp }): StoredCart => ({ items, timestamp }),
    merge: (stored, current) => ({ ...current, ...(stored as LoadedCart), loaded: true }),
  }),
);

/** Changes the cart by a function of the domain; writes and notifies only if it differs. */
function change(rule: (cart: StoredCart, now: number) => StoredCart): boolean {
  const { items, timestamp } = store.getState();
  const before = { items, timestamp };
  const after = rule(before, now().getTime());
  if (after === before) return false;
  store.setState({ ...after, expired: false });
  return true;
}

/** 'present' if this service, date and start is in the cart already, 'full' if the cart has as many items as a checkout takes. */
export function addToCart(item: CartItem): 'added' | 'present' | 'full' {
  if (store.getState().items.length >= MAX_CART_ITEMS) return 'full';
  return change((cart, at) => addItem(cart, item, at)) ? 'added' : 'present';
}

export function removeFromCart(key: CartKey): void {
  change((cart, at) => removeItem(cart, key, at));
}

/** One price for all items of a service, in dollars (product.md §4.7.2). */
export function setServicePrice(serviceId: string, dollars: number): void {
  change((cart, at) => repriceService(cart, serviceId, dollars, at));
}

/** Updates the prices to those of the services now (rules.md §5, PRICE_CHANGED). */
export function refreshCartServices(services: readonly Service[]): void {
  change((cart, at) => refreshServices(cart, services, at));
}

/** Empties the cart after payment, at sign-out, and at deletion of the account. */
export function clearCart(): void {
  change((cart) => (cart.items.length === 0 ? cart : noCart()));
}

/** The items of the cart now, for event handlers. */
export const cartItems = (): CartItem[] => store.getState().items;

/** The cart for a component. `loaded` is false until the browser's storage has been read. */
export const useCart = (): CartState => store();

function expireIfDue(): void {
  if (isCartExpired(store.getState(), now().getTime())) store.setState({ ...noCart(), expired: true });
}

let timer: ReturnType<typeof setTimeout> | undefined;

function afterEveryChange(state: CartState): void {
  setCartCount(itemCount(state));
  clearTimeout(timer);
  const left = cartMillisLeft(state, now().getTime());
  if (Number.isFinite(left)) timer = setTimeout(expireIfDue, Math.max(left, 1));
}

if (inBrowser) {
  const reload = () => {
    // A suspended page misses its timer; a date may have passed; another tab may have changed the cart.
    expireIfDue();
    void store.persist.rehydrate();
  };
  store.subscribe(afterEveryChange);
  afterEveryChange(store.getState());
  window.addEventListener('storage', (event) => {
    if (event.key !== CART_KEY && event.key !== null) return;
    trustStorage();
    void store.persist.rehydrate();
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) reload();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reload();
  });
  // Signing out removes the stored cart just after the session has ended: read it after that.
  onSessionChange(() => setTimeout(() => void store.persist.rehydrate()));
}

/**
 * The cart with its services as they are offered now: fixed prices are updated, a chosen price is clamped to the new
 * scale. A service that is no longer offered stays unchanged; the server reports it at checkout. Only a changed price
 * renews the 30 minutes of the cart.
 */
function refreshServices(cart: Cart<Service>, services: readonly Service[], now: number): Cart<Service> {
  const offered = new Map(services.map((service) => [service.id, service]));
  let changed = false;
  const items = cart.items.map((item) => {
    const service = offered.get(item.serviceId);
    if (!service) return item;
    const currentPrice = clampPrice(service, item.currentPrice);
    changed ||= currentPrice !== item.currentPrice;
    return { ...item, service, currentPrice, service_name: service.name };
  });
  return changed ? { items, timestamp: now } : { ...cart, items };
}
