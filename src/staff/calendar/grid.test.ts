import { isolate, writeOut } from '#domain/people/personal.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CalendarAnswer, ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { addDays, dateOfDayNumber } from '#domain/time/calendar.ts';
import { localMinutesOf } from '#domain/time/zone.ts';
import { cellName } from '#staff/calendar/entry-text.ts';
import { gridAxis, ROW_MINUTES } from '#staff/calendar/grid-axis.ts';
import { moveCell } from '#staff/calendar/grid-keys.ts';
import { entriesOf, layoutGrid } from '#staff/calendar/grid-layout.ts';

const ZONE = 'America/Los_Angeles';
const SPRING = '2026-03-08';
const AUTUMN = '2026-11-01';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();

function session(start: number, minutes: number, more: Partial<SessionRow> = {}): SessionRow {
  return {
    id: `00000000-0000-4000-8000-${String(start).padStart(12, '0').slice(-12)}`,
    client: {
      id: 'c',
      name: isolate('Maren Kowal'),
      short_name: isolate('Maren K.'),
      visits: 2,
      phone: null,
      has_email: true,
    },
    service_id: 's',
    service_name: 'Marma Session',
    service_type: 'AYURVEDA',
    format: 'ONE_ON_ONE',
    start_time: iso(start),
    end_time: iso(start + minutes * MINUTE),
    blocked_until: iso(start + (minutes + 15) * MINUTE),
    status: 'CONFIRMED',
    place: 'FIXED_LOCATION',
    location_name: 'Secret Studio',
    address: null,
    chips: [{ kind: 'PAID' }],
    arrived_at: null,
    note: 'NONE',
    updated_at: iso(start),
    ...more,
  };
}

const classAt = (start: number, minutes: number, taken: number): ClassRow => ({
  service_id: 'k',
  service_name: 'Slow Flow',
  service_type: 'YOGA',
  format: 'GROUP',
  start_time: iso(start),
  end_time: iso(start + minutes * MINUTE),
  blocked_until: iso(start + minutes * MINUTE),
  place: 'FIXED_LOCATION',
  location_name: 'Secret Studio',
  taken,
  capacity: 8,
  arrived: 0,
});

const nothing: Pick<CalendarAnswer, 'openings' | 'time_off'> = { openings: [], time_off: [] };
const weekFrom = (date: string) => Array.from({ length: 7 }, (_, day) => addDays(date, day));

