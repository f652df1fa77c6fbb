import { describe, expect, test } from 'vitest';
import type { ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { bookedSpan, dayRows } from '#staff/today/day-rows.ts';
import {
  clockChangeText,
  dayCounts,
  dayEndText,
  dayHours,
  emptyDayText,
  formatWait,
  timeOffText,
} from '#staff/today/day-texts.ts';

const ZONE = 'America/Los_Angeles';
/** A moment of Tuesday 8 December 2026 in Portland. */
const at = (time: string) => new Date(`2026-12-08T${time}:00-08:00`).toISOString();

const session = (start: string, end: string, status: SessionRow['status'] = 'CONFIRMED'): SessionRow => ({
  id: start,
  client: null,
  service_id: 'service',
  service_name: 'Marma Session',
  service_type: 'AYURVEDA',
  format: 'ONE_ON_ONE',
  start_time: at(start),
  end_time: at(end),
  blocked_until: at(end),
  status,
  place: 'FIXED_LOCATION',
  location_name: 'Secret Studio',
  address: null,
  chips: [],
  arrived_at: null,
  note: 'NONE',
  updated_at: at(start),
});
const flow = (start: string, end: string, taken: number): ClassRow => ({
  service_id: 'flow',
  service_name: 'Slow Flow',
  service_type: 'YOGA',
  format: 'GROUP',
  start_time: at(start),
  end_time: at(end),
  blocked_until: at(end),
  place: 'FIXED_LOCATION',
  location_name: 'Secret Studio',
  taken,
  capacity: 8,
  arrived: 0,
});
const day = {
  date: '2026-12-08',
  sessions: [session('10:00', '11:30'), session('12:30', '13:15'), session('17:15', '17:45', 'NO_SHOW')],
  classes: [flow('07:30', '08:45', 7), flow('18:00', '19:00', 0)],
  gaps: [{ start: at('11:45'), end: at('12:30') }],
  time_off: [],
};
const shape = (now: string | null) =>
  dayRows(day, now === null ? null : new Date(at(now)), ZONE).map((row) =>
    'phase' in row ? `${row.kind} ${row.phase}` : row.kind,
  );

describe('rows of a day', () => {
  test('the line of now lies between what has begun and what comes next', () => {
    expect(shape('09:52')).toEqual([
      'CLASS PAST',
      'NOW',
      'SESSION NEXT',
      'GAP',
      'SESSION LATER',
      'SESSION LATER',
      'CLASS LATER',
    ]);
  });
  test('a session that is running is still the next one, above the line of now', () => {
    expect(shape('10:20').slice(0, 3)).toEqual(['CLASS PAST', 'SESSION NEXT', 'NOW']);
  });
  test('in a gap the line of now is above the gap', () => {
    expect(shape('12:00').slice(1, 5)).toEqual(['SESSION PAST', 'NOW', 'GAP', 'SESSION NEXT']);
  });
  test('free time around a no-show stays below the line of now', () => {
    const sessions = [session('11:00', '12:00', 'NO_SHOW'), session('13:50', '14:20')];
    const gaps = [{ start: at('10:45'), end: at('13:00') }];
    const rows = dayRows({ ...day, sessions, gaps, classes: [] }, new Date(at('12:41')), ZONE);
    expect(rows.map(({ kind }) => kind)).toEqual(['SESSION', 'NOW', 'GAP', 'SESSION']);
    expect(rows[2]).toMatchObject({ hasBegun: true });
  });
  test('a no-show and a class without seats are never next', () => {
    expect(shape('14:00').slice(-3)).toEqual(['NOW', 'SESSION LATER', 'CLASS LATER']);
  });
  test('in the evening the line of now ends the day', () => {
    expect(shape('21:00').at(-1)).toBe('NOW');
  });
  test('another day has neither a line of now nor a next session', () => {
    const other = dayRows({ ...day, date: '2026-12-09' }, new Date(at('09:52')), ZONE);
    expect(other.some((row) => row.kind === 'NOW' || ('phase' in row && row.phase === 'NEXT'))).toBe(false);
  });
  test('a few hours off are a row, a break is not', () => {
    const off = (start: string, end: string) => ({
      id: start,
      starts_at: start,
      ends_at: end,
      reason: 'Dentist',
    });
    const time_off = [off(at('13:30'), at('17:00')), off(at('00:00'), '2026-12-20T08:00:00Z')];
    expect(dayRows({ ...day, time_off }, null, ZONE).filter(({ kind }) => kind === 'CLOSED')).toHaveLength(1);
  });
});

describe('texts of a day', () => {
  test('counts and hours are those of what is booked', () => {
    expect(dayCounts(day)).toBe('2 sessions, 1 class, 1 no-show');
    expect(dayHours(day, ZONE)).toBe('7:30 AM to 1:15 PM');
    expect(dayCounts({ sessions: [], classes: [flow('18:00', '19:00', 0)] })).toBeNull();
    // A day with a no-show alone was not empty.
    const missed = day.sessions.filter(({ status }) => status === 'NO_SHOW');
    expect(dayCounts({ sessions: missed, classes: [] })).toBe('1 no-show');
    expect(bookedSpan({ sessions: [], classes: [] })).toBeNull();
  });
  test('the day does not end before a class that nobody has booked', () => {
    const span = bookedSpan(day)!;
    expect(dayEndText(day, span, ZONE)).toBe('The last booking ends at 1:15 PM.');
    const classes = day.classes.filter(({ taken }) => taken > 0);
    expect(dayEndText({ classes }, span, ZONE)).toBe('The day ends at 1:15 PM.');
  });
  test.each([
    ['09:52', 'in 8 min'],
    ['09:00', 'in 1 h'],
    ['07:55', 'in 2 h 5 min'],
    ['06:00', null],
    ['10:05', 'now'],
  ])('at %s the session at 10:00 is %s', (now, text) => {
    expect(formatWait(at('10:00'), new Date(at(now)))).toBe(text);
  });
  test('time off is named with its end', () => {
    const off = { id: '', reason: 'Summer break' };
    expect(timeOffText({ ...off, starts_at: at('00:00'), ends_at: '2026-12-22T08:00:00Z' }, ZONE)).toBe(
      'Closed: Summer break, until Mon 21 Dec.',
    );
    expect(timeOffText({ ...off, starts_at: at('00:00'), ends_at: '2026-12-09T08:00:00Z' }, ZONE)).toBe(
      'Closed: Summer break.',
    );
    expect(
      timeOffText({ id: '', reason: 'Dentist', starts_at: at('13:30'), ends_at: at('17:00') }, ZONE),
    ).toBe('Closed: Dentist, 1:30 PM - 5:00 PM.');
  });
  test('an empty day says which', () => {
    expect(emptyDayText('2026-12-08', '2026-12-08')).toBe('Nobody is booked today.');
    expect(emptyDayText('2026-12-09', '2026-12-08')).toBe('Nobody is booked tomorrow.');
    expect(emptyDayText('2026-12-10', '2026-12-08')).toBe('Nobody is booked on Thu\u00a010\u00a0Dec.');
    expect(emptyDayText('2026-12-01', '2026-12-08')).toBe('Nobody was booked on Tue\u00a01\u00a0Dec.');
  });
  test('the night of a clock change is announced', () => {
    expect(clockChangeText('BACK', true, '2026-10-31')).toBe(
      'Clocks go back tonight. Tomorrow’s times use the new clock.',
    );
    expect(clockChangeText(null, true, '2026-10-30')).toBeNull();
  });
});
