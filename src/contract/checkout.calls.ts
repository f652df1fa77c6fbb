import { call } from './call.ts';
import type * as schemas from './checkout.schemas.ts';
import type { Gives, Takes } from './schemas.ts';

type S = typeof schemas;

export const createCheckout = call<Takes<S['createCheckout']>, Gives<S['createCheckout']>>({
  method: 'POST',
  path: '/auth/create-checkout',
  access: 'profile',
});
export const checkoutStatus = call<Takes<S['checkoutStatus']>, Gives<S['checkoutStatus']>>({
  method: 'GET',
  path: '/auth/checkout-status',
  access: 'record',
});
export const removeBookings = call<Takes<S['removeBookings']>, Gives<S['removeBookings']>>({
  method: 'DELETE',
  path: '/auth/remove-bookings',
  access: 'record',
});
