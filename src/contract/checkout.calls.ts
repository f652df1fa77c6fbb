import { call } from './call.ts';
import type * as schemas from './checkout.schemas.ts';

type S = typeof schemas;

export const createCheckout = call<S['createCheckout']>()({
  method: 'POST',
  path: '/auth/create-checkout',
  access: 'profile',
  limit: 'create-checkout',
});
export const checkoutStatus = call<S['checkoutStatus']>()({
  method: 'GET',
  path: '/auth/checkout-status',
  access: 'record',
  limit: 'checkout-status',
});
export const removeBookings = call<S['removeBookings']>()({
  method: 'DELETE',
  path: '/auth/remove-bookings',
  access: 'record',
  limit: 'way-out',
});
