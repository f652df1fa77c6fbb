import { expect, test } from 'vitest';
import { nextPage, withNext } from './next-page.ts';

test.each([
  ['', '/profile'],
  ['?next=%2Fcart', '/cart'],
  ['?next=/profile/journey', '/profile/journey'],
  ['?next=%2Fclaim', '/claim'],
  ['?next=%2Fwellness-services%3Ftype%3DYOGA', '/wellness-services?type=YOGA'],
  ['?next=%2Fcheckout%2Fsuccess%3Fsession_id%3Dcs_live_a1B2', '/checkout/success?session_id=cs_live_a1B2'],
])('%s leads to %s', (search, page) => {
  expect(nextPage(search)).toBe(page);
});

test.each([
  '//evil.example/cart',
  'https://evil.example/cart',
  '/\\evil.example',
  '/cart/../../evil',
  '/sign-out',
  '/auth/download-my-data',
  'javascript:alert(1)',
  '/cart\n//evil.example',
  '/cart#x',
])('%j is not followed', (next) => {
  expect(nextPage(`?next=${encodeURIComponent(next)}`)).toBe('/profile');
});

test('the profile is the default and is left out of the address', () => {
  expect(withNext('/create-account', '/profile')).toBe('/create-account');
  expect(withNext('/create-account', '/cart')).toBe('/create-account?next=%2Fcart');
});
