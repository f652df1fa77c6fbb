import type { Notes } from '#domain/notes.ts';
import { blocksOf, type Block, type Inline, type ListBlock, type Mark } from '#domain/rich-text.ts';

/** Nesting order, from the outermost: inside code no other mark is recognized. */
const AROUND: readonly (readonly [Exclude<Mark, 'code'>, string, string])[] = [
  ['bold', '**', '**'],
  ['italic', '_', '_'],
  ['strike', '~~', '~~'],
  ['underline', '<u>', '</u>'],
  ['sub', '<sub>', '</sub>'],
  ['super', '<sup>', '</sup>'],
];
type Words = Extract<Inline, { kind: 'text' }>;

/**
 * Addresses of links, each defined once at the end of a file (CommonMark 0.31 §4.7). A link may span many lines, and
 * repeating its address on each would multiply the size.
 */
type References = {
  /** The label of an address, the same for each use. */
  labelOf(url: string): string;
  /** The definitions of all labels so far; '' without any. */
  definitions(): string;
};

export function createReferences(): References {
  const labels = new Map<string, string>();
  return {
    labelOf(url) {
      const label = labels.get(url) ?? String(labels.size + 1);
      labels.set(url, label);
      return label;
    },
    definitions: () => [...labels].map(([url, label]) => `[${label}]: ${target(url)}`).join('\n'),
  };
}

/** Maximum characters of one document. A note saved under today's limits stays far below. */
const LONGEST_DOCUMENT = 10_000_000;
const CUT_SHORT = '(This note is too long for this file. All of it can be read on the site.)';

/** The writer's state: its links and the remaining characters. */
type Writing = { references: References | null; left: number };

/**
 * Converts a document to Markdown for any editor. Pictures keep their address, and pasted ones their data. Links are
 * inline; with `references` they are labels whose definitions the caller writes, since several documents may share one
 * file.
 */
export function markdownOf(notes: Notes, references: References | null = null): string {
  const writing: Writing = { references, left: LONGEST_DOCUMENT };
  const blocks: string[] = [];
  for (const block of blocksOf(notes)) {
    if (writing.left > 0) blocks.push(markdownOfBlock(block, writing));
  }
  if (writing.left <= 0) blocks.push(CUT_SHORT);
  return `${blocks.join('\n\n').trim()}\n`;
}

/** Escapes a text as one line of Markdown, so that nothing in it is read as Markdown or HTML. */
export function lineOf(text: string): string {
  return atLineStart(plain(text.replace(/\s+/g, ' ').trim()));
}

/** Escapes a text of several lines; each stays a line, and empty ones still separate paragraphs. */
export function linesOf(text: string): string {
  return (
    text
      .split(/\r\n?|\n/)
      .map(lineOf)
      .join('\n')
      .trim()
      // Two trailing spaces make a line break.
      .replace(/(\S)\n(?=\S)/g, '$1  \n')
      .replace(/\n{3,}/g, '\n\n')
  );
}

function markdownOfBlock(block: Block, writing: Writing): string {
  switch (block.kind) {
    case 'paragraph':
      return inline(block.inlines, writing);
    case 'heading':
      return `${'#'.repeat(block.level)} ${inline(block.inlines, writing)}`;
    case 'quote':
      return linesWhile(block.lines, writing, (line) => `> ${inline(line, writing)}`);
    case 'code': {
      writing.left -= block.text.length;
      const fence = '`'.repeat(Math.max(3, longestRun(block.text) + 1));
      return `${fence}\n${block.text}\n${fence}`;
    }
    case 'figure':
      return `![${lineOf(block.alt)}](${target(block.src)})${block.caption ? `\n_${lineOf(block.caption)}_` : ''}`;
    case 'video':
      return `<${block.src}>`;
    case 'list':
      return list(block, '', writing);
  }
}

/** One line per item, while there is room. */
function linesWhile<T>(
  items: readonly T[],
  writing: Writing,
  write: (item: T, index: number) => string,
): string {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) if (writing.left > 0) lines.push(write(item, index));
  return lines.join('\n');
}

function list({ list: kind, items }: ListBlock, indent: string, writing: Writing): string {
  return linesWhile(items, writing, (item, index) => {
    const sign =
      kind === 'ordered' ? `${index + 1}.` : kind === 'check' ? `- [${item.checked ? 'x' : ' '}]` : '-';
    const line = `${indent}${sign} ${inline(item.inlines, writing)}`;
    writing.left -= indent.length;
    // Content below item 100 must be indented further than its number is wide.
    const deeper = indent + ' '.repeat(kind === 'ordered' ? Math.max(4, sign.length + 1) : 4);
    return [line, ...item.children.map((child) => list(child, deeper, writing))].join('\n');
  });
}

/** One line. Escapes characters that the adjacent text would turn into marks. */
function inline(inlines: readonly Inline[], writing: Writing): string {
  const parts = joined(inlines);
  const written = parts.map((each) =>
    each.kind === 'image' ? picture(each, writing) : words(each, writing),
  );
  const line = written
    // A "!" before a link would turn it into a picture.
    .map((part, at) => (written[at + 1]?.startsWith('[') ? part.replace(/!$/, '\\!') : part))
    .join('')
    .trim();
  writing.left -= line.length + 1;
  // Excludes the marks that this function writes itself.
  return atLineStart(line);
}

/** Merges adjacent runs with equal attributes: "**a****b**" would not be bold. */
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

function picture({ src, alt, link }: Extract<Inline, { kind: 'image' }>, { references }: Writing): string {
  const image = `![${lineOf(alt)}](${target(src)})`;
  return link ? `[${image}]${destination(link, references)}` : image;
}

/** Places marks at the text, not at surrounding spaces: '** bold**' would not be bold. */
function words({ text, marks, link }: Words, { references }: Writing): string {
  // Not one pattern for all three parts: on a long text with many spaces that would take hours.
  const middle = text.trim();
  if (!middle) return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  let marked = marks.includes('code') ? code(middle) : plain(middle);
  for (const [mark, open, close] of AROUND.toReversed())
    if (marks.includes(mark)) marked = open + marked + close;
  return before + (link ? `[${marked}]${destination(link, references)}` : marked) + after;
}

/** Code cannot contain escapes, so the fence must be longer than any inside. */
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

/** Escapes characters that Markdown would read as marks or as character references. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#~|]|&(?=#?\w+;)/g, '\\$&');
}

/** Characters that only count at the start of a line: of lists, rules, tables and underlined headings. */
function atLineStart(line: string): string {
  return line.replace(/^[-+=:]/, '\\$&').replace(/^(\d{1,9})(?=[.)])/, '$1\\');
}

function destination(url: string, references: References | null): string {
  return references ? `[${references.labelOf(url)}]` : `(${target(url)})`;
}

/** Escapes an address inside a link, so that nothing in it ends the link or is read as a character reference. */
function target(url: string): string {
  return url
    .replace(/[\s<>]/g, (sign) => encodeURIComponent(sign))
    .replace(/[\\()`*_[\]~|]|&(?=#?\w+;)/g, '\\$&');
}