describe('the axis', () => {
  test('a day has 24, 23 or 25 hours', () => {
    const hours = (date: string) => gridAxis([date], ZONE).slots.length / 4;
    expect([hours('2026-12-08'), hours(SPRING), hours(AUTUMN)]).toEqual([24, 23, 25]);
  });

  test('minutes to pixels on the day the clocks go forward', () => {
    const [day] = gridAxis([SPRING], ZONE).days;
    // 1:30 AM PST, then 3:00 AM PDT half an hour later.
    expect(day!.topOf(at('2026-03-08T09:30Z'))).toBe(90);
    expect(day!.topOf(at('2026-03-08T10:00Z'))).toBe(120);
    expect(day!.topOf(day!.end)).toBe(23 * 60);
  });

  test('minutes to pixels on the day the clocks go back', () => {
    const [day] = gridAxis([AUTUMN], ZONE).days;
    // 1:30 AM PDT, 1:30 AM PST, 2:00 AM PST.
    expect(day!.topOf(at('2026-11-01T08:30Z'))).toBe(90);
    expect(day!.topOf(at('2026-11-01T09:30Z'))).toBe(150);
    expect(day!.topOf(at('2026-11-01T10:00Z'))).toBe(180);
    expect(day!.bottomOf(day!.end)).toBe(25 * 60);
  });

  test('in a week the other days leave out the repeated hour, and the changed day the skipped one', () => {
    const autumn = gridAxis(weekFrom('2026-10-26'), ZONE);
    expect(autumn.slots).toHaveLength(100);
    expect(autumn.days.map(({ moments }) => moments.filter((ms) => ms === null).length)).toEqual([
      4, 4, 4, 4, 4, 4, 0,
    ]);
    const spring = gridAxis(weekFrom('2026-03-02'), ZONE);
    expect(spring.days.map(({ moments }) => moments.filter((ms) => ms === null).length)).toEqual([
      0, 0, 0, 0, 0, 0, 4,
    ]);
    // Noon is on the same row everywhere.
    for (const axis of [autumn, spring])
      expect(new Set(axis.days.map((day) => day.topOf(day.end - 12 * HOUR))).size).toBe(1);
  });

  it('puts every moment on the row of its wall time, in order, in every zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 18_000, max: 24_000 }),
        fc.constantFrom(ZONE, 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Santiago'),
        fc.array(fc.integer({ min: 0, max: 23 * 60 - 1 }), { minLength: 2, maxLength: 6 }),
        (first, zone, minutes) => {
          const axis = gridAxis(weekFrom(dateOfDayNumber(first)), zone);
          for (const day of axis.days) {
            let before = -1;
            for (const minute of minutes.toSorted((a, b) => a - b)) {
              const ms = day.start + minute * MINUTE;
              const top = day.topOf(ms);
              const row = axis.slots[Math.floor(top / ROW_MINUTES)]!;
              const wall = localMinutesOf(ms, zone);
              expect(wall - row.minutes).toBeGreaterThanOrEqual(0);
              expect(wall - row.minutes).toBeLessThan(ROW_MINUTES);
              expect(top).toBeGreaterThanOrEqual(before);
              before = top;
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** A week of back-to-back sessions, some cancelled or with an empty class over them. */
const anyWeek = fc.record({
  first: fc.constantFrom('2026-03-02', '2026-10-26', '2026-12-07', '2026-06-15'),
  entries: fc.array(
    fc.record({
      hours: fc.integer({ min: 0, max: 167 }),
      offset: fc.integer({ min: 0, max: 11 }),
      length: fc.integer({ min: 3, max: 36 }),
      kind: fc.constantFrom('SESSION' as const, 'CANCELLED' as const, 'EMPTY' as const, 'CLASS' as const),
    }),
    { maxLength: 40 },
  ),
});

describe('the layout', () => {
  it('keeps every block inside its day and beside the others', () => {
    fc.assert(
      fc.property(anyWeek, ({ first, entries: drawn }) => {
        const dates = weekFrom(first);
        const monday = gridAxis(dates, ZONE).days[0]!.start;
        const sessions: SessionRow[] = [];
        const classes: ClassRow[] = [];
        for (const { hours, offset, length, kind } of drawn) {
          const start = monday + hours * HOUR + offset * 5 * MINUTE;
          if (kind === 'SESSION') sessions.push(session(start, length * 5));
          else if (kind === 'CANCELLED')
            sessions.push(
              session(start, length * 5, { status: 'CANCELLED', chips: [{ kind: 'CANCELLED' }] }),
            );
          else classes.push(classAt(start, length * 5, kind === 'EMPTY' ? 0 : 3));
        }
        const layout = layoutGrid(dates, ZONE, nothing, entriesOf(sessions, classes));
        const height = layout.rows.length * ROW_MINUTES;
        for (const { blocks, buffers, outside, time_off } of layout.columns) {
          for (const { top, length } of [...blocks, ...buffers, ...outside, ...time_off]) {
            expect(top).toBeGreaterThanOrEqual(0);
            expect(length).toBeGreaterThan(0);
            expect(top + length).toBeLessThanOrEqual(height);
          }
          for (const [n, a] of blocks.entries()) {
            expect(a.lane).toBeLessThan(a.lanes);
            for (const b of blocks.slice(n + 1)) {
              const inTime = a.top < b.top + b.length && b.top < a.top + a.length;
              const inWidth =
                a.lane / a.lanes < (b.lane + 1) / b.lanes && b.lane / b.lanes < (a.lane + 1) / a.lanes;
              expect(inTime && inWidth).toBe(false);
            }
          }
        }
        // Nothing is lost: each entry is on every day that it touches.
        const shown = new Set(layout.columns.flatMap(({ blocks }) => blocks.map(({ entry }) => entry)));
        for (const entry of entriesOf(sessions, classes))
          if (entry.start < layout.axis.days.at(-1)!.end)
            expect([...shown].some(({ key }) => key === entry.key)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  test('a session is as high as its minutes, also over the changes of the clock', () => {
    const heightOn = (date: string, start: string, minutes: number) =>
      layoutGrid([date], ZONE, nothing, entriesOf([session(at(start), minutes)], [])).columns[0]!.blocks[0]!
        .length;
    // 1:30 AM PST to 4:00 AM PDT; 12:30 AM PDT to 2:00 AM PST.
    expect(heightOn(SPRING, '2026-03-08T09:30Z', 90)).toBe(90);
    expect(heightOn(AUTUMN, '2026-11-01T07:30Z', 150)).toBe(150);
  });

  test('shows an hour around the openings, and what is booked outside', () => {
    const openings = [
      { date: '2026-12-08', spans: [{ start: '2026-12-08T17:00:00.000Z', end: '2026-12-09T01:00:00.000Z' }] },
    ];
    const rowsOf = (sessions: SessionRow[]) => {
      const { rows } = layoutGrid(['2026-12-08'], ZONE, { openings, time_off: [] }, entriesOf(sessions, []));
      return [rows[0]!.slot.minutes / 60, rows.at(-1)!.slot.minutes / 60];
    };
    expect(rowsOf([])).toEqual([8, 17.75]);
    expect(rowsOf([session(at('2026-12-08T14:00Z'), 60)])).toEqual([6, 17.75]);
  });

  test('a session over midnight is in both days', () => {
    const entries = entriesOf([session(at('2026-12-09T07:30Z'), 60)], []);
    const { columns } = layoutGrid(['2026-12-08', '2026-12-09'], ZONE, nothing, entries);
    expect(columns.map(({ blocks }) => blocks.map(({ top, length }) => [top, length]))).toEqual([
      [[1410, 30]],
      [[0, 30]],
    ]);
  });
});

describe('the names of the cells', () => {
  const openings = [
    { date: '2026-12-08', spans: [{ start: '2026-12-08T17:00:00.000Z', end: '2026-12-09T01:00:00.000Z' }] },
  ];
  const time_off = [
    {
      id: 't',
      starts_at: '2026-12-08T22:00:00.000Z',
      ends_at: '2026-12-08T23:00:00.000Z',
      reason: 'Dentist',
    },
  ];
  const entries = entriesOf(
    [session(at('2026-12-08T18:00Z'), 45)],
    [classAt(at('2026-12-08T20:00Z'), 60, 5), classAt(at('2026-12-09T00:00Z'), 60, 0)],
  );
  const layout = layoutGrid(['2026-12-08'], ZONE, { openings, time_off }, entries);
  const nameAt = (hour: number) => cellName(layout, layout.columns[0]!, (hour - 8) * 4, ZONE);

  test.each([
    [8, 'Tuesday 8 December, 8 AM, outside working hours'],
    [9, 'Tuesday 8 December, 9 AM, free'],
    [10, 'Tuesday 8 December, 10 AM, Marma Session with Maren K., 10:00 to 10:45'],
    [10.25, 'Tuesday 8 December, 10:15 AM, Marma Session with Maren K., 10:00 to 10:45'],
    [10.75, 'Tuesday 8 December, 10:45 AM, buffer'],
    [12, 'Tuesday 8 December, 12 PM, Slow Flow, 5 of 8, 12:00 to 1:00'],
    [14, 'Tuesday 8 December, 2 PM, closed: Dentist'],
    [16, 'Tuesday 8 December, 4 PM, Slow Flow, no seats taken yet, 4:00 to 5:00'],
  ])('%d h', (hour, name) => expect(writeOut(nameAt(hour))).toBe(name));
});

describe('the keys', () => {
  it('never leaves the grid', () => {
    const row = fc.integer({ min: 0, max: 39 });
    const opening = fc.option(row);
    fc.assert(
      fc.property(
        fc.array(fc.record({ first_open: opening, last_open: opening }), { minLength: 1, maxLength: 7 }),
        fc.array(fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x')),
        row,
        (columns, keys, start) => {
          let cell = { column: 0, row: start };
          for (const key of keys) {
            cell = moveCell(cell, key, { rows: 40, columns }) ?? cell;
            expect(cell.row).toBeGreaterThanOrEqual(0);
            expect(cell.row).toBeLessThan(40);
            expect(cell.column).toBeGreaterThanOrEqual(0);
            expect(cell.column).toBeLessThan(columns.length);
          }
        },
      ),
    );
  });

  test('Home and End go to the first and the last opening of the day', () => {
    const bounds = { rows: 40, columns: [{ first_open: 4, last_open: 35 }] };
    expect(moveCell({ column: 0, row: 20 }, 'Home', bounds)).toEqual({ column: 0, row: 4 });
    expect(moveCell({ column: 0, row: 20 }, 'End', bounds)).toEqual({ column: 0, row: 35 });
  });
});
