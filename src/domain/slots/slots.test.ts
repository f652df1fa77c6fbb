import { describe, expect, test } from 'vitest';
import type { Rule } from '#domain/slots/availability.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { type DayFacts, explainDate, findSlot, overviewOfDays, slotsForDate } from '#domain/slots/slots.ts';
import type { SlotFacts, Taken } from '#domain/slots/slot-facts.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const ZONE = 'America/New_York';
const DATE = '2026-05-11';
const at = (time: string, date = DATE) => instantOf(date, parseTime(time)!, ZONE)!;

const mondays: Rule = {
  ...MONDAYS,
  id: 'studio-mondays',
  service_id: 'consultation',
};
const yogaMondays: Rule = {
  ...mondays,
  id: 'yoga-mondays',
  service_id: 'yoga',
  start_time: '10:00',
  end_time: '11:00',
};

const consultation: DayFacts = {
  service: { id: 'consultation', duration: 60, buffer_time: 15, format: 'ONE_ON_ONE', max_capacity: null },
  rules: [mondays],
  closures: [],
  taken: [],
  date: DATE,
  now: new Date('2026-05-07T16:00:00Z'),
  zone: ZONE,
};
const yoga: DayFacts = {
  ...consultation,
  service: { id: 'yoga', duration: 60, buffer_time: 0, format: 'GROUP', max_capacity: 8 },
  rules: [yogaMondays],
};
const held = (start: string, end: string, buffer = 0, more: Partial<Taken> = {}): Taken => ({
  id: start,
  service_id: 'massage',
  rule_id: 'massage-mondays',
  start: at(start),
  end: at(end),
  blocked_until: new Date(at(end).getTime() + buffer * 60_000),
  capacity: 1,
  taken: 1,
  ...more,
});
const seats = (taken: number, more: Partial<Taken> = {}) =>
  held('10:00', '11:00', 0, { service_id: 'yoga', rule_id: 'yoga-mondays', capacity: 8, taken, ...more });
const starts = (facts: DayFacts) => slotsForDate(facts).map((slot) => slot.start);

