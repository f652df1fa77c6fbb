import { call, FORMS_LIMIT } from './call.ts';
import type * as schemas from './forms.schemas.ts';

type S = typeof schemas;

export const getForms = call<S['getForms']>()({
  method: 'GET',
  path: '/auth/get-forms',
  access: 'record',
  limit: 'read',
});
export const uploadForm = call<S['uploadForm']>()({
  method: 'POST',
  path: '/auth/upload-form',
  access: 'record',
  limit: 'write-health',
  body_limit: FORMS_LIMIT,
});
