import { call } from './call.ts';
import type * as schemas from './events.schemas.ts';
import type { Gives, Takes } from './schemas.ts';

type S = typeof schemas;

export const getEvents = call<Takes<S['getEvents']>, Gives<S['getEvents']>>({
  method: 'GET',
  path: '/get-events',
  access: 'public',
});
