import { describe, expect, test } from 'vitest';
import type { Service } from '#contract/services.schemas.ts';
import { ApiError } from '#web/api/api.ts';
import type { CartItem } from '#web/api/cart-store.ts';
import { namedItems, removesItems, checkoutProblem } from '#web/checkout/conflicts.ts';
import { checkoutBody } from '#web/checkout/use-checkout.ts';

const service = (over: Partial<Service> = {}) =>
  ({
    id: 'yoga',
    name: 'Private Yoga',
    format: 'ONE_ON_ONE',
    scheduling_type: 'SCHEDULED',
    base_price: 85,
    suggested_price: null,
    min_price: null,
    max_price: null,
    stripe_product_id: null,
    stripe_price_id: null,
    is_subscription: false,
    subscription_interval: null,
    max_capacity: 1,
    ...over,
  }) as Service;

const cartItem = (selectedDate: string, start: string, of = service(), currentPrice = 85): CartItem => ({
  serviceId: of.id,
  service: of,
  slotData: { start, end: '10:00 AM', schedule_id: 'rule-1', current_count: 3 },
  selectedDate,
  currentPrice,
  service_name: of.name,
  service_buffer_time: 15,
  location: { name: 'Secret Studio' },
});

describe('an error of the checkout', () => {
  test('for a taken slot names its items, which leave the cart', () => {
    const conflicts = [
      {
        service_id: 'yoga',
        schedule_id: 'rule-1',
        selectedDate: '2026-05-11',
        start_time: '09:00',
        service_name: 'Private Yoga',
      },
    ];
    const problem = checkoutProblem(new ApiError('just been booked', 409, 'SLOT_TAKEN', { conflicts }), []);
    expect(removesItems(problem)).toBe(true);
    const cart = [
      cartItem('2026-05-11', '9:00 AM'),
      cartItem('2026-05-11', '9:30 AM'),
      cartItem('2026-05-12', '9:00 AM'),
      cartItem('2026-05-11', '9:00 AM', service({ id: 'other' })),
    ];
    expect(namedItems(cart, problem.conflicts)).toEqual([cart[0]]);
  });

  test('for a service that is no longer offered takes the name from the cart, and the item leaves it', () => {
    const cart = [
      cartItem('2026-05-11', '9:00 AM'),
      cartItem('2026-05-12', '9:00 AM', service({ id: 'other' })),
    ];
    const named = { service_id: 'yoga', schedule_id: 'rule-1', selectedDate: '2026-05-11' };
    const details = { conflicts: [{ ...named, start_time: '9:00 AM', service_name: '' }] };
    const problem = checkoutProblem(new ApiError('gone', 404, 'SERVICE_NOT_FOUND', details), cart);
    expect(problem.conflicts[0]!.service_name).toBe('Private Yoga');
    expect(removesItems(problem)).toBe(true);
    expect(namedItems(cart, problem.conflicts)).toEqual([cart[0]]);
  });

  test.each([
    'PRICE_CHANGED',
    'ADDRESS_NEEDED',
    'CART_OVERLAP',
    'ALREADY_BOOKED',
    'PAYMENT_PROVIDER',
    'NETWORK',
  ])('%s removes nothing', (code) =>
    expect(removesItems(checkoutProblem(new ApiError('no', 409, code), []))).toBe(false),
  );

  test('without a message has the default text of product.md §8.10; any other thrown value is unexpected', () => {
    expect(checkoutProblem(new ApiError('', 409, 'SLOT_TAKEN'), []).message).toBe(
      "We're sorry, but this time slot has just been booked by someone else. We'll remove it from your cart so you can select another time.",
    );
    expect(checkoutProblem(new TypeError('boom'), []).message).toBe('An error occurred during checkout');
    expect(checkoutProblem('boom', []).message).toBe('An unexpected error occurred');
  });
});

describe('the payload of product.md §3.14', () => {
  const payer = { id: 'user-1', stripe_id: 'cus_1', email: 'a@example.com' };

  test('has the chosen prices in cents and their sum', () => {
    const flow = service({ id: 'flow', format: 'GROUP', min_price: 15, max_price: 30, max_capacity: 10 });
    const body = checkoutBody(
      [cartItem('2026-05-11', '9:00 AM'), cartItem('2026-05-12', '7:30 AM', flow, 22)],
      payer,
    );
    expect(body).toMatchObject({
      user_id: 'user-1',
      stripe_customer_id: 'cus_1',
      customer_email: 'a@example.com',
      total_amount: 10_700,
    });
    expect(body.items[0]).toEqual({
      service_id: 'yoga',
      schedule_id: 'rule-1',
      service_name: 'Private Yoga',
      scheduling_type: 'SCHEDULED',
      service_buffer_time: 15,
      service_format: 'ONE_ON_ONE',
      start_time: '9:00 AM',
      end_time: '10:00 AM',
      selectedDate: '2026-05-11',
      base_price: 85,
      selected_price: 8500,
      stripe_product_id: null,
      stripe_price_id: null,
    });
    expect(body.items[1]).toMatchObject({ selected_price: 2200, max_capacity: 10, current_capacity: 3 });
  });
});
