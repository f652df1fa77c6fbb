import { describe, expect, test } from 'vitest';
import { distanceText, hoursText, timeReason } from '#web/slots/reason-text.ts';

describe('the hours of a service', () => {
  const hours = (weekdays: number[], extra_dates: string[] = []) =>
    hoursText({ reason: 'NO_RULE', weekdays, extra_dates });

  test('name weekdays, and extra openings by date', () => {
    expect(hours([1, 2, 5], ['2026-12-13'])).toBe(
      'It is on Mondays, Tuesdays and Fridays, and once on Sunday, December 13.',
    );
    expect(hours([3])).toBe('It is on Wednesdays.');
    expect(hours([], ['2026-12-13', '2026-12-20'])).toBe(
      'It is only on Sunday, December 13 and Sunday, December 20.',
    );
    expect(hours([])).toBeNull();
  });
  test('do not explain a day that is closed or taken', () => {
    expect(hoursText({ reason: 'CLOSED', weekdays: [1], extra_dates: [] })).toBeNull();
    expect(hoursText({ reason: null, weekdays: [1], extra_dates: [] })).toBeNull();
  });
});

test.each([
  ['2026-12-12', null, '2026-12-11', '9:00 AM', '1 day earlier'],
  ['2026-12-12', '9:00 AM', '2026-12-14', '9:00 AM', '2 days later'],
  ['2026-12-12', '9:00 AM', '2026-12-12', '10:30 AM', '1 h 30 min later'],
  ['2026-12-12', '9:00 AM', '2026-12-12', '8:30 AM', '30 min earlier'],
])('from %s %s to %s %s: %5$s', (date, start, other, time, text) => {
  const slot = { start: time, end: '', duration: 60, schedule_id: 's', current_count: 0 };
  expect(distanceText(date, start, { date: other, slot })).toBe(text);
});

test('what the practice says about a closed time comes before the general text', () => {
  const public_text = 'Closed until Mon, Jul 21';
  expect(timeReason({ reason: 'CLOSED', public_text })).toBe('Closed until Mon, Jul 21.');
  expect(timeReason({ reason: 'CLOSED', public_text: null })).toBe('The practice is closed.');
});
