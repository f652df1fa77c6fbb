import { describe, expect, test } from 'vitest';
import {
  formatCalendarDate,
  formatClock,
  formatClockRange,
  formatDay,
  formatDayOf,
  formatFullDay,
  formatLongDate,
  formatLongMonthDate,
  formatMonthDay,
  formatMonthDayTime,
  formatMonthTitle,
  formatShortDate,
  formatShortDateAtTime,
  formatShortDay,
  formatShortDayTime,
} from '#domain/time/date-formats.ts';

const NEW_YORK = 'America/New_York';

describe('formats of product.md §9.6', () => {
  const late = '2026-01-06T04:05:00Z';
  test.each([
    [formatMonthDay, 'Jan 5'],
    [formatShortDate, 'Jan 5, 2026'],
    [formatLongMonthDate, 'January 5, 2026'],
    [formatClock, '11:05 PM'],
    [formatMonthDayTime, 'Jan 5, 11:05 PM'],
    [formatShortDateAtTime, 'Jan 5, 2026 at 11:05 PM'],
    [formatShortDayTime, 'Mon, Jan 5, 11:05 PM'],
  ])('%o in the practice zone', (format, text) => {
    expect(format(late, NEW_YORK)).toBe(text);
    expect(format(new Date(late), NEW_YORK)).toBe(text);
    expect(format('nonsense', NEW_YORK)).toBe('Invalid Date');
  });
  test('calendar dates', () => {
    expect(formatCalendarDate('2026-05-03')).toBe('May 3, 2026');
    expect(formatCalendarDate('2026-02-30')).toBe('Invalid Date');
    expect(formatShortDay('2026-12-10')).toBe('Thu, Dec 10');
    expect(formatLongDate('2026-05-03')).toBe('Sunday, May 3, 2026');
    expect(formatMonthTitle({ year: 2026, month: 12 })).toBe('December 2026');
  });

  test('days and times of the staff area', () => {
    expect(formatDay('2026-12-08')).toBe('Tue 8 Dec');
    expect(formatFullDay('2026-12-08')).toBe('Tuesday 8 December');
    expect(formatDayOf(late, NEW_YORK)).toBe('Mon 5 Jan');
    expect(formatDayOf('nonsense', NEW_YORK)).toBe('Invalid Date');
    expect(formatClockRange('2026-12-08T18:00:00Z', '2026-12-08T18:45:00Z', 'America/Los_Angeles')).toBe(
      '10:00 AM - 10:45 AM',
    );
  });
});
