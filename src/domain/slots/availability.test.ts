import { describe, expect, test } from 'vitest';
import { bookableWindow, openingOf, type OpeningRule, opensOnDay } from '#domain/slots/availability.ts';
import { dayNumberOf } from '#domain/time/calendar.ts';

const mondays: OpeningRule = {
  day_of_week: 1,
  pattern: 'WEEKLY',
  week_of_month: null,
  start_date: '2026-05-04',
  end_date: '2026-06-29',
  is_active: true,
};
const NO_RULE = { open: false, reason: 'NO_RULE' };
const OFF_WEEK = { open: false, reason: 'OFF_WEEK' };
const SKIPPED = { open: false, reason: 'SKIPPED' };

describe('a rule opens a date', () => {
  test.each([
    ['its first date', mondays, '2026-05-04', { open: true }],
    ['its last date', mondays, '2026-06-29', { open: true }],
    ['the week before its start', mondays, '2026-04-27', NO_RULE],
    ['the week after its end', mondays, '2026-07-06', NO_RULE],
    ['another weekday', mondays, '2026-05-05', NO_RULE],
    ['inactive', { ...mondays, is_active: false }, '2026-05-11', NO_RULE],
    ['without an end', { ...mondays, end_date: null }, '2031-05-05', { open: true }],
    ['no pattern: every such weekday', { ...mondays, pattern: null }, '2026-05-11', { open: true }],
    ['biweekly, week 0', { ...mondays, pattern: 'BIWEEKLY' }, '2026-05-04', { open: true }],
    ['biweekly, week 1', { ...mondays, pattern: 'BIWEEKLY' }, '2026-05-11', OFF_WEEK],
    ['biweekly, week 2', { ...mondays, pattern: 'BIWEEKLY' }, '2026-05-18', { open: true }],
    [
      'biweekly counts days from its start, not calendar weeks',
      { ...mondays, pattern: 'BIWEEKLY', start_date: '2026-05-06' },
      '2026-05-11',
      { open: true },
    ],
    ['monthly, its week', { ...mondays, pattern: 'MONTHLY', week_of_month: 2 }, '2026-05-11', { open: true }],
    ['monthly, another week', { ...mondays, pattern: 'MONTHLY', week_of_month: 2 }, '2026-05-18', OFF_WEEK],
    [
      'monthly, fifth week',
      { ...mondays, pattern: 'MONTHLY', week_of_month: 5 },
      '2026-06-29',
      { open: true },
    ],
    ['a skipped date', { ...mondays, skipped: ['2026-05-11', '2026-05-18'] }, '2026-05-18', SKIPPED],
    ['beside a skipped date', { ...mondays, skipped: ['2026-05-11'] }, '2026-05-18', { open: true }],
    [
      'a skipped date of an off week',
      { ...mondays, pattern: 'BIWEEKLY', skipped: ['2026-05-11'] },
      '2026-05-11',
      OFF_WEEK,
    ],
    ['monthly without a week', { ...mondays, pattern: 'MONTHLY' }, '2026-05-11', OFF_WEEK],
  ] as [string, OpeningRule, string, unknown][])('%s', (_, rule, date, answer) =>
    expect(opensOnDay(openingOf(rule), dayNumberOf(date))).toEqual(answer),
  );
});

describe('the bookable window', () => {
  const today = '2026-05-10';
  const latest = '2026-06-09';
  const from = (start_date: string, end_date: string | null = null, is_active = true) => ({
    start_date,
    end_date,
    is_active,
  });
  test.each([
    ['no rules: from tomorrow', [], '2026-05-11'],
    ['one open already: from tomorrow', [from('2026-01-01')], '2026-05-11'],
    ['an open one is not hidden by a future one', [from('2026-06-01'), from('2026-01-01')], '2026-05-11'],
    ['one that starts today is open', [from('2026-05-10')], '2026-05-11'],
    ['only future ones: the earliest start', [from('2026-06-01'), from('2026-05-20')], '2026-05-20'],
    ['ended ones do not count', [from('2026-01-01', '2026-05-09'), from('2026-05-20')], '2026-05-20'],
    ['inactive ones do not count', [from('2026-01-01', null, false), from('2026-05-20')], '2026-05-20'],
    ['all ended: from tomorrow', [from('2026-01-01', '2026-02-01')], '2026-05-11'],
  ])('%s', (_, rules, earliest) => expect(bookableWindow(rules, today)).toEqual({ earliest, latest }));
});
