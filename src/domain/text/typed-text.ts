/**
 * What a person types or pastes (decision 0058): one policy for fields, calls, search and the duplicate question. What
 * copying brings along is cleaned, nothing visible is lost, and only what cannot be stored is refused.
 */

/** Line ends of all systems, of word processors and of Unicode. */
const SEPARATORS = '\x1C-\x1E';
const LINE_ENDS = new RegExp(`\\r\\n?|[\\v\\f${SEPARATORS}\\u0085\\u2028\\u2029]`, 'g');
/** Nothing in a text of these characters has to be cleaned. */
const PLAIN = /^[\n -~]*$/;
/** Invisible characters. The ranges are marks of format that are visible (the Arabic number sign). */
const INVISIBLE =
  '(?![\\n\\0\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}])' +
  '[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\uFFFC]';
/** Where an invisible character changes what is seen: flags of regions, keycaps, the look of an emoji or a Han letter. */
const SEQUENCE =
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}|[#*\\d]\\uFE0F\\u20E3|' +
  '[\\p{Extended_Pictographic}\\p{sc=Han}\\p{sc=Mongolian}][\\uFE00-\\uFE0F\\u180B-\\u180D\\u{E0100}-\\u{E01EF}]';
const CLEANED = new RegExp(`(${SEQUENCE}|[\\u200C\\u200D])|${INVISIBLE}`, 'gu');
const JOINED = '\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}';
/** A joiner that joins nothing. Between letters and in emojis of several people, joiners are seen. */
const LONE_JOINER = new RegExp(`(?<![${JOINED}])[\\u200C\\u200D]|[\\u200C\\u200D](?![${JOINED}])`, 'gu');
/** More accents than this on one letter reach into the lines around it. */
const MOST_ACCENTS = 4;
const TOO_MANY_ACCENTS = new RegExp(`(?<=\\p{M}{${MOST_ACCENTS}})\\p{M}+`, 'gu');

/** Cleans text as part of a document: every line end is a line feed, and what is never visible goes. */
export function cleanDocumentText(typed: string): string {
  const text = typed.replace(LINE_ENDS, '\n');
  if (PLAIN.test(text)) return text;
  return text
    .replace(CLEANED, (char, kept?: string) => kept ?? (char === '\t' ? char : ''))
    .replace(LONE_JOINER, '');
}

/** Cleans text of several lines: as a document, trimmed, tabs as blanks. */
export const cleanLines = (typed: string): string => cleanDocumentText(typed).replaceAll('\t', ' ').trim();

/** Cleans one line: line ends and every run of blanks are one blank. */
export const cleanLine = (typed: string): string => cleanDocumentText(typed).replace(/\s+/g, ' ').trim();

/** Cleans the name of a person: one line in which everything is seen, '' if nothing is. */
export const cleanName = (typed: string): string =>
  cleanLine(typed.replaceAll('\u2800', ' '))
    .replace(/(^| )\p{M}+/gu, '$1')
    .replace(TOO_MANY_ACCENTS, '')
    .trim();

/** True unless PostgreSQL and JSON cannot carry the text: NUL and half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);
export const NOT_STORABLE = 'This text contains a character that cannot be stored.';
