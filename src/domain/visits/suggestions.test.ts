import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayNumberOf, dayOfWeek } from '#domain/time/calendar.ts';
import {
  BEST_DATES,
  bestDates,
  countTowards,
  formatAbout,
  formatSeries,
  nextAround,
  type OpenDay,
  openUntil,
  opensOn,
} from '#domain/visits/suggestions.ts';

const MONDAY = '2026-12-07';
/** Thirty days from Tuesday on, each with these starts in hours. */
const days = (hoursOf: (date: string) => number[]): OpenDay<object>[] =>
  Array.from({ length: 30 }, (_, n) => addDays(MONDAY, n + 1)).map((date) => ({
    date,
    times: hoursOf(date).map((hour) => ({ minutes: hour * 60 })),
  }));
const texts = (...ask: Parameters<typeof bestDates>) =>
  bestDates(...ask).map(({ date, minutes }) => `${date} ${minutes / 60}`);

describe('the best dates of one session', () => {
  it('are near the day, in both halves of it before another day', () => {
    const full = days(() => [9, 10, 11, 13, 14]);
    expect(texts(full, '2026-12-22', 1, 1)).toEqual(['2026-12-21 9', '2026-12-22 9', '2026-12-22 13']);
  });

  it('are all of one day where no other is open', () => {
    const one = days((date) => (date === '2026-12-20' ? [9, 10, 11] : []));
    expect(texts(one, '2026-12-22', 1, 1)).toEqual(['2026-12-20 9', '2026-12-20 10', '2026-12-20 11']);
  });

  it('are none where nothing is open about that day, and from the first day on once it is over', () => {
    const late = days((date) => (date > '2027-01-04' ? [9] : []));
    expect(texts(late, '2026-12-20', 1, 1)).toEqual([]);
    expect(
      texts(
        days(() => [9]),
        '2026-11-20',
        1,
        1,
      )[0],
    ).toBe('2026-12-08 9');
    expect(texts([], '2026-12-20', 1, 1)).toEqual([]);
  });
});

describe('the best dates of a series', () => {
  it('keep weekday and hour, at the first hour that can', () => {
    const open = days((date) => (date === '2026-12-29' ? [15] : [9, 15]));
    expect(texts(open, '2026-12-15', 3, 1)).toEqual(['2026-12-15 15', '2026-12-22 15', '2026-12-29 15']);
  });

  it('take the nearest day and hour where they cannot', () => {
    const open = days((date) => (['2026-12-15', '2026-12-30'].includes(date) ? [10, 16] : []));
    expect(texts(open, '2026-12-15', 2, 2)).toEqual(['2026-12-15 10', '2026-12-30 10']);
  });

  it('are only those that can be booked already', () => {
    expect(
      texts(
        days(() => [9]),
        '2026-12-22',
        3,
        2,
      ),
    ).toEqual(['2026-12-22 9', '2027-01-05 9']);
  });
});

const overview = fc
  .array(fc.uniqueArray(fc.integer({ min: 8, max: 18 }), { maxLength: 4 }), { minLength: 1, maxLength: 30 })
  .map((hours) =>
    hours.map((each, n) => ({
      date: addDays(MONDAY, n + 1),
      times: each.toSorted((a, b) => a - b).map((hour) => ({ minutes: hour * 60 })),
    })),
  );
const plan = fc.record({
  after: fc.integer({ min: -20, max: 60 }),
  times: fc.integer({ min: 1, max: 6 }),
  every_weeks: fc.integer({ min: 1, max: 8 }),
});

