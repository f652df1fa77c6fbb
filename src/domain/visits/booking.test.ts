import { describe, expect, test } from 'vitest';
import { badgeColour, bookingsOnDay, isPast, upcomingBookings } from '#domain/visits/booking.ts';

const NOW = new Date('2026-05-07T16:00:00Z');
const booking = (id: string, start_time: string, status = 'CONFIRMED', hours = 1) => ({
  id,
  status,
  start_time,
  end_time: new Date(Date.parse(start_time) + hours * 3_600_000).toISOString(),
});
const ids = (bookings: { id: string }[]) => bookings.map((each) => each.id);

test.each([
  ['CONFIRMED', 'green'],
  ['PENDING', 'yellow'],
  ['CANCELLED', 'red'],
  ['COMPLETED', 'blue'],
  ['WAITLISTED', 'purple'],
  ['NO_SHOW', 'grey'],
  ['SOMETHING', 'grey'],
  ['toString', 'grey'],
])('%s has a %s badge', (status, colour) => expect(badgeColour(status)).toBe(colour));

describe('upcoming and past', () => {
  const bookings = [
    booking('later', '2026-05-20T14:00:00Z'),
    booking('soon', '2026-05-08T14:00:00Z'),
    booking('cancelled', '2026-05-09T14:00:00Z', 'CANCELLED'),
    booking('pending', '2026-05-09T15:00:00Z', 'PENDING'),
    booking('running', '2026-05-07T15:30:00Z'),
    booking('just over', '2026-05-07T15:00:00Z'),
    booking('old', '2026-01-07T15:00:00Z', 'COMPLETED'),
  ];
  test('upcoming: CONFIRMED, in the future, by start', () => {
    expect(ids(upcomingBookings(bookings, NOW))).toEqual(['soon', 'later']);
  });
  test('past: the end has passed', () => {
    expect(ids(bookings.filter((each) => isPast(each, NOW)))).toEqual(['just over', 'old']);
  });
});

test("a day's bookings are placed by start_time in the practice zone", () => {
  const bookings = [
    booking('b', '2026-05-08T03:30:00Z', 'PENDING'),
    booking('a', '2026-05-07T13:00:00Z'),
    booking('c', '2026-05-08T04:00:00Z'),
  ];
  expect(ids(bookingsOnDay(bookings, '2026-05-07', 'America/New_York'))).toEqual(['a', 'b']);
});
