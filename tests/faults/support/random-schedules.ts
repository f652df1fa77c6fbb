import fc from 'fast-check';
import type { Rule } from '#domain/slots/availability.ts';
import type { DayLimits } from '#domain/slots/day-limits.ts';
import { mergeSpans } from '#domain/slots/open-minutes.ts';
import type { DayFacts } from '#domain/slots/slots.ts';
import type { ScheduledClass, Taken } from '#domain/slots/slot-facts.ts';
import { minutesOf } from './slot-oracle.ts';

const MINUTE = 60_000;

/** Days of clock changes, the days next to them, a leap day, year's end, and a plain week. */
const DATES: Record<string, string[]> = {
  'America/New_York': [
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
    '2026-10-31',
    '2026-11-01',
    '2028-02-29',
    '2026-05-11',
  ],
  'America/St_Johns': ['2026-03-08', '2026-03-09', '2026-11-01', '2026-12-31', '2028-02-28'],
  'Australia/Lord_Howe': ['2026-04-04', '2026-04-05', '2026-10-03', '2026-10-04', '2026-10-05', '2028-02-29'],
  'Asia/Kolkata': ['2026-01-01', '2028-02-29', '2026-06-30'],
  'America/Santiago': ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06'],
};

const plusDays = (date: string, count: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + count * 24 * 60 * MINUTE).toISOString().slice(0, 10);
/** 'HH:mm' of minutes after midnight. */
export const wall = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Mostly round times, and many early or late: that is where the clock changes and days meet. */
const wallMinutes = fc.oneof(
  fc.integer({ min: 0, max: 20 }).map((quarter) => quarter * 15),
  fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  fc.integer({ min: 88, max: 95 }).map((quarter) => quarter * 15),
  fc.integer({ min: 0, max: 1439 }),
);
const place = fc.constantFrom('FIXED_LOCATION' as const, 'HOUSE_CALL' as const);
const often = (arb: fc.Arbitrary<boolean>) =>
  fc.oneof(fc.constant(true), fc.constant(true), fc.constant(true), arb);

/** Limits of a day, if any; half of the breaks begin when a rule does. */
const limitsNear = (starts: readonly string[]): fc.Arbitrary<DayLimits | null> =>
  fc.option(
    fc
      .record({
        sessions_a_day: fc.constantFrom(null, 1, 1, 2),
        hours_a_week: fc.constantFrom(null, 1, 1, 2, 3),
        break_minutes: fc.constantFrom(null, 15, 30, 45, 60),
        from: fc.oneof(wallMinutes.map(wall), fc.constantFrom(...starts)),
        length: fc.integer({ min: 20, max: 150 }),
      })
      .map(({ from, length, ...limits }) => ({
        ...limits,
        break_from: from,
        break_until: wall(Math.min(1439, Number(from.slice(0, 2)) * 60 + Number(from.slice(3)) + length)),
      })),
    { nil: null, freq: 3 },
  );

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function ruleOn(date: string, id: string, service_id: string): fc.Arbitrary<Rule> {
  return fc
    .record({
      from: wallMinutes,
      hours: fc.integer({ min: 1, max: 40 }).map((quarter) => quarter * 15),
      step: fc.constantFrom(5, 15, 20, 30, 45, 60, 90),
      place,
      onDay: often(fc.boolean()),
      active: often(fc.boolean()),
      pattern: fc.constantFrom(
        null,
        'WEEKLY' as const,
        'WEEKLY' as const,
        'BIWEEKLY' as const,
        'MONTHLY' as const,
      ),
      week: fc.oneof(fc.constant(Math.ceil(Number(date.slice(8)) / 7)), fc.constantFrom(1, 2, 3, 4, 5, null)),
      start: fc.integer({ min: -40, max: 3 }),
      end: fc.option(fc.integer({ min: -2, max: 20 }), { nil: null }),
      capacity: fc.constantFrom(null, null, 1, 3),
      skipped: fc.constantFrom<readonly number[] | undefined>(
        undefined,
        undefined,
        undefined,
        [],
        [7],
        [0],
        [-7, 0],
      ),
    })
    .map((given) => ({
      id,
      service_id,
      location_type: given.place,
      day_of_week: given.onDay ? weekdayOf(date) : (weekdayOf(date) + 1) % 7,
      pattern: given.pattern,
      week_of_month: given.week,
      start_date: plusDays(date, given.start),
      end_date: given.end === null ? null : plusDays(date, given.end),
      start_time: wall(given.from),
      end_time: wall(Math.min(1440, given.from + given.hours)),
      slot_step_min: given.step,
      capacity: given.capacity,
      is_active: given.active,
      skipped: given.skipped?.map((days) => plusDays(date, days)),
    }));
}

