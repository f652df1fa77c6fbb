import { practice } from '#content/public/practice.ts';
import type { StaffEvent } from '#contract/staff-events.schemas.ts';
import type { LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatClockRange, formatDayOf } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';

const { zone } = practice;

/** 'Sat 12 Dec, 1:00 PM - 3:00 PM'; over midnight 'Sat 12 Dec, 8:00 PM - Sun 13 Dec, 1:00 AM'. */
export function whenText({ start, end }: Pick<StaffEvent, 'start' | 'end'>): string {
  const [day, last] = [formatDayOf(start, zone), formatDayOf(end, zone)];
  if (day === last) return `${day}, ${formatClockRange(start, end, zone)}`;
  return `${day}, ${formatClock(start, zone)} - ${last}, ${formatClock(end, zone)}`;
}

/** '3 of 8', 'Open house' without a class. */
export function seatsText({ seats }: Pick<StaffEvent, 'seats'>): string {
  if (seats === null) return 'Open house';
  return seats.free === null ? `${seats.taken} booked` : `${seats.taken} of ${seats.taken + seats.free}`;
}

/** The first and the last date of an event in the practice's zone. */
export const datesOf = ({ start, end }: Pick<StaffEvent, 'start' | 'end'>): [LocalDate, LocalDate] => [
  localDateOf(start, zone),
  localDateOf(Date.parse(end) - 1, zone),
];

/** Whether it announces a class that clients cannot book at its time. */
export const isLost = ({ seats, start }: StaffEvent, now: number): boolean =>
  seats !== null && seats.free === null && Date.parse(start) > now;