describe('one-to-one', () => {
  test('every half hour that fits, buffers running past closing time', () => {
    expect(starts(consultation)).toEqual(['9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM', '11:00 AM']);
    expect(slotsForDate(consultation)[0]).toEqual({
      schedule_id: 'studio-mondays',
      start: '9:00 AM',
      end: '10:00 AM',
      duration: 60,
      start_time: at('9:00 AM'),
      end_time: at('10:00 AM'),
      blocked_until: at('10:15 AM'),
      current_count: 0,
      capacity: 1,
    });
  });
  test('another step', () => {
    expect(starts({ ...consultation, rules: [{ ...mondays, slot_step_min: 90 }] })).toEqual([
      '9:00 AM',
      '10:30 AM',
    ]);
  });
  test('a busy time of another calendar takes its own minutes, without a buffer', () => {
    const busy_elsewhere = [{ start: at('10:15').getTime(), end: at('10:30').getTime() }];
    const { slots, refused } = explainDate({ ...consultation, busy_elsewhere });
    expect(slots.map(({ start }) => start)).toEqual(['9:00 AM', '10:30 AM', '11:00 AM']);
    expect(refused.map(({ start, reason }) => `${start} ${reason}`)).toEqual([
      '9:30 AM BUSY',
      '10:00 AM BUSY',
    ]);
    const whole = [{ start: at('0:00').getTime(), end: at('23:00').getTime() }];
    expect(explainDate({ ...consultation, busy_elsewhere: whole }).reason).toBe('BUSY');
  });
  test('a busy time closes a class without seats, for other services too, and none with a sold one', () => {
    const busy_elsewhere = [{ start: at('10:15').getTime(), end: at('10:30').getTime() }];
    expect(starts({ ...yoga, busy_elsewhere })).toEqual([]);
    expect(starts({ ...yoga, busy_elsewhere, taken: [seats(1)] })).toEqual(['10:00 AM']);
    const classes = [{ rule: yogaMondays, duration: 60, buffer_time: 0 }];
    expect(starts({ ...consultation, classes })).toEqual(['11:00 AM']);
    // Without the class its other minutes are free.
    expect(starts({ ...consultation, classes, busy_elsewhere })).toEqual(['9:00 AM', '10:30 AM', '11:00 AM']);
  });
  test('a held session takes its time and its own buffer; ours reaches before it', () => {
    // Ours would block until 10:15, the held one blocks until 10:55.
    expect(starts({ ...consultation, taken: [held('10:15', '10:45', 10)] })).toEqual(['9:00 AM', '11:00 AM']);
    expect(starts({ ...consultation, taken: [held('10:10', '10:45', 10)] })).toEqual(['11:00 AM']);
    expect(starts({ ...consultation, taken: [held('10:15', '10:45', 16)] })).toEqual(['9:00 AM']);
  });
  test('names the reason why a time cannot be booked', () => {
    const day = explainDate({
      ...consultation,
      taken: [held('10:10', '10:45', 30)],
      closures: [{ starts_at: at('9:00'), ends_at: at('9:10') }],
    });
    expect(day.slots).toEqual([]);
    expect(day.refused.map(({ start, reason }) => [start, reason])).toEqual([
      ['9:00 AM', 'CLOSED'],
      ['9:30 AM', 'FULL'],
      ['10:00 AM', 'FULL'],
      ['10:30 AM', 'FULL'],
      ['11:00 AM', 'BUFFER'],
    ]);
    expect(day.reason).toBe('FULL');
  });
  test('closures touch sessions, not buffers', () => {
    expect(starts({ ...consultation, closures: [{ starts_at: at('10:00'), ends_at: at('11:00') }] })).toEqual(
      ['9:00 AM', '11:00 AM'],
    );
    const holiday = [{ starts_at: at('00:00'), ends_at: at('00:00', '2026-05-12') }];
    expect(explainDate({ ...consultation, closures: holiday }).reason).toBe('CLOSED');
  });
  test("the caller's own open checkout does not take time from the caller", () => {
    const mine = held('9:00', '10:00', 15, { service_id: 'consultation', mine: 'HELD' });
    expect(starts({ ...consultation, taken: [mine] })).toHaveLength(5);
    expect(starts({ ...consultation, taken: [{ ...mine, mine: 'BOOKED' }] })).toEqual([
      '10:30 AM',
      '11:00 AM',
    ]);
    expect(starts({ ...consultation, taken: [{ ...mine, mine: undefined }] })).toEqual([
      '10:30 AM',
      '11:00 AM',
    ]);
  });
  test('the cart hides only times that break a buffer', () => {
    const cart = [{ start_time: at('10:00'), end_time: at('10:30'), blocked_until: at('10:45') }];
    // 9:00 would end its buffer at 10:15; 10:30 begins inside the cart item's buffer; overlaps stay listed.
    expect(starts({ ...consultation, cart })).toEqual(['9:30 AM', '10:00 AM', '11:00 AM']);
  });
  test('an extra opening beside a weekly rule lists each time once', () => {
    const extra = {
      ...mondays,
      id: 'extra',
      start_date: DATE,
      end_date: DATE,
      start_time: '08:00',
      end_time: '10:30',
    };
    const slots = slotsForDate({ ...consultation, rules: [mondays, extra] });
    expect(slots.map((slot) => slot.start)).toEqual([
      '8:00 AM',
      '8:30 AM',
      '9:00 AM',
      '9:30 AM',
      '10:00 AM',
      '10:30 AM',
      '11:00 AM',
    ]);
    expect(slots[2]!.schedule_id).toBe('studio-mondays');
  });
  test('a time that was chosen before an extra opening covered it can still be booked', () => {
    const extra = { ...mondays, id: 'extra', start_date: DATE, end_date: DATE, start_time: '08:00' };
    const both = { ...consultation, rules: [extra, mondays] };
    const chosen = { schedule_id: 'studio-mondays', date: DATE, start: '9:00 AM', end: '10:00 AM' };
    expect(slotsForDate(both).map((slot) => slot.schedule_id)).not.toContain('studio-mondays');
    expect(findSlot(both, chosen)).toMatchObject({ ok: true, slot: { start: '9:00 AM' } });
    const full = { ...both, taken: [held('9:00', '10:00')] };
    expect(findSlot(full, chosen)).toEqual({ ok: false, reason: 'FULL' });
  });
  test('no slot crosses midnight', () => {
    const late = { ...mondays, start_time: '22:30', end_time: '24:00' };
    expect(
      slotsForDate({ ...consultation, rules: [late] }).map((slot) => `${slot.start} - ${slot.end}`),
    ).toEqual(['10:30 PM - 11:30 PM', '11:00 PM - 12:00 AM']);
  });
  test('a held session of the previous evening reaches past midnight', () => {
    const early = { ...mondays, start_time: '00:00', end_time: '02:00' };
    const night = held('23:00', '23:30', 60);
    const before = [
      {
        ...night,
        start: at('23:00', '2026-05-10'),
        end: at('23:30', '2026-05-10'),
        blocked_until: at('00:30'),
      },
    ];
    expect(starts({ ...consultation, rules: [early], taken: before })).toEqual(['12:30 AM', '1:00 AM']);
  });
  test('a product has no slots', () => {
    const product = { ...consultation.service, format: 'PRODUCT' as const };
    expect(explainDate({ ...consultation, service: product })).toMatchObject({
      slots: [],
      reason: 'NO_RULE',
    });
  });
});

