/**
 * Turns rich text into a tree of blocks for a renderer, never into HTML (rules.md §8). A Delta is flat, and the line
 * end carries the format of its line: lines are collected first, then neighbours become lists, quotes and code.
 */
import {
  IMAGE_BLOCK,
  type Attributes,
  type ImageBlock,
  type Notes,
  type Op,
  parseNotes,
} from '#domain/text/notes.ts';
import type { DocumentKind } from '#domain/text/safe-sources.ts';

export type Mark = 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'sub' | 'super';
/** width in pixels */
export type Inline =
  | { kind: 'text'; text: string; marks: readonly Mark[]; link?: string }
  | { kind: 'image'; src: string; alt: string; width?: number; link?: string };
type Align = 'center' | 'right' | 'justify';
type ListItem = { inlines: Inline[]; checked?: boolean; children: ListBlock[] };
export type ListBlock = { kind: 'list'; list: 'ordered' | 'bullet' | 'check'; items: ListItem[] };
export type Block =
  | { kind: 'paragraph'; inlines: Inline[]; align?: Align; indent?: number }
  | { kind: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; inlines: Inline[]; align?: Align }
  | { kind: 'quote'; lines: Inline[][] }
  | { kind: 'code'; text: string }
  | ListBlock
  /** The custom image block of the blog. */
  | { kind: 'figure'; src: string; alt: string; caption: string; width?: number }
  /** src: the embed address at one of the two video hosts. */
  | { kind: 'video'; src: string };

type Line = { inlines: Inline[]; attributes: Attributes };
type ListLine = { line: Line; indent: number; list: ListBlock['list'] };

const MARKS = ['bold', 'italic', 'underline', 'strike', 'code'] as const;

/**
 * Returns the blocks of a document in any form that parseNotes accepts, which also makes links, images and videos safe
 * (product.md §5.12). By default nothing of it is loaded from anywhere: pictures of other hosts and videos are links. Empty
 * lines stay as empty paragraphs, except at the end.
 */
export function blocksOf(notes: Notes, kind: DocumentKind = 'SELF_CONTAINED'): Block[] {
  const blocks: Block[] = [];
  let lines: Line[] = [];
  let inlines: Inline[] = [];
  let afterBlock = false;
  const endLine = (attributes: Attributes) => {
    lines.push({ inlines, attributes });
    inlines = [];
  };
  const endRun = () => {
    append(blocks, blocksOfLines(lines));
    lines = [];
  };
  for (const op of parseNotes(notes, kind).ops) {
    if (typeof op.insert === 'string') {
      // An embedded block has its own line, so the line end after it is not an empty paragraph.
      const text = afterBlock && op.insert.startsWith('\n') ? op.insert.slice(1) : op.insert;
      afterBlock = false;
      const parts = text.split('\n');
      parts.forEach((part, index) => {
        if (part) inlines.push(textOf(part, op.attributes));
        if (index < parts.length - 1) endLine(op.attributes ?? {});
      });
      continue;
    }
    const block = embeddedBlock(op);
    afterBlock = block !== null;
    if (!block) {
      inlines.push(imageOf(op));
      continue;
    }
    if (inlines.length > 0) endLine({});
    endRun();
    blocks.push(block);
  }
  if (inlines.length > 0) endLine({});
  endRun();
  while (isEmptyParagraph(blocks.at(-1))) blocks.pop();
  return blocks;
}

/** Returns the blocks of a post. Its title is the h1 of the page, so the largest heading of the document becomes an h2. */
export function articleBlocksOf(content: Notes): Block[] {
  const blocks = blocksOf(content, 'ARTICLE');
  const largest = Math.min(...blocks.map((block) => (block.kind === 'heading' ? block.level : 6)));
  return blocks.map((block) =>
    block.kind === 'heading'
      ? { ...block, level: (block.level - largest + 1) as 1 | 2 | 3 | 4 | 5 | 6 }
      : block,
  );
}

