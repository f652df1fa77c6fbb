import { describe, expect, it } from 'vitest';
import { isInPeriod, statementPeriods, statementSums } from '#domain/visits/statement.ts';

const visit = (id: string, date: string, service_name = 'Massage') => ({ id, date, service_name });

describe('periods', () => {
  it('are years, months and visits, the latest first', () => {
    const visits = [visit('a', '2025-12-31'), visit('b', '2026-01-01'), visit('c', '2026-01-20', 'Yoga')];
    expect(statementPeriods(visits)).toEqual([
      { value: '2026', label: '2026' },
      { value: '2025', label: '2025' },
      { value: '2026-01', label: 'January 2026' },
      { value: '2025-12', label: 'December 2025' },
      { value: 'c', label: 'Jan 20, 2026, Yoga' },
      { value: 'b', label: 'Jan 1, 2026, Massage' },
      { value: 'a', label: 'Dec 31, 2025, Massage' },
    ]);
    expect(statementPeriods([])).toEqual([]);
  });

  it.each([
    ['2026', true],
    ['2025', false],
    ['2026-01', true],
    ['2026-1', false],
    ['2026-02', false],
    ['202', false],
    ['a', true],
    ['b', false],
  ])('%s: has a visit of 1 January 2026: %s', (period, has) => {
    expect(isInPeriod(visit('a', '2026-01-01'), period)).toBe(has);
  });
});

describe('sums', () => {
  const HIDDEN = { paid_cents: null, refunded_cents: null };
  it.each([
    [[], [0, 0, 0]],
    [[{ paid_cents: 9223, refunded_cents: 2000 }], [9223, 2000, 7223]],
    [
      [
        { paid_cents: 9223, refunded_cents: 9223 },
        { paid_cents: 4000, refunded_cents: 0 },
      ],
      [13_223, 9223, 4000],
    ],
    [[HIDDEN], [null, null, null]],
    [
      [{ paid_cents: 9223, refunded_cents: 0 }, HIDDEN],
      [null, null, null],
    ],
    [
      [HIDDEN, { paid_cents: 0, refunded_cents: 0 }],
      [null, null, null],
    ],
  ])('%j: %j', (visits, [paid_cents, refunded_cents, total_cents]) => {
    expect(statementSums(visits)).toEqual({ paid_cents, refunded_cents, total_cents });
  });
});
