import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumberOf } from '#domain/time/calendar.ts';
import { createSlotEngine } from '#domain/slots/slot-engine.ts';
import { gapsOf, workingHours } from '#domain/slots/working-hours.ts';
import type { Rule } from '#domain/slots/availability.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const ZONE = 'America/Los_Angeles';
const MINUTE = 60_000;
const at = (minutes: number): number => minutes * MINUTE;
const span = (start: number, end: number): Span => ({ start: at(start), end: at(end) });
const spans = fc.array(
  fc
    .tuple(fc.nat(1440), fc.integer({ min: 1, max: 240 }))
    .map(([start, length]) => span(start, start + length)),
  { maxLength: 12 },
);
const covers = (list: readonly Span[], moment: number) =>
  list.some(({ start, end }) => moment >= start && moment < end);
/** A moment within each minute of the day, so that touching spans do not matter. */
const MOMENTS = Array.from({ length: 1700 }, (_, minute) => at(minute) + 1);

const rule = (change: Partial<Rule>): Rule => ({
  ...MONDAYS,
  start_date: '2026-01-01',
  id: 'rule',
  day_of_week: 0,
  slot_step_min: 15,
  ...change,
});

describe('gapsOf', () => {
  test('a gap is open, free, and between the first and the last session', () => {
    fc.assert(
      fc.property(spans, spans, spans, (sessions, openings, closed) => {
        const gaps = gapsOf(sessions, openings, closed);
        const first = Math.min(...sessions.map(({ start }) => start));
        const last = Math.max(...sessions.map(({ end }) => end));
        for (const moment of MOMENTS) {
          const isFree =
            covers(openings, moment) &&
            !covers(sessions, moment) &&
            !covers(closed, moment) &&
            moment > first &&
            moment < last;
          if (covers(gaps, moment)) expect(isFree).toBe(true);
        }
        for (const [n, { start, end }] of gaps.entries()) {
          expect(end - start).toBeGreaterThanOrEqual(at(15));
          if (n > 0) expect(start).toBeGreaterThan(gaps[n - 1]!.end);
        }
      }),
    );
  });

  test('every free quarter of an hour between two sessions lies in a gap', () => {
    fc.assert(
      fc.property(spans, spans, (sessions, openings) => {
        fc.pre(sessions.length > 0);
        const gaps = gapsOf(sessions, openings);
        const first = Math.min(...sessions.map(({ start }) => start));
        const last = Math.max(...sessions.map(({ end }) => end));
        const free = (moment: number) =>
          covers(openings, moment) && !covers(sessions, moment) && moment > first && moment < last;
        let run = 0;
        for (const moment of MOMENTS) {
          run = free(moment) ? run + 1 : 0;
          if (run >= 15) expect(covers(gaps, moment)).toBe(true);
        }
      }),
    );
  });

  test('a day without a session has no gap', () => {
    expect(gapsOf([], [span(540, 1020)])).toEqual([]);
  });

  test('the buffer of a session is not free', () => {
    const sessions = [span(600, 660), span(690, 750), span(765, 800)];
    expect(gapsOf(sessions, [span(540, 1020)])).toEqual([span(660, 690), span(750, 765)]);
  });
});

describe('workingHours', () => {
  test('overlapping rules are one span, and a class lasts as long as it takes', () => {
    const hours = workingHours(
      [
        { rule: rule({ day_of_week: 1 }), duration: 60, is_class: false },
        {
          rule: rule({ day_of_week: 1, start_time: '11:00', end_time: '15:00' }),
          duration: 60,
          is_class: false,
        },
        {
          rule: rule({ day_of_week: 1, start_time: '17:00', end_time: '22:00' }),
          duration: 75,
          is_class: true,
        },
      ],
      ZONE,
    );
    const midnight = Date.parse('2026-03-02T08:00:00Z');
    const local = (start: number, end: number) => ({ start: midnight + at(start), end: midnight + at(end) });
    expect(hours(dayNumberOf('2026-03-02'))).toEqual([local(540, 900), local(1020, 1095)]);
    expect(hours(dayNumberOf('2026-03-03'))).toEqual([]);
  });

  test('on the days on which the clocks change they follow the wall clock', () => {
    const hours = workingHours(
      [{ rule: rule({ start_time: '01:00' }), duration: 60, is_class: false }],
      ZONE,
    );
    const lengths = ['2026-03-01', '2026-03-08', '2026-11-01'].map((date) => {
      const [open] = hours(dayNumberOf(date));
      return (open!.end - open!.start) / at(60);
    });
    expect(lengths).toEqual([11, 10, 12]);
  });

  test('every time that clients can book lies within them', () => {
    const minutes = fc.integer({ min: 0, max: 23 * 4 }).map((quarter) => quarter * 15);
    const time = (each: number) =>
      `${String(Math.floor(each / 60)).padStart(2, '0')}:${String(each % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        minutes,
        minutes,
        fc.integer({ min: 0, max: 400 }),
        fc.boolean(),
        (a, b, offset, is_class) => {
          const day = dayNumberOf('2026-01-01') + offset;
          const open = rule({
            day_of_week: new Date(day * 86_400_000).getUTCDay(),
            start_time: time(Math.min(a, b)),
            end_time: time(Math.max(a, b)),
          });
          const service = {
            id: 'service',
            duration: 45,
            buffer_time: 15,
            format: is_class ? ('GROUP' as const) : ('ONE_ON_ONE' as const),
            max_capacity: 5,
          };
          const facts = {
            service,
            rules: [open],
            closures: [],
            taken: [],
            now: new Date((day - 3) * 86_400_000),
            zone: ZONE,
          };
          const hours = workingHours([{ rule: open, duration: 45, is_class }], ZONE)(day);
          for (const { start, end } of createSlotEngine(facts, is_class).evaluateDay(day).all)
            expect(hours.some((each) => start >= each.start && end <= each.end)).toBe(true);
        },
      ),
    );
  });
});
