import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { slotsForDate } from '#domain/slots/slots.ts';
import { MONDAYS } from '#tests/support/weekly-rule.ts';
import { readCalendar, type ReadCalendar } from './read-calendar.ts';
import { closingTimes } from './fetch-calendar.ts';
import { readInWorker } from './read-in-worker.ts';

// What another calendar closes: the table of rules.md §4, "Other calendars". The practice is in Los Angeles, the window is 1
// to 30 December 2026. Readings of a whole calendar are in refresh-calendar.test.ts.

const LOS_ANGELES = 'America/Los_Angeles';
const WINDOW = { from: Date.parse('2026-12-01T08:00:00Z'), to: Date.parse('2026-12-31T08:00:00Z') };
const OWN = 'practice.example';

const file = (events: readonly string[], more: readonly string[] = []) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...more, ...events, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${lines.join()}`]),
    ...lines,
    'END:VEVENT',
  ].join('\r\n');

type Options = { zone?: string; window?: typeof WINDOW; more?: string[]; owners?: string[] };
const read = (
  events: string[],
  { zone = LOS_ANGELES, window = WINDOW, more, owners = [] }: Options = {},
): ReadCalendar => readCalendar(file(events, more), { zone, ...window, own_domain: OWN, owners });

const clockOf = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
/** '08 Dec, 14:00 - 08 Dec, 15:00' on the practice's clock. */
function closed(events: string[], options: Options = {}): string[] {
  const { format } = clockOf(options.zone ?? LOS_ANGELES);
  return closingTimes(read(events, options).times, 'AS_MARKED').map(
    ({ start, end }) => `${format(start)} - ${format(end)}`,
  );
}
const starts = (events: string[], options: Options = {}) =>
  closed(events, options).map((time) => time.split(' - ')[0]);

const TUESDAY_2PM = [
  'DTSTART;TZID=America/Los_Angeles:20190101T140000',
  'DTEND;TZID=America/Los_Angeles:20190101T150000',
  'RRULE:FREQ=WEEKLY;BYDAY=TU',
];
const TUESDAYS = ['01 Dec, 14:00', '08 Dec, 14:00', '15 Dec, 14:00', '22 Dec, 14:00', '29 Dec, 14:00'];
const without = (...gone: string[]) => TUESDAYS.filter((each) => !gone.includes(each.slice(0, 2)));

describe('which events close time', () => {
  test('1: an all-day event closes the whole local day', () => {
    expect(closed([event('DTSTART;VALUE=DATE:20261214')])).toEqual(['14 Dec, 00:00 - 15 Dec, 00:00']);
    expect(closed([event('DTSTART;VALUE=DATE:20261214', 'DTEND;VALUE=DATE:20261216')])).toEqual([
      '14 Dec, 00:00 - 16 Dec, 00:00',
    ]);
  });

  test.each([['TRANSP:TRANSPARENT'], ['X-MICROSOFT-CDO-BUSYSTATUS:FREE']])(
    '2: an all-day event with %s closes nothing and is counted; “always close” closes it, “never” none',
    (mark) => {
      const { times } = read([
        event('DTSTART;VALUE=DATE:20261214', mark),
        event('DTSTART;VALUE=DATE:20261216'),
      ]);
      expect(times.filter(({ is_free }) => is_free)).toHaveLength(1);
      expect(closingTimes(times, 'AS_MARKED')).toHaveLength(1);
      expect(closingTimes(times, 'ALWAYS')).toHaveLength(2);
      expect(closingTimes(times, 'NEVER')).toEqual([]);
    },
  );

  test('3: a timed event that is marked as free closes nothing, whatever all-day events do', () => {
    const { times } = read([
      event('DTSTART:20261208T220000Z', 'DTEND:20261208T230000Z', 'TRANSP:TRANSPARENT'),
    ]);
    expect(times).toHaveLength(1);
    expect(closingTimes(times, 'ALWAYS')).toEqual([]);
  });

  test.each([
    ['tentative', ['STATUS:TENTATIVE'], true],
    ['tentative at Microsoft', ['X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE'], true],
    ['out of office', ['X-MICROSOFT-CDO-BUSYSTATUS:OOF'], true],
    ['working elsewhere', ['X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'], false],
    ['cancelled', ['STATUS:CANCELLED'], false],
    ['declined by herself', ['ATTENDEE;CN="Nalini: me";PARTSTAT=DECLINED:mailto:Nalini@example.com'], false],
    ['declined by another guest', ['ATTENDEE;PARTSTAT=DECLINED:mailto:ivo@example.com'], true],
  ])('4: an event that is %s', (_, lines, isBusy) => {
    const events = [event('DTSTART:20261208T220000Z', 'DTEND:20261208T230000Z', ...lines)];
    expect(closed(events, { owners: ['nalini@example.com'] })).toHaveLength(isBusy ? 1 : 0);
    expect(closed(events, { more: ['X-WR-CALNAME:nalini@example.com'] })).toHaveLength(isBusy ? 1 : 0);
  });
});

describe('what repeats', () => {
  test('5: each Tuesday at 2 PM since 2019, without an end', () => {
    expect(starts([event(...TUESDAY_2PM)])).toEqual(TUESDAYS);
  });

  test('6: dates that are left out: two lines, one in UTC; one as a date; one that cannot be read', () => {
    const left = (...lines: string[]) => starts([event(...TUESDAY_2PM, ...lines)]);
    expect(left('EXDATE;TZID=America/Los_Angeles:20261208T140000', 'EXDATE:20261215T220000Z')).toEqual(
      without('08', '15'),
    );
    expect(left('EXDATE;VALUE=DATE:20261222')).toEqual(without('22'));
    expect(left('EXDATE:some time')).toEqual(TUESDAYS);
  });

  test('7: one date moves; an exception without its series is a single event; later dates follow', () => {
    const series = event('UID:a', ...TUESDAY_2PM);
    const at = (day: string) => `RECURRENCE-ID;TZID=America/Los_Angeles:202612${day}T140000`;
    const moved = event(
      'UID:a',
      at('08'),
      'DTSTART;TZID=America/Los_Angeles:20261209T110000',
      'DTEND;TZID=America/Los_Angeles:20261209T120000',
    );
    expect(starts([series, moved])).toEqual([TUESDAYS[0], '09 Dec, 11:00', ...TUESDAYS.slice(2)]);
    expect(starts([moved, series])).toEqual(starts([series, moved]));
    expect(starts([moved])).toEqual(['09 Dec, 11:00']);
    const cancelled = event(
      'UID:a',
      at('08'),
      'DTSTART;TZID=America/Los_Angeles:20261208T140000',
      'STATUS:CANCELLED',
    );
    expect(starts([series, cancelled])).toEqual(without('08'));
    const utc = event('UID:a', 'RECURRENCE-ID:20261208T220000Z', 'DTSTART:20261209T190000Z', 'DURATION:PT1H');
    expect(starts([series, utc])).toEqual(starts([series, moved]));
    const later = event(
      'UID:a',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261215T220000Z',
      'DTSTART;TZID=America/Los_Angeles:20261216T160000',
      'DTEND;TZID=America/Los_Angeles:20261216T163000',
    );
    expect(closed([series, later]).slice(2)).toEqual([
      '16 Dec, 16:00 - 16 Dec, 16:30',
      '23 Dec, 16:00 - 23 Dec, 16:30',
      '30 Dec, 16:00 - 30 Dec, 16:30',
    ]);
  });

  test('11: a rule leaves the weekend out, and gives no event at a start that it leaves out', () => {
    // 5 December is a Saturday.
    expect(
      starts([
        event('DTSTART:20261205T200000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=3'),
      ]),
    ).toEqual(['07 Dec, 12:00', '08 Dec, 12:00', '09 Dec, 12:00']);
    expect(
      starts([
        event('DTSTART:20261202T200000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=2TU;UNTIL=20261230'),
      ]),
    ).toEqual(['08 Dec, 12:00']);
  });
});

describe('zones', () => {
  const berlin = (name: string) => [
    `DTSTART;TZID=${name}:20261208T200000`,
    `DTEND;TZID=${name}:20261208T210000`,
  ];
  const vtimezone = (name: string, offset: string) =>
    [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
  const SUMMER = { from: Date.parse('2027-07-01T07:00:00Z'), to: Date.parse('2027-07-31T07:00:00Z') };

  test('8: names of Windows mean their zone in both seasons, also with a definition of another one in the file', () => {
    const name = 'W. Europe Standard Time';
    expect(starts([event(...berlin(name))])).toEqual(['08 Dec, 11:00']);
    expect(
      starts([event(`DTSTART;TZID=${name}:20270708T200000`, 'DURATION:PT1H')], { window: SUMMER }),
    ).toEqual(['08 Jul, 11:00']);
    expect(starts([event(...berlin(name))], { more: [vtimezone('Tokyo Standard Time', '+0900')] })).toEqual([
      '08 Dec, 11:00',
    ]);
  });
  test('8: a zone that the file defines is as it says', () => {
    expect(
      starts([event(...berlin('Customized Time Zone'))], {
        more: [vtimezone('Customized Time Zone', '+0300')],
      }),
    ).toEqual(['08 Dec, 09:00']);
  });
  test('8: a zone that nothing defines is the practice’s, and counted', () => {
    const { times, unknown_zones } = read([event(...berlin('Middle-earth'))]);
    expect([new Date(times[0]!.start).toISOString(), unknown_zones]).toEqual(['2026-12-09T04:00:00.000Z', 1]);
  });

  test('9: a time without a zone is the practice’s, or that of the calendar', () => {
    const floating = event('DTSTART:20261208T090000', 'DTEND:20261208T100000');
    expect(starts([floating])).toEqual(['08 Dec, 09:00']);
    expect(starts([floating], { more: ['X-WR-TIMEZONE:America/New_York'] })).toEqual(['08 Dec, 06:00']);
  });

  test('10: 9 AM in New York is 7 AM and then 6 AM in Phoenix, where clocks never change', () => {
    const weekly = event(
      'DTSTART;TZID=America/New_York:20270101T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY',
    );
    const window = { from: Date.parse('2027-03-10T07:00:00Z'), to: Date.parse('2027-03-22T07:00:00Z') };
    expect(starts([weekly], { zone: 'America/Phoenix', window })).toEqual(['12 Mar, 07:00', '19 Mar, 06:00']);
  });
});

describe('ends', () => {
  test('12: the last day of a timed series as a date includes that day', () => {
    expect(starts([event(...TUESDAY_2PM.slice(0, 2), 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215')])).toEqual(
      TUESDAYS.slice(0, 3),
    );
    expect(
      starts([event(...TUESDAY_2PM.slice(0, 2), 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215T220000Z')]),
    ).toEqual(TUESDAYS.slice(0, 3));
    expect(
      starts([event(...TUESDAY_2PM.slice(0, 2), 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215T215959Z')]),
    ).toEqual(TUESDAYS.slice(0, 2));
  });
  test('12: a duration counts; without an end a date is a day and a time is nothing', () => {
    expect(closed([event('DTSTART:20261208T220000Z', 'DURATION:PT1H30M')])).toEqual([
      '08 Dec, 14:00 - 08 Dec, 15:30',
    ]);
    expect(closed([event('DTSTART;VALUE=DATE:20261208')])).toHaveLength(1);
    const nothing = read([event('DTSTART:20261208T220000Z')]);
    expect([nothing.times, nothing.skipped]).toEqual([[], 0]);
  });
  test('12: an end before the start is skipped and counted', () => {
    const { times, skipped } = read([
      event('DTSTART:20261208T220000Z', 'DTEND:20261208T210000Z'),
      event('DTSTART:nonsense'),
    ]);
    expect([times, skipped]).toEqual([[], 2]);
  });

  test('13: 15 busy minutes inside a 90-minute slot: it is not offered', () => {
    const { times } = read([event('DTSTART:20261207T181500Z', 'DTEND:20261207T183000Z')]); // 10:15 AM
    const facts = {
      service: {
        id: 'service',
        duration: 90,
        buffer_time: 30,
        format: 'ONE_ON_ONE' as const,
        max_capacity: null,
      },
      rules: [{ ...MONDAYS, start_time: '08:00', slot_step_min: 15 }],
      closures: [],
      taken: [],
      now: new Date('2026-12-01T20:00:00Z'),
      zone: LOS_ANGELES,
      date: '2026-12-07',
    };
    const listed = slotsForDate({ ...facts, busy_elsewhere: times });
    // Neither meets it, and no buffer is added.
    expect(listed.map(({ start, end }) => `${start} - ${end}`)).toEqual([
      '8:00 AM - 9:30 AM',
      '8:15 AM - 9:45 AM',
      '8:30 AM - 10:00 AM',
      '8:45 AM - 10:15 AM',
      '10:30 AM - 12:00 PM',
    ]);
    expect(slotsForDate(facts)).toHaveLength(11);
  });
});

describe('14: what is too much ends within its limits, and says why', () => {
  const limited = async (text: string) => {
    const before = process.memoryUsage().rss;
    const outcome = await readInWorker(new TextEncoder().encode(text), {
      zone: LOS_ANGELES,
      ...WINDOW,
      own_domain: OWN,
      owners: [],
    });
    return { outcome, grown_mb: (process.memoryUsage().rss - before) / 2 ** 20 };
  };
  const full = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n).join(',');

  test('a number of times, or a year, far beyond the window is harmless', () => {
    const daily = (end: string) =>
      starts([event('DTSTART:20261201T200000Z', 'DURATION:PT1H', `RRULE:FREQ=DAILY;${end}`)]);
    expect(daily('COUNT=1000000000')).toHaveLength(30);
    expect(daily('UNTIL=45000101')).toHaveLength(30);
  });
  test('130,000 daily events in 10 MB', async () => {
    const one = event('UID:x', 'DTSTART:20261201T200000Z', 'RRULE:FREQ=DAILY');
    const { outcome, grown_mb } = await limited(file(Array.from({ length: 130_000 }, () => one)));
    expect(outcome).toEqual({ problem: 'TOO_MANY_EVENTS' });
    expect(grown_mb).toBeLessThan(200);
  });
  test('a yearly rule with every list full is not read, and counted', async () => {
    const lists = `BYMONTH=${full(1, 12)};BYMONTHDAY=${full(1, 31)};BYHOUR=${full(0, 23)};BYMINUTE=${full(0, 59)};BYSECOND=${full(0, 59)}`;
    const yearly = event('DTSTART:20190101T000000Z', 'DURATION:PT1S', `RRULE:FREQ=YEARLY;${lists}`);
    expect(await limited(file([yearly]))).toMatchObject({ outcome: { read: { times: [], skipped: 1 } } });
  });
  test('a rule that never comes true', async () => {
    const never = event('DTSTART:20190101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30');
    const { outcome, grown_mb } = await limited(file([never]));
    expect(outcome).toEqual({ problem: 'TOO_MUCH_WORK' });
    expect(grown_mb).toBeLessThan(200);
  });
  test('more than 5,000 times', async () => {
    const { outcome } = await limited(
      file([event('DTSTART:20261201T080000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY')]),
    );
    expect(outcome).toEqual({ problem: 'TOO_MANY_TIMES' });
  });
  test('what is no calendar, or half of one', async () => {
    expect(await limited('<!doctype html><title>Sign in</title>')).toMatchObject({
      outcome: { problem: 'NOT_A_CALENDAR' },
    });
    expect(await limited(gzipSync('BEGIN:VCALENDAR').toString('latin1'))).toMatchObject({
      outcome: { problem: 'NOT_A_CALENDAR' },
    });
    const whole = file([event('DTSTART:20261201T080000Z')]);
    expect(await limited(whole.slice(0, -20))).toMatchObject({ outcome: { problem: 'CUT_OFF' } });
  });
});

test('18: events of this site are skipped, whatever program they went through', () => {
  const own = event(
    `UID:booking-6f1b1c34-8c3e-4a53-9d0f-0c9b4a6c2a11@${OWN}`,
    'DTSTART:20261208T220000Z',
    'DURATION:PT1H',
  );
  const { times, own: count } = read([own, own.replace('booking-', 'appointment-')]);
  expect([times, count]).toEqual([[], 2]);
  expect(read([own.replace(OWN, 'other.example')]).times).toHaveLength(1);
});

test('folded lines, lower case, a byte order mark, alarms inside events and line feeds alone are read', () => {
  const text = `\uFEFF${file([event('DTSTART:20261208T2200\r\n 00Z', 'dtend:20261208T230000Z', 'SUMMARY:a:b;c', 'BEGIN:VALARM', 'DURATION:PT9H', 'END:VALARM')])}\r\n`;
  const { times } = readCalendar(text.replaceAll('\r\n', '\n'), {
    zone: LOS_ANGELES,
    ...WINDOW,
    own_domain: OWN,
    owners: [],
  });
  expect(times.map(({ start, end }) => end - start)).toEqual([3_600_000]);
});
