import type { Notes } from '#domain/text/notes.ts';
import { blocksOf, type Block, type Inline, type ListBlock, type Mark } from '#domain/text/rich-text.ts';

/** Nesting order, from the outermost: inside code no other mark is recognized. */
const AROUND: readonly (readonly [Exclude<Mark, 'code'>, string, string])[] = [
  ['bold', '**', '**'],
  ['italic', '_', '_'],
  ['strike', '~~', '~~'],
  ['underline', '<u>', '</u>'],
  ['sub', '<sub>', '</sub>'],
  ['super', '<sup>', '</sup>'],
];
type TextRun = Extract<Inline, { kind: 'text' }>;

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

/** One line. */
function inline(inlines: readonly Inline[], writing: Writing): string {
  const line = createLine();
  for (const each of joined(inlines)) {
    if (each.kind === 'image') line.add('', picture(each, writing), '', []);
    else addTextRun(line, each, writing);
  }
  const text = line.end().trim();
  writing.left -= text.length + 1;
  // Excludes the marks that this function writes itself.
  return atLineStart(text);
}

type Around = (typeof AROUND)[number];
type Line = {
  /** Blanks stay outside of marks: "** bold**" would not be bold. */
  add(before: string, text: string, after: string, marks: readonly Around[]): void;
  end(): string;
};
type Token = { kind: 'text' | 'open' | 'close'; text: string };

/** Collects a line. A mark stays open across texts that share it: "**a****b**" would not be bold. */
function createLine(): Line {
  const tokens: Token[] = [];
  let open: readonly Around[] = [];
  let blank = '';

  const push = (kind: Token['kind'], text: string) => void (text !== '' && tokens.push({ kind, text }));
  const add: Line['add'] = (before, text, after, marks) => {
    blank += before;
    if (text !== '') {
      const shared = sharedLength(open, marks);
      for (const [, , close] of open.slice(shared).reverse()) push('close', close);
      push('text', blank);
      // A "!" before a link would turn it into a picture.
      const last = tokens.at(-1);
      if (last?.kind === 'text' && text.startsWith('[')) last.text = last.text.replace(/!$/, '\\!');
      for (const [, mark] of marks.slice(shared)) push('open', mark);
      push('text', text);
      open = marks;
      blank = '';
    }
    blank += after;
  };
  return {
    add,
    end() {
      for (const [, , close] of open.toReversed()) push('close', close);
      push('text', blank);
      separateMarks(tokens);
      return tokens.map(({ text }) => text).join('');
    },
  };
}

function sharedLength(one: readonly Around[], other: readonly Around[]): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/**
 * A mark between a letter and a sign does not count, and a "_" inside of a word never does (CommonMark 0.31 §6.2): in
 * "a**(b)**c" nothing is bold. Such a letter is written by its number, which ends and begins with a sign. Closing marks go
 * first to last and opening ones last to first, because a letter written so is a sign for the marks on its other side.
 */
function separateMarks(tokens: readonly Token[]): void {
  tokens.forEach(({ kind, text }, at) => {
    const next = tokens[at + 1];
    if (kind !== 'close' || next?.kind !== 'text') return;
    const inside = tokens[at - 1]!;
    if (needsSignOutside(text, inside.kind === 'close' || isSign(lastOf(inside.text))))
      next.text = byNumber(firstOf(next.text)) + next.text.slice(firstOf(next.text).length);
  });
  for (let at = tokens.length - 1; at > 0; at--) {
    const { kind, text } = tokens[at]!;
    const before = tokens[at - 1]!;
    if (kind !== 'open' || before.kind !== 'text') continue;
    const inside = tokens[at + 1]!;
    if (needsSignOutside(text, inside.kind === 'open' || isSign(firstOf(inside.text)))) {
      const last = lastOf(before.text);
      before.text = before.text.slice(0, before.text.length - last.length) + byNumber(last);
    }
  }
}

/** Tags, which begin with "<", count anywhere. */
const needsSignOutside = (mark: string, hasSignInside: boolean): boolean =>
  !mark.startsWith('<') && (mark === '_' || hasSignInside);

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0)!);
const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1)!;
const isSign = (letter: string): boolean => /[\p{P}\p{S}]/u.test(letter);
/** Blanks and signs stay; symbols are signs only in newer readers. */
const byNumber = (letter: string): string =>
  /[\p{P}\p{Zs}\t\n\f\r!-/:-@[-`{-~]/u.test(letter) ? letter : `&#${letter.codePointAt(0)};`;

/** Merges adjacent runs with equal attributes. */
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

function addTextRun(line: Line, { text, marks, link }: TextRun, { references }: Writing): void {
  // Not one pattern for all three parts: on a long text with many spaces that would take hours.
  const middle = text.trim();
  if (!middle) {
    line.add(text, '', '', []);
    return;
  }
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  const written = marks.includes('code') ? code(middle) : plain(middle);
  const around = AROUND.filter(([mark]) => marks.includes(mark));
  if (!link) line.add(before, written, after, around);
  else {
    const words = createLine();
    words.add('', written, '', around);
    line.add(before, `[${words.end()}]${destination(link, references)}`, after, []);
  }
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