/** Appends one by one, because a note may have more lines than a call may have arguments. */
function append<T>(items: T[], more: readonly T[]): void {
  for (const each of more) items.push(each);
}

const isEmptyParagraph = (block: Block | undefined) =>
  block?.kind === 'paragraph' && block.inlines.length === 0;

function textOf(text: string, attributes: Attributes = {}): Inline {
  const marks: Mark[] = MARKS.filter((mark) => attributes[mark] === true);
  if (attributes['script'] === 'sub' || attributes['script'] === 'super') marks.push(attributes['script']);
  return withLink({ kind: 'text', text, marks }, attributes);
}

function imageOf({ insert, attributes = {} }: Op): Inline {
  const src = (insert as { image: string }).image;
  const alt = typeof attributes['alt'] === 'string' ? attributes['alt'] : '';
  const image: Inline = { kind: 'image', src, alt };
  if (typeof attributes['width'] === 'number') image.width = attributes['width'];
  return withLink(image, attributes);
}

function withLink(inline: Inline, attributes: Attributes): Inline {
  if (typeof attributes['link'] === 'string') inline.link = attributes['link'];
  return inline;
}

function embeddedBlock({ insert }: Op): Block | null {
  const embed = insert as { video?: string; [IMAGE_BLOCK]?: ImageBlock };
  if (embed.video) return { kind: 'video', src: embed.video };
  const figure = embed[IMAGE_BLOCK];
  if (!figure) return null;
  const { url, ...rest } = figure;
  return { kind: 'figure', src: url, ...rest };
}

function blocksOfLines(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const kind = kindOf(lines[at]!);
    let end = at + 1;
    if (kind !== 'single') while (end < lines.length && kindOf(lines[end]!) === kind) end++;
    const run = lines.slice(at, end);
    if (kind === 'list') append(blocks, listsOf(run.map(listLine)));
    else if (kind === 'quote') blocks.push({ kind: 'quote', lines: run.map((line) => line.inlines) });
    else if (kind === 'code') blocks.push({ kind: 'code', text: run.map(rawText).join('\n') });
    else blocks.push(singleBlock(lines[at]!));
    at = end;
  }
  return blocks;
}

function kindOf({ attributes }: Line): 'list' | 'quote' | 'code' | 'single' {
  if (attributes['list']) return 'list';
  if (attributes['code-block']) return 'code';
  return attributes['blockquote'] ? 'quote' : 'single';
}

const rawText = (line: Line) =>
  line.inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');

function singleBlock({ inlines, attributes }: Line): Block {
  const align = attributes['align'] as Align | undefined;
  const aligned = align ? { align } : {};
  const level = attributes['header'] as 1 | 2 | 3 | 4 | 5 | 6 | undefined;
  if (level) return { kind: 'heading', level, inlines, ...aligned };
  const indent = attributes['indent'] as number | undefined;
  return { kind: 'paragraph', inlines, ...aligned, ...(indent ? { indent } : {}) };
}

function listLine(line: Line): ListLine {
  const list = line.attributes['list'];
  return {
    line,
    indent: (line.attributes['indent'] as number | undefined) ?? 0,
    list: list === 'ordered' || list === 'bullet' ? list : 'check',
  };
}

/**
 * Turns lines of one level into items and deeper lines into children of the item before. Another list type begins a new
 * block.
 */
function listsOf(lines: readonly ListLine[]): ListBlock[] {
  const lists: ListBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const { line, indent, list } = lines[at]!;
    let end = at + 1;
    while (end < lines.length && lines[end]!.indent > indent) end++;
    const item: ListItem = { inlines: line.inlines, children: listsOf(lines.slice(at + 1, end)) };
    if (list === 'check') item.checked = line.attributes['list'] === 'checked';
    const last = lists.at(-1);
    if (last?.list === list) last.items.push(item);
    else lists.push({ kind: 'list', list, items: [item] });
    at = end;
  }
  return lists;
}
