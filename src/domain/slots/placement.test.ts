import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Rule } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import {
  evaluatePlacement,
  nearestTimes,
  type PlacementFacts,
  type PlacementWish,
  seriesDates,
} from '#domain/slots/placement.ts';
import { slotsForDate } from '#domain/slots/slots.ts';
import type { Taken } from '#domain/slots/slot-facts.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const ZONE = 'America/Los_Angeles';
/** A Monday. */
const DATE = '2026-05-11';
const at = (time: string, date = DATE) => instantOf(date, parseTime(time)!, ZONE)!;

const mondays: Rule = {
  ...MONDAYS,
  id: 'marma-mondays',
  service_id: 'marma',
};
const flow: Rule = {
  ...mondays,
  id: 'flow-mondays',
  service_id: 'flow',
  start_time: '11:00',
  end_time: '12:00',
};
const marma: PlacementFacts = {
  service: { id: 'marma', duration: 60, buffer_time: 15, format: 'ONE_ON_ONE', max_capacity: null },
  rules: [mondays],
  closures: [],
  taken: [],
  now: at('4:00 PM', '2026-05-07'),
  zone: ZONE,
  is_active: true,
  access: null,
  client_sessions: [],
};
const slowFlow: PlacementFacts = {
  ...marma,
  service: { id: 'flow', duration: 60, buffer_time: 0, format: 'GROUP', max_capacity: 8 },
  rules: [flow],
};
const booked = (start: string, end: string, buffer = 15, more: Partial<Taken> = {}): Taken => ({
  id: start,
  service_id: 'marma',
  rule_id: null,
  location_type: 'FIXED_LOCATION',
  start: at(start),
  end: at(end),
  blocked_until: new Date(at(end).getTime() + buffer * 60_000),
  capacity: 1,
  taken: 1,
  ...more,
});
const seats = (taken: number, more: Partial<Taken> = {}) =>
  booked('11:00 AM', '12:00 PM', 0, { service_id: 'flow', capacity: 8, taken, ...more });
const place = (change: Partial<PlacementFacts>, start: string | Date, wish: Partial<PlacementWish> = {}) =>
  evaluatePlacement(
    { ...marma, ...change },
    { start: typeof start === 'string' ? at(start) : start, place: 'FIXED_LOCATION', ...wish },
  );
const codes = (...given: Parameters<typeof place>) => place(...given).warnings.map(({ code }) => code);

