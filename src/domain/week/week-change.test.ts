import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rule } from '#domain/slots/availability.ts';
import { addDays, dayOfWeek, type LocalDate } from '#domain/time/calendar.ts';
import { FREQUENCIES, type HoursInput } from '#domain/week/hours-input.ts';
import { opensOn } from '#domain/slots/rule-dates.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isClassFormat } from '#domain/slots/slots.ts';
import { clock24, parseTime } from '#domain/time/wall-time.ts';
import { evaluateWeekChange, type WeekChange } from '#domain/week/week-change.ts';
import {
  isOpening,
  serviceOf,
  type Week,
  weekAfter,
  type WeekEdits,
  type WeekService,
} from '#domain/week/week.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';

const zone = 'America/Los_Angeles';
const now = new Date('2026-03-02T18:00:00Z');
const TODAY = '2026-03-02';
/** Over the change to summer time, and further than every date that is generated. */
const DATES = Array.from({ length: 250 }, (_, n) => addDays(TODAY, n + 1));

const service = (id: string, more: Partial<WeekService>): WeekService => ({
  id,
  name: id.toUpperCase(),
  format: 'ONE_ON_ONE',
  duration: 60,
  buffer_time: 15,
  max_capacity: 1,
  service_location_type: ['FIXED_LOCATION'],
  is_active: true,
  bookable_online: true,
  ...more,
});
const services = [
  service('yoga', { service_location_type: ['FIXED_LOCATION', 'VIRTUAL'] }),
  service('massage', { duration: 45, buffer_time: 0 }),
  service('flow', { format: 'GROUP', duration: 75, max_capacity: 8 }),
  service('workshop', { format: 'WORKSHOP', duration: 120, buffer_time: 0, max_capacity: 6 }),
  service('retired', { is_active: false }),
  service('tea', { format: 'PRODUCT' }),
];
const RULE: Rule = {
  ...MONDAYS,
  start_date: '2026-01-01',
  id: 'stored',
  service_id: 'yoga',
  day_of_week: 4,
  end_time: '22:00',
  skipped: [],
};
const WEEK: Week = {
  services,
  rules: [
    { ...RULE, end_time: '12:00' },
    { ...RULE, id: 'afternoons', day_of_week: 2, start_time: '13:00', end_time: '17:00' },
    { ...RULE, id: 'massages', service_id: 'massage', start_date: '2026-03-20', end_time: '14:00' },
    { ...RULE, id: 'mornings', service_id: 'flow', day_of_week: 1, end_time: '10:15' },
    { ...RULE, id: 'evenings', service_id: 'flow', start_time: '18:00', end_time: '19:15' },
  ],
  time_off: [],
};

const TWO_WEEKS = {
  place: 'FIXED_LOCATION',
  every: 'TWO_WEEKS',
  until: null,
  step: 30,
  seats: null,
} as const;

const datesOf = (rule: Rule): LocalDate[] => DATES.filter((day) => opensOn(rule, day));

// Changes of a week that is not known yet: a rule is named by its place in the list.
const date = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -3, max: 60 }).map((n) => addDays(TODAY, n)) },
  { weight: 1, arbitrary: fc.constantFrom('2026-02-31', '9999-12-31', '') },
);
const time = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 24, max: 80 }).map((n) => clock24(n * 15)) },
  { weight: 1, arbitrary: fc.constantFrom('24:00', '00:00', 'noon') },
);
const place = fc.constantFrom<LocationType>('FIXED_LOCATION', 'FIXED_LOCATION', 'FIXED_LOCATION', 'VIRTUAL');
const hours: fc.Arbitrary<Omit<HoursInput, 'service_id'>> = fc
  .record({
    place,
    start: time,
    minutes: fc.integer({ min: -2, max: 20 }).map((n) => n * 15),
    every: fc.constantFrom(...FREQUENCIES),
    from: fc.option(date, { freq: 1 }),
    until: fc.option(date, { freq: 1 }),
    step: fc.option(fc.integer({ min: 4, max: 481 })),
    seats: fc.option(fc.integer({ min: 0, max: 501 })),
  })
  .map(({ minutes, ...given }) => ({ ...given, end: clock24((parseTime(given.start) ?? 0) + minutes) }));