describe('the window and the rules', () => {
  test.each([
    ['today', '2026-05-07', 'TOO_SOON'],
    ['the last day', '2026-06-06', 'NO_RULE'],
    ['a day too far', '2026-06-07', 'TOO_FAR'],
    ['a Tuesday', '2026-05-12', 'NO_RULE'],
    ['no date', '2026-02-30', 'NO_RULE'],
  ])('%s', (_, date, reason) =>
    expect(explainDate({ ...consultation, date })).toMatchObject({ slots: [], reason }),
  );
  test('an off week', () => {
    const biweekly = { ...mondays, pattern: 'BIWEEKLY' as const, start_date: '2026-05-04' };
    expect(explainDate({ ...consultation, rules: [biweekly] }).reason).toBe('OFF_WEEK');
  });
  test('a skipped date, also beside a rule of another weekday', () => {
    const skipped = { ...mondays, skipped: [consultation.date] };
    const tuesdays = { ...mondays, id: 'tuesdays', day_of_week: 2 };
    const rules = [skipped, tuesdays];
    expect(explainDate({ ...consultation, rules })).toMatchObject({ slots: [], reason: 'SKIPPED' });
    const day = overviewOfDays({ ...consultation, rules }).find(({ date }) => date === consultation.date);
    expect(day).toMatchObject({ open_slots: 0, reason: 'SKIPPED' });
  });
  test('a skipped class leaves its time to other services', () => {
    const scheduled = { rule: { ...mondays, service_id: 'class' }, duration: 600, buffer_time: 0 };
    const skipped = { ...scheduled, rule: { ...scheduled.rule, skipped: [consultation.date] } };
    const free = starts(consultation);
    expect(starts({ ...consultation, classes: [scheduled] })).not.toEqual(free);
    expect(starts({ ...consultation, classes: [skipped] })).toEqual(free);
  });
  test('today is the date in the practice zone, not in UTC', () => {
    const lateEvening = new Date('2026-05-11T03:30:00Z');
    expect(starts({ ...consultation, now: lateEvening })).toHaveLength(5);
    expect(explainDate({ ...consultation, now: new Date('2026-05-11T04:00:00Z') }).reason).toBe('TOO_SOON');
  });
});

describe('classes', () => {
  test('one occurrence a day at start_time, with its spots', () => {
    expect(slotsForDate(yoga)).toMatchObject([
      { start: '10:00 AM', end: '11:00 AM', available_spots: 8, current_count: 0 },
    ]);
    expect(slotsForDate({ ...yoga, taken: [seats(3)] })).toMatchObject([
      { available_spots: 5, current_count: 3 },
    ]);
  });
  test("the rule's capacity comes before the service's", () => {
    expect(slotsForDate({ ...yoga, rules: [{ ...yogaMondays, capacity: 5 }] })).toMatchObject([
      { available_spots: 5 },
    ]);
  });
  test('sold out', () => expect(explainDate({ ...yoga, taken: [seats(8)] }).reason).toBe('FULL'));
  test('a class in which the viewer has a seat is not listed', () => {
    expect(explainDate({ ...yoga, taken: [seats(3, { mine: 'BOOKED' })] }).reason).toBe('ALREADY_BOOKED');
  });
  test("the viewer's own open checkout is not counted", () => {
    expect(slotsForDate({ ...yoga, taken: [seats(8, { mine: 'HELD' })] })).toMatchObject([
      { available_spots: 1 },
    ]);
    expect(slotsForDate({ ...yoga, taken: [seats(1, { mine: 'HELD' })] })).toMatchObject([
      { available_spots: 8, current_count: 0 },
    ]);
  });
  test('the first hold wins', () => {
    expect(explainDate({ ...yoga, taken: [held('10:30', '11:30')] }).reason).toBe('FULL');
  });
  test('seats of another place are not sold here', () => {
    const online = { ...yogaMondays, id: 'yoga-online', location_type: 'VIRTUAL' as const };
    const taken = [seats(2, { location_type: 'FIXED_LOCATION' })];
    expect(explainDate({ ...yoga, rules: [online], taken }).reason).toBe('FULL');
    const replaced = { ...yogaMondays, id: 'yoga-mondays-2' };
    expect(slotsForDate({ ...yoga, rules: [replaced], taken })).toMatchObject([{ available_spots: 6 }]);
  });
  test('a scheduled occurrence is busy time for every other service even with no seat sold', () => {
    const classes = [{ rule: yogaMondays, duration: 60, buffer_time: 0 }];
    expect(starts({ ...consultation, classes })).toEqual(['11:00 AM']);
    expect(explainDate({ ...consultation, classes }).refused.map((time) => time.reason)).toEqual([
      'BUFFER',
      'FULL',
      'FULL',
      'FULL',
    ]);
    expect(starts({ ...yoga, classes })).toEqual(['10:00 AM']);
  });
  test('a class just after midnight respects the buffers of the previous evening', () => {
    const night = { ...yogaMondays, day_of_week: 2, start_time: '00:10', end_time: '01:00' };
    const classes = [{ rule: night, duration: 50, buffer_time: 0 }];
    const evening = [{ ...mondays, start_time: '22:00', end_time: '24:00' }];
    expect(starts({ ...consultation, rules: evening, classes })).toEqual(['10:00 PM', '10:30 PM']);
  });
  test('an occurrence that is closed or in an off week is not busy time', () => {
    const classes = [{ rule: yogaMondays, duration: 60, buffer_time: 0 }];
    const closures = [{ starts_at: at('10:50'), ends_at: at('11:00') }];
    expect(starts({ ...consultation, classes, closures })).toEqual(['9:00 AM', '9:30 AM', '11:00 AM']);
    const off = [{ rule: { ...yogaMondays, is_active: false }, duration: 60, buffer_time: 0 }];
    expect(starts({ ...consultation, classes: off })).toHaveLength(5);
  });
});

