import type { Service } from '#contract/services.schemas.ts';
import { CART_KEY, setCartCount } from '#web/api/cart-count.ts';
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
} from '#domain/checkout/cart.ts';
import { clampPrice } from '#domain/money/money.ts';
import { noCart, readCart, type StoredCart, trustStorage, writeCart } from '#web/api/cart-storage.ts';
import { onSessionChange } from '#web/api/session-mark.ts';
import { createStore, useStore } from '#web/ui/store.ts';
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

const store = createStore<CartState>({ ...noCart(), loaded: false, expired: false });

const load = (): void => store.set({ ...store.get(), ...readCart(), loaded: true });

function save(cart: StoredCart, expired: boolean): void {
  store.set({ ...store.get(), ...cart, expired });
  writeCart(cart);
}

/** Changes the cart by a function of the domain; writes and notifies only if it differs. */
function change(rule: (cart: StoredCart, now: number) => StoredCart): boolean {
  const { items, timestamp } = store.get();
  const before = { items, timestamp };
  const after = rule(before, now().getTime());
  if (after === before) return false;
  save(after, false);
  return true;
}

/** 'present' if this service, date and start is in the cart already, 'full' if the cart has as many items as a checkout takes. */
export function addToCart(item: CartItem): 'added' | 'present' | 'full' {
  if (store.get().items.length >= MAX_CART_ITEMS) return 'full';
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
export const cartItems = (): CartItem[] => store.get().items;

/** The cart for a component. `loaded` is false until the browser's storage has been read. */
export const useCart = (): CartState => useStore(store);

function expireIfDue(): void {
  if (isCartExpired(store.get(), now().getTime())) save(noCart(), true);
}

let timer: ReturnType<typeof setTimeout> | undefined;

function afterEveryChange(): void {
  const state = store.get();
  setCartCount(itemCount(state));
  clearTimeout(timer);
  const left = cartMillisLeft(state, now().getTime());
  if (Number.isFinite(left)) timer = setTimeout(expireIfDue, Math.max(left, 1));
}

if (inBrowser) {
  const reload = () => {
    // A suspended page misses its timer; a date may have passed; another tab may have changed the cart.
    expireIfDue();
    load();
  };
  store.subscribe(afterEveryChange);
  load();
  window.addEventListener('storage', (event) => {
    if (event.key !== CART_KEY && event.key !== null) return;
    trustStorage();
    load();
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) reload();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reload();
  });
  // Signing out removes the stored cart just after the session has ended: read it after that.
  onSessionChange(() => setTimeout(load));
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
