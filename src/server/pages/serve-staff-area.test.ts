import { expect, test } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import type { StaffFiles } from './serve-staff-area.ts';

const file = (text: string) => ({
  type: 'text/html; charset=utf-8',
  etag: '"1"',
  cacheControl: 'public',
  plain: Buffer.from(text),
  compressed: {},
});
const staffArea: StaffFiles = new Map([['/index.html', file('the staff area')]]);

test('STAFF_AREA=off registers neither pages nor calls', async () => {
  const on = await testApp({ staffArea, seeded: false });
  expect((await on.request({ url: '/staff/calendar' })).body).toBe('the staff area');
  expect((await on.request({ url: '/api/staff/me' })).statusCode).toBe(401);
  const off = await testApp({ staffArea, seeded: false, env: { STAFF_AREA: 'off' } });
  expect((await off.request({ url: '/staff/calendar' })).statusCode).toBe(404);
  expect((await off.request({ url: '/api/staff/me' })).statusCode).toBe(404);
});
