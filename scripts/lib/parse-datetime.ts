import { addDays, isLocalDate } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';

const SPELLING = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}))?$/;

/**
 * Parses 'yyyy-MM-dd' or 'yyyy-MM-ddTHH:mm' on the practice's clock; null if it is neither or the time does not exist.
 * A date alone means its start, or with `end` the end of that day.
 */
export function parseDateTime(text: string, zone: string, end = false): Date | null {
  const [, date, time] = SPELLING.exec(text) ?? [];
  if (!date || !isLocalDate(date)) return null;
  if (time === undefined) return instantOf(end ? addDays(date, 1) : date, 0, zone);
  const minutes = parseTime(time);
  return minutes === null ? null : instantOf(date, minutes, zone);
}

export const DATE_HINT = 'Write dates as 2026-12-24, or with a time as 2026-12-24T14:00.';
