import { call } from './call.ts';
import type * as schemas from './payment-links.schemas.ts';

type S = typeof schemas;

/** What a payment link asks for. It names nobody: a forwarded mail reveals only the visit. */
export const paymentLink = call<S['paymentLink']>()({
  method: 'GET',
  path: '/api/payment-links/:token',
  access: 'public',
  limit: 'read-payment-link',
  credentials: 'omit',
});
export const payByLink = call<S['payByLink']>()({
  method: 'POST',
  path: '/api/payment-links/:token',
  access: 'public',
  limit: 'pay-by-link',
  credentials: 'omit',
});
/** The client's own way to the same payment page, from the schedule. */
export const payBalance = call<S['payBalance']>()({
  method: 'POST',
  path: '/auth/pay-balance',
  access: 'record',
  limit: 'pay-balance',
});
