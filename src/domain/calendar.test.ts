import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateOfDayNumber,
  dayOfWeek,
  daysBetween,
  formatCalendarDate,
  formatClock,
  formatLongDate,
  formatLongMonthDate,
  formatMonthDay,
  formatMonthDayTime,
  formatMonthTitle,
  formatShortDate,
  formatShortDateAtTime,
  formatTime,
  instantOf,
  isLocalDate,
  localDateOf,
  localMinutesOf,
  monthGrid,
  offsetMinutes,
  parseTime,
  startOfDay,
  weekOfMonth,
  zoneName,
} from '#domain/calendar.ts';

const NEW_YORK = 'America/New_York';
const ZONES = [
  NEW_YORK,
  'UTC',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const anyDay = fc.integer({ min: 15_000, max: 25_000 });
const anyZone = fc.constantFrom(...ZONES);

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
            expect(daysBetween(grid[cell - 1]!.date, grid[cell]!.date)).toBe(1);
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

describe('the zone', () => {
  test('a time in the spring gap does not exist', () => {
    expect(instantOf('2026-03-08', 150, NEW_YORK)).toBeNull();
    expect(instantOf('2026-03-08', 119, NEW_YORK)?.toISOString()).toBe('2026-03-08T06:59:00.000Z');
    expect(instantOf('2026-03-08', 180, NEW_YORK)?.toISOString()).toBe('2026-03-08T07:00:00.000Z');
  });
  test('of a repeated hour the first is used', () => {
    expect(instantOf('2026-11-01', 90, NEW_YORK)?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(instantOf('2026-11-01', 120, NEW_YORK)?.toISOString()).toBe('2026-11-01T07:00:00.000Z');
  });
  test('half-hour shifts of Lord Howe', () => {
    expect(instantOf('2026-10-04', 135, 'Australia/Lord_Howe')).toBeNull();
    expect(instantOf('2026-10-04', 150, 'Australia/Lord_Howe')?.toISOString()).toBe(
      '2026-10-03T15:30:00.000Z',
    );
    expect(instantOf('2026-04-05', 105, 'Australia/Lord_Howe')?.toISOString()).toBe(
      '2026-04-04T14:45:00.000Z',
    );
  });
  test('a day may begin after midnight', () => {
    expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z');
    expect(localMinutesOf('2026-09-06T04:00:00Z', 'America/Santiago')).toBe(60);
  });
  test('09:00 stays 09:00 on 400 days in every zone', () => {
    for (const zone of ZONES)
      for (let day = 0; day < 400; day++) {
        const date = addDays('2026-01-01', day);
        const nine = instantOf(date, 540, zone)!;
        expect(localDateOf(nine, zone)).toBe(date);
        expect(localMinutesOf(nine, zone)).toBe(540);
      }
  });
  it('agrees with Intl on every moment', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1439 }), anyZone, (day, minute, zone) => {
        const ms = day * 86_400_000 + minute * 60_000;
        const told = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        });
        const minutes = localMinutesOf(ms, zone);
        const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
        expect(`${localDateOf(ms, zone)} ${clock}`).toBe(told.format(ms));
      }),
    );
  });
  it('reads a wall time back, or there is none', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1439 }), anyZone, (day, minutes, zone) => {
        const date = dateOfDayNumber(day);
        const instant = instantOf(date, minutes, zone);
        if (!instant) return;
        expect(localDateOf(instant, zone)).toBe(date);
        expect(localMinutesOf(instant, zone)).toBe(minutes);
        const anHourBefore = new Date(instant.getTime() - 3_600_000);
        const told = `${localDateOf(anHourBefore, zone)} ${localMinutesOf(anHourBefore, zone)}`;
        expect(told).not.toBe(`${date} ${minutes}`);
      }),
    );
  });
  test('names and offsets', () => {
    expect(zoneName('2026-01-05T12:00:00Z', NEW_YORK)).toBe('EST');
    expect(zoneName('2026-07-05T12:00:00Z', NEW_YORK)).toBe('EDT');
    expect(offsetMinutes('2026-01-05T12:00:00Z', 'Asia/Kolkata')).toBe(330);
    expect(offsetMinutes('2026-01-05T12:00:00Z', 'America/St_Johns')).toBe(-210);
  });
});

describe('times of day', () => {
  test.each([
    [0, '12:00 AM'],
    [1, '12:01 AM'],
    [540, '9:00 AM'],
    [720, '12:00 PM'],
    [785, '1:05 PM'],
    [1439, '11:59 PM'],
    [1440, '12:00 AM'],
  ])('%i minutes is %s', (minutes, text) => expect(formatTime(minutes)).toBe(text));
  test.each([
    ['9:00 AM', 540],
    ['09:00', 540],
    ['09:00:00', 540],
    ['9:05 pm', 1265],
    ['12:00 AM', 0],
    ['12:30 PM', 750],
    [' 9:00\u202fAM ', 540],
    ['00:00', 0],
    ['24:00', 1440],
    ['24:01', null],
    ['13:00 PM', null],
    ['0:00 AM', null],
    ['9:60', null],
    ['9', null],
    ['', null],
    ['nine', null],
  ])('%j is %s', (text, minutes) => expect(parseTime(text)).toBe(minutes));
  it('reads back what it writes', () => {
    for (let minutes = 0; minutes < 1440; minutes++) expect(parseTime(formatTime(minutes))).toBe(minutes);
  });
});

describe('formats of the spec', () => {
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
