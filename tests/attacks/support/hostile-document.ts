import type { Delta } from '#domain/text/notes.ts';
import { CODE, PAYLOADS } from '../../support/xss-payloads.ts';

/** All payloads in every place of one document where a text or a value can stand. */
export function hostileDocument(): Delta {
  const embeds = PAYLOADS.flatMap((bad) => [
    { insert: { image: bad }, attributes: { alt: bad, width: bad, height: bad, link: bad, onerror: CODE } },
    { insert: { image: '/art/blog-ginger.svg' }, attributes: { alt: bad, style: bad, class: bad } },
    { insert: { video: bad } },
    { insert: { video: `https://youtu.be/dQw4w9WgXcQ${bad}` } },
    { insert: { imageBlock: { url: bad, alt: bad, caption: bad } } },
    { insert: { imageBlock: { url: '/art/blog-ginger.svg', alt: bad, caption: bad, onload: CODE } } },
    { insert: { html: bad, formula: bad, [bad]: bad } },
  ]);
  const texts = PAYLOADS.flatMap((bad) => [
    { insert: bad },
    { insert: bad, attributes: { link: bad, bold: true, code: true } },
    { insert: 'words', attributes: { link: bad, color: bad, font: bad, [bad]: bad, onclick: CODE } },
    { insert: `${bad}\n`, attributes: { header: bad, list: bad, align: bad, indent: bad } },
    { insert: `${bad}\n`, attributes: { list: 'bullet' } },
    { insert: `${bad}\n`, attributes: { 'code-block': bad } },
    { insert: `${bad}\n`, attributes: { header: 2 } },
    { insert: `${bad}\n`, attributes: { blockquote: true } },
  ]);
  return { ops: [...embeds, ...texts] } as Delta;
}
