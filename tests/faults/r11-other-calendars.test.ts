import fc from 'fast-check';
import ical, { type VEvent } from 'node-ical';
import { expect, it } from 'vitest';
import { startOfDay } from '#domain/time/zone.ts';
import { readCalendar } from '#server/calendars/read-calendar.ts';
import { report, seed, size } from '../support/profile.ts';
import { fileOf, oracleTimes, PRACTICE_ZONE, randomCalendars, SPAN } from './support/calendar-oracle.ts';

const CASES = size(200, 20_000);
const DAY = 86_400_000;

/** As another library reads it. Its days are those of the clock of this process. */
function otherTimes(text: string): { start: number; end: number }[] {
  const events = Object.values(ical.sync.parseICS(text)).filter(
    (each): each is VEvent => each?.type === 'VEVENT',
  );
  const found = new Map<string, { start: number; end: number }>();
  const dayOf = (date: Date) => {
    const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
    return startOfDay(local.toISOString().slice(0, 10), PRACTICE_ZONE).getTime();
  };
  for (const event of events)
    for (const { start, end, isFullDay } of ical.expandRecurringEvent(event, {
      from: new Date(SPAN.from - 8 * DAY),
      to: new Date(SPAN.to + DAY),
    })) {
      const time = isFullDay
        ? { start: dayOf(start), end: dayOf(end) }
        : { start: start.getTime(), end: end.getTime() };
      if (time.end > SPAN.from && time.start < SPAN.to && time.end > time.start)
        found.set(`${time.start} ${time.end}`, time);
    }
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

it('R11: another calendar is read as a second library reads it; where they differ, a third reader decides', () => {
  let times = 0;
  let differing = 0;
  const sameTimes = fc.property(randomCalendars, (events) => {
    const text = fileOf(events);
    const read = readCalendar(text, {
      zone: PRACTICE_ZONE,
      ...SPAN,
      own_domain: 'practice.example',
      owners: [],
    });
    const ours = read.times.map(({ start, end }) => ({ start, end }));
    expect(read.skipped).toBe(0);
    expect(ours, text).toEqual(oracleTimes(events));
    if (JSON.stringify(ours) !== JSON.stringify(otherTimes(text))) differing++;
    times += ours.length;
  });
  const found = fc.check(sameTimes, { numRuns: CASES, seed });
  const isSound = !found.failed && times > CASES && differing < 10 + CASES / 100;
  report(
    'R11',
    'another calendar is read as a second library reads it; where they differ, a third reader decides',
    `${found.numRuns} random calendars, clock changes among them: ${times} times, ${found.failed ? 'one calendar that differs' : '0 that differ'} from the third reader; node-ical differs from both in ${differing}; seed ${seed}`,
    isSound,
  );
  expect(isSound, `${differing} ${fc.defaultReportMessage(found)}`).toBe(true);
});
