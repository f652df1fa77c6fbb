import type { Op } from '#domain/text/notes.ts';

const INLINE = /\*\*(.+?)\*\*|(?<![\p{L}\d])_(.+?)_(?![\p{L}\d])|\[([^\]]+)\]\(([^)\s]+)\)/gu;

/** Parses one line: **two stars** make bold, _underscores_ italic, and [text](address) a link. */
export function inlineMarkdownOps(text: string): Op[] {
  const ops: Op[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) ops.push({ insert: text.slice(end, match.index) });
    const [whole, bold, italic, label, link] = match;
    if (bold !== undefined) ops.push({ insert: bold, attributes: { bold: true } });
    else if (italic !== undefined) ops.push({ insert: italic, attributes: { italic: true } });
    else ops.push({ insert: label!, attributes: { link } });
    end = match.index + whole.length;
  }
  if (end < text.length) ops.push({ insert: text.slice(end) });
  return ops;
}
