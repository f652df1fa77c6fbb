import { call } from './call.ts';
import type * as schemas from './catalogue.schemas.ts';

type S = typeof schemas;

// What staff do with services. Own files, so that no page of a client loads them.

export const staffServices = call<S['staffServices']>()({
  method: 'GET',
  path: '/api/staff/services',
  access: 'staff',
});
/** What a change of a service does to what is booked. Writes nothing. */
export const staffPreviewService = call<S['staffPreviewService']>()({
  method: 'POST',
  path: '/api/staff/services/preview',
  access: 'staff',
  no_action: 'preview',
});
export const staffApplyService = call<S['staffApplyService']>()({
  method: 'POST',
  path: '/api/staff/services/apply',
  access: 'staff',
});
export const staffOrderServices = call<S['staffOrderServices']>()({
  method: 'PUT',
  path: '/api/staff/services/order',
  access: 'staff',
});
