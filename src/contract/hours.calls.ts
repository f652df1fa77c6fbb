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
  no_action: 'preview',
});
export const staffApplyHours = call<S['staffApplyHours']>()({
  method: 'POST',
  path: '/api/staff/hours/apply',
  access: 'staff',
});
/** One date of a class: moved, cancelled, with other seats, or no longer bookable. */
export const staffPreviewClass = call<S['staffPreviewClass']>()({
  method: 'POST',
  path: '/api/staff/classes/:service_id/:start/preview',
  access: 'staff',
  no_action: 'preview',
});
export const staffApplyClass = call<S['staffApplyClass']>()({
  method: 'POST',
  path: '/api/staff/classes/:service_id/:start/apply',
  access: 'staff',
});
/** "I can't work today": every session of a day, or of a part of it. */
export const staffPreviewDay = call<S['staffPreviewDay']>()({
  method: 'POST',
  path: '/api/staff/days/:date/cancel/preview',
  access: 'staff',
  no_action: 'preview',
});
export const staffApplyDay = call<S['staffApplyDay']>()({
  method: 'POST',
  path: '/api/staff/days/:date/cancel/apply',
  access: 'staff',
});
/** A session of a series and all that follow it, moved or cancelled in one action. */
export const staffPreviewSeries = call<S['staffPreviewSeries']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/series/preview',
  access: 'staff',
  no_action: 'preview',
});
export const staffApplySeries = call<S['staffApplySeries']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/series/apply',
  access: 'staff',
});
