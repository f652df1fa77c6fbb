import { expect, test } from 'vitest';
import type { LocalDate } from '#domain/time/calendar.ts';
import { closedTime, isClosed } from '#staff/placement/closed-time.ts';

const FRIDAY = '2026-12-04' as LocalDate;
const wholeDay = closedTime(FRIDAY, null, FRIDAY, null);
const afternoon = closedTime(FRIDAY, '13:00', FRIDAY, '17:00');
const fridays = closedTime(FRIDAY, '13:00', FRIDAY, '17:00', '2026-12-20');
// The practice is 8 hours behind UTC in December.
const at = (start: string, end_time: string) => ({
  start: `2026-12-${start}Z`,
  end_time: `2026-12-${end_time}Z`,
});

test.each([
  ['in the day', wholeDay, at('04T22:15:00', '04T23:45:00'), true],
  ['up to its start', wholeDay, at('04T07:00:00', '04T08:00:00'), false],
  ['over its end', wholeDay, at('05T07:30:00', '05T08:30:00'), true],
  ['from its end on', wholeDay, at('05T08:00:00', '05T09:00:00'), false],
  ['in the morning of a closed afternoon', afternoon, at('04T18:00:00', '04T19:00:00'), false],
  ['into a closed afternoon', afternoon, at('04T20:30:00', '04T21:30:00'), true],
  ['into the last of several', fridays, at('18T20:30:00', '18T21:30:00'), true],
  ['a week after the last', fridays, at('25T20:30:00', '25T21:30:00'), false],
])('a session %s', (_, closed, session, expected) => expect(isClosed(session, closed)).toBe(expected));
