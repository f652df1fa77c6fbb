import { describe, expect, test } from 'vitest';
import { datesOf, screensFor } from '#staff/search/search-places.ts';

const TODAY = '2026-11-28';

describe('places of a search', () => {
  test.each([
    ['8 dec', '2026-12-08 2025-12-08'],
    ['Nov 3', '2026-11-03 2027-11-03'],
    ['3 nov.', '2026-11-03 2027-11-03'],
    ['Nov 28', '2026-11-28 2025-11-28'],
    ['Tue 8 Dec', '2026-12-08 2025-12-08'],
    ['Tuesday, December 8', '2026-12-08 2025-12-08'],
    ['the 8th of December', '2026-12-08 2025-12-08'],
    ['Dec 8th', '2026-12-08 2025-12-08'],
    ['12/8', '2026-12-08 2025-12-08'],
    ['Nov 3 2026', '2026-11-03'],
    ['Tuesday, December 8, 2026', '2026-12-08'],
    ['8 Dec 2026', '2026-12-08'],
    ['12/8/2026', '2026-12-08'],
    ['12/8/26', '2026-12-08'],
    ['2026-11-01', '2026-11-01'],
    ['yesterday', '2026-11-27'],
    ['Today', '2026-11-28'],
    ['tomorrow', '2026-11-29'],
    ['monday', '2026-11-30 2026-11-23'],
    ['Thu', '2026-11-26 2026-12-03'],
    ['saturday', '2026-11-28 2026-11-21'],
    ['\u200eSept\u00a09', '2026-09-09 2027-09-09'],
    ['3 march', '2027-03-03 2026-03-03'],
    ['Feb 29, 2028', '2028-02-29'],
    ['29 feb', ''],
    ['31 nov', ''],
    ['12/8/2026/1', ''],
    ['13/8', ''],
    ['8 maren', ''],
    ['maren 8 dec', ''],
    ['mo', ''],
    ['may', ''],
    ['maren', ''],
    ['', ''],
  ])('%s is %s', (text, dates) => {
    expect(datesOf(text, TODAY).join(' ')).toBe(dates);
  });
  test('screens are found by the beginning of a word', () => {
    const labels = (text: string) => screensFor(text).map(({ label }) => label);
    expect(labels('CL')).toEqual(['Book for a client', 'Clients']);
    expect(labels('log')).toEqual(['Audit log']);
    expect(labels('')).toEqual(expect.arrayContaining(['Today', 'Services', 'Security']));
    expect(labels('alendar')).toEqual([]);
  });
});
