import { expect, test } from 'vitest';
import { changesOf, validatePerson, missingLines, personInput, personValues } from './profile-values.ts';

const now = new Date('2026-03-02T17:00:00Z');
const typed = {
  ...personValues(null),
  first_name: ' Maren ',
  pronouns: 'she/they',
  birthdate: '1988-05-14',
  phone: '503.555.0142',
};

test('pronouns, birthday and phone must be there and make sense; names may be left out', () => {
  expect(validatePerson(typed, now)).toEqual({});
  expect(validatePerson({ ...typed, first_name: '' }, now)).toEqual({});
  expect(Object.keys(validatePerson(personValues(null), now))).toEqual(['pronouns', 'birthdate', 'phone']);
  expect(validatePerson({ ...typed, birthdate: '2026-03-02' }, now)).toEqual({
    birthdate: 'Birthday must be in the past',
  });
});

test('what is sent is trimmed, the birthday YYYY-MM-DD, the phone as it is stored', () => {
  expect(personInput({ ...typed, birthdate: '5/14/1988' }, null)).toEqual({
    first_name: 'Maren',
    last_name: '',
    pronouns: 'she/they',
    birthdate: '1988-05-14',
    phone: '+15035550142',
    address: null,
  });
});

test('what was changed is told from what the form began with', () => {
  const address = {
    street_number: '1',
    route: 'Oak Street',
    subpremise: '',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  };
  const begun = personInput(typed, address);
  expect(changesOf(begun, begun)).toEqual({});
  expect(changesOf({ ...begun, first_name: 'Mara', address: { ...address } }, begun)).toEqual({
    first_name: 'Mara',
  });
  expect(changesOf({ ...begun, address: null }, begun)).toEqual({ address: null });
  expect(changesOf(begun, { ...begun, address: null })).toEqual({ address });
});

test("what an address lacks is listed as 'name: detail', in the order of the form", () => {
  expect(missingLines({ zip_code: 'five digits', street_number: 'missing', country: 'unknown' })).toEqual([
    'Street number: missing',
    'ZIP: five digits',
    'country: unknown',
  ]);
});