describe('clock changes', () => {
  const sundays: Rule = {
    ...mondays,
    day_of_week: 0,
    start_time: '00:00',
    end_time: '04:00',
    slot_step_min: 60,
  };
  const facts = { ...consultation, rules: [sundays] };
  test('spring: a time that does not exist is not listed, durations are elapsed minutes', () => {
    const slots = slotsForDate({ ...facts, date: '2026-03-08', now: new Date('2026-03-01T12:00:00Z') });
    expect(slots.map((slot) => `${slot.start} - ${slot.end}`)).toEqual([
      '12:00 AM - 1:00 AM',
      '1:00 AM - 3:00 AM',
      '3:00 AM - 4:00 AM',
    ]);
  });
  test('autumn: the first of a repeated hour is used', () => {
    const slots = slotsForDate({ ...facts, date: '2026-11-01', now: new Date('2026-10-25T12:00:00Z') });
    expect(slots.map((slot) => [slot.start, slot.start_time.toISOString()])).toEqual([
      ['12:00 AM', '2026-11-01T04:00:00.000Z'],
      ['1:00 AM', '2026-11-01T05:00:00.000Z'],
      ['2:00 AM', '2026-11-01T07:00:00.000Z'],
      ['3:00 AM', '2026-11-01T08:00:00.000Z'],
    ]);
  });
});

describe('the month at a glance', () => {
  test('counts the listed slots on each day of the window', () => {
    const facts: SlotFacts = { ...consultation, taken: [held('9:00', '11:00')] };
    const days = overviewOfDays(facts);
    expect(days[0]!.date).toBe('2026-05-08');
    expect(days.at(-1)!.date).toBe('2026-06-06');
    expect(days.filter((day) => day.open_slots > 0)).toEqual([
      { date: '2026-05-11', open_slots: 1 },
      { date: '2026-05-18', open_slots: 5 },
      { date: '2026-05-25', open_slots: 5 },
      { date: '2026-06-01', open_slots: 5 },
    ]);
    expect(days[0]).toEqual({ date: '2026-05-08', open_slots: 0, reason: 'NO_RULE' });
  });
});

describe('one requested time', () => {
  const request = { schedule_id: 'studio-mondays', date: DATE, start: '9:00 AM', end: '10:00 AM' };
  test('is the listed slot', () => {
    expect(findSlot(consultation, request)).toEqual({
      ok: true,
      slot: slotsForDate(consultation)[0],
      rule: mondays,
    });
    expect(findSlot(consultation, { ...request, start: '09:00', end: '10:00:00' }).ok).toBe(true);
  });
  test.each([
    ['a time off the step', { start: '9:10 AM', end: '10:10 AM' }, 'NO_RULE'],
    ['another length', { end: '10:30 AM' }, 'NO_RULE'],
    ['another rule', { schedule_id: 'other' }, 'NO_RULE'],
    ['today', { date: '2026-05-07' }, 'TOO_SOON'],
    ['too far', { date: '2026-06-08' }, 'TOO_FAR'],
    ['no time', { start: 'soon' }, 'NO_RULE'],
    ['no date', { date: 'soon' }, 'NO_RULE'],
  ])('%s', (_, change, reason) =>
    expect(findSlot(consultation, { ...request, ...change })).toEqual({ ok: false, reason }),
  );
  test('is refused if it was taken in the meantime', () => {
    expect(findSlot({ ...consultation, taken: [held('9:30', '9:45')] }, request)).toEqual({
      ok: false,
      reason: 'FULL',
    });
  });
});
