import { call } from './call.ts';
import type * as schemas from './submissions.schemas.ts';

type S = typeof schemas;

/** The answers that a client handed in, as staff read them. */
export const staffSubmission = call<S['staffSubmission']>()({
  method: 'GET',
  path: '/api/staff/submissions/:id',
  access: 'staff-unlocked',
});
