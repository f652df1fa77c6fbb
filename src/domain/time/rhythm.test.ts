import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/time/calendar.ts';
import { notSeenSince } from '#domain/people/client-list.ts';
import { formatInterval, visitRhythm } from '#domain/time/rhythm.ts';

const FIRST = '2025-05-06';
/** Visits with these pauses between them, in days. */
const after = (...pauses: number[]) => {
  const last_dates = [FIRST];
  for (const pause of pauses) last_dates.push(addDays(last_dates.at(-1)!, pause));
  return { last_dates, visits: last_dates.length, missed: 0, first_date: FIRST };
};
const textOf = (...pauses: number[]) => formatInterval(visitRhythm(after(...pauses)).every);

describe('the rhythm of a client', () => {
  it.each([
    ['nothing can be said of two visits', [14], null],
    ['every week', [7, 7, 7], 'Every week'],
    ['two visits in most weeks are a week', [3, 4, 3, 4], 'Every week'],
    ['every three to four weeks', [21, 28, 21, 28, 28], 'Every 3–4 weeks'],
    ['a day earlier or later changes nothing', [20, 22, 21, 20, 22], 'Every 3 weeks'],
    ['one long holiday changes nothing', [14, 14, 14, 120, 14, 14], 'Every 2 weeks'],
    ['two visits in one week change nothing', [28, 28, 2, 28, 28], 'Every 4 weeks'],
    ['long pauses are told in months', [90, 92, 91], 'Every 3 months'],
    ['a month at least', [62, 31, 62], 'Every 1–2 months'],
  ])('%s', (_, pauses, text) => {
    expect(textOf(...pauses)).toBe(text);
  });

  it('two visits on one day are one', () => {
    expect(textOf(0, 7)).toBeNull();
    expect(textOf(0, 7, 0, 7)).toBe('Every week');
  });

  const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });

  it('depends on no order, and counts what it is given', () => {
    fc.assert(
      fc.property(pauses, fc.nat(50), fc.nat(50), (some, visits, missed) => {
        const history = { ...after(...some), visits, missed };
        const rhythm = visitRhythm(history);
        expect(visitRhythm({ ...history, last_dates: history.last_dates.toReversed() })).toEqual(rhythm);
        expect(rhythm).toMatchObject({ visits, missed, since: FIRST });
      }),
    );
  });

  it('lies between the shortest and the longest pause, shortest first', () => {
    fc.assert(
      fc.property(pauses, (some) => {
        const { every } = visitRhythm(after(...some));
        const real = some.filter((pause) => pause > 0);
        if (real.length < 2) {
          expect(every).toBeNull();
          return;
        }
        const { from, to, unit } = every!;
        const days = unit === 'WEEK' ? 7 : 30.44;
        expect(from).toBeGreaterThanOrEqual(1);
        expect(from).toBeLessThanOrEqual(to);
        expect(from).toBeGreaterThanOrEqual(Math.round(Math.min(...real) / days));
        expect(to).toBeLessThanOrEqual(Math.max(1, Math.round(Math.max(...real) / days)));
      }),
    );
  });
});

describe('not seen for three months', () => {
  it.each([
    ['2026-12-08', '2026-09-08'],
    ['2026-02-10', '2025-11-10'],
    ['2026-05-31', '2026-02-28'],
    ['2028-05-31', '2028-02-29'],
  ])('on %s since before %s', (today, date) => {
    expect(notSeenSince(today)).toBe(date);
  });
});