describe('where staff may put a session', () => {
  it('is free where clients can book', () => {
    expect(place({}, '9:30 AM')).toEqual({
      verdict: 'FREE',
      start: at('9:30 AM'),
      end: at('10:30 AM'),
      blocked_until: at('10:45 AM'),
      warnings: [],
      taken_by: null,
      joins: null,
      capacity: 1,
    });
  });

  test.each<[string, Partial<PlacementFacts>, string | Date, string]>([
    ['before the hours begin', {}, '8:00 AM', 'OUTSIDE_HOURS'],
    ['where it would not end in time', {}, '11:30 AM', 'OUTSIDE_HOURS'],
    ['between two times of the list', {}, '9:40 AM', 'OUTSIDE_HOURS'],
    ['on another weekday', {}, at('9:00 AM', '2026-05-12'), 'OUTSIDE_HOURS'],
    [
      'in time off',
      { closures: [{ starts_at: at('9:30 AM'), ends_at: at('10:00 AM') }] },
      '9:00 AM',
      'TIME_OFF',
    ],
    [
      'busy in another calendar',
      { busy_elsewhere: [{ start: at('9:30 AM').getTime(), end: at('9:45 AM').getTime() }] },
      '9:00 AM',
      'OWN_CALENDAR',
    ],
    ['today', { now: at('8:00 AM') }, '9:00 AM', 'TODAY'],
    ['in the past', { now: at('9:30 AM') }, '9:00 AM', 'PAST'],
    ['on an earlier day', { now: at('9:30 AM', '2026-05-12') }, '9:00 AM', 'PAST'],
    ['more than thirty days ahead', {}, at('9:00 AM', '2026-06-08'), 'TOO_FAR'],
    ['too soon after another', { taken: [booked('8:00 AM', '8:55 AM')] }, '9:00 AM', 'BUFFER'],
    ['too soon before another', { taken: [booked('10:05 AM', '11:00 AM')] }, '9:00 AM', 'BUFFER'],
    ['of a retired service', { is_active: false, rules: [] }, '9:00 AM', 'RETIRED'],
    [
      'beyond a limit of the day',
      { limits: { ...NO_LIMITS, sessions_a_day: 1 }, taken: [booked('1:00 PM', '2:00 PM')] },
      '9:00 AM',
      'LIMIT',
    ],
    ['on a day with another session', { client_sessions: [at('3:00 PM')] }, '9:00 AM', 'SAME_DAY'],
  ])('is possible with a warning %s', (_, facts, start, code) => {
    const placed = place(facts, start);
    expect(placed.verdict).toBe('WARNED');
    expect(placed.warnings.map((warning) => warning.code)).toContain(code);
  });

  it('names every warning at once', () => {
    const now = at('8:00 AM', '2026-05-07');
    const closures = [{ starts_at: at('12:00 AM'), ends_at: at('12:00 AM', '2026-05-12') }];
    expect(codes({ now, closures, client_sessions: [at('8:00 AM')] }, '3:00 PM')).toEqual([
      'OUTSIDE_HOURS',
      'TIME_OFF',
      'SAME_DAY',
    ]);
  });

  it('warns of a house call that is not approved, and of a client outside of the audience', () => {
    const rules: Rule[] = [{ ...mondays, location_type: 'HOUSE_CALL' }];
    const access = { audience: 'KNOWN', house_call_approved: false, is_known: false } as const;
    const both = ['NOT_APPROVED', 'AUDIENCE'];
    expect(codes({ rules, access }, '9:00 AM', { place: 'HOUSE_CALL' })).toEqual(both);
    expect(codes({ rules }, '9:00 AM', { place: 'HOUSE_CALL' })).toEqual([]);
  });

  it('is taken where another session is, and says by which', () => {
    const other = booked('9:45 AM', '10:30 AM');
    expect(place({ taken: [other] }, '9:00 AM')).toMatchObject({
      verdict: 'TAKEN',
      taken_by: { start: other.start.getTime(), end: other.end.getTime() },
    });
    const busy = {
      starts: [at('9:45 AM').getTime()],
      ends: [at('10:30 AM').getTime()],
      blocked: [at('10:45 AM').getTime()],
    };
    expect(place({ busy }, '9:00 AM').verdict).toBe('TAKEN');
  });

  it('says how long the pause is, and shortens its own buffer', () => {
    const placed = place({ taken: [booked('10:05 AM', '11:00 AM')] }, '9:00 AM');
    expect(placed.warnings).toEqual([{ code: 'BUFFER', minutes: 5, usual_minutes: 15, side: 'AFTER' }]);
    expect(placed.blocked_until).toEqual(at('10:05 AM'));
    expect(place({ taken: [booked('8:00 AM', '8:50 AM')] }, '9:00 AM').warnings).toEqual([
      { code: 'BUFFER', minutes: 10, usual_minutes: 15, side: 'BEFORE' },
    ]);
  });

  it('warns where a class is scheduled that nobody has booked', () => {
    const classes = [{ rule: flow, duration: 60, buffer_time: 0 }];
    expect(codes({ classes }, '10:30 AM')).toEqual(['CLASS_SCHEDULED']);
    expect(codes({ classes }, '9:30 AM')).toEqual([]);
    expect(place({ classes }, '10:00 AM').warnings).toMatchObject([{ code: 'BUFFER', minutes: 0 }]);
  });

  it('takes the place that the moved booking leaves', () => {
    const own = booked('9:00 AM', '10:00 AM');
    const { start, blocked_until } = own;
    expect(place({ taken: [own] }, '9:30 AM').verdict).toBe('TAKEN');
    const moved = [{ start, blocked_until }];
    expect(place({ taken: [own] }, '9:30 AM', { moved }).verdict).toBe('FREE');
    const limits = { ...NO_LIMITS, sessions_a_day: 1, hours_a_week: 1 };
    expect(place({ taken: [own], limits }, '9:30 AM', { moved }).verdict).toBe('FREE');
  });

  it('takes another length', () => {
    const service = { ...marma.service, duration: 90 };
    expect(place({ service }, '10:30 AM')).toMatchObject({ verdict: 'FREE', end: at('12:00 PM') });
    expect(codes({ service }, '11:00 AM')).toEqual(['OUTSIDE_HOURS']);
  });
});

