import type { Delta, Op } from '#domain/text/notes.ts';
import { inlineMarkdownOps } from '#domain/text/simple-markdown.ts';

/**
 * A small notation for rich text, so that posts and notes can be edited here as prose: each line is simple Markdown, and
 * `doc` compiles the blocks to Quill ops (product.md §3.6).
 */
type Block = Op[];

function line(text: string, attributes?: Record<string, unknown>): Op[] {
  return [...inlineMarkdownOps(text), attributes ? { insert: '\n', attributes } : { insert: '\n' }];
}

export const p = (text: string): Block => line(text);
export const h2 = (text: string): Block => line(text, { header: 2 });
export const h3 = (text: string): Block => line(text, { header: 3 });
export const quote = (text: string): Block => line(text, { blockquote: true });
export const bullets = (...items: string[]): Block => items.flatMap((item) => line(item, { list: 'bullet' }));
export const numbered = (...items: string[]): Block =>
  items.flatMap((item) => line(item, { list: 'ordered' }));

/** The custom image block (product.md §2.24.2): a picture with an alternative text and a caption. */
export const picture = (url: string, alt: string, caption: string): Block => [
  { insert: { imageBlock: { url, alt, caption } } },
  { insert: '\n' },
];

/** An embed address of one of the two video hosts (product.md §5.12.3). */
export const video = (url: string): Block => [{ insert: { video: url } }, { insert: '\n' }];

/** Joins adjacent ops with equal attributes, as Quill does. */
export function doc(...blocks: Block[]): Delta {
  const ops: Op[] = [];
  for (const op of blocks.flat()) {
    const last = ops.at(-1);
    const mergeable = last && typeof last.insert === 'string' && typeof op.insert === 'string';
    if (mergeable && !last.attributes && !op.attributes)
      last.insert = `${last.insert as string}${op.insert as string}`;
    else ops.push({ ...op });
  }
  return { ops };
}