const service_id = fc.constantFrom(
  'yoga',
  'massage',
  'flow',
  'flow',
  'flow',
  'workshop',
  'workshop',
  'retired',
  'tea',
  'none',
);
const which = fc.nat(20);
type Draft = (week: Week) => WeekChange;
const ruleAt = ({ rules }: Week, n: number) => rules[n % Math.max(rules.length, 1)]?.id ?? 'none';
const draft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({ days: fc.array(fc.nat(6), { maxLength: 3 }), hours, service_id }).map((each) => () => ({
    kind: 'ADD_HOURS' as const,
    days: each.days,
    hours: { ...each.hours, service_id: each.service_id },
  })),
  fc.record({ which, day: fc.nat(6), hours }).map((each) => (week: Week) => ({
    kind: 'CHANGE_HOURS' as const,
    rule_id: ruleAt(week, each.which),
    day: each.day,
    hours: each.hours,
  })),
  fc.record({ which, last: fc.option(date) }).map((each) => (week: Week) => ({
    kind: 'END_HOURS' as const,
    rule_id: ruleAt(week, each.which),
    last: each.last,
  })),
  fc
    .record({ date, place, service_id, start: time, end: fc.option(time), seats: fc.constant(null) })
    .map((each) => () => ({ kind: 'ADD_OPENING' as const, ...each })),
  which.map((n) => (week: Week) => ({
    kind: 'REMOVE_OPENING' as const,
    rule_id: ruleAt({ ...week, rules: week.rules.filter(isOpening) }, n),
  })),
  fc.record({ which, date, isOpen: fc.boolean() }).map((each) => (week: Week) => {
    const rule = week.rules[each.which % Math.max(week.rules.length, 1)];
    const [open] = rule && each.isOpen ? datesOf(rule) : [];
    return {
      kind: 'SKIP_DATE' as const,
      rule_id: rule?.id ?? 'none',
      date: open ?? each.date,
      reason: '',
    };
  }),
  which.map((n) => (week: Week) => {
    const withSkipped = week.rules.filter(({ skipped }) => skipped?.length);
    const rule = withSkipped[n % Math.max(withSkipped.length, 1)];
    return {
      kind: 'RESTORE_DATE' as const,
      rule_id: rule?.id ?? 'none',
      date: rule?.skipped?.[0] ?? TODAY,
    };
  }),
);

/** The week after a change, with ids as the database would give them. */
let written = 0;
function after(week: Week, edits: WeekEdits): Week {
  const next = weekAfter(week, edits);
  const rules = next.rules.map((rule) =>
    rule.id.startsWith('new-') ? { ...rule, id: `rule ${++written}` } : rule,
  );
  return { ...next, rules };
}

const minutesOf = ({ start_time, end_time }: Rule) => [parseTime(start_time)!, parseTime(end_time)!] as const;

/** Classes that would block each other, date by date. */
function collisions({ rules }: Week): string[] {
  const classes = rules.filter((rule) => isClassFormat(serviceOf(services, rule.service_id).format));
  return DATES.flatMap((day) => {
    const open = classes
      .filter((rule) => opensOn(rule, day))
      .map((rule) => {
        const { duration, buffer_time } = serviceOf(services, rule.service_id);
        const [start] = minutesOf(rule);
        return { id: rule.id, start, until: start + duration + buffer_time };
      });
    return open.flatMap((one) =>
      open
        .filter((other) => one.id < other.id && one.start < other.until && other.start < one.until)
        .map((other) => `${one.id} and ${other.id} on ${day}`),
    );
  });
}

/** What is wrong with a rule that a change has added. */
function faultsOf(rule: Rule): string[] {
  const { duration, format, is_active } = serviceOf(services, rule.service_id);
  const [start, end] = minutesOf(rule);
  const isClass = isClassFormat(format);
  return [
    ...(is_active ? [] : ['its service is retired']),
    ...(start < end && end <= 1440 ? [] : ['it ends before it starts, or after midnight']),
    ...((isClass ? end - start === duration : end - start >= duration) ? [] : ['its service does not fit']),
    ...(datesOf(rule).length > 0 ? [] : ['it never opens']),
    ...(rule.start_date > TODAY ? [] : ['it starts before tomorrow']),
    ...(isOpening(rule) && rule.pattern !== null ? ['weekly hours are open for one day'] : []),
  ];
}

const fold = (drafts: readonly Draft[], each: (week: Week, change: WeekChange) => Week) =>
  drafts.reduce((week, make) => each(week, make(week)), WEEK);
const evaluate = (change: WeekChange, week: Week) => evaluateWeekChange(change, week, { now, zone });

