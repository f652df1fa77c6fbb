import { call } from './call.ts';
import type * as schemas from './events.schemas.ts';

type S = typeof schemas;

export const getEvents = call<S['getEvents']>()({
  method: 'GET',
  path: '/get-events',
  access: 'public',
  limit: 'read',
});
