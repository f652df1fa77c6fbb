import { call } from './call.ts';
import type * as schemas from './hours.schemas.ts';

type S = typeof schemas;

// Working hours, time off and extra openings. Own files, so that no page of a client loads them.

export const staffHours = call<S['staffHours']>()({
  method: 'GET',
  path: '/api/staff/hours',
  access: 'staff',
});
/** What a change of the week would do. Writes nothing. */
export const staffPreviewHours = call<S['staffPreviewHours']>()({
  method: 'POST',
  path: '/api/staff/hours/preview',
  access: 'staff',
});
export const staffApplyHours = call<S['staffApplyHours']>()({
  method: 'POST',
  path: '/api/staff/hours/apply',
  access: 'staff',
});
