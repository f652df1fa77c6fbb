import { articleBlocksOf, type Block, type Inline, type ListBlock } from '#domain/text/rich-text.ts';
import type { KeptPost } from '../blog/draft-store.ts';
import { xml } from '../blog/sitemap-and-feed.ts';

const MARKS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  sub: 'sub',
  super: 'sup',
};
const element = (tag: string, inner: string): string => `<${tag}>${inner}</${tag}>`;

/** Writes a post as a page of its own, as it was last saved. Pictures are loaded from the site. */
export function postHtml(post: KeptPost, site_url: string): string {
  const image = (src: string, alt: string) =>
    `<img src="${xml(new URL(src, site_url).href)}" alt="${xml(alt)}">`;
  const link = (url: string, inner: string) => `<a href="${xml(url)}">${inner}</a>`;
  const lineOf = (inlines: readonly Inline[]): string =>
    inlines
      .map((each) => {
        const isImage = each.kind === 'image';
        const inner = isImage
          ? image(each.src, each.alt)
          : each.marks.reduce((text, mark) => element(MARKS[mark], text), xml(each.text));
        return each.link ? link(each.link, inner) : inner;
      })
      .join('');
  const listOf = ({ list, items }: ListBlock): string => {
    const lines = items.map(({ inlines, checked, children }) => {
      const box = checked === undefined ? '' : checked ? '☑ ' : '☐ ';
      return element('li', box + lineOf(inlines) + children.map(listOf).join(''));
    });
    return element(list === 'ordered' ? 'ol' : 'ul', lines.join('\n'));
  };
  const htmlOf = (block: Block): string => {
    if (block.kind === 'list') return listOf(block);
    if (block.kind === 'code') return element('pre', xml(block.text));
    if (block.kind === 'video') return element('p', link(block.src, xml(block.src)));
    if (block.kind === 'quote')
      return element('blockquote', block.lines.map((line) => element('p', lineOf(line))).join('\n'));
    if (block.kind === 'figure')
      return element('figure', image(block.src, block.alt) + element('figcaption', xml(block.caption)));
    const tag = block.kind === 'heading' ? `h${Math.min(block.level + 1, 6)}` : 'p';
    return element(tag, lineOf(block.inlines));
  };
  const { title, description, author, publish_date, hero_image_url, hero_alt } = post;
  const about = [author, publish_date?.toISOString().slice(0, 10) ?? 'Not published', ...post.categories];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${xml(title)}</title>
<meta name="description" content="${xml(description)}">
<h1>${xml(title)}</h1>
<p>${xml(about.filter(Boolean).join(' · '))}</p>
${[hero_image_url && image(hero_image_url, hero_alt), ...articleBlocksOf(post.content).map(htmlOf)].join('\n')}
</html>
`;
}
