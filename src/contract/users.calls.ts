import { call } from './call.ts';
import type * as schemas from './users.schemas.ts';

type S = typeof schemas;

export const getUser = call<S['getUser']>()({
  method: 'GET',
  path: '/auth/get-user',
  access: 'session',
  limit: 'read',
});
export const createUser = call<S['createUser']>()({
  method: 'POST',
  path: '/auth/create-user',
  access: 'session',
  limit: 'write-user',
});
export const updateUser = call<S['updateUser']>()({
  method: 'PUT',
  path: '/auth/update-user',
  access: 'record',
  limit: 'write-user',
});
export const deleteUser = call<S['deleteUser']>()({
  method: 'DELETE',
  path: '/auth/delete-user',
  access: 'session',
  limit: 'way-out',
});
export const getPresignedUrl = call<S['getPresignedUrl']>()({
  method: 'POST',
  path: '/auth/get-presigned-url',
  access: 'record',
  limit: 'upload-photo',
});
export const updateProfilePhoto = call<S['updateProfilePhoto']>()({
  method: 'POST',
  path: '/auth/update-profile-photo',
  access: 'record',
  limit: 'publish-photo',
});
export const validateAddress = call<S['validateAddress']>()({
  method: 'POST',
  path: '/auth/validate-address',
  access: 'session',
  limit: 'validate-address',
});
/** When staff read what the client has written, newest first. */
export const accessLog = call<S['accessLog']>()({
  method: 'GET',
  path: '/auth/access-log',
  access: 'record',
  limit: 'read',
});
/** Takes over the record that an invitation names. The login must have no record, and the invited address. */
export const claimRecord = call<S['claimRecord']>()({
  method: 'POST',
  path: '/auth/claim-record',
  access: 'session',
  limit: 'claim-record',
});
/** Asks for house calls. A repeat while the practice has not answered gets the first moment. */
export const requestHouseCalls = call<S['requestHouseCalls']>()({
  method: 'POST',
  path: '/auth/request-house-calls',
  access: 'profile',
  limit: 'write-user',
});
