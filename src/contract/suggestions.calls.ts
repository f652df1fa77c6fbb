import { call } from './call.ts';
import type * as schemas from './suggestions.schemas.ts';

type S = typeof schemas;

export const getSuggestions = call<S['getSuggestions']>()({
  method: 'GET',
  path: '/auth/suggestions',
  access: 'record',
  limit: 'read-bookings',
});
export const declineSuggestion = call<S['declineSuggestion']>()({
  method: 'POST',
  path: '/auth/decline-suggestion',
  access: 'record',
  limit: 'write-health',
});
