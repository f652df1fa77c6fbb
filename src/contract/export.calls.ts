import { call } from './call.ts';

/** All that the practice keeps about the client, as one zip file. */
export const downloadMyData = call<{ query?: undefined; body?: undefined }, ArrayBuffer>({
  method: 'GET',
  path: '/auth/download-my-data',
  access: 'record',
});
