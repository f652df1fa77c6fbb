/** A birthdate is a calendar date; no time zone ever shifts it (rules.md §3). */
import { isLocalDate } from '#domain/time/calendar.ts';
import { formatCalendarDate, INVALID_DATE } from '#domain/time/date-formats.ts';

type BirthdateAnswer = { ok: true; date: string } | { ok: false; message: string };

const EARLIEST = '1900-01-01';

/**
 * Normalises YYYY-MM-DD, an ISO instant or M/D/YYYY to YYYY-MM-DD (product.md §5.7.2). Null if it is not a real date.
 */
export function normaliseBirthdate(text: string): string | null {
  const trimmed = text.trim();
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(trimmed);
  const date = us
    ? `${us[3]}-${us[1]!.padStart(2, '0')}-${us[2]!.padStart(2, '0')}`
    : trimmed.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1');
  return isLocalDate(date) ? date : null;
}

/** Accepts a real date in the past, from 1900 on (rules.md §3). `today` is the practice's date. */
export function validateBirthdate(text: string, today: string): BirthdateAnswer {
  const date = normaliseBirthdate(text);
  if (!date || date < EARLIEST) return { ok: false, message: 'Please enter a valid birthday' };
  if (date >= today) return { ok: false, message: 'Birthday must be in the past' };
  return { ok: true, date };
}

/** Formats a birthdate for Settings: 'Jan 5, 1990', read in UTC, or 'Invalid Date' (product.md §2.17). */
export function formatBirthdate(birthdate: string | null | undefined): string {
  const date = normaliseBirthdate(birthdate ?? '');
  return date ? formatCalendarDate(date) : INVALID_DATE;
}

/** Returns the age in whole years on a date. Who was born on 29 February is a year older on 1 March. */
export function ageOn(birthdate: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return date.slice(5) < birthdate.slice(5) ? years - 1 : years;
}
