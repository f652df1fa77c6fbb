import { call } from './call.ts';
import type * as schemas from './sessions.schemas.ts';

type S = typeof schemas;

/** Lists the signed-in browsers of the client's own account, the most recently used first. */
export const getSessions = call<S['getSessions']>()({
  method: 'GET',
  path: '/auth/sessions',
  access: 'session',
  limit: 'read',
});
/** Signs out one browser of the client's own account. A session of another account is answered like a missing one. */
export const endSession = call<S['endSession']>()({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'session',
  limit: 'way-out',
});
/** Signs out every browser of the client's own account, the one that asks included. */
export const signOutEverywhere = call<S['signOutEverywhere']>()({
  method: 'POST',
  path: '/auth/sign-out-everywhere',
  access: 'session',
  limit: 'way-out',
});
