import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/time/calendar.ts';
import { layoutGrid } from '#staff/calendar/grid-layout.ts';
import { momentAt, placeOf, snap, stepStart } from '#staff/calendar/move-steps.ts';

const ZONE = 'America/Los_Angeles';
const MINUTE = 60_000;
const week = (date: string) =>
  layoutGrid(
    Array.from({ length: 7 }, (_, day) => addDays(date, day)),
    ZONE,
    { openings: [], time_off: [] },
    [],
  );
const at = (text: string) => Date.parse(text);

describe('a place on the grid', () => {
  it('is the moment at a height of a day, and back', () => {
    const layout = week('2026-12-07');
    // The grid begins at 8 AM.
    const moment = momentAt(layout, 1, 125, 45)!;
    expect(new Date(moment).toISOString()).toBe('2026-12-08T18:05:00.000Z');
    expect(placeOf(layout, moment, moment + 45 * MINUTE)).toEqual({ column: 1, top: 125, length: 45 });
  });

  it('stays inside the hours that are shown', () => {
    const layout = week('2026-12-07');
    expect(momentAt(layout, 0, -30, 45)).toBe(at('2026-12-07T08:00:00-08:00'));
    expect(momentAt(layout, 0, 9999, 45)).toBe(at('2026-12-07T17:15:00-08:00'));
    expect(momentAt(layout, 0, 9999, 50)).toBe(at('2026-12-07T17:00:00-08:00'));
    expect(momentAt(layout, 0, 60, 24 * 60)).toBe(at('2026-12-07T08:00:00-08:00'));
    expect(placeOf(layout, at('2026-12-07T05:00:00-08:00'), at('2026-12-07T06:00:00-08:00'))).toBeNull();
    expect(placeOf(layout, at('2026-12-21T10:00:00-08:00'), at('2026-12-21T11:00:00-08:00'))).toBeNull();
  });

  it('snaps to quarter hours, with Shift to five minutes', () => {
    expect([7, 8, 22, 23].map((minutes) => snap(minutes, false))).toEqual([0, 15, 15, 30]);
    expect([7, 8].map((minutes) => snap(minutes, true))).toEqual([5, 10]);
  });
});

describe('a step by keys', () => {
  const start = at('2026-12-08T10:00:00-08:00');
  const iso = (key: string, is_fine = false, from = start) =>
    new Date(stepStart(from, key, is_fine, ZONE)!).toISOString();

  it('is a quarter hour or a day, with Shift five minutes', () => {
    expect(iso('ArrowDown')).toBe('2026-12-08T18:15:00.000Z');
    expect(iso('ArrowUp', true)).toBe('2026-12-08T17:55:00.000Z');
    expect(iso('ArrowRight')).toBe('2026-12-09T18:00:00.000Z');
    expect(iso('PageUp')).toBe('2026-12-01T18:00:00.000Z');
    expect(stepStart(start, 'x', false, ZONE)).toBeNull();
  });

  it('keeps the wall time over a change of the clock, an hour later where the clock skips it', () => {
    expect(iso('ArrowRight', false, at('2026-10-31T10:00:00-07:00'))).toBe('2026-11-01T18:00:00.000Z');
    expect(iso('ArrowRight', false, at('2026-03-07T02:30:00-08:00'))).toBe('2026-03-08T10:30:00.000Z');
  });
});
