/** A search in what staff have written, whatever the case and the accents. */
import type { Delta } from '#domain/text/notes.ts';

/** What stands around the first word that was found. */
export type Excerpt = { before: string; match: string; after: string };

const AROUND = 80;

const MARKS = /^\p{M}*$/u;

/** Of the same length, so that a place in the folded text is that place in the text. */
function foldOne(character: string): string {
  const parts = character.normalize('NFD');
  const folded = (MARKS.test(parts.slice(1)) ? parts[0]! : character).toLowerCase();
  return folded.length === 1 ? folded : character;
}
const fold = (text: string): string => text.replace(/[A-Z\u0080-\uffff]/g, foldOne);

/** Returns the words of a query in the form in which `findWords` looks for them. */
export const wordsToFind = (query: string): string[] =>
  fold(query.normalize('NFC')).split(/\s+/).filter(Boolean);

/** Returns the text of a document in one line. */
export const textOf = ({ ops }: Delta): string =>
  ops
    .map(({ insert }) => (typeof insert === 'string' ? insert : ' '))
    .join('')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** Finds all words in a text, and returns what stands around the first of them; null if one is missing. */
export function findWords(text: string, words: readonly string[]): Excerpt | null {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word));
  if (places.length === 0 || places.some((place) => place < 0)) return null;
  const start = Math.min(...places);
  const end = start + words[places.indexOf(start)]!.length;
  const [from, until] = [Math.max(0, start - AROUND), end + AROUND];
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    match: text.slice(start, end),
    after: `${text.slice(end, until)}${until < text.length ? '…' : ''}`,
  };
}
