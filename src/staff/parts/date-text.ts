import { practice } from '#content/public/practice.ts';
import { formatDay, formatDayMonth } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';

const { zone } = practice;

/** 'Tue 8 Dec', in another year '8 Dec 2025' */
export function dateText(at: string, now: Date | null): string {
  const date = localDateOf(at, zone);
  const today = now === null ? null : localDateOf(now, zone);
  if (today === date) return 'Today';
  return today !== null && date.slice(0, 4) !== today.slice(0, 4)
    ? `${formatDayMonth(date)} ${date.slice(0, 4)}`
    : formatDay(date);
}

/** As dateText, inside a sentence: 'Published today.' */
export const dateInSentence = (at: string, now: Date | null): string =>
  dateText(at, now).replace('Today', 'today');
