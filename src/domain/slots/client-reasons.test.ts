import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Rule } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import {
  type ExplainedDate,
  explainForClient,
  type HeldSeats,
  publicTextOn,
} from '#domain/slots/client-reasons.ts';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import { type DayFacts, findSlot, overviewOfDays, slotsForDate } from '#domain/slots/slots.ts';
import type { Taken } from '#domain/slots/slot-facts.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const ZONE = 'America/Los_Angeles';
/** A Monday; today is the Thursday before. */
const MONDAY = '2026-05-11';
const at = (time: string, date = MONDAY) => instantOf(date, parseTime(time)!, ZONE)!;
const ms = (time: string, date = MONDAY) => at(time, date).getTime();

const mondays: Rule = {
  ...MONDAYS,
  service_id: 'marma',
  slot_step_min: 60,
};
const wednesdays: Rule = { ...mondays, id: 'wednesdays', day_of_week: 3 };
const sunday = { ...mondays, id: 'sunday', day_of_week: 0, start_date: '2026-05-17', end_date: '2026-05-17' };
const marma: DayFacts = {
  service: { id: 'marma', duration: 60, buffer_time: 0, format: 'ONE_ON_ONE', max_capacity: null },
  rules: [mondays, wednesdays],
  closures: [],
  taken: [],
  date: MONDAY,
  now: at('9:00 AM', '2026-05-07'),
  zone: ZONE,
};
const flow: DayFacts = {
  ...marma,
  service: { ...marma.service, id: 'flow', format: 'GROUP', max_capacity: 8 },
  rules: [{ ...mondays, id: 'flow-mondays', service_id: 'flow', end_time: '10:00' }],
};
const booked = (start: string, end: string, more: Partial<Taken> = {}): Taken => ({
  id: start,
  service_id: 'marma',
  rule_id: 'mondays',
  start: at(start),
  end: at(end),
  blocked_until: at(end),
  capacity: 1,
  taken: 1,
  ...more,
});
const seats = (taken: number, more: Partial<Taken> = {}) =>
  booked('9:00 AM', '10:00 AM', {
    id: 'class',
    service_id: 'flow',
    rule_id: 'flow-mondays',
    capacity: 8,
    taken,
    ...more,
  });
const hold = (time: string, count = 1, id = time): HeldSeats => ({
  appointment_id: id,
  start: ms(time),
  seats: count,
});
const oneADay = { ...NO_LIMITS, sessions_a_day: 1 };
const firstHour = [booked('9:00 AM', '10:00 AM')];
const fullMorning = [booked('9:00 AM', '12:00 PM')];
const closed = (from: string, to: string, public_text: string | null = null) => ({
  starts_at: at('12:00 AM', from),
  ends_at: at('12:00 AM', to),
  public_text,
});
const near = ({ nearest }: Pick<ExplainedDate, 'nearest'>) =>
  nearest.map(({ date, slot }) => `${date.slice(5)} ${slot.start}`);

