import { describe, expect, test } from 'vitest';
import {
  addressLines,
  isBlankAddress,
  isCompleteAddress,
  isSameAddress,
  stripUnit,
} from '#domain/people/address.ts';
import { ageOn, formatBirthdate, validateBirthdate, normaliseBirthdate } from '#domain/people/birthdate.ts';
import { dashboardName, fullName, initialsOf, shortName, sidebarName } from '#domain/people/names.ts';
import { formatPhone, toE164 } from '#domain/people/phone.ts';
import { validatePhoto } from '#domain/people/photo.ts';
import { hasProfileData } from '#domain/people/profile.ts';

const named = (first_name: string, last_name: string) => ({ first_name, last_name });
const letters = (count: number) => 'A'.repeat(count);

describe('names on the dashboard: 40 / 20 / 12', () => {
  test.each([
    ['full name of 40', named(letters(20), letters(19)), `${letters(20)} ${letters(19)}`],
    ['full name of 41, first of 20', named(letters(20), letters(20)), letters(20)],
    ['full name of 41, first of 21', named(letters(21), letters(19)), `${letters(12)}…`],
    ['no last name', named('Maya', ''), 'Maya'],
    ['no first name', named('', 'Patel'), 'User Not Found'],
    ['nobody', null, 'User Not Found'],
    ['blanks', named('   ', ''), 'User Not Found'],
  ])('%s', (_, user, name) => expect(dashboardName(user)).toBe(name));
  test('no emoji is cut in half', () => {
    expect(dashboardName(named('👩‍🌾'.repeat(21), 'Patel Patel Patel Patel'))).toBe(`${'👩‍🌾'.repeat(12)}…`);
    expect(dashboardName(named('👩‍🌾'.repeat(20), '👩‍🌾'.repeat(19)))).toBe(
      `${'👩‍🌾'.repeat(20)} ${'👩‍🌾'.repeat(19)}`,
    );
  });
});

describe('names in the sidebar: 20 / 15 / 12', () => {
  test.each([
    ['full name of 20', named(letters(10), letters(9)), `${letters(10)} ${letters(9)}`],
    ['full name of 21, first of 15', named(letters(15), letters(5)), letters(15)],
    ['full name of 21, first of 16', named(letters(16), letters(4)), `${letters(12)}…`],
    ['only a last name', named('', 'Patel'), 'Patel'],
    ['nobody', undefined, 'User Not Found'],
    ['none', named('', ''), 'User Not Found'],
  ])('%s', (_, user, name) => expect(sidebarName(user)).toBe(name));
  test('full name', () => expect(fullName(named(' Maya ', 'Patel'))).toBe('Maya Patel'));
});

describe('addresses', () => {
  const oak = {
    street_number: '12',
    route: 'Oak Street',
    subpremise: '',
    city: 'Portland',
    state: 'or',
    zip_code: '97201',
  };
  test.each([
    ['apt 4B', '4B'],
    ['Apt. 4B', '4B'],
    ['APT4B', '4B'],
    ['unit 7', '7'],
    ['Unit #7', '7'],
    ['#7', '7'],
    ['# 7', '7'],
    ['apt#7', '7'],
    ['Suite 3', 'Suite 3'],
    ['United 3', 'United 3'],
    ['4B', '4B'],
    ['', ''],
  ])('the unit of %j is %j', (unit, stripped) => expect(stripUnit(unit)).toBe(stripped));
  test('blank and complete', () => {
    expect(isBlankAddress({ city: ' ', state: null })).toBe(true);
    expect(isBlankAddress(undefined)).toBe(true);
    expect(isBlankAddress({ subpremise: '2' })).toBe(false);
    expect(isCompleteAddress(oak)).toBe(true);
    expect(isCompleteAddress({ ...oak, zip_code: ' ' })).toBe(false);
  });
  test('are formatted and compared', () => {
    expect(addressLines({ ...oak, subpremise: '#4B' })).toEqual([
      '12 Oak Street, Apt 4B',
      'Portland, OR 97201',
    ]);
    expect(addressLines({ city: 'Portland' })).toEqual(['Portland']);
    expect(addressLines(null)).toEqual([]);
    expect(
      isSameAddress({ ...oak, subpremise: 'apt 4b' }, { ...oak, route: 'OAK  street', subpremise: '4B' }),
    ).toBe(true);
    expect(isSameAddress(oak, { ...oak, zip_code: '97202' })).toBe(false);
  });
});

