import { type Delta, isEmptyNote, normaliseDelta, type Notes, parseNotes } from '#domain/text/notes.ts';
import type { DocumentKind } from '#domain/text/safe-sources.ts';

/** A stored note as the editor's document; an empty document without a note. */
export const toDelta = (notes: Notes, kind: DocumentKind = 'NOTE'): Delta =>
  normaliseDelta(parseNotes(notes), kind);

/** True if two notes have the same content, except for line ends at the end, which every editor adds. */
export function isSameNote(a: Notes, b: Notes, kind?: DocumentKind): boolean {
  return a === b || textOf(a, kind) === textOf(b, kind);
}

function textOf(notes: Notes, kind?: DocumentKind): string {
  if (isEmptyNote(notes)) return '';
  const { ops } = toDelta(notes, kind);
  const last = ops.at(-1);
  if (last && typeof last.insert === 'string' && !last.attributes) {
    const insert = withoutLineEnds(last.insert);
    return JSON.stringify(insert === '' ? ops.slice(0, -1) : [...ops.slice(0, -1), { ...last, insert }]);
  }
  return JSON.stringify(ops);
}

/** A loop, because the regular expression would take quadratic time. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
