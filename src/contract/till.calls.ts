import { call } from './call.ts';
import type * as schemas from './till.schemas.ts';

type S = typeof schemas;

// Money that staff take, ask for, waive or refund. Own files, so that no page of a client loads them.

/** Ends the payment page of a hold: asks the provider first, so that a payment that came before wins. */
export const staffEndHold = call<S['staffEndHold']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/end-hold',
  access: 'staff',
});
export const staffChangePrice = call<S['staffChangePrice']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/price',
  access: 'staff',
});
export const staffRecordPayment = call<S['staffRecordPayment']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/offline-payments',
  access: 'staff',
});
/** Takes back an offline payment, or a part of it: `id` is the payment's. The money goes back by hand. */
export const staffCorrectPayment = call<S['staffCorrectPayment']>()({
  method: 'POST',
  path: '/api/staff/offline-payments/:id/correct',
  access: 'staff',
});
export const staffSendPaymentLink = call<S['staffSendPaymentLink']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/payment-link',
  access: 'staff',
});
/** A refund of goodwill: the booking stays. */
export const staffRefund = call<S['staffRefund']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/refund',
  access: 'staff',
});
