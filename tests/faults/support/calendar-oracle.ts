/**
 * Random calendars, and a slow reader of them that walks each day and asks of each whether the rule names it. It shares no
 * code with src/server/calendars and uses no library.
 */
import fc from 'fast-check';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const PRACTICE_ZONE = 'America/Los_Angeles';
/** Two changes of the clocks lie between the first start and the end. */
export const SPAN = { from: Date.parse('2026-12-01T08:00:00Z'), to: Date.parse('2027-04-10T07:00:00Z') };
const ZONES = ['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Etc/UTC'];
const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Wall times are ms as if they were UTC. */
export type RandomEvent = {
  zone: string;
  all_day: boolean;
  start: number;
  /** Minutes, or days. */
  length: number;
  freq: 'NONE' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  days: number[];
  /** Of a month: the day of the start, a day of the month, or the nth weekday (-1: the last). */
  of_month: { kind: 'SAME' } | { kind: 'DAY'; day: number } | { kind: 'NTH'; nth: number; day: number };
  end: { kind: 'NONE' } | { kind: 'COUNT'; count: number } | { kind: 'UNTIL'; days: number };
  /** Days after the start that are left out, and those that move by so many minutes. */
  removed: number[];
  moved: { days: number; by: number } | null;
};
type Time = { start: number; end: number };

