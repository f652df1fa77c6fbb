import { describe, expect, test } from 'vitest';
import {
  formatNothingBooked,
  formatShown,
  readCalendarState,
  shownDates,
  turnPage,
  VIEWS,
  writeCalendarState,
} from '#staff/calendar/calendar-view.ts';

const defaults = { view: 'week', today: '2026-12-08' } as const;
const read = (query: string) => readCalendarState(new URLSearchParams(query), defaults);

describe('the address of the calendar', () => {
  test('is empty for this week and survives a round trip', () => {
    expect(writeCalendarState(read(''), defaults)).toBe('');
    const query = 'view=3days&date=2026-12-10&days=5&service=s1&place=VIRTUAL&cancelled=1&booking=b1';
    expect(writeCalendarState(read(query), defaults)).toBe(query);
  });

  test('ignores what makes no sense', () => {
    expect(read('view=year&date=2026-02-30&place=MOON')).toEqual(read(''));
  });
});

describe('the days of a view', () => {
  const datesOf = (query: string) => {
    const dates = shownDates(read(query));
    return [dates.length, dates[0], dates.at(-1)];
  };

  test.each([
    ['view=day', [1, '2026-12-08', '2026-12-08']],
    ['view=3days', [3, '2026-12-08', '2026-12-10']],
    ['view=week', [7, '2026-12-07', '2026-12-13']],
    ['view=week&days=5', [5, '2026-12-07', '2026-12-11']],
    ['view=month', [42, '2026-11-30', '2027-01-10']],
    ['view=list', [14, '2026-12-08', '2026-12-21']],
  ])('%s', (query, expected) => expect(datesOf(query)).toEqual(expected));

  test.each(VIEWS)('‹ and › of %s lead there and back', (view) => {
    const next = turnPage({ view, date: '2026-12-01' }, 1);
    expect(next > '2026-12-01').toBe(true);
    expect(turnPage({ view, date: next }, -1)).toBe('2026-12-01');
  });

  const titleOf = (query: string) => {
    const state = read(query);
    return formatShown(state.view, shownDates(state), state.date);
  };
  test.each([
    ['view=week', '7 - 13 December 2026', '7 - 13 Dec'],
    ['view=week&date=2026-12-01', '30 Nov - 6 Dec 2026', '30 Nov - 6 Dec'],
    ['view=week&date=2026-12-30', '28 Dec 2026 - 3 Jan 2027', '28 Dec - 3 Jan'],
    ['view=day', 'Tuesday 8 December 2026', 'Tue 8 Dec'],
    ['view=month', 'December 2026', 'December 2026'],
  ])('%s is titled %s', (query, long, short) => expect(titleOf(query)).toEqual({ long, short }));

  test('says when nothing is booked', () => {
    const say = (query: string) => {
      const state = read(query);
      return formatNothingBooked(state.view, shownDates(state), state.date);
    };
    expect(say('view=week')).toBe('Nothing booked from 7 to 13 December.');
    expect(say('date=2026-12-01')).toBe('Nothing booked from 30 November to 6 December.');
    expect(say('view=day')).toBe('Nothing booked on Tuesday 8 December.');
    expect(say('view=month')).toBe('Nothing booked in December 2026.');
  });
});
