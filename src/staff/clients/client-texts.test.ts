import { expect, test } from 'vitest';
import type { Client } from '#contract/clients.schemas.ts';
import { loginText, visitsText } from './client-texts.ts';

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
