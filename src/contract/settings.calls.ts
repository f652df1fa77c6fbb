import { call } from './call.ts';
import type * as schemas from './settings.schemas.ts';

type S = typeof schemas;

export const staffSettings = call<S['staffSettings']>()({
  method: 'GET',
  path: '/api/staff/settings',
  access: 'staff',
});
export const staffChangeSetting = call<S['staffChangeSetting']>()({
  method: 'PUT',
  path: '/api/staff/settings/:name',
  access: 'staff',
});
export const staffChangeMailLine = call<S['staffChangeMailLine']>()({
  method: 'PUT',
  path: '/api/staff/mail-lines/:kind',
  access: 'staff',
});
export const staffPreviewMail = call<S['staffPreviewMail']>()({
  method: 'POST',
  path: '/api/staff/mail-lines/:kind/preview',
  access: 'staff',
  no_action: 'preview',
});
export const staffTestMail = call<S['staffTestMail']>()({
  method: 'POST',
  path: '/api/staff/mail-lines/:kind/test',
  access: 'staff',
});
export const staffCalendarFeed = call<S['staffCalendarFeed']>()({
  method: 'GET',
  path: '/api/staff/calendar-feed',
  access: 'staff',
});
export const staffCreateCalendarFeed = call<S['staffCreateCalendarFeed']>()({
  method: 'POST',
  path: '/api/staff/calendar-feed',
  access: 'staff',
  no_action: 'own-access',
  open_to_demo: 'made-again',
});
export const staffRevokeCalendarFeed = call<S['staffRevokeCalendarFeed']>()({
  method: 'DELETE',
  path: '/api/staff/calendar-feed',
  access: 'staff',
  limit: 'way-out',
  no_action: 'own-access',
  open_to_demo: 'made-again',
});
