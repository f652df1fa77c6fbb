import { call } from './call.ts';
import type { Gives, Takes } from './schemas.ts';
import type * as schemas from './sessions.schemas.ts';

type S = typeof schemas;

/** Lists the signed-in browsers of the client's own account, the most recently used first. */
export const getSessions = call<Takes<S['getSessions']>, Gives<S['getSessions']>>({
  method: 'GET',
  path: '/auth/sessions',
  access: 'session',
});
/** Signs out one browser of the client's own account. A session of another account is answered like a missing one. */
export const endSession = call<Takes<S['endSession']>, Gives<S['endSession']>>({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'session',
});
/** Signs out every browser of the client's own account, the one that asks included. */
export const signOutEverywhere = call<Takes<S['signOutEverywhere']>, undefined>({
  method: 'POST',
  path: '/auth/sign-out-everywhere',
  access: 'session',
});