describe('why a day has no times', () => {
  test.each<[string, Partial<DayFacts>, HeldSeats[], string | null, string | null]>([
    ['has times', {}, [], null, null],
    ['another weekday', { date: '2026-05-12' }, [], 'NO_RULE', null],
    ['another week', { rules: [{ ...mondays, pattern: 'MONTHLY', week_of_month: 1 }] }, [], 'OFF_WEEK', null],
    ['a skipped date reads as closed', { rules: [{ ...mondays, skipped: [MONDAY] }] }, [], 'CLOSED', null],
    ['today', { date: '2026-05-07' }, [], 'TOO_SOON', null],
    ['31 days ahead', { date: '2026-06-07' }, [], 'TOO_FAR', null],
    ['closed', { closures: [closed(MONDAY, '2026-05-12')] }, [], 'CLOSED', null],
    [
      'closed, with a text',
      { closures: [closed(MONDAY, '2026-05-13', 'Closed until Wed, May 13')] },
      [],
      'CLOSED',
      'Closed until Wed, May 13',
    ],
    ['taken', { taken: fullMorning }, [], 'FULL', null],
    ['taken by an open payment', { taken: fullMorning }, [hold('9:00 AM')], 'HELD', null],
    ['full by a limit', { limits: oneADay, taken: firstHour }, [], 'DAY_FULL', null],
    [
      'full by a limit, with an open payment',
      { limits: oneADay, taken: firstHour },
      [hold('9:00 AM')],
      'HELD',
      null,
    ],
    [
      'the last seat is being paid',
      { ...flow, taken: [seats(8)] },
      [hold('9:00 AM', 1, 'class')],
      'HELD',
      null,
    ],
    ['the viewer has a seat', { ...flow, taken: [seats(3, { mine: 'BOOKED' })] }, [], 'ALREADY_BOOKED', null],
    ['not a date', { date: '2026-02-31' }, [], 'NO_RULE', null],
  ])('%s', (_, facts, held, reason, text) => {
    expect(explainForClient({ ...marma, ...facts }, held)).toMatchObject({ reason, public_text: text });
  });

  test('the longest closure speaks for a day, and only one that touches it', () => {
    const closures = [
      closed(MONDAY, '2026-05-12', 'short'),
      closed(MONDAY, '2026-05-14', 'long'),
      closed('2026-05-12', '2026-05-20', 'later'),
    ];
    expect(publicTextOn(closures, MONDAY, ZONE)).toBe('long');
    expect(publicTextOn(closures, '2026-05-10', ZONE)).toBeNull();
  });

  test('the weekdays of the hours in the window, and extra openings by date', () => {
    const gone = { ...mondays, day_of_week: 5, end_date: '2026-05-01' };
    const explained = explainForClient({ ...marma, rules: [wednesdays, mondays, sunday, gone] }, []);
    expect(explained).toMatchObject({ weekdays: [1, 3], extra_dates: ['2026-05-17'] });
  });
});

describe('why a time cannot be booked', () => {
  const reasons = (facts: Partial<DayFacts>, held: HeldSeats[] = []) =>
    explainForClient({ ...marma, ...facts }, held).times.map(({ start, reason }) => `${start} ${reason}`);

  test('taken, held, or closed', () => {
    const taken = [booked('9:00 AM', '10:00 AM'), booked('10:00 AM', '11:00 AM')];
    const closures = [
      {
        starts_at: at('11:30 AM'),
        ends_at: at('12:00 PM'),
        public_text: 'Closed until Mon, May 11, 12:00 PM',
      },
    ];
    const explained = explainForClient({ ...marma, taken, closures }, [hold('10:00 AM')]);
    expect(explained.times.map(({ start, reason, public_text }) => [start, reason, public_text])).toEqual([
      ['9:00 AM', 'FULL', null],
      ['10:00 AM', 'HELD', null],
      ['11:00 AM', 'CLOSED', 'Closed until Mon, May 11, 12:00 PM'],
    ]);
  });

  test('a hold in the compact form, and one among paid seats of a class', () => {
    const busy = { starts: [ms('9:00 AM')], ends: [ms('10:00 AM')], blocked: [ms('10:00 AM')] };
    expect(reasons({ busy }, [hold('9:00 AM')])).toEqual(['9:00 AM HELD']);
    expect(reasons({ ...flow, taken: [seats(8)] }, [])).toEqual(['9:00 AM FULL']);
    // Another service: the class stays scheduled without its seats.
    const classes = [{ rule: flow.rules[0]!, duration: 60, buffer_time: 0 }];
    expect(reasons({ classes, taken: [seats(1)] }, [hold('9:00 AM', 1, 'class')])).toEqual(['9:00 AM FULL']);
  });

  test('the nearest to a time are by distance', () => {
    const [time] = explainForClient({ ...marma, taken: [booked('10:00 AM', '11:00 AM')] }, []).times;
    expect(near(time!)).toEqual(['05-11 9:00 AM', '05-11 11:00 AM', '05-13 9:00 AM']);
  });
});

