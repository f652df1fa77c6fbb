import { call } from './call.ts';
import type * as schemas from './client-file.schemas.ts';

type S = typeof schemas;

/** Everything that was written about a client's visits, page by page. Each read is recorded. */
export const staffClientFile = call<S['staffClientFile']>()({
  method: 'GET',
  path: '/api/staff/clients/:id/file',
  access: 'staff-unlocked',
});
