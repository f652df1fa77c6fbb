import { describe, expect, test } from 'vitest';
import {
  formatCalendarDate,
  formatClock,
  formatLongDate,
  formatLongMonthDate,
  formatMonthDay,
  formatMonthDayTime,
  formatMonthTitle,
  formatShortDate,
  formatShortDateAtTime,
} from '#domain/date-formats.ts';

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
  ])('%o in the practice zone', (format, text) => {
    expect(format(late, NEW_YORK)).toBe(text);
    expect(format(new Date(late), NEW_YORK)).toBe(text);
    expect(format('nonsense', NEW_YORK)).toBe('Invalid Date');
  });
  test('calendar dates', () => {
    expect(formatCalendarDate('2026-05-03')).toBe('May 3, 2026');
    expect(formatCalendarDate('2026-02-30')).toBe('Invalid Date');
    expect(formatLongDate('2026-05-03')).toBe('Sunday, May 3, 2026');
    expect(formatMonthTitle({ year: 2026, month: 12 })).toBe('December 2026');
  });
});
