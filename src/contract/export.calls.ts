import { call, type NoInput } from './call.ts';

/** Everything that the practice stores about the client, as one zip file. */
export const downloadMyData = call<NoInput, ArrayBuffer>()({
  method: 'GET',
  path: '/auth/download-my-data',
  access: 'record',
  limit: 'write-health',
  opened_by_link: true,
});
