import { normaliseDelta, type Delta, type Op, parseNotes } from '#domain/notes.ts';
import { inlineMarkdownOps } from '#domain/simple-markdown.ts';

/**
 * Reads a rich text from a file: a Delta's JSON unchanged, else simple Markdown: # headings, - and 1. lists, > quotes,
 * **bold**, _italic_, [text](address). Anything else is a paragraph.
 */
export function documentFromText(text: string): Delta {
  if (/^\s*\{\s*"ops"/.test(text)) return normaliseDelta(parseNotes(text), 'NOTE');
  const ops = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap(opsOfLine);
  return normaliseDelta({ ops }, 'NOTE');
}

const LINES: readonly [RegExp, (match: RegExpExecArray) => Record<string, unknown>][] = [
  [/^(#{1,6})\s+(.*)$/, (match) => ({ header: match[1]!.length })],
  [/^\s*([-*•])\s+(.*)$/, () => ({ list: 'bullet' })],
  [/^\s*(\d+[.)])\s+(.*)$/, () => ({ list: 'ordered' })],
  [/^\s*(>)\s*(.*)$/, () => ({ blockquote: true })],
];

function opsOfLine(line: string): Op[] {
  for (const [pattern, attributes] of LINES) {
    const match = pattern.exec(line);
    if (match) return [...inlineMarkdownOps(match[2]!), { insert: '\n', attributes: attributes(match) }];
  }
  return [...inlineMarkdownOps(line.trim()), { insert: '\n' }];
}