export const randomCalendars: fc.Arbitrary<RandomEvent[]> = fc.array(
  fc
    .record({
      zone: fc.constantFrom(...ZONES),
      all_day: fc.constantFrom(false, false, true),
      day: fc.integer({ min: 0, max: 500 }),
      minute: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
      length: fc.integer({ min: 1, max: 6 }),
      freq: fc.constantFrom('NONE', 'DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      interval: fc.constantFrom(1, 1, 2, 3),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
      of_month: fc.oneof(
        fc.constant({ kind: 'SAME' as const }),
        fc.record({ kind: fc.constant('DAY' as const), day: fc.constantFrom(1, 15, 28, 31, -1) }),
        fc.record({
          kind: fc.constant('NTH' as const),
          nth: fc.constantFrom(1, 2, 4, -1),
          day: fc.integer({ min: 0, max: 6 }),
        }),
      ),
      end: fc.oneof(
        fc.constant({ kind: 'NONE' as const }),
        fc.record({ kind: fc.constant('COUNT' as const), count: fc.integer({ min: 1, max: 200 }) }),
        fc.record({ kind: fc.constant('UNTIL' as const), days: fc.integer({ min: 1, max: 600 }) }),
      ),
      removed: fc.uniqueArray(
        fc.integer({ min: 0, max: 80 }).map((weeks) => weeks * 7),
        { maxLength: 3 },
      ),
      moved: fc.option(
        fc.record({
          days: fc.integer({ min: 0, max: 80 }).map((weeks) => weeks * 7),
          by: fc.integer({ min: -40, max: 40 }).map((n) => (n || 1) * 30),
        }),
        { nil: null },
      ),
    })
    .map(({ day, minute, all_day, length, ...rest }) => ({
      ...rest,
      all_day,
      start: Date.parse('2025-10-01T00:00:00Z') + day * DAY + (all_day ? 0 : minute * MINUTE),
      length: all_day ? Math.ceil(length / 2) : length * 25,
    })),
  { minLength: 1, maxLength: 3 },
);

const clocks = new Map<string, Intl.DateTimeFormat>();
function wallIn(zone: string, ms: number): number {
  let clock = clocks.get(zone);
  if (!clock)
    clocks.set(
      zone,
      (clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })),
    );
  return Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`);
}
/** The first moment at which the clock shows it; a time that is skipped counts from the hour before. */
function momentOf(zone: string, wall: number): number {
  const rest = wall % (30 * MINUTE);
  const key = `${zone} ${wall - rest}`;
  const known = moments.get(key) ?? halfHourOf(zone, wall - rest);
  moments.set(key, known);
  return known + rest;
}
const moments = new Map<string, number>();
function halfHourOf(zone: string, wall: number): number {
  for (let ms = wall - 15 * 60 * MINUTE; ms <= wall + 15 * 60 * MINUTE; ms += 30 * MINUTE)
    if (wallIn(zone, ms) === wall) return ms;
  return momentOf(zone, wall - 60 * MINUTE) + 60 * MINUTE;
}

const at = (wall: number) => new Date(wall);
const monthOf = (wall: number) => at(wall).getUTCFullYear() * 12 + at(wall).getUTCMonth();
const lastDayOf = (wall: number) =>
  new Date(Date.UTC(at(wall).getUTCFullYear(), at(wall).getUTCMonth() + 1, 0)).getUTCDate();
const weekOf = (wall: number) => Math.floor((wall / DAY + 3) / 7); // Monday first

function isNamed({ start, freq, interval, days, of_month }: RandomEvent, wall: number): boolean {
  const date = at(wall).getUTCDate();
  const weekday = at(wall).getUTCDay();
  const [first, last] = [at(start), lastDayOf(wall)];
  switch (freq) {
    case 'NONE':
      return wall === start;
    case 'DAILY':
      return ((wall - start) / DAY) % interval === 0 && (days.length === 0 || days.includes(weekday));
    case 'WEEKLY':
      return (
        (weekOf(wall) - weekOf(start)) % interval === 0 &&
        (days.length === 0 ? [first.getUTCDay()] : days).includes(weekday)
      );
    case 'YEARLY':
      return (
        (at(wall).getUTCFullYear() - first.getUTCFullYear()) % interval === 0 &&
        at(wall).getUTCMonth() === first.getUTCMonth() &&
        date === first.getUTCDate()
      );
    case 'MONTHLY':
      if ((monthOf(wall) - monthOf(start)) % interval !== 0) return false;
      if (of_month.kind === 'SAME') return date === first.getUTCDate();
      if (of_month.kind === 'DAY') return date === (of_month.day < 0 ? last : of_month.day);
      if (weekday !== of_month.day) return false;
      return of_month.nth < 0 ? date > last - 7 : Math.ceil(date / 7) === of_month.nth;
  }
}

function wallsOf(event: RandomEvent): number[] {
  const { start, end } = event;
  const walls: number[] = [];
  for (let wall = start; wall < SPAN.to + 2 * DAY; wall += DAY) {
    if (!isNamed(event, wall)) continue;
    if (event.freq !== 'NONE') {
      if (end.kind === 'COUNT' && walls.length >= end.count) break;
      if (end.kind === 'UNTIL' && wall > start + end.days * DAY) break;
    }
    walls.push(wall);
  }
  return walls;
}

/** The times of a calendar that meet the span, by start. */
export function oracleTimes(events: readonly RandomEvent[]): Time[] {
  const times = new Map<string, Time>();
  for (const event of events) {
    const { zone, all_day, start, length, removed, moved, freq } = event;
    const walls = wallsOf(event);
    const exact = all_day ? 0 : momentOf(zone, start + length * MINUTE) - momentOf(zone, start);
    for (const wall of walls) {
      if (wall < SPAN.from - 8 * DAY) continue;
      const days = (wall - start) / DAY;
      if (freq !== 'NONE' && removed.includes(days) && moved?.days !== days) continue;
      const shifted =
        freq !== 'NONE' && moved?.days === days
          ? wall + (all_day ? Math.sign(moved.by) * DAY : moved.by * MINUTE)
          : wall;
      const begins = all_day ? momentOf(PRACTICE_ZONE, shifted) : momentOf(zone, shifted);
      const isMoved = shifted !== wall;
      const ends = all_day
        ? momentOf(PRACTICE_ZONE, shifted + length * DAY)
        : isMoved
          ? momentOf(zone, shifted + length * MINUTE)
          : begins + exact;
      if (ends > SPAN.from && begins < SPAN.to && ends > begins)
        times.set(`${begins} ${ends}`, { start: begins, end: ends });
    }
  }
  return [...times.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

const stamp = (wall: number) => new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

/** The calendar as a file. */
export function fileOf(events: readonly RandomEvent[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Random//EN'];
  for (const [n, event] of events.entries()) {
    const { zone, all_day, start, length, freq, interval, days, of_month, end, removed, moved } = event;
    const time = (name: string, wall: number) =>
      all_day ? `${name};VALUE=DATE:${stamp(wall).slice(0, 8)}` : `${name};TZID=${zone}:${stamp(wall)}`;
    const body = (from: number) => [
      `UID:${n}@random`,
      'DTSTAMP:20250101T000000Z',
      time('DTSTART', from),
      time('DTEND', from + length * (all_day ? DAY : MINUTE)),
    ];
    const named = days.map((day) => NAMES[day]!).join(',');
    const rule = [
      `FREQ=${freq}`,
      ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
      ...((freq === 'DAILY' || freq === 'WEEKLY') && named ? [`BYDAY=${named}`] : []),
      ...(freq === 'MONTHLY' && of_month.kind === 'DAY' ? [`BYMONTHDAY=${of_month.day}`] : []),
      ...(freq === 'MONTHLY' && of_month.kind === 'NTH'
        ? [`BYDAY=${of_month.nth}${NAMES[of_month.day]}`]
        : []),
      ...(end.kind === 'COUNT' ? [`COUNT=${end.count}`] : []),
      ...(end.kind === 'UNTIL'
        ? [
            `UNTIL=${all_day ? stamp(start + end.days * DAY).slice(0, 8) : `${stamp(momentOf(zone, start + end.days * DAY))}Z`}`,
          ]
        : []),
    ];
    const repeats = freq !== 'NONE';
    lines.push(
      'BEGIN:VEVENT',
      ...body(start),
      ...(repeats ? [`RRULE:${rule.join(';')}`] : []),
      ...(repeats
        ? removed.filter((each) => each !== moved?.days).map((each) => time('EXDATE', start + each * DAY))
        : []),
      'END:VEVENT',
    );
    const wall = start + (moved?.days ?? 0) * DAY;
    if (repeats && moved && wallsOf(event).includes(wall)) {
      const to = wall + (all_day ? Math.sign(moved.by) * DAY : moved.by * MINUTE);
      lines.push('BEGIN:VEVENT', ...body(to), time('RECURRENCE-ID', wall), 'SEQUENCE:1', 'END:VEVENT');
    }
  }
  lines.push('END:VCALENDAR', '');
  return lines.join('\r\n');
}
