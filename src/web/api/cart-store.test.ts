import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Service } from '#contract/services.schemas.ts';
import type * as CartStore from '#web/api/cart-store.ts';
import { CART_KEY } from '#web/api/cart-count.ts';

type CartItem = CartStore.CartItem;

const START = new Date('2026-05-07T16:00:00Z');
const MINUTE_MS = 60_000;
const KEY = 'wellness_cart';

const service = (over: Partial<Service> = {}): Service => ({
  id: 'yoga',
  name: 'Private Yoga',
  description: '',
  type: ['YOGA'],
  duration: 60,
  buffer_time: 15,
  base_price: 85,
  suggested_price: null,
  min_price: null,
  max_price: null,
  service_location_type: ['FIXED_LOCATION'],
  location: { name: 'Secret Studio' },
  format: 'ONE_ON_ONE',
  category: 'YOGA',
  scheduling_type: 'SCHEDULED',
  stripe_product_id: null,
  stripe_price_id: null,
  is_subscription: false,
  subscription_interval: null,
  max_capacity: 1,
  audience: 'EVERYONE',
  ...over,
});

const session = (selectedDate: string, start = '9:00 AM', of = service()): CartItem => ({
  serviceId: of.id,
  service: of,
  slotData: { start, end: '10:00 AM', schedule_id: 'rule', current_count: 0 },
  selectedDate,
  currentPrice: 85,
  service_name: of.name,
  service_buffer_time: of.buffer_time,
  location: { name: 'Secret Studio' },
});

/** A browser tab as far as the store knows one: storage, a window, a document. */
class Tab {
  readonly stored = new Map<string, string>();
  /** Storage takes nothing more. */
  full = false;
  readonly window = new EventTarget();
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie: 'login=1',
    documentElement: { toggleAttribute: () => {} },
  });

  open(): Promise<typeof CartStore> {
    vi.resetModules();
    vi.stubGlobal('window', this.window);
    vi.stubGlobal('document', this.document);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.stored.get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (this.full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        this.stored.set(key, text);
      },
      removeItem: (key: string) => void this.stored.delete(key),
    });
    return import('#web/api/cart-store.ts');
  }

  /** Another tab has written. */
  otherTabWrites(text: string | null): void {
    if (text === null) this.stored.delete(KEY);
    else this.stored.set(KEY, text);
    this.window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY, newValue: text }));
  }
}

let tab: Tab;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  tab = new Tab();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stored = () => JSON.parse(tab.stored.get(KEY) ?? 'null') as { items: unknown[]; timestamp: number };
const dates = (items: readonly CartItem[]) => items.map((item) => item.selectedDate);

describe('the cart in local storage', () => {
  test('every change is saved under wellness_cart with its moment; emptying removes the key', async () => {
    const cart = await tab.open();
    expect(cart.addToCart(session('2026-05-11'))).toBe('added');
    expect(stored()).toMatchObject({ items: [{ serviceId: 'yoga' }], timestamp: START.getTime() });
    vi.advanceTimersByTime(MINUTE_MS);
    expect(cart.addToCart(session('2026-05-11'))).toBe('present');
    expect(stored().timestamp).toBe(START.getTime());
    cart.removeFromCart(session('2026-05-11'));
    expect(tab.stored.has(KEY)).toBe(false);
  });

  test('loading does not renew the 30 minutes', async () => {
    (await tab.open()).addToCart(session('2026-05-11'));
    vi.advanceTimersByTime(20 * MINUTE_MS);
    const again = await tab.open();
    expect(dates(again.cartItems())).toEqual(['2026-05-11']);
    expect(stored().timestamp).toBe(START.getTime());
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(again.cartItems()).toEqual([]);
    expect(tab.stored.has(KEY)).toBe(false);
  });

  test('a change renews them', async () => {
    const cart = await tab.open();
    cart.addToCart(session('2026-05-11'));
    vi.advanceTimersByTime(20 * MINUTE_MS);
    cart.addToCart(session('2026-05-12'));
    vi.advanceTimersByTime(20 * MINUTE_MS);
    expect(dates(cart.cartItems())).toEqual(['2026-05-11', '2026-05-12']);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(cart.cartItems()).toEqual([]);
  });

  test('a page that slept through the end finds the cart empty when it wakes', async () => {
    const cart = await tab.open();
    cart.addToCart(session('2026-05-11'));
    vi.setSystemTime(START.getTime() + 31 * MINUTE_MS);
    tab.document.dispatchEvent(new Event('visibilitychange'));
    expect(cart.cartItems()).toEqual([]);
  });

  test('past dates of the practice’s zone are dropped on loading', async () => {
    (await tab.open()).addToCart(session('2026-05-07'));
    // 16:20 in Portland on the 7th is still the 7th; 00:10 on the 8th is not.
    vi.setSystemTime(new Date('2026-05-08T06:50:00Z'));
    tab.stored.set(KEY, JSON.stringify({ ...stored(), timestamp: Date.now() }));
    expect((await tab.open()).cartItems()).toHaveLength(1);
    vi.setSystemTime(new Date('2026-05-08T07:10:00Z'));
    expect((await tab.open()).cartItems()).toEqual([]);
    expect(tab.stored.has(KEY)).toBe(false);
  });

  test('something unreadable is as good as nothing', async () => {
    tab.stored.set(KEY, '{"items":');
    expect((await tab.open()).cartItems()).toEqual([]);
    expect(tab.stored.has(KEY)).toBe(false);
  });
});

