import { expect, test } from 'vitest';
import type { Client } from '#contract/clients.schemas.ts';
import { loginText, visitsText, visitText } from './client-texts.ts';

test.each([
  [null, '–'],
  ['2026-12-08T18:00:00Z', 'Today, 10:00 AM'],
  ['2026-12-09T18:00:00Z', 'Tomorrow'],
  ['2026-12-10T18:00:00Z', 'Thu 10 Dec'],
  ['2026-12-07T18:00:00Z', 'Mon 7 Dec'],
  ['2026-11-10T18:00:00Z', '10 Nov'],
  ['2025-11-10T18:00:00Z', '10 Nov 2025'],
])('the visit at %s is shown as %s', (start_time, text) => {
  const visit = start_time === null ? null : { booking_id: 'b', start_time };
  expect(visitText(visit, '2026-12-08')).toBe(text);
});

const client = {
  has_login: false,
  invited_at: null,
  email: 'petra@example.com',
  phone: '+15035550100',
} as Client;

test.each([
  [{ has_login: true }, ''],
  [{}, 'No login'],
  [{ email: '' }, 'No login, phone only'],
  [{ phone: null }, 'No login, e-mail only'],
  [{ invited_at: '2026-12-03T18:00:00Z' }, 'Invited 3 Dec'],
])('a record with %j: %s', (change, text) => {
  expect(loginText({ ...client, ...change })).toBe(text);
});

test('visits are counted in words', () => {
  expect([0, 1, 2].map(visitsText)).toEqual(['No visits yet', '1 visit', '2 visits']);
});
