import { call, NOTES_LIMIT } from './call.ts';
import type * as schemas from './notes.schemas.ts';

type S = typeof schemas;

// Own files, so that no page of a client loads them.

export const staffSessionNote = call<S['staffSessionNote']>()({
  method: 'GET',
  path: '/api/staff/bookings/:id/session-note',
  access: 'staff-unlocked',
});
/** Saves the draft: no action of its own, because it is repeated during typing. */
export const staffSaveSessionNote = call<S['staffSaveSessionNote']>()({
  method: 'PUT',
  path: '/api/staff/bookings/:id/session-note',
  access: 'staff-unlocked',
  no_action: 'draft',
  limit: 'staff-draft',
  body_limit: NOTES_LIMIT,
});
export const staffSignSessionNote = call<S['staffSignSessionNote']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/session-note/sign',
  access: 'staff-unlocked',
});
/** Adds to a signed note. The addendum is signed at once. */
export const staffAddToSessionNote = call<S['staffAddToSessionNote']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/session-note/addenda',
  access: 'staff-unlocked',
  body_limit: NOTES_LIMIT,
});
export const staffSavePinnedNote = call<S['staffSavePinnedNote']>()({
  method: 'PUT',
  path: '/api/staff/clients/:id/pinned-note',
  access: 'staff-unlocked',
  no_action: 'draft',
  limit: 'staff-draft',
  body_limit: NOTES_LIMIT,
});
/** Saves the draft of what the client reads once it is published. */
export const staffSaveRecommendation = call<S['staffSaveRecommendation']>()({
  method: 'PUT',
  path: '/api/staff/bookings/:id/recommendation',
  access: 'staff-unlocked',
  no_action: 'draft',
  limit: 'staff-draft',
  body_limit: NOTES_LIMIT,
});
/** Shows the draft to the client, with a suggested session or without. */
export const staffPublishRecommendation = call<S['staffPublishRecommendation']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/recommendation/publish',
  access: 'staff-unlocked',
});
/** Takes it back from the client: it is a draft again. */
export const staffWithdrawRecommendation = call<S['staffWithdrawRecommendation']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/recommendation/withdraw',
  access: 'staff-unlocked',
  limit: 'way-out',
});