describe('a seat in a class', () => {
  it('joins its occurrence and keeps its times', () => {
    const existing = seats(3);
    expect(place({ ...slowFlow, taken: [existing] }, '11:00 AM')).toMatchObject({
      verdict: 'FREE',
      joins: existing,
      capacity: 8,
      blocked_until: existing.blocked_until,
    });
  });

  it('is taken when the class is full, or the client has a seat', () => {
    expect(place({ ...slowFlow, taken: [seats(8)] }, '11:00 AM').verdict).toBe('TAKEN');
    expect(place({ ...slowFlow, taken: [seats(3, { mine: 'BOOKED' })] }, '11:00 AM').verdict).toBe('TAKEN');
  });

  it('is the first one of a class that is only scheduled, or that staff add', () => {
    expect(place(slowFlow, '11:00 AM')).toMatchObject({ verdict: 'FREE', joins: null, capacity: 8 });
    expect(place(slowFlow, '4:00 PM')).toMatchObject({ verdict: 'WARNED', capacity: 8 });
  });

  it('is not joined at another place', () => {
    const online = seats(3, { location_type: 'VIRTUAL' });
    expect(place({ ...slowFlow, taken: [online] }, '11:00 AM').verdict).toBe('TAKEN');
  });
});

describe('the nearest times', () => {
  const nearest = (facts: Partial<PlacementFacts>, start: Date) =>
    nearestTimes({ ...marma, ...facts }, { start, place: 'FIXED_LOCATION' }, 3);

  it('are those that clients can book, the nearest first', () => {
    expect(nearest({ taken: [booked('9:45 AM', '10:30 AM')] }, at('10:00 AM'))).toEqual([
      at('11:00 AM'),
      at('9:00 AM', '2026-05-18'),
      at('9:30 AM', '2026-05-18'),
    ]);
    expect(nearest({}, at('3:00 PM'))).toEqual([at('11:00 AM'), at('10:30 AM'), at('10:00 AM')]);
  });

  it('are none of a service without hours', () => {
    expect(nearest({ rules: [] }, at('10:00 AM'))).toEqual([]);
    expect(nearest({ is_active: false }, at('10:00 AM'))).toEqual([]);
  });

  it('are the nearest of all free times', () => {
    const busyTimes = fc.array(fc.integer({ min: 0, max: 30 * 48 }), { maxLength: 40 });
    fc.assert(
      fc.property(busyTimes, fc.integer({ min: 0, max: 31 * 48 }), (halves, wished) => {
        const from = at('12:00 AM', '2026-05-08').getTime();
        const taken = halves.map((half, n) => {
          const start = new Date(from + half * 1_800_000);
          const end = new Date(start.getTime() + 1_800_000);
          return { ...booked('9:00 AM', '9:30 AM'), id: `${n}`, start, end, blocked_until: end };
        });
        const start = new Date(from + wished * 1_800_000);
        const rules = [
          mondays,
          { ...mondays, id: 'thursdays', day_of_week: 4, start_time: '15:00', end_time: '18:00' },
        ];
        const facts = { ...marma, rules, taken };
        const all = Array.from({ length: 31 }, (_, n) => addDays('2026-05-07', n)).flatMap((date) =>
          slotsForDate({ ...facts, date }).map(({ start_time }) => start_time.getTime()),
        );
        const away = (ms: number) => Math.abs(ms - start.getTime());
        const expected = all
          .filter((ms) => ms !== start.getTime())
          .map(away)
          .sort((one, other) => one - other);
        const found = nearestTimes(facts, { start, place: 'FIXED_LOCATION' }, 3);
        expect(found.map((time) => away(time.getTime()))).toEqual(expected.slice(0, 3));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the times of a series', () => {
  it('keep the time of the clock over a change', () => {
    const start = at('10:00 AM', '2026-10-20');
    const dates = seriesDates(start, 1, 4, ZONE);
    expect(dates.map((time) => localDateOf(time, ZONE))).toEqual([
      '2026-10-20',
      '2026-10-27',
      '2026-11-03',
      '2026-11-10',
    ]);
    expect(dates.map((time) => localMinutesOf(time, ZONE))).toEqual([600, 600, 600, 600]);
  });

  it('come after a time that the clock skips', () => {
    const [, second] = seriesDates(at('2:30 AM', '2026-03-01'), 1, 2, ZONE);
    expect(second).toEqual(at('3:00 AM', '2026-03-08'));
  });

  it('are as many weeks apart, whatever the start', () => {
    const any = [
      fc.integer({ min: 0, max: 365 * 24 * 4 }),
      fc.constantFrom(1, 2, 4),
      fc.integer({ min: 2, max: 12 }),
    ] as const;
    fc.assert(
      fc.property(...any, (quarters, weeks, times) => {
        const start = new Date(Date.UTC(2026, 0, 1) + quarters * 900_000);
        const dates = seriesDates(start, weeks, times, ZONE);
        expect(dates[0]).toEqual(start);
        expect(dates).toHaveLength(times);
        const first = localDateOf(start, ZONE);
        dates.forEach((time, n) => expect(localDateOf(time, ZONE)).toBe(addDays(first, n * weeks * 7)));
      }),
    );
  });
});
