import { describe, expect, test } from 'vitest';
import {
  addItem,
  type Cart,
  type CartItem,
  cartMillisLeft,
  emptyCart,
  groupByService,
  isCartExpired,
  itemCount,
  loadCart,
  removeItem,
  repriceService,
  storeCart,
} from '#domain/checkout/cart.ts';

const NOW = Date.UTC(2026, 4, 7, 16);
const MINUTE = 60_000;
const item = (serviceId: string, selectedDate = '2026-05-11', start = '9:00 AM'): CartItem => ({
  serviceId,
  service: { id: serviceId },
  slotData: { start, end: '10:00 AM', schedule_id: 'rule', current_count: 0 },
  selectedDate,
  currentPrice: 85,
  service_name: 'Consultation',
  service_buffer_time: 15,
  location: { name: 'Studio' },
});
const cartOf = (...items: CartItem[]): Cart => ({ items, timestamp: NOW });

describe('changes', () => {
  test('adding the same service, date and start twice is ignored and renews nothing', () => {
    const cart = addItem(emptyCart(), item('a'), NOW);
    expect(cart).toEqual(cartOf(item('a')));
    expect(addItem(cart, { ...item('a'), currentPrice: 1 }, NOW + 1)).toBe(cart);
    expect(itemCount(addItem(cart, item('a', '2026-05-12'), NOW))).toBe(2);
    expect(itemCount(addItem(cart, item('a', '2026-05-11', '9:30 AM'), NOW))).toBe(2);
  });
  test('removing matches those three fields', () => {
    const cart = cartOf(item('a'), item('a', '2026-05-12'), item('b'));
    expect(removeItem(cart, item('a'), NOW + 5)).toEqual({
      items: [item('a', '2026-05-12'), item('b')],
      timestamp: NOW + 5,
    });
    expect(removeItem(cart, item('c'), NOW + 5)).toBe(cart);
  });
  test('a price goes to every session of its service', () => {
    const cart = repriceService(cartOf(item('a'), item('b'), item('a', '2026-05-12')), 'a', 60, NOW + 5);
    expect(cart.items.map((each) => each.currentPrice)).toEqual([60, 85, 60]);
    expect(cart.timestamp).toBe(NOW + 5);
    expect(repriceService(cart, 'a', 60, NOW + 9)).toBe(cart);
  });
  test('sessions are grouped by service, by date within', () => {
    const groups = groupByService([item('a', '2026-05-12'), item('b'), item('a')]);
    expect(groups.map((group) => [group.serviceId, group.items.map((each) => each.selectedDate)])).toEqual([
      ['a', ['2026-05-11', '2026-05-12']],
      ['b', ['2026-05-11']],
    ]);
  });
});

describe('30 minutes since the last change', () => {
  test.each([
    [0, false, 30],
    [29.9, false, 0.1],
    [30, true, 0],
    [31, true, 0],
  ])('after %d minutes', (minutes, expired, left) => {
    const now = NOW + minutes * MINUTE;
    expect(isCartExpired(cartOf(item('a')), now)).toBe(expired);
    expect(cartMillisLeft(cartOf(item('a')), now)).toBeCloseTo(left * MINUTE, 0);
  });
  test('an empty cart never expires; a clock set back gives no more than 30 minutes', () => {
    expect(isCartExpired(emptyCart(), NOW)).toBe(false);
    expect(cartMillisLeft(cartOf(item('a')), NOW - 60 * MINUTE)).toBe(30 * MINUTE);
  });
});

describe('loading', () => {
  const today = '2026-05-07';
  const gone = { cart: { items: [], timestamp: 0 }, clearStored: true, expired: false };
  test('what was stored, its time not renewed', () => {
    const cart = cartOf(item('a'));
    expect(loadCart(storeCart(cart), NOW + 10 * MINUTE, today)).toEqual({
      cart,
      clearStored: false,
      expired: false,
    });
  });
  test('nothing stored', () => expect(loadCart(null, NOW, today)).toMatchObject({ clearStored: false }));
  test('items without slot start and past dates are dropped', () => {
    const stored = storeCart(
      cartOf(item('a'), item('b', '2026-05-11', ''), item('c', '2026-05-06'), item('d', today)),
    );
    expect(loadCart(stored, NOW, today).cart.items.map((each) => each.serviceId)).toEqual(['a', 'd']);
  });
  test('duplicates are read once', () => {
    const stored = storeCart(cartOf(item('a'), { ...item('a'), currentPrice: 1 }, item('a', '2026-05-12')));
    const { items } = loadCart(stored, NOW, today).cart;
    expect(items.map((each) => [each.selectedDate, each.currentPrice])).toEqual([
      ['2026-05-11', 85],
      ['2026-05-12', 85],
    ]);
  });
  test.each([
    ['none remain', storeCart(cartOf(item('b', '2026-05-11', '')))],
    ['broken text', '{"items":['],
    ['something else', '"dark"'],
    ['null', 'null'],
    ['no timestamp', JSON.stringify({ items: [item('a')] })],
    [
      'strange items',
      JSON.stringify({
        items: [null, 3, {}, { serviceId: 'a', selectedDate: 'x', slotData: null }],
        timestamp: NOW,
      }),
    ],
  ])('%s: the stored cart is cleared', (_, text) => expect(loadCart(text, NOW, today)).toEqual(gone));
  test('too old', () =>
    expect(loadCart(storeCart(cartOf(item('a'))), NOW + 30 * MINUTE, today)).toEqual({
      ...gone,
      expired: true,
    }));
});
