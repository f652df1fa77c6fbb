import { call } from './call.ts';
import type { Gives, Takes } from './schemas.ts';
import type * as schemas from './users.schemas.ts';

type S = typeof schemas;

export const getUser = call<Takes<S['getUser']>, Gives<S['getUser']>>({
  method: 'GET',
  path: '/auth/get-user',
  access: 'session',
});
export const createUser = call<Takes<S['createUser']>, Gives<S['createUser']>>({
  method: 'POST',
  path: '/auth/create-user',
  access: 'session',
});
export const updateUser = call<Takes<S['updateUser']>, Gives<S['updateUser']>>({
  method: 'PUT',
  path: '/auth/update-user',
  access: 'record',
});
export const deleteUser = call<Takes<S['deleteUser']>, Gives<S['deleteUser']>>({
  method: 'DELETE',
  path: '/auth/delete-user',
  access: 'session',
});
export const getPresignedUrl = call<Takes<S['getPresignedUrl']>, Gives<S['getPresignedUrl']>>({
  method: 'POST',
  path: '/auth/get-presigned-url',
  access: 'record',
});
export const updateProfilePhoto = call<Takes<S['updateProfilePhoto']>, Gives<S['updateProfilePhoto']>>({
  method: 'POST',
  path: '/auth/update-profile-photo',
  access: 'record',
});
export const validateAddress = call<Takes<S['validateAddress']>, Gives<S['validateAddress']>>({
  method: 'POST',
  path: '/auth/validate-address',
  access: 'session',
});
