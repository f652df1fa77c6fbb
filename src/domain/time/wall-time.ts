/** Times of day on the practice's wall clock. */

/** Minutes since local midnight, 0..1440. */
export type LocalMinutes = number;

/** Formats as 'h:mm AM/PM' (product.md §3.4); 1440 is midnight. */
export function formatTime(minutes: LocalMinutes): string {
  const hour = Math.floor(minutes / 60) % 24;
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Formats as 'HH:mm', the form of rules and of time fields; 1440 is '24:00'. */
export const clock24 = (minutes: LocalMinutes): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The text for a time that does not exist on its day. */
export const SKIPPED_TIME = 'The clock skips this time on that day.';

/** Parses 'h:mm AM/PM' or 'HH:mm[:ss]' to minutes; null for anything else. '24:00' is 1440. */
export function parseTime(text: string): LocalMinutes | null {
  const match = /^\s*(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*$/i.exec(text);
  if (!match) return null;
  const minute = +match[2]!;
  let hour = +match[1]!;
  if (minute > 59) return null;
  if (match[3]) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/^p/i.test(match[3]) ? 12 : 0);
  } else if (hour > 24 || (hour === 24 && minute > 0)) return null;
  return hour * 60 + minute;
}

/** Converts a time of day to 'h:mm AM/PM'. Returns any other text unchanged. */
export function inTwelveHours(time: string): string {
  const minutes = parseTime(time);
  return minutes === null ? time : formatTime(minutes);
}
