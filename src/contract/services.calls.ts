import { call } from './call.ts';
import type * as schemas from './services.schemas.ts';

type S = typeof schemas;

export const getAllWellnessServices = call<S['getAllWellnessServices']>()({
  method: 'GET',
  path: '/get-all-wellness-services',
  access: 'public',
  limit: 'read',
});
export const getAvailabilities = call<S['getAvailabilities']>()({
  method: 'POST',
  path: '/auth/get-availabilities',
  access: 'profile',
  limit: 'read',
});
export const getSlots = call<S['getSlots']>()({
  method: 'POST',
  path: '/auth/get-slots',
  access: 'profile',
  limit: 'read',
});
/** Why a date or some of its times cannot be booked, with the nearest times that can (rules.md §4). */
export const explainDate = call<S['explainDate']>()({
  method: 'POST',
  path: '/auth/explain-date',
  access: 'profile',
  limit: 'read',
});
