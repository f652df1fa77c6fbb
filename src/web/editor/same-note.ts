import { type Delta, isEmptyNote, normaliseDelta, type Notes, parseNotes } from '#domain/text/notes.ts';

/** A stored note as the editor's document; an empty document without a note. */
export const toDelta = (notes: Notes): Delta => normaliseDelta(parseNotes(notes));

/** True if two notes have the same content, except for line ends at the end, which every editor adds. */
export function isSameNote(a: Notes, b: Notes): boolean {
  return a === b || textOf(a) === textOf(b);
}

function textOf(notes: Notes): string {
  if (isEmptyNote(notes)) return '';
  const { ops } = toDelta(notes);
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
