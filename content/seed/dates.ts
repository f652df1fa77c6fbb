import { addDays, dayOfWeek, weekOfMonth } from '#domain/time/calendar.ts';
import type { DateRef } from './types.ts';

/** The date (yyyy-MM-dd) of a relative date on this seed day (yyyy-MM-dd, in the practice's zone). */
export function dateOf(ref: DateRef, seedDay: string): string {
  if ('day_offset' in ref) return addDays(seedDay, ref.day_offset);
  if ('week' in ref) {
    const ahead = (ref.weekday - dayOfWeek(seedDay) + 7) % 7 || 7;
    // week -1 is the last such weekday before the seed day: on the same weekday, exactly a week ago
    const first = addDays(seedDay, ahead);
    const behind = (dayOfWeek(seedDay) - ref.weekday + 7) % 7 || 7;
    return ref.week >= 0 ? addDays(first, ref.week * 7) : addDays(seedDay, -behind + (ref.week + 1) * 7);
  }
  const skip = ref.skip ?? 0;
  const step = skip < 0 ? -1 : 1;
  let left = skip < 0 ? -skip - 1 : skip;
  for (let day = 1; ; day += 1) {
    const date = addDays(seedDay, step * day);
    if (dayOfWeek(date) !== ref.weekday || weekOfMonth(date) !== ref.week_of_month) continue;
    if (left === 0) return date;
    left -= 1;
  }
}
