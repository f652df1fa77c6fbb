import { describe, expect, test } from 'vitest';
import { dateOf, screensFor } from '#staff/search/search-places.ts';

const TODAY = '2026-11-26';

describe('places of a search', () => {
  test.each([
    ['8 dec', '2026-12-08'],
    ['Tue 8 Dec', '2026-12-08'],
    ['December 8', '2026-12-08'],
    ['12/8', '2026-12-08'],
    ['2026-11-01', '2026-11-01'],
    ['tomorrow', '2026-11-27'],
    ['3 march', '2027-03-03'],
    ['29 feb', null],
    ['31 nov', null],
    ['8 maren', null],
    ['maren', null],
    ['', null],
  ])('%s is %s', (text, date) => {
    expect(dateOf(text, TODAY)).toBe(date);
  });
  test('screens are found by the beginning of a word', () => {
    const labels = (text: string) => screensFor(text).map(({ label }) => label);
    expect(labels('CL')).toEqual(['Book for a client', 'Clients']);
    expect(labels('log')).toEqual(['Audit log']);
    expect(labels('')).toEqual(expect.arrayContaining(['Today', 'Services', 'Security']));
    expect(labels('alendar')).toEqual([]);
  });
});