describe('the nearest times of a day', () => {
  test('are of three days, or of as many as there are', () => {
    expect(near(explainForClient({ ...marma, date: '2026-05-12' }, []))).toEqual([
      '05-13 9:00 AM',
      '05-11 11:00 AM',
      '05-18 9:00 AM',
    ]);
    expect(near(explainForClient({ ...marma, rules: [sunday], date: '2026-05-18' }, []))).toEqual([
      '05-17 11:00 AM',
      '05-17 10:00 AM',
      '05-17 9:00 AM',
    ]);
    expect(near(explainForClient({ ...marma, rules: [] }, []))).toEqual([]);
  });

  test('leave out what the cart makes impossible, but not the time that is in it', () => {
    const item = (service_id: string) => ({
      service_id,
      start_time: at('9:00 AM', '2026-05-13'),
      end_time: at('10:00 AM', '2026-05-13'),
      blocked_until: at('10:00 AM', '2026-05-13'),
    });
    const cart = (service_id: string) =>
      near(explainForClient({ ...marma, date: '2026-05-12', cart: [item(service_id)] }, []));
    expect(cart('marma')[0]).toBe('05-13 9:00 AM');
    expect(cart('other')[0]).toBe('05-13 10:00 AM');
  });

  test('a date years away costs no more', () => {
    expect(near(explainForClient({ ...marma, date: '9999-12-31' }, []))).toHaveLength(3);
  });
});

it('a time has a reason if and only if it is not offered; the nearest are offered and can be held', () => {
  let reasoned = 0;
  let offered = 0;
  // Mondays, Wednesdays and the Sunday, from 8 AM to 1 PM.
  const days = [4, 6, 10, 11, 13];
  const half = fc
    .tuple(fc.constantFrom(...days), fc.integer({ min: 16, max: 26 }))
    .map(([day, of]) => day * 48 + of);
  const halves = fc.array(half, { maxLength: 30 });
  const dates = fc.oneof(fc.constantFrom(...days), fc.integer({ min: 0, max: 33 }));
  fc.assert(
    fc.property(halves, halves, dates, fc.boolean(), (taken, off, day, inCart) => {
      const from = ms('12:00 AM', '2026-05-07');
      const span = (of: number) =>
        [new Date(from + of * 1_800_000), new Date(from + (of + 1) * 1_800_000)] as const;
      const rows = [...new Set(taken)].map((of, n) => {
        const [start, end] = span(of);
        return { ...booked('9:00 AM', '9:30 AM'), id: `${n}`, start, end, blocked_until: end };
      });
      const facts: DayFacts = {
        ...marma,
        service: { ...marma.service, buffer_time: 15 },
        rules: [mondays, wednesdays, sunday],
        date: addDays('2026-05-07', day),
        taken: rows,
        closures: off
          .slice(0, 3)
          .map((of) => ({ starts_at: span(of)[0], ends_at: span(of + 1)[1], public_text: null })),
        cart: inCart
          ? [
              {
                service_id: 'x',
                start_time: at('10:00 AM', '2026-05-13'),
                end_time: at('11:00 AM', '2026-05-13'),
                blocked_until: at('11:00 AM', '2026-05-13'),
              },
            ]
          : [],
      };
      const held = rows
        .filter((_, n) => n % 2 === 0)
        .map(({ id, start }) => ({ appointment_id: id, start: start.getTime(), seats: 1 }));
      const explained = explainForClient(facts, held);
      const listed = slotsForDate(facts).map(({ start }) => start);
      // Together they are the times of an empty day.
      const every = slotsForDate({ ...facts, taken: [], closures: [], cart: [] }).map(({ start }) => start);
      const refused = explained.times.map(({ start }) => start);
      expect([...listed, ...refused].sort()).toEqual(every.sort());
      expect(explained.reason === null).toBe(listed.length > 0);
      expect(overviewOfDays(facts).find(({ date }) => date === facts.date)?.reason === undefined).toBe(
        explained.reason === null || explained.reason === 'TOO_SOON' || explained.reason === 'TOO_FAR',
      );
      // A held time is free without what is held.
      const unheld = slotsForDate({ ...facts, taken: rows.filter((_, n) => n % 2 === 1) }).map(
        ({ start }) => start,
      );
      for (const { start, reason } of explained.times)
        if (reason === 'HELD') expect(unheld).toContain(start);
        else if (reason === 'FULL') expect(unheld).not.toContain(start);
      const offers = [...explained.nearest, ...explained.times.flatMap(({ nearest }) => nearest)];
      for (const { date, slot } of offers) {
        expect(findSlot(facts, { ...slot, date })).toMatchObject({ ok: true, slot });
        for (const item of facts.cart!)
          expect(slot.start_time < item.end_time && slot.end_time > item.start_time).toBe(false);
      }
      reasoned += refused.length;
      offered += offers.length;
    }),
    { numRuns: 300 },
  );
  expect(Math.min(reasoned, offered)).toBeGreaterThan(100);
});
