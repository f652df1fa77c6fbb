/** How staff narrow and order the list of clients (rules.md §9). */
import { parseEmail } from '#domain/people/email.ts';
import { addMonths, type LocalDate, yearMonthOf } from '#domain/time/calendar.ts';
import { cleanLine } from '#domain/text/typed-text.ts';

export const CLIENT_FILTERS = [
  'UPCOMING',
  'FIRST_VISIT',
  'NOT_SEEN',
  'BALANCE',
  'FORMS_MISSING',
  'HOUSE_CALLS',
  'NO_LOGIN',
] as const;
export type ClientFilter = (typeof CLIENT_FILTERS)[number];

export const CLIENT_SORTS = ['LAST_VISIT', 'NEXT_VISIT', 'NAME'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** After so many months without a visit a client counts as not seen. */
const NOT_SEEN_MONTHS = 3;

/** Returns the date three months before: the same day of the month, or the last one of a shorter month. */
export function notSeenSince(today: LocalDate): LocalDate {
  const { year, month } = addMonths(yearMonthOf(today), -NOT_SEEN_MONTHS);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Math.min(Number(today.slice(8)), days);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** More words do not narrow the list. */
const MOST_WORDS = 6;
const WORD = /[^\p{P}\p{S}\p{Z}\p{C}]/u;

/**
 * Returns the words that a search looks for, in any order, in names and e-mail addresses. The key of a name has no punctuation
 * (search_key in the database), so words of nothing else are left out, unless there are no others.
 */
export function searchedWords(text: string): string[] {
  const email = text.includes('@') ? parseEmail(text) : null;
  const words = email === null ? cleanLine(text).split(/[\s,;]+/) : [email];
  const seen = words.filter((word) => WORD.test(word));
  return (seen.length > 0 ? seen : words.filter(Boolean)).slice(0, MOST_WORDS);
}

/** Returns the parts of a word that other records may write apart: O’Neill as O Neill, Anne-Marie as Anne Marie. */
export const partsOfWord = (word: string): string[] =>
  word.includes('@') ? [word] : word.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

/**
 * Returns the orders in which another record may have the words of a name: 'Quintero, Dolores' is Dolores Quintero. None for a
 * single word, because a first name alone identifies no client.
 */
export function nameOrders(first_name: string, last_name: string): string[] {
  const words = searchedWords(`${first_name} ${last_name}`);
  return words.length < 2 ? [] : words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '));
}
