import { call } from './call.ts';
import type { Gives, Takes } from './schemas.ts';
import type * as schemas from './services.schemas.ts';

type S = typeof schemas;

export const getAllWellnessServices = call<
  Takes<S['getAllWellnessServices']>,
  Gives<S['getAllWellnessServices']>
>({ method: 'GET', path: '/get-all-wellness-services', access: 'public' });
export const getAvailabilities = call<Takes<S['getAvailabilities']>, Gives<S['getAvailabilities']>>({
  method: 'POST',
  path: '/auth/get-availabilities',
  access: 'profile',
});
export const getSlots = call<Takes<S['getSlots']>, Gives<S['getSlots']>>({
  method: 'POST',
  path: '/auth/get-slots',
  access: 'profile',
});
