import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayOfWeek,
  daysOfMonth,
  isLocalDate,
  monthGrid,
  weekOfMonth,
} from '#domain/time/calendar.ts';

describe('month grid', () => {
  test('Sunday first: May 2026 begins on a Friday', () => {
    const grid = monthGrid(2026, 5, 0);
    expect(grid).toHaveLength(42);
    expect(grid[0]).toEqual({ date: '2026-04-26', inMonth: false });
    expect(grid[5]).toEqual({ date: '2026-05-01', inMonth: true });
    expect(grid[41]).toEqual({ date: '2026-06-06', inMonth: false });
  });
  test('Monday first', () => {
    expect(monthGrid(2026, 5, 1)[0]).toEqual({ date: '2026-04-27', inMonth: false });
    expect(monthGrid(2026, 6, 1)[0]).toEqual({ date: '2026-06-01', inMonth: true });
  });
  test('a four-week February still has 42 cells', () => {
    const grid = monthGrid(2026, 2, 0);
    expect(grid[0]).toEqual({ date: '2026-02-01', inMonth: true });
    expect(grid.filter((day) => day.inMonth)).toHaveLength(28);
  });
  it('always holds each day of the month once, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1970, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(0 as const, 1 as const),
        (year, month, start) => {
          const grid = monthGrid(year, month, start);
          expect(dayOfWeek(grid[0]!.date)).toBe(start);
          for (let cell = 1; cell < 42; cell++)
            expect(grid[cell]!.date).toBe(addDays(grid[cell - 1]!.date, 1));
          expect(grid.filter((day) => day.inMonth)).toHaveLength(
            new Date(Date.UTC(year, month, 0)).getUTCDate(),
          );
        },
      ),
    );
  });
});

test('months wrap at December and January', () => {
  expect(addMonths({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
  expect(addMonths({ year: 2026, month: 5 }, -29)).toEqual({ year: 2023, month: 12 });
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

test('leap days, weekdays, weeks of the month', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(dayOfWeek('2026-05-03')).toBe(0);
  expect(dayOfWeek('1969-12-31')).toBe(3);
  expect(
    ['01', '07', '08', '14', '15', '28', '29', '31'].map((day) => weekOfMonth(`2026-05-${day}`)),
  ).toEqual([1, 1, 2, 2, 3, 4, 5, 5]);
});

test('only real dates are dates', () => {
  for (const date of [
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '0000-00-00',
    '2026-5-1',
    '2026-05-01T00',
    '',
  ])
    expect(isLocalDate(date)).toBe(false);
  for (const date of ['2028-02-29', '2026-12-31', '1900-01-01']) expect(isLocalDate(date)).toBe(true);
});
