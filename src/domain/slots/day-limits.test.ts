import { describe, expect, test } from 'vitest';
import { breakProblem, type DayLimits, NO_LIMITS } from '#domain/slots/day-limits.ts';
import { type DayFacts, explainDate, overviewOfDays } from '#domain/slots/slots.ts';
import type { Taken } from '#domain/slots/slot-facts.ts';
import { createSlotEngine } from '#domain/slots/slot-engine.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const ZONE = 'America/Los_Angeles';
/** A Monday; its week ends on the 17th. */
const DATE = '2026-05-11';
const at = (time: string, date = DATE) => instantOf(date, parseTime(time)!, ZONE)!;

/** 60 minutes with 15 after them, every half hour from 9 AM to 3 PM. */
const marma: DayFacts = {
  service: { id: 'marma', duration: 60, buffer_time: 15, format: 'ONE_ON_ONE', max_capacity: null },
  rules: [{ ...MONDAYS, id: 'marma-mondays', service_id: 'marma', start_time: '09:00', end_time: '15:00' }],
  closures: [],
  taken: [],
  date: DATE,
  now: at('4:00 PM', '2026-05-07'),
  zone: ZONE,
};
const booked = (start: string, minutes = 60, more: Partial<Taken> = {}, date = DATE): Taken => ({
  id: `${date} ${start}`,
  service_id: 'other',
  rule_id: null,
  start: at(start, date),
  end: new Date(at(start, date).getTime() + minutes * 60_000),
  blocked_until: new Date(at(start, date).getTime() + minutes * 60_000),
  capacity: 1,
  taken: 1,
  ...more,
});
const day = (limits: Partial<DayLimits>, taken: Taken[], more: Partial<DayFacts> = {}) =>
  explainDate({ ...marma, limits: { ...NO_LIMITS, ...limits }, taken, ...more });
const starts = (...given: Parameters<typeof day>) => day(...given).slots.map(({ start }) => start);
const sentence = (limits: Partial<DayLimits>, taken: Taken[], start = at('9:00 AM').getTime()) =>
  createSlotEngine({ ...marma, limits: { ...NO_LIMITS, ...limits }, taken }, false).limitExceededBy({
    start,
    end: start + 3_600_000,
    blocked: start + 4_500_000,
  });

describe('sessions a day', () => {
  const two = [booked('7:00 AM'), booked('8:00 PM')];
  test('leave the day free below the limit, and full at it', () => {
    expect(starts({ sessions_a_day: 3 }, two).length).toBeGreaterThan(5);
    expect(day({ sessions_a_day: 2 }, two)).toMatchObject({ slots: [], reason: 'DAY_FULL' });
    const overview = overviewOfDays({ ...marma, limits: { ...NO_LIMITS, sessions_a_day: 2 }, taken: two });
    expect(overview.find(({ date }) => date === DATE)?.reason).toBe('DAY_FULL');
    expect(sentence({ sessions_a_day: 2 }, two)).toBe('Your limit of 2 sessions a day is reached.');
    expect(sentence({ sessions_a_day: 3 }, two)).toBeNull();
  });
  test.each<[string, Taken[], Partial<DayFacts>]>([
    ['a class', [booked('8:00 PM', 60, { capacity: 8, taken: 3 })], {}],
    ['the own open checkout', [booked('8:00 PM', 60, { mine: 'HELD' })], {}],
    ['another day', [booked('8:00 PM', 60, {}, '2026-05-10'), booked('9:00 AM', 60, {}, '2026-05-12')], {}],
    ['a session that is to move', [booked('8:00 PM')], { moved: [{ start: at('8:00 PM') }] }],
  ])('do not count %s', (_, taken, more) => {
    expect(starts({ sessions_a_day: 1 }, taken, more).length).toBeGreaterThan(5);
  });
  test('do not limit classes', () => {
    const flow = { ...marma.service, id: 'flow', format: 'GROUP' as const, max_capacity: 8 };
    const rules = [{ ...marma.rules[0]!, service_id: 'flow' }];
    expect(starts({ sessions_a_day: 1 }, [booked('8:00 PM')], { service: flow, rules })).toEqual(['9:00 AM']);
  });
  test('a time that is taken or closed says so before', () => {
    const closures = [{ starts_at: at('2:00 PM'), ends_at: at('3:00 PM') }];
    const { refused } = day({ sessions_a_day: 1 }, [booked('9:00 AM')], { closures });
    const reasonAt = (time: string) => refused.find(({ start }) => start === time)?.reason;
    expect([reasonAt('9:00 AM'), reasonAt('11:00 AM'), reasonAt('2:00 PM')]).toEqual([
      'FULL',
      'DAY_FULL',
      'CLOSED',
    ]);
  });
});

describe('hours a week', () => {
  test.each<[string, string, string | null]>([
    ['the Sunday before', '2026-05-10', null],
    ['the Sunday of the week', '2026-05-17', 'More than your limit of 2 hours of sessions in that week.'],
    ['the Monday after', '2026-05-18', null],
  ])('count the sessions from Monday to Sunday: %s', (_, date, text) => {
    expect(sentence({ hours_a_week: 2 }, [booked('7:00 PM', 75, {}, date)])).toBe(text);
    expect(sentence({ hours_a_week: 2 }, [booked('7:00 PM', 60, {}, date)])).toBeNull();
  });
});

describe('a break', () => {
  const noon = { break_minutes: 45, break_from: '11:30', break_until: '14:00' };
  test.each<[string, Taken[], string[]]>([
    ['nothing else', [], ['11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM']],
    ['until 12:45', [booked('11:30 AM', 75)], ['1:30 PM']],
    ['until 1:15', [booked('11:30 AM', 105)], []],
    ['in its middle', [booked('12:20 PM', 50)], ['11:00 AM', '1:30 PM']],
  ])('is kept with %s', (_, taken, expected) => {
    const inSpan = ['11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM'];
    expect(starts(noon, taken).filter((start) => inSpan.includes(start))).toEqual(expected);
  });
  test('leaves the other times of the day, also after it is gone', () => {
    const all = [booked('11:30 AM', 150)];
    expect(starts(noon, all)).toEqual(['9:00 AM', '9:30 AM', '10:00 AM', '2:00 PM']);
    expect(sentence(noon, all, at('11:00 AM').getTime())).toBe(
      'It leaves no break of 45 minutes between 11:30 AM and 2:00 PM.',
    );
  });
  test('is not taken by a class that nobody has booked, which is work all the same', () => {
    const flow = { ...MONDAYS, id: 'flow', service_id: 'flow', start_time: '12:00', end_time: '13:00' };
    const classes = [{ rule: flow, duration: 60, buffer_time: 0 }];
    expect(starts(noon, [], { classes })).not.toContain('1:00 PM');
    expect(starts({ ...noon, break_minutes: 30 }, [], { classes })).toContain('1:00 PM');
  });
});

test('a break that is longer than its time is refused', () => {
  const noon = { ...NO_LIMITS, break_from: '12:00', break_until: '13:00' };
  expect(breakProblem({ ...noon, break_minutes: 60 })).toBeNull();
  expect(breakProblem({ ...noon, break_minutes: 61 })).toBe(
    'There are no 61 minutes between 12:00 PM and 1:00 PM.',
  );
  expect(breakProblem({ ...noon, break_until: '11:00', break_minutes: null })).toBeNull();
});
