import type { Notes } from '#domain/notes.ts';
import { blocksOf, type Block, type Inline, type ListBlock, type Mark } from '#domain/rich-text.ts';

/** From the outermost to the innermost: inside of code no other sign would be one. */
const AROUND: readonly (readonly [Exclude<Mark, 'code'>, string, string])[] = [
  ['bold', '**', '**'],
  ['italic', '_', '_'],
  ['strike', '~~', '~~'],
  ['underline', '<u>', '</u>'],
  ['sub', '<sub>', '</sub>'],
  ['super', '<sup>', '</sup>'],
];
type Words = Extract<Inline, { kind: 'text' }>;

/** A document as Markdown, for reading in any editor. Pictures stay as they are, pasted ones as data. */
export function markdownOf(notes: Notes): string {
  return `${blocksOf(notes).map(markdownOfBlock).join('\n\n').trim()}\n`;
}

/** What somebody typed as one line of Markdown: nothing in it is a sign of Markdown's or of HTML's. */
export function lineOf(text: string): string {
  return atLineStart(plain(text.replace(/\s+/g, ' ').trim()));
}

/** The same over several lines: each stays one, and an empty one still separates paragraphs. */
export function linesOf(text: string): string {
  return (
    text
      .split(/\r\n?|\n/)
      .map(lineOf)
      .join('\n')
      .trim()
      // Two blanks at its end keep a line from running into the next.
      .replace(/(\S)\n(?=\S)/g, '$1  \n')
      .replace(/\n{3,}/g, '\n\n')
  );
}

function markdownOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return inline(block.inlines);
    case 'heading':
      return `${'#'.repeat(block.level)} ${inline(block.inlines)}`;
    case 'quote':
      return block.lines.map((line) => `> ${inline(line)}`).join('\n');
    case 'code': {
      const fence = '`'.repeat(Math.max(3, longestRun(block.text) + 1));
      return `${fence}\n${block.text}\n${fence}`;
    }
    case 'figure':
      return `![${lineOf(block.alt)}](${target(block.src)})${block.caption ? `\n_${lineOf(block.caption)}_` : ''}`;
    case 'video':
      return `<${block.src}>`;
    case 'list':
      return list(block, '');
  }
}

function list({ list: kind, items }: ListBlock, indent: string): string {
  return items
    .map((item, index) => {
      const sign =
        kind === 'ordered' ? `${index + 1}.` : kind === 'check' ? `- [${item.checked ? 'x' : ' '}]` : '-';
      const line = `${indent}${sign} ${inline(item.inlines)}`;
      // What lies under the hundredth has to stand further in than its number is wide.
      const deeper = indent + ' '.repeat(kind === 'ordered' ? Math.max(4, sign.length + 1) : 4);
      return [line, ...item.children.map((child) => list(child, deeper))].join('\n');
    })
    .join('\n');
}

/** One line. What its neighbour would turn into a sign is marked as text there. */
function inline(inlines: readonly Inline[]): string {
  const parts = joined(inlines);
  const written = parts.map((each) => (each.kind === 'image' ? picture(each) : words(each)));
  const line = written
    // A "!" before a link would make a picture of it.
    .map((part, at) => (written[at + 1]?.startsWith('[') ? part.replace(/!$/, '\\!') : part))
    .join('')
    .trim();
  // None of the signs that we write ourselves is one of those.
  return atLineStart(line);
}

/** Neighbours that look alike are one: "**a****b**" would not be bold. */
function joined(inlines: readonly Inline[]): Inline[] {
  const parts: Inline[] = [];
  for (const each of inlines) {
    const last = parts.at(-1);
    const isAlike =
      last?.kind === 'text' &&
      each.kind === 'text' &&
      last.link === each.link &&
      last.marks.join() === each.marks.join();
    if (isAlike) parts[parts.length - 1] = { ...last, text: last.text + each.text };
    else parts.push(each);
  }
  return parts;
}

function picture({ src, alt, link }: Extract<Inline, { kind: 'image' }>): string {
  const image = `![${lineOf(alt)}](${target(src)})`;
  return link ? `[${image}](${target(link)})` : image;
}

/** Marks stand at the words, not at the blanks beside them: '** bold**' would not be bold. */
function words({ text, marks, link }: Words): string {
  // Not by one pattern for all three: in a long text with many blanks that would take hours.
  const middle = text.trim();
  if (!middle) return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  let marked = marks.includes('code') ? code(middle) : plain(middle);
  for (const [mark, open, close] of AROUND.toReversed())
    if (marks.includes(mark)) marked = open + marked + close;
  return before + (link ? `[${marked}](${target(link)})` : marked) + after;
}

/** In code nothing can be marked as text, so that the fence must be longer than any in it. */
function code(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + room + text + room + fence;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** What Markdown would read as a sign of its own, or as a character's name, is marked as text. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#~|]|&(?=#?\w+;)/g, '\\$&');
}

/** Signs that only count at the start of a line: of a list, of a rule, of a table, of a heading by underlining. */
function atLineStart(line: string): string {
  return line.replace(/^[-+=:]/, '\\$&').replace(/^(\d{1,9})(?=[.)])/, '$1\\');
}

/** An address between the brackets of a link: nothing in it ends them, or becomes another address by a name. */
function target(url: string): string {
  return url
    .replace(/[\s<>]/g, (sign) => encodeURIComponent(sign))
    .replace(/[\\()`*_[\]~|]|&(?=#?\w+;)/g, '\\$&');
}
