import type { Notes } from '#domain/notes.ts';
import { blocksOf, type Block, type Inline, type ListBlock, type Mark } from '#domain/rich-text.ts';

const AROUND: Readonly<Record<Mark, readonly [string, string]>> = {
  code: ['`', '`'],
  bold: ['**', '**'],
  italic: ['_', '_'],
  strike: ['~~', '~~'],
  underline: ['<u>', '</u>'],
  sub: ['<sub>', '</sub>'],
  super: ['<sup>', '</sup>'],
};

/** A document as Markdown, for reading in any editor. Pictures stay as they are, pasted ones as data. */
export function markdownOf(notes: Notes): string {
  return `${blocksOf(notes).map(markdownOfBlock).join('\n\n').trim()}\n`;
}

function markdownOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return inline(block.inlines);
    case 'heading':
      return `${'#'.repeat(block.level)} ${inline(block.inlines)}`;
    case 'quote':
      return block.lines.map((line) => `> ${inline(line)}`).join('\n');
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``;
    case 'figure':
      return `![${plain(block.alt)}](${block.src})${block.caption ? `\n_${plain(block.caption)}_` : ''}`;
    case 'video':
      return `<${block.src}>`;
    case 'list':
      return list(block, 0);
  }
}

function list({ list: kind, items }: ListBlock, depth: number): string {
  return items
    .map((item, index) => {
      const sign =
        kind === 'ordered' ? `${index + 1}.` : kind === 'check' ? `- [${item.checked ? 'x' : ' '}]` : '-';
      const line = `${'    '.repeat(depth)}${sign} ${inline(item.inlines)}`;
      return [line, ...item.children.map((child) => list(child, depth + 1))].join('\n');
    })
    .join('\n');
}

function inline(inlines: readonly Inline[]): string {
  return inlines.map((each) => (each.kind === 'image' ? picture(each) : words(each))).join('');
}

function picture({ src, alt, link }: Extract<Inline, { kind: 'image' }>): string {
  const image = `![${plain(alt)}](${src})`;
  return link ? `[${image}](${link})` : image;
}

/** Marks stand at the words, not at the blanks beside them: '** bold**' would not be bold. */
function words({ text, marks, link }: Extract<Inline, { kind: 'text' }>): string {
  const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (!middle) return text;
  let marked = marks.includes('code') ? middle : plain(middle);
  for (const mark of marks) marked = AROUND[mark][0] + marked + AROUND[mark][1];
  return before + (link ? `[${marked}](${link})` : marked) + after;
}

/** What Markdown would read as a sign of its own is marked as text. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&');
}