describe('a cart that another version of the site, or a hand, has written', () => {
  const slot = { start: '09:00', end: '10:30' };
  const opened = async (...items: object[]) => {
    tab.stored.set(KEY, JSON.stringify({ items, timestamp: START.getTime() }));
    return (await tab.open()).cartItems();
  };

  test('what is left out is made of what is there', async () => {
    const [item] = await opened({
      serviceId: 'yoga',
      service: { name: 'Private Yoga', base_price: 85, location: { name: 'Studio' } },
      slotData: slot,
      selectedDate: '2026-05-11',
    });
    expect(item).toMatchObject({
      service_name: 'Private Yoga',
      currentPrice: 85,
      location: { name: 'Studio' },
      slotData: { ...slot, schedule_id: '', current_count: 0 },
      service: { id: 'yoga', type: [], format: 'ONE_ON_ONE', duration: 90, min_price: null },
    });
  });

  test('a session without an end takes as long as its service', async () => {
    const [item] = await opened({ ...session('2026-05-11'), slotData: { start: '9:00 AM' } });
    expect(item!.slotData.end).toBe('10:00 AM');
  });

  test('what is of another kind is left out', async () => {
    const [item] = await opened({
      ...session('2026-05-11'),
      currentPrice: '85',
      location: 'Studio',
      service_name: 7,
      service: {
        ...service({ min_price: 60, max_price: 120 }),
        type: 'YOGA',
        format: 'CIRCLE',
        suggested_price: 'some',
      },
    });
    expect(item).toMatchObject({
      currentPrice: 85,
      service_name: 'Private Yoga',
      service: { type: [], format: 'ONE_ON_ONE' },
    });
    expect(item!.service.suggested_price).toBeNull();
    expect(item!.location.name).toBe('Secret Studio');
  });

  test('without a service there is nothing to show; if nothing else is there, nothing stays', async () => {
    const bare = { serviceId: 'yoga', slotData: slot, selectedDate: '2026-05-11' };
    expect(await opened({ ...bare, service: null }, session('2026-05-12'))).toHaveLength(1);
    expect(await opened(bare)).toEqual([]);
    expect(tab.stored.has(KEY)).toBe(false);
  });
});

describe('where storage takes nothing', () => {
  const comeBack = () => tab.document.dispatchEvent(new Event('visibilitychange'));

  test('the cart stays in memory, also after another tab was in front', async () => {
    const cart = await tab.open();
    tab.full = true;
    cart.addToCart(session('2026-05-11'));
    comeBack();
    expect(dates(cart.cartItems())).toEqual(['2026-05-11']);
    cart.clearCart();
    comeBack();
    expect(cart.cartItems()).toEqual([]);
  });

  test('an earlier stored cart does not replace it', async () => {
    const cart = await tab.open();
    cart.addToCart(session('2026-05-11'));
    tab.full = true;
    cart.addToCart(session('2026-05-12'));
    comeBack();
    expect(dates(cart.cartItems())).toEqual(['2026-05-11', '2026-05-12']);
    const newer = { items: [session('2026-05-14')], timestamp: START.getTime() };
    tab.otherTabWrites(JSON.stringify(newer));
    expect(dates(cart.cartItems())).toEqual(['2026-05-14']);
  });
});

describe('several tabs', () => {
  test('this one follows what another adds and clears', async () => {
    const cart = await tab.open();
    const other = { items: [session('2026-05-14')], timestamp: START.getTime() };
    tab.otherTabWrites(JSON.stringify(other));
    expect(dates(cart.cartItems())).toEqual(['2026-05-14']);
    tab.otherTabWrites(null);
    expect(cart.cartItems()).toEqual([]);
  });
});

test('signing out in another part of the page, which removes the stored cart, empties it', async () => {
  const cart = await tab.open();
  const { syncSession } = await import('#web/api/session-mark.ts');
  syncSession();
  cart.addToCart(session('2026-05-11'));
  tab.document.cookie = '';
  syncSession();
  tab.stored.clear();
  vi.advanceTimersByTime(1);
  expect(cart.cartItems()).toEqual([]);
});

describe('what a checkout can take', () => {
  test('ten sessions and no more', async () => {
    const cart = await tab.open();
    for (let day = 10; day < 20; day++) expect(cart.addToCart(session(`2026-05-${day}`))).toBe('added');
    expect(cart.addToCart(session('2026-05-20'))).toBe('full');
    expect(cart.cartItems()).toHaveLength(10);
  });

  test('a changed price is taken over, a chosen one is brought inside the new scale', async () => {
    const cart = await tab.open();
    const sliding = service({ id: 'herbs', min_price: 60, max_price: 120, suggested_price: 85 });
    cart.addToCart(session('2026-05-11'));
    cart.addToCart({ ...session('2026-05-12', '9:00 AM', sliding), currentPrice: 70 });
    cart.refreshCartServices([service({ base_price: 90 }), { ...sliding, min_price: 75 }]);
    expect(cart.cartItems().map((item) => item.currentPrice)).toEqual([90, 75]);
    expect(cart.cartItems().map((item) => item.service.base_price)).toEqual([90, 85]);
  });

  test('clearing empties it', async () => {
    const cart = await tab.open();
    cart.addToCart(session('2026-05-11'));
    cart.clearCart();
    expect(cart.cartItems()).toEqual([]);
    expect(tab.stored.has(KEY)).toBe(false);
  });
});

test('the key of product.md §9.2', () => expect(CART_KEY).toBe('wellness_cart'));