describe('phones', () => {
  test.each([
    ['(415) 555-0123', '+14155550123'],
    ['415-555-0123', '+14155550123'],
    ['415.555.0123', '+14155550123'],
    ['4155550123', '+14155550123'],
    ['+1 415 555 0123', '+14155550123'],
    ['1 (415) 555-0123', '+14155550123'],
    [' +1(415)555-0123 ', '+14155550123'],
    ['415555012', null],
    ['115-555-0123', null],
    ['415-155-0123', null],
    ['+44 20 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+49 30 901820', '+4930901820'],
    ['020 7946 0958', null],
    ['+1 120 794 6095', null],
    ['+0 20 7946 0958', null],
    ['+44 20', null],
    ['+44 20 7946 0958 7946 0958', null],
    ['415+555-0123', null],
    ['tel:+1-415-555-0123', '+14155550123'],
    ['415\u00b7555\u20220123', '+14155550123'],
    ['415\u2003555\u202f0123', '+14155550123'],
    ['415\u2212555\u20430123', '+14155550123'],
    ['415-555-0123 ext 4', null],
    ['call me', null],
    ['', null],
    // Numbers as address books and web pages put them on the clipboard.
    ['\u202a+1 (415) 555-0123\u202c', '+14155550123'],
    ['415\u2013555\u20110123', '+14155550123'],
    ['415\u2215555\u22150123', null],
    ['（４１５）５５５－０１２３', '+14155550123'],
  ])('%j is stored as %s', (typed, stored) => expect(toE164(typed)).toBe(stored));
  test('are formatted', () => {
    expect(formatPhone('+14155550123')).toBe('(415) 555-0123');
    expect(formatPhone('+442079460958')).toBe('+442079460958');
    expect(formatPhone(null)).toBe('');
  });
});

describe('birthdates', () => {
  test.each([
    ['1988-05-14', '2026-05-13', 37],
    ['1988-05-14', '2026-05-14', 38],
    ['2004-02-29', '2026-02-28', 21],
    ['2004-02-29', '2026-03-01', 22],
  ])('who was born on %s is on %s %i years old', (birthdate, date, age) => {
    expect(ageOn(birthdate, date)).toBe(age);
  });

  test.each([
    ['1990-01-05', '1990-01-05'],
    ['1990-01-05T23:30:00-08:00', '1990-01-05'],
    ['1/5/1990', '1990-01-05'],
    ['1990-02-30', null],
    ['soon', null],
  ])('%s is %s', (text, date) => expect(normaliseBirthdate(text)).toBe(date));
  test('must be real and in the past', () => {
    expect(validateBirthdate('2026-05-06', '2026-05-07')).toEqual({ ok: true, date: '2026-05-06' });
    for (const text of ['2026-05-07', '2027-01-01', '1890-01-01', '2026-02-30', ''])
      expect(validateBirthdate(text, '2026-05-07').ok).toBe(false);
  });
  test('are formatted in UTC, or as Invalid Date', () => {
    expect(formatBirthdate('1990-01-05')).toBe('Jan 5, 1990');
    expect(formatBirthdate('1990-01-05T00:00:00.000Z')).toBe('Jan 5, 1990');
    expect(formatBirthdate('')).toBe('Invalid Date');
    expect(formatBirthdate(null)).toBe('Invalid Date');
  });
});

describe('photos', () => {
  const MB = 1024 * 1024;
  test.each([
    ['image/jpeg', 5 * MB, { ok: true }],
    ['image/jpg', 1, { ok: true }],
    ['image/png', 1, { ok: false, message: 'Please select a JPG/JPEG image file' }],
    ['', 1, { ok: false, message: 'Please select a JPG/JPEG image file' }],
    [
      'image/jpeg',
      5 * MB + 1,
      { ok: false, message: 'File too large (5.01 MB). Please select an image under 5 MB.' },
    ],
    [
      'image/jpeg',
      7.5 * MB,
      { ok: false, message: 'File too large (7.50 MB). Please select an image under 5 MB.' },
    ],
  ])('%s of %d bytes', (type, size, answer) => expect(validatePhoto({ type, size })).toEqual(answer));
});

test('profile data: pronouns, birthdate and phone', () => {
  const user = { pronouns: 'she/her', birthdate: '1990-01-05', phone: '+14155550123' };
  expect(hasProfileData(user)).toBe(true);
  for (const field of ['pronouns', 'birthdate', 'phone']) {
    expect(hasProfileData({ ...user, [field]: null })).toBe(false);
    expect(hasProfileData({ ...user, [field]: ' ' })).toBe(false);
  }
  expect(hasProfileData(null)).toBe(false);
});

test.each([
  [{ first_name: 'Maren', last_name: 'okafor' }, 'Maren O.'],
  [{ first_name: ' Ivo ', last_name: '' }, 'Ivo'],
  [{ first_name: '', last_name: 'Marek' }, 'Marek'],
  [{ first_name: null, last_name: null }, ''],
])('the short name of %o is %s', (user, name) => expect(shortName(user)).toBe(name));

test.each([
  ['Maren K.', 'M. K.'],
  ['Ana María de la Cruz', 'A. M. D. L. C.'],
  ['👩‍👧 Kit', '👩‍👧. K.'],
  ['', ''],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