describe('evaluateWeekChange, over random weeks', () => {
  it('accepts only what can be booked: no two classes collide, and every new rule opens and fits', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(draft, { minLength: 6, maxLength: 14 }), (drafts) => {
        fold(drafts, (week, change) => {
          const answer = evaluate(change, week);
          const key = answer.ok
            ? `${change.kind} made`
            : answer.problem.text.startsWith('It would collide')
              ? 'collision'
              : 'refused';
          seen.set(key, (seen.get(key) ?? 0) + 1);
          if (!answer.ok) {
            expect(answer.problem.text).toMatch(/^[A-Z].*[.?]$/);
            return week;
          }
          const next = after(week, answer.edits);
          const added = next.rules.filter(({ id }) => !week.rules.some((rule) => rule.id === id));
          for (const rule of added) expect(faultsOf(rule), JSON.stringify(rule)).toEqual([]);
          expect(collisions(next), JSON.stringify(change)).toEqual([]);
          return next;
        });
      }),
      { numRuns: 300 },
    );
    for (const kind of [
      'ADD_HOURS',
      'CHANGE_HOURS',
      'END_HOURS',
      'ADD_OPENING',
      'REMOVE_OPENING',
      'SKIP_DATE',
    ])
      expect(seen.get(`${kind} made`), kind).toBeGreaterThan(10);
    expect(seen.get('RESTORE_DATE made')).toBeGreaterThan(5);
    expect(seen.get('collision')).toBeGreaterThan(5);
  });

  it('leaves all other hours as they were, and what was open before a change begins', () => {
    fc.assert(
      fc.property(fc.array(draft, { minLength: 6, maxLength: 14 }), (drafts) => {
        fold(drafts, (week, change) => {
          const answer = evaluate(change, week);
          if (!answer.ok) return week;
          const next = after(week, answer.edits);
          const changed = 'rule_id' in change ? change.rule_id : null;
          for (const rule of week.rules) {
            const now_open = next.rules.find(({ id }) => id === rule.id);
            const [before, then] = [datesOf(rule), now_open ? datesOf(now_open) : []];
            if (rule.id !== changed) expect(then).toEqual(before);
            else if (change.kind === 'END_HOURS')
              expect(then).toEqual(before.filter((day) => change.last !== null && day <= change.last));
            else if (change.kind === 'CHANGE_HOURS' && answer.edits.added.length > 0) {
              const { from } = change.hours;
              // Hours that have not begun are replaced as a whole.
              const stays = rule.start_date <= TODAY && from !== null;
              expect(then).toEqual(stays ? before.filter((day) => day < from) : []);
            } else if (change.kind === 'SKIP_DATE')
              expect(then).toEqual(before.filter((day) => day !== change.date));
            else if (change.kind === 'RESTORE_DATE')
              expect(then).toEqual(
                datesOf({ ...rule, skipped: rule.skipped!.filter((day) => day !== change.date) }),
              );
          }
          return next;
        });
      }),
      { numRuns: 120 },
    );
  });

  it('keeps the weeks of hours of every two weeks, whatever else of them changes', () => {
    const first = addDays(TODAY, (4 - dayOfWeek(TODAY) + 7) % 7);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 10, max: 18 }), (days, hour) => {
        const stored = {
          ...RULE,
          pattern: 'BIWEEKLY' as const,
          start_date: addDays(first, -28),
        };
        const week = { ...WEEK, rules: [stored] };
        const answer = evaluate(
          {
            kind: 'CHANGE_HOURS',
            rule_id: stored.id,
            day: 4,
            hours: { ...TWO_WEEKS, start: clock24(hour * 60), end: '21:00', from: addDays(TODAY, days) },
          },
          week,
        );
        if (!answer.ok) throw new Error(answer.problem.text);
        const open = after(week, answer.edits).rules.flatMap(datesOf).sort();
        expect(open).toEqual(datesOf(stored));
      }),
      { numRuns: 100 },
    );
  });
});