/** A moment on the day before, of, or after a date; half of them at the very start of a rule. */
const momentNear = (date: string, zone: string, starts: readonly string[]) =>
  fc
    .record({
      day: fc.constantFrom(0, 0, 0, 0, -1, 1),
      at: fc.nat(1600),
      round: fc.constantFrom(1, 5, 15, 30),
      start: fc.option(fc.constantFrom(...starts), { nil: null }),
    })
    .map(({ day, at, round, start }) => {
      const minutes = minutesOf(plusDays(date, day), zone);
      const exact = start === null ? undefined : minutes.find((minute) => minute.wall === start);
      return exact?.ms ?? minutes[(Math.floor(at / round) * round) % minutes.length]!.ms;
    });

/** Days of a practice with all that decides what can be booked on them. */
export const daysOfPractices: fc.Arbitrary<DayFacts> = fc
  .constantFrom(...Object.entries(DATES).flatMap(([zone, dates]) => dates.map((date) => ({ zone, date }))))
  .chain(({ zone, date }) =>
    fc
      .record({
        rules: fc.tuple(ruleOn(date, 'a', 'own'), ruleOn(date, 'b', 'own'), ruleOn(date, 'c', 'own')),
        count: fc.constantFrom(1, 1, 1, 2, 3),
        others: fc.array(
          fc.constantFrom(0, 0, 0, -1, 1).chain((shift) => ruleOn(plusDays(date, shift), 'd', 'other')),
          { maxLength: 2 },
        ),
        /** A rule that begins on the very day of booking. */
        beginsToday: fc.constantFrom(false, false, false, false, true),
      })
      .chain(({ rules, count, others, beginsToday }) => {
        const starts = [...rules, ...others].map((rule) => rule.start_time);
        const moment = momentNear(date, zone, starts);
        const length = fc.constantFrom(15, 30, 45, 60, 90, 7);
        const buffer = fc.constantFrom(0, 0, 5, 15, 60);
        const span = fc.record({ from: moment, length, buffer });
        const taken: fc.Arbitrary<Taken> = fc
          .record({
            span,
            service_id: fc.constantFrom('own', 'other', 'third'),
            rule_id: fc.constantFrom('a', 'b', 'z'),
            location_type: fc.option(place, { nil: undefined }),
            capacity: fc.constantFrom(1, 1, 2, 3),
            seats: fc.integer({ min: 1, max: 3 }),
            mine: fc.constantFrom(undefined, undefined, 'HELD' as const, 'BOOKED' as const),
          })
          .map(({ span: { from, length: minutes, buffer: after }, seats, ...rest }) => ({
            ...rest,
            id: `${from}`,
            start: new Date(from),
            end: new Date(from + minutes * MINUTE),
            blocked_until: new Date(from + (minutes + after) * MINUTE),
            taken: Math.min(seats, rest.capacity),
          }));
        return fc
          .record({
            service: fc.record({
              id: fc.constant('own'),
              duration: length,
              buffer_time: buffer,
              format: fc.constantFrom(
                'ONE_ON_ONE' as const,
                'ONE_ON_ONE' as const,
                'GROUP' as const,
                'WORKSHOP' as const,
              ),
              max_capacity: fc.constantFrom(null, 2, 8),
            }),
            classTimes: fc.tuple(length, buffer),
            ownClasses: fc.boolean(),
            closures: fc.array(
              span.map(({ from, length: minutes }) => ({
                starts_at: new Date(from),
                ends_at: new Date(from + minutes * MINUTE),
              })),
              { maxLength: 1 },
            ),
            busy_elsewhere: fc
              .array(
                span.map(({ from, length: minutes }) => ({ start: from, end: from + minutes * MINUTE })),
                { maxLength: 3 },
              )
              .map(mergeSpans),
            taken: fc.array(taken, { maxLength: 4 }),
            cart: fc.array(
              span.map(({ from, length: minutes, buffer: after }) => ({
                start_time: new Date(from),
                end_time: new Date(from + minutes * MINUTE),
                blocked_until: new Date(from + (minutes + after) * MINUTE),
              })),
              { maxLength: 1 },
            ),
            limits: limitsNear(starts),
            isMoving: fc.boolean(),
            daysAhead: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 32 })),
            minuteOfToday: fc.nat(1380),
          })
          .map(({ classTimes, ownClasses, daysAhead, minuteOfToday, isMoving, ...rest }) => {
            const [duration, buffer_time] = classTimes;
            const today = minutesOf(plusDays(date, -daysAhead), zone);
            const begin = beginsToday ? { start_date: plusDays(date, -daysAhead) } : {};
            const used = rules.slice(0, count).map((rule) => ({ ...rule, ...begin }));
            const classes: ScheduledClass[] = others.map((rule) => ({ rule, duration, buffer_time }));
            if (ownClasses) for (const rule of used) classes.push({ rule, duration, buffer_time });
            return {
              ...rest,
              date,
              zone,
              moved: isMoving ? rest.taken.slice(0, 1) : undefined,
              rules: used,
              classes,
              now: new Date(today[minuteOfToday % today.length]!.ms),
            };
          });
      }),
  );