describe('for any days and any suggestion', () => {
  it('best dates can be booked, come by time, at most three, and begin near what is suggested', () => {
    fc.assert(
      fc.property(overview, plan, (open, { after, times, every_weeks }) => {
        const around = addDays(MONDAY, after);
        const best = bestDates(open, around, times, every_weeks);
        const at = best.map(({ date, minutes }) => dayNumberOf(date) * 1440 + minutes);
        expect(best.length).toBeLessThanOrEqual(times > 1 ? Math.min(times, BEST_DATES) : BEST_DATES);
        expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
        for (const { date, minutes } of best)
          expect(open.find((day) => day.date === date)?.times).toContainEqual({ minutes });
        const target = around > open[0]!.date ? around : open[0]!.date;
        for (const { date } of times > 1 ? best.slice(0, 1) : best)
          expect(Math.abs(dayNumberOf(date) - dayNumberOf(target))).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('one session has three choices wherever three times are open about it', () => {
    fc.assert(
      fc.property(overview, fc.integer({ min: 0, max: 30 }), (open, after) => {
        const around = addDays(MONDAY, after + 1);
        const near = open
          .filter(({ date }) => Math.abs(dayNumberOf(date) - dayNumberOf(around)) <= 10)
          .reduce((sum, { times }) => sum + times.length, 0);
        expect(bestDates(open, around, 1, 1)).toHaveLength(Math.min(near, BEST_DATES));
      }),
    );
  });

  it('a series keeps weekday and hour wherever some time of it is open in all its weeks', () => {
    fc.assert(
      fc.property(overview, plan, (open, { times, every_weeks }) => {
        const series = Math.min(Math.max(times, 2), BEST_DATES);
        const around = open[0]!.date;
        const isOpen = (date: string, minutes: number) =>
          open.some((day) => day.date === date && day.times.some((time) => time.minutes === minutes));
        const canKeep = open
          .slice(0, 11)
          .some(({ date, times: starts }) =>
            starts.some(({ minutes }) =>
              Array.from({ length: series }, (_, n) => addDays(date, n * every_weeks * 7)).every((each) =>
                isOpen(each, minutes),
              ),
            ),
          );
        fc.pre(canKeep);
        const best = bestDates(open, around, series, every_weeks);
        expect(best).toHaveLength(series);
        expect(new Set(best.map(({ date, minutes }) => `${dayOfWeek(date)} ${minutes}`)).size).toBe(1);
        expect(best.map(({ date }) => date)).toEqual(
          best.map((_, n) => addDays(best[0]!.date, n * every_weeks * 7)),
        );
      }),
    );
  });
});

describe('what counts towards a suggestion', () => {
  const made = {
    id: 'a',
    service_id: 'marma',
    around: '2026-12-22',
    times: 2,
    every_weeks: 2,
    booked: 0,
    made_on: MONDAY,
  };
  const on = (date: string, service_id = 'marma') => ({ date, service_id });

  it.each([
    ['a booking of the service', [on('2026-12-22')], { a: 1 }],
    ['earlier than suggested', [on('2026-12-09')], { a: 1 }],
    ['of another service', [on('2026-12-22', 'yoga')], {}],
    ['before it was made', [on('2026-12-06')], {}],
    ['on the last day', [on('2027-01-21')], { a: 1 }],
    ['after it', [on('2027-01-22')], {}],
    ['a series, whose second one may be later', [on('2026-12-22'), on('2027-02-04')], { a: 2 }],
    ['never more than suggested', [on('2026-12-22'), on('2026-12-23'), on('2026-12-24')], { a: 2 }],
  ])('%s', (_, bookings, counts) => {
    expect(Object.fromEntries(countTowards([made], bookings))).toEqual(counts);
  });

  it('a booking counts once, for the suggestion that is due first', () => {
    const later = { ...made, id: 'b', around: '2027-01-05' };
    expect(Object.fromEntries(countTowards([later, made], [on('2026-12-30')]))).toEqual({ a: 1 });
  });
});

it('a suggestion moves on with what is booked, and is open for 30 days more', () => {
  const suggested = { around: '2026-12-22', times: 3, every_weeks: 2, booked: 1 };
  expect([nextAround(suggested), openUntil(suggested)]).toEqual(['2027-01-05', '2027-02-04']);
  expect(opensOn('2027-02-01', '2027-01-06')).toBe('2026-12-23');
  expect(opensOn('2027-01-16', '2027-01-06')).toBeNull();
});

it.each([
  [0, 'now'],
  [3, 'in a few days'],
  [7, 'in about a week'],
  [14, 'in about 2 weeks'],
  [56, 'in about 8 weeks'],
  [91, 'in about 3 months'],
])('%i days are %s', (days_ahead, text) => {
  expect(formatAbout(MONDAY, addDays(MONDAY, days_ahead))).toBe(text);
});

it('a series says how often', () => {
  expect(formatSeries({ times: 3, every_weeks: 2 })).toBe('3 times, every 2 weeks');
  expect(formatSeries({ times: 2, every_weeks: 1 })).toBe('2 times, every week');
  expect(formatSeries({ times: 1, every_weeks: 1 })).toBe('');
});
