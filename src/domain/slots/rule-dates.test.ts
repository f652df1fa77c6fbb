import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openingOf, opensOnDay, type Rule } from '#domain/slots/availability.ts';
import { addDays, dayNumberOf, dayOfWeek } from '#domain/time/calendar.ts';
import { collidingClass, datesOpened, firstSharedDate } from '#domain/slots/rule-dates.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const TODAY = '2026-03-02';
const rules: fc.Arbitrary<Rule> = fc
  .record({
    day: fc.integer({ min: -40, max: 40 }),
    lasts: fc.option(fc.integer({ min: 0, max: 90 })),
    day_of_week: fc.integer({ min: 0, max: 6 }),
    pattern: fc.constantFrom('WEEKLY' as const, 'BIWEEKLY' as const, 'MONTHLY' as const, null),
    week: fc.integer({ min: 1, max: 5 }),
    start: fc.integer({ min: 12, max: 40 }),
    id: fc.uuid(),
    is_active: fc.boolean(),
  })
  .map(({ day, lasts, week, start, ...rule }) => ({
    ...rule,
    service_id: rule.id,
    location_type: 'FIXED_LOCATION' as const,
    week_of_month: rule.pattern === 'MONTHLY' ? week : null,
    start_date: addDays(TODAY, day),
    end_date: lasts === null ? null : addDays(TODAY, day + lasts),
    start_time: `${String(Math.floor(start / 2)).padStart(2, '0')}:${start % 2 ? '30' : '00'}`,
    end_time: '24:00',
    slot_step_min: 30,
    capacity: null,
  }));
const opens = (rule: Rule, date: string) => opensOnDay(openingOf(rule), dayNumberOf(date)).open;
/** Long enough for six fifth Tuesdays, searched day by day. */
const days = Array.from({ length: 800 }, (_, day) => addDays(TODAY, day));

test('datesOpened equals a search day by day', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 1, max: 6 }), (rule, count) => {
      const expected = days.filter((date) => opens(rule, date)).slice(0, count);
      expect(datesOpened(rule, TODAY, count)).toEqual(expected);
      expect(expected.every((date) => dayOfWeek(date) === rule.day_of_week)).toBe(true);
    }),
  );
});

test('firstSharedDate equals a search day by day, in either order', () => {
  let found = 0;
  fc.assert(
    fc.property(rules, rules, fc.boolean(), (one, other, sameDay) => {
      const second = sameDay ? { ...other, day_of_week: one.day_of_week } : other;
      const shared = days.find((date) => opens(one, date) && opens(second, date)) ?? null;
      const answer = firstSharedDate(one, second, TODAY);
      if (shared !== null || (answer !== null && answer < days.at(-1)!)) expect(answer).toBe(shared);
      expect(firstSharedDate(second, one, TODAY)).toBe(answer);
      if (shared !== null) found += 1;
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(5);
});

const weekly = (id: string, start_time: string, more: Partial<Rule> = {}): Rule => ({
  ...MONDAYS,
  id,
  service_id: id,
  day_of_week: 2,
  start_date: TODAY,
  start_time,
  end_time: '24:00',
  ...more,
});
const hour = (rule: Rule) => ({ rule, duration: 60, buffer_time: 15 });

test('two classes collide if one begins before the other and its buffer are over, on a date of both', () => {
  const one = hour(weekly('a', '10:00'));
  const against = (other: Rule) => collidingClass(one, [hour(other)], TODAY)?.date ?? null;
  expect(against(weekly('b', '11:14'))).toBe('2026-03-03');
  expect(against(weekly('b', '11:15'))).toBeNull();
  expect(against(weekly('b', '08:45'))).toBeNull();
  expect(against(weekly('b', '08:46'))).toBe('2026-03-03');
  expect(against(weekly('b', '10:00', { day_of_week: 3 }))).toBeNull();
  expect(against(weekly('b', '10:00', { start_date: '2026-05-01' }))).toBe('2026-05-05');
  expect(against(weekly('b', '10:00', { pattern: 'MONTHLY', week_of_month: 5 }))).toBe('2026-03-31');
  expect(against(weekly('b', '10:00', { is_active: false }))).toBeNull();
  expect(collidingClass(one, [one], TODAY)).toBeNull();
});

test('two biweekly rules in alternate weeks never share a date', () => {
  const even = weekly('a', '10:00', { pattern: 'BIWEEKLY', start_date: '2026-03-03' });
  const odd = { ...even, id: 'b', start_date: '2026-03-10' };
  expect(firstSharedDate(even, odd, TODAY)).toBeNull();
  expect(firstSharedDate(even, { ...odd, start_date: '2026-03-17' }, TODAY)).toBe('2026-03-17');
});
