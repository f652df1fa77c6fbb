import { describe, expect, it } from 'vitest';
import { movedStarts, seriesText, weeksBetween } from '#domain/slots/series.ts';

const ZONE = 'America/Los_Angeles';
const at = (iso: string) => new Date(iso);
const ms = (...starts: string[]) => starts.map((start) => Date.parse(start));

describe('the rhythm of a series', () => {
  it.each<[string, number[], number | null]>([
    ['weekly', ms('2026-12-08T18:00Z', '2026-12-15T18:00Z', '2026-12-22T18:00Z'), 1],
    ['weekly over the change of the clock', ms('2026-10-27T17:00Z', '2026-11-03T18:00Z'), 1],
    ['every two weeks', ms('2026-12-08T18:00Z', '2026-12-22T18:00Z'), 2],
    ['one was moved', ms('2026-12-08T18:00Z', '2026-12-16T18:00Z', '2026-12-22T18:00Z'), null],
    ['a gap', ms('2026-12-08T18:00Z', '2026-12-15T18:00Z', '2026-12-29T18:00Z'), null],
    ['two on one day', ms('2026-12-08T18:00Z', '2026-12-08T20:00Z'), null],
    ['one is left', ms('2026-12-08T18:00Z'), null],
  ])('%s', (_, starts, weeks) => expect(weeksBetween(starts, ZONE)).toBe(weeks));

  it('is said beside which session it is', () => {
    expect(seriesText({ at: 1, of: 4, weeks: 1 })).toBe('1 of 4, weekly');
    expect(seriesText({ at: 2, of: 4, weeks: 2 })).toBe('2 of 4, every 2 weeks');
    expect(seriesText({ at: 2, of: 3, weeks: null })).toBe('2 of 3');
  });
});

describe('sessions that are moved together', () => {
  it('go by as many days, at the same time of the clock, also over its change', () => {
    const starts = [at('2026-10-20T17:00:00Z'), at('2026-10-27T17:00:00Z'), at('2026-11-03T18:00:00Z')];
    const moved = movedStarts(starts, at('2026-10-22T22:30:00Z'), ZONE);
    expect(moved.map((start) => start.toISOString())).toEqual([
      '2026-10-22T22:30:00.000Z',
      '2026-10-29T22:30:00.000Z',
      '2026-11-05T23:30:00.000Z',
    ]);
  });

  it('a time that the clock skips becomes the first one after it', () => {
    const starts = [at('2026-03-01T18:00:00Z'), at('2026-03-08T17:00:00Z')];
    const moved = movedStarts(starts, at('2026-03-01T10:30:00Z'), ZONE);
    expect(moved[1]!.toISOString()).toBe('2026-03-08T10:00:00.000Z');
  });
});
