import { expect, test } from 'vitest';
import type { HoursRow } from '#contract/hours.schemas.ts';
import { barsOf } from '#staff/hours/hours-texts.ts';

const row = (id: string, service_id: string, start: string, end: string) =>
  ({ id, service_id, start, end }) as HoursRow;

test('a bar knows how far its name has room, and whether another one says the same', () => {
  const { bars, lanes } = barsOf([
    row('a', 'chair-yoga', '10:00', '10:45'),
    row('b', 'marma', '11:00', '14:00'),
    row('c', 'follow-up', '11:00', '14:00'),
    row('d', 'follow-up', '11:00', '14:00'),
  ]);
  expect(lanes).toBe(3);
  expect(bars.map(({ row: { id }, free_until, has_equal }) => [id, free_until, has_equal])).toEqual([
    ['a', 11 * 60, false],
    ['b', Infinity, false],
    ['c', Infinity, true],
    ['d', Infinity, true],
  ]);
});
