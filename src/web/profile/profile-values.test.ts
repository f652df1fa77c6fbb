import { expect, test } from 'vitest';
import { changesOf, validateProfile, missingLines, profileInput, profileValues } from './profile-values.ts';

const now = new Date('2026-03-02T17:00:00Z');
const typed = {
  ...profileValues(null),
  first_name: ' Maren ',
  pronouns: 'she/they',
  birthdate: '1988-05-14',
  phone: '503.555.0142',
};

test('pronouns, birthday and phone are required and validated; names are optional', () => {
  expect(validateProfile(typed, now)).toEqual({});
  expect(validateProfile({ ...typed, first_name: '' }, now)).toEqual({});
  expect(Object.keys(validateProfile(profileValues(null), now))).toEqual(['pronouns', 'birthdate', 'phone']);
  expect(validateProfile({ ...typed, birthdate: '2026-03-02' }, now)).toEqual({
    birthdate: 'Birthday must be in the past',
  });
});

test('the input is trimmed, with the birthday as YYYY-MM-DD and the phone in E.164', () => {
  expect(profileInput({ ...typed, birthdate: '5/14/1988' }, null)).toEqual({
    first_name: 'Maren',
    last_name: '',
    pronouns: 'she/they',
    birthdate: '1988-05-14',
    phone: '+15035550142',
    address: null,
  });
});

test('changes are the differences from the initial values', () => {
  const address = {
    street_number: '1',
    route: 'Oak Street',
    subpremise: '',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  };
  const initial = profileInput(typed, address);
  expect(changesOf(initial, initial)).toEqual({});
  expect(changesOf({ ...initial, first_name: 'Mara', address: { ...address } }, initial)).toEqual({
    first_name: 'Mara',
  });
  expect(changesOf({ ...initial, address: null }, initial)).toEqual({ address: null });
  expect(changesOf(initial, { ...initial, address: null })).toEqual({ address });
});

test("missing parts of an address are listed as 'name: detail', in the order of the form", () => {
  expect(missingLines({ zip_code: 'five digits', street_number: 'missing', country: 'unknown' })).toEqual([
    'Street number: missing',
    'ZIP: five digits',
    'country: unknown',
  ]);
});
