import { describe, expect, it, test } from 'vitest';
import { balanceCents, type BookingPrice, isPriceChangeable, isPriceOpen } from '#domain/visits/balance.ts';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';
import { PAYMENTS } from '#domain/slots/placement-warnings.ts';

const unpaid: BookingPrice = {
  status: 'CONFIRMED',
  payment: 'LATER',
  price_cents: 8500,
  is_paid_online: false,
  offline_cents: 0,
};

describe('the balance', () => {
  it.each<[string, Partial<BookingPrice>, number]>([
    ['nothing was paid', {}, 8500],
    ['by a link that nobody has used', { payment: 'ONLINE' }, 8500],
    ['a part was paid in cash', { offline_cents: 3500 }, 5000],
    ['all of it was paid in cash', { offline_cents: 8500 }, 0],
    ['more was paid than the price', { offline_cents: 9000 }, 0],
    ['it was paid online', { is_paid_online: true }, 0],
    ['a part in cash and the rest online', { is_paid_online: true, offline_cents: 2000 }, 0],
    ['a correction took everything back', { offline_cents: 0 }, 8500],
    ['it is free', { payment: 'FREE', price_cents: 0 }, 0],
    ['it took place', { status: 'COMPLETED' }, 8500],
    ['the client did not come', { status: 'NO_SHOW' }, 8500],
    ['it was cancelled', { status: 'CANCELLED' }, 0],
    ['it is being paid', { status: 'PENDING' }, 0],
  ])('%s', (_, change, cents) => {
    expect(balanceCents({ ...unpaid, ...change })).toBe(cents);
  });

  test('it is never negative, never more than the price, and falls by what is paid', () => {
    for (const status of BOOKING_STATUSES)
      for (const payment of PAYMENTS)
        for (const is_paid_online of [true, false])
          for (const price_cents of [0, 1, 49, 8500])
            for (const offline_cents of [-500, 0, 1, 4000, 8500, 20_000]) {
              const booking = { status, payment, is_paid_online, price_cents, offline_cents };
              const balance = balanceCents(booking);
              expect(balance).toBeGreaterThanOrEqual(0);
              expect(balance).toBeLessThanOrEqual(price_cents);
              const more = balanceCents({ ...booking, offline_cents: offline_cents + 100 });
              expect(more).toBeLessThanOrEqual(balance);
              expect(balance - more).toBeLessThanOrEqual(100);
            }
  });
});

describe('a price that the client still chooses', () => {
  it.each<[string, Partial<BookingPrice>, boolean]>([
    ['before anything is paid', {}, true],
    ['not after staff took a payment', { offline_cents: 100 }, false],
    ['not after it was paid online', { is_paid_online: true }, false],
    ['not if it is free', { payment: 'FREE', price_cents: 0 }, false],
    ['not once it is cancelled', { status: 'CANCELLED' }, false],
  ])('%s', (_, change, isOpen) => {
    expect(isPriceOpen({ ...unpaid, ...change }, true)).toBe(isOpen);
    expect(isPriceOpen({ ...unpaid, ...change }, false)).toBe(false);
  });
});

test('a price changes only while nothing is paid', () => {
  expect(isPriceChangeable(unpaid)).toBe(true);
  expect(isPriceChangeable({ ...unpaid, status: 'NO_SHOW' })).toBe(true);
  expect(isPriceChangeable({ ...unpaid, offline_cents: 1 })).toBe(false);
  expect(isPriceChangeable({ ...unpaid, is_paid_online: true })).toBe(false);
  expect(isPriceChangeable({ ...unpaid, status: 'CANCELLED' })).toBe(false);
});
