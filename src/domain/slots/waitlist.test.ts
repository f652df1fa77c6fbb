import { describe, expect, it } from 'vitest';
import {
  daysToWaitFor,
  firstMatch,
  type FreeTime,
  isWished,
  offerEndsAt,
  type Waiting,
  wishText,
} from '#domain/slots/waitlist.ts';
import { instantOf } from '#domain/time/zone.ts';

const zone = 'America/Los_Angeles';
const at = (date: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return instantOf(date, hours * 60 + minutes, zone)!;
};

describe('until when an offer can be answered', () => {
  it.each([
    // now, start, end of the offer
    ['2026-12-01 09:00', '2026-12-08 10:00', '2026-12-01 21:00'],
    ['2026-12-01 12:00', '2026-12-08 10:00', '2026-12-02 11:00'],
    ['2026-12-01 23:30', '2026-12-08 10:00', '2026-12-02 20:00'],
    ['2026-12-01 09:00', '2026-12-02 10:00', '2026-12-01 12:00'],
    ['2026-12-01 20:00', '2026-12-03 10:00', '2026-12-02 10:00'],
    ['2026-12-01 09:00', '2026-12-01 15:00', '2026-12-01 10:00'],
    // Never past three hours before the start.
    ['2026-12-01 11:30', '2026-12-01 15:00', '2026-12-01 12:00'],
    ['2026-12-01 23:00', '2026-12-02 09:00', '2026-12-02 06:00'],
    ['2026-12-01 12:00', '2026-12-01 15:00', '2026-12-01 12:00'],
    ['2026-12-01 12:01', '2026-12-01 15:00', null],
    // The clocks go back: that night is an hour longer, and still does not count.
    ['2026-10-31 20:00', '2026-11-10 10:00', '2026-11-01 19:00'],
  ])('%s for a session at %s: %s', (now, start, end) => {
    const [date, time] = now.split(' ') as [string, string];
    const [on, from] = start.split(' ') as [string, string];
    const wanted = end === null ? null : at(...(end.split(' ') as [string, string]));
    expect(offerEndsAt(at(date, time), at(on, from), zone)).toEqual(wanted);
  });

  it('is later for a longer lead, never in the past, and three hours before the start at the latest', () => {
    const now = at('2026-12-01', '10:00');
    let last = now;
    for (let minutes = 180; minutes < 14 * 1440; minutes += 17) {
      const start = new Date(now.getTime() + minutes * 60_000);
      const end = offerEndsAt(now, start, zone)!;
      expect(end >= now && start.getTime() - end.getTime() >= 3 * 3_600_000, String(minutes)).toBe(true);
      if (minutes > 4 * 60 && minutes < 24 * 60) expect(end >= last).toBe(true);
      last = end;
    }
  });
});

const any = {
  from_date: '2026-12-01',
  to_date: '2026-12-31',
  weekdays: 127,
  from_time: '00:00',
  to_time: '24:00',
};
const timeOf = (date: string, time: string, minutes = 45): FreeTime => {
  const start = at(date, time).getTime();
  return {
    place: 'FIXED_LOCATION',
    start,
    end: start + minutes * 60_000,
    blocked: start + (minutes + 15) * 60_000,
  };
};
const entry = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  ...any,
  id,
  service_id: 'marma',
  place: 'FIXED_LOCATION',
  class_start: null,
  may_book: true,
  offers: [],
  ...more,
});

describe('what a client waits for', () => {
  // Thursday, 10 December.
  const thursday = timeOf('2026-12-10', '15:30');
  it.each([
    ['any time', {}, true],
    ['Thursdays', { weekdays: 1 << 4 }, true],
    ['Fridays', { weekdays: 1 << 5 }, false],
    ['weekdays', { weekdays: 0b0111110 }, true],
    ['weekends', { weekdays: 0b1000001 }, false],
    ['from its start', { from_time: '15:30' }, true],
    ['from a minute later', { from_time: '15:31' }, false],
    ['until its end', { to_time: '16:15' }, true],
    ['until a minute before', { to_time: '16:14' }, false],
    ['until that day', { to_date: '2026-12-10' }, true],
    ['until the day before', { to_date: '2026-12-09' }, false],
    ['from the day after', { from_date: '2026-12-11' }, false],
    ['another place', { place: 'HOUSE_CALL' as const }, false],
    ['this class', { class_start: thursday.start }, true],
    ['another date of the class', { class_start: thursday.start + 1 }, false],
  ])('%s', (_, wish, fits) => {
    expect(isWished(entry('a', wish), thursday, zone)).toBe(fits);
  });

  it('is written as people say it', () => {
    const texts = [
      { weekdays: 1 << 4, from_time: '12:00' },
      { weekdays: 0b0111110, to_time: '15:00' },
      { weekdays: 0b1000001 },
      { weekdays: 0b0000110, from_time: '09:00', to_time: '12:00' },
      {},
    ].map((wish) => wishText({ ...any, ...wish }));
    expect(texts).toEqual([
      'Thursdays after 12:00 PM, until 31 Dec',
      'Weekdays before 3:00 PM, until 31 Dec',
      'Weekends, until 31 Dec',
      'Mon, Tue after 9:00 AM and before 12:00 PM, until 31 Dec',
      'Any day, until 31 Dec',
    ]);
    expect(daysToWaitFor('2026-12-10').map(({ label }) => label)).toEqual([
      'Thursdays',
      'Weekdays',
      'Weekends',
      'Any day',
    ]);
  });
});

describe('who is next in line', () => {
  const time = timeOf('2026-12-10', '15:30');
  const freed = [{ start: time.start, end: time.blocked, since: 100 }];
  const nextOf = (entries: readonly Waiting[], times = [time]) =>
    firstMatch(entries, (id) => (id === 'marma' ? times : []), freed, zone)?.entry.id;

  it('is the first whom it suits, who may book it and was not offered it', () => {
    const offers = [{ start: time.start, end: time.end, at: 100 }];
    expect(nextOf([entry('a'), entry('b')])).toBe('a');
    expect(nextOf([entry('a', { weekdays: 1 }), entry('b')])).toBe('b');
    expect(nextOf([entry('a', { may_book: false }), entry('b')])).toBe('b');
    expect(nextOf([entry('a', { service_id: 'yoga' }), entry('b')])).toBe('b');
    expect(nextOf([entry('a', { offers }), entry('b')])).toBe('b');
    expect(nextOf([entry('a', { offers: [{ ...offers[0]!, at: 99 }] }), entry('b')])).toBe('a');
    expect(nextOf([])).toBeUndefined();
  });

  it('gets the earliest such time, which lies in what became free', () => {
    const before = timeOf('2026-12-10', '14:00');
    const [early, late] = [timeOf('2026-12-10', '15:00'), timeOf('2026-12-10', '16:00')];
    const found = firstMatch([entry('a')], () => [before, early, late], freed, zone);
    expect(found?.time).toBe(early);
    // An offer of a time that overlaps it was for this time.
    const offers = [{ start: late.start, end: late.end, at: 100 }];
    expect(firstMatch([entry('a', { offers })], () => [late], freed, zone)).toBeNull();
    expect(firstMatch([entry('a', { offers })], () => [early], freed, zone)?.time).toBe(early);
  });
});
