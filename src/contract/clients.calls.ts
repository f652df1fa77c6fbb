import { call } from './call.ts';
import type * as schemas from './clients.schemas.ts';

type S = typeof schemas;

// What staff do with the records of clients. Own files, so that no page of a client loads them.

/** The clients who match, in pages. */
export const staffClients = call<S['staffClients']>()({
  method: 'GET',
  path: '/api/staff/clients',
  access: 'staff',
});
/** A client's contact, visits, state of forms, balance and rhythm. */
export const staffClient = call<S['staffClient']>()({
  method: 'GET',
  path: '/api/staff/clients/:id',
  access: 'staff',
});
export const staffCreateClient = call<S['staffCreateClient']>()({
  method: 'POST',
  path: '/api/staff/clients',
  access: 'staff',
});
export const staffChangeClient = call<S['staffChangeClient']>()({
  method: 'PATCH',
  path: '/api/staff/clients/:id',
  access: 'staff',
});
/** Mails a link by which the client takes over the record that the practice keeps. */
export const staffInviteClient = call<S['staffInviteClient']>()({
  method: 'POST',
  path: '/api/staff/clients/:id/invite',
  access: 'staff',
});
/** The record of a client with everything that was written about them, as one zip file. */
export const staffExportClient = call<S['staffExportClient'], ArrayBuffer>()({
  method: 'POST',
  path: '/api/staff/clients/:id/export',
  access: 'staff-unlocked',
  no_action: 'read',
});
/** What deleting a record without a login cancels, refunds and removes. */
export const staffErasure = call<S['staffErasure']>()({
  method: 'GET',
  path: '/api/staff/clients/:id/erasure',
  access: 'staff-unlocked',
});
/** Deletes a record without a login, with everything that was written about its client. */
export const staffEraseClient = call<S['staffEraseClient']>()({
  method: 'POST',
  path: '/api/staff/clients/:id/erase',
  access: 'staff-unlocked',
});
/** What merging a record without a login into another one moves, and what speaks against it. */
export const staffMerge = call<S['staffMerge']>()({
  method: 'GET',
  path: '/api/staff/clients/:id/merge',
  access: 'staff-unlocked',
});
/** Merges a record without a login into another one of the same person. */
export const staffMergeClient = call<S['staffMergeClient']>()({
  method: 'POST',
  path: '/api/staff/clients/:id/merge',
  access: 'staff-unlocked',
});
export const staffSendMessage = call<S['staffSendMessage']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/message',
  access: 'staff',
});
/** One mail to each client who has a seat in one date of a class. */
export const staffMessageClass = call<S['staffMessageClass']>()({
  method: 'POST',
  path: '/api/staff/classes/:service_id/:start/message',
  access: 'staff',
});
/** Mails the client which forms of this visit are missing. */
export const staffRemindOfForms = call<S['staffRemindOfForms']>()({
  method: 'POST',
  path: '/api/staff/bookings/:id/form-reminder',
  access: 'staff',
});