describe('time off that repeats', () => {
  const lunch = {
    kind: 'ADD_TIME_OFF',
    from: '2026-03-03',
    from_time: '12:00',
    to: '2026-03-03',
    to_time: '12:45',
    until: '2026-03-24',
    reason: 'Lunch',
    shows_end: false,
  } as const;
  const add = (more: Partial<WeekChange & { kind: 'ADD_TIME_OFF' }> = {}) =>
    evaluate({ ...lunch, ...more }, WEEK);
  const added = (more = {}) => {
    const answer = add(more);
    if (!answer.ok) throw new Error(answer.problem.text);
    return answer.edits.time_off_added;
  };
  const startsOf = (more = {}) => added(more).map(({ starts_at }) => starts_at.toISOString());

  it('keeps its time of the clock, up to its last date', () => {
    const from_8_march = ['2026-03-10T19:00:00.000Z', '2026-03-17T19:00:00.000Z', '2026-03-24T19:00:00.000Z'];
    expect(startsOf()).toEqual(['2026-03-03T20:00:00.000Z', ...from_8_march]);
    expect(startsOf({ until: '2026-03-23' })).toHaveLength(3);
    expect(startsOf({ until: addDays(lunch.from, 366) })).toHaveLength(53);
    expect(startsOf({ until: undefined })).toHaveLength(1);
    expect(added({ shows_end: true }).map(({ public_text }) => public_text)[1]).toBe(
      'Closed until Tue, Mar 10, 12:45 PM',
    );
  });

  it('leaves out the date on which the clock skips it', () => {
    const night = { from: '2026-03-07', to: '2026-03-07', from_time: null, to_time: null };
    const skipped = { from: '2026-03-08', to: '2026-03-08', from_time: '02:00', to_time: '02:45' };
    expect(startsOf(night)).toHaveLength(3);
    expect(add(skipped)).toMatchObject({ ok: false, problem: { field: 'to_time' } });
    const before = { ...skipped, from: '2026-03-01', to: '2026-03-01' };
    const at_noon = evaluateWeekChange({ ...lunch, ...before }, WEEK, {
      now: new Date('2026-02-20T12:00:00Z'),
      zone,
    });
    expect(at_noon.ok && at_noon.edits.time_off_added.map(({ ends_at }) => ends_at.toISOString())).toEqual([
      '2026-03-01T10:45:00.000Z',
      '2026-03-15T09:45:00.000Z',
      '2026-03-22T09:45:00.000Z',
    ]);
  });

  it.each([
    ['the same week', { until: '2026-03-09' }, 'Please give Tue 10 Mar or later, or no date.'],
    ['more than a year', { until: addDays(lunch.from, 367) }, 'Please give one year at most.'],
    ['no date', { until: '2026-02-31' }, 'Please give a date.'],
    [
      'over a week',
      { to: '2026-03-10', to_time: '12:01' },
      'Time off that repeats every week ends within a week.',
    ],
  ])('refuses %s', (_, more, text) =>
    expect(add(more)).toEqual({ ok: false, problem: { kind: 'INVALID', field: 'until', text } }),
  );

  const ids = ['1', '2', '3', '4'];
  const week = {
    ...WEEK,
    time_off: [
      ...added().map((off, n) => ({ ...off, id: ids[n]!, series_id: 'lunch' })),
      { ...added()[0]!, id: 'other', series_id: null },
    ],
  };
  it.each([
    [null, ['1', '2', '3', '4']],
    ['2026-03-02', ['1', '2', '3', '4']],
    ['2026-03-10', ['3', '4']],
    ['2026-03-23', ['4']],
    ['2026-03-24', 'It ends on Tue 24 Mar already.'],
    ['2026-03-01', 'This date is over.'],
  ])('ends after %s', (last, expected) => {
    const answer = evaluate({ kind: 'END_TIME_OFF', series_id: 'lunch', last }, week);
    expect(answer.ok ? answer.edits.time_off_removed : answer.problem.text).toEqual(expected);
  });

  it('cannot end twice', () =>
    expect(evaluate({ kind: 'END_TIME_OFF', series_id: 'gone', last: null }, week)).toMatchObject({
      problem: { kind: 'NOT_POSSIBLE', text: 'This time off was removed a moment ago.' },
    }));
});

describe('an extra opening on the day that skips an hour', () => {
  const on = (service_id: string, start: string) =>
    evaluate(
      {
        kind: 'ADD_OPENING',
        date: '2026-03-08',
        service_id,
        place: 'FIXED_LOCATION',
        start,
        end: '06:00',
        seats: null,
      },
      WEEK,
    );
  it.each(['massage', 'flow'])('does not begin in that hour: %s', (service_id) => {
    for (const start of ['02:00', '02:30'])
      expect(on(service_id, start)).toMatchObject({
        ok: false,
        problem: { text: 'The clock skips this time on that day.' },
      });
    for (const start of ['01:30', '03:00']) expect(on(service_id, start)).toMatchObject({ ok: true });
  });
});
