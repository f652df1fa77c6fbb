import './rich-text.css';

import type { ReactNode } from 'react';
import type { Block, Inline, ListBlock, Mark } from '#domain/text/rich-text.ts';
import { classNames } from '#web/ui/class-names.ts';

const TAGS: Record<Mark, 'strong' | 'em' | 'u' | 's' | 'code' | 'sub' | 'sup'> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  sub: 'sub',
  super: 'sup',
};

const ALIGN = { center: 'text-center', right: 'text-right', justify: 'text-justify' };

type RichTextProps = {
  /** From `blocksOf` of the domain, which has already removed unsafe links and sources. */
  blocks: readonly Block[];
  /** "essay" for long texts, with a drop cap; "note" for short texts in a dialog. */
  look?: 'essay' | 'note';
  /** The level of a document's first heading on this page. */
  topHeading?: 2 | 3 | 4;
  /** Renders an image; a plain <img> by default. */
  renderImage?: (image: { src: string; alt: string; width?: number }) => ReactNode;
};

/** Renders a rich-text document as React elements, never from HTML. */
export function RichText({ blocks, look = 'note', topHeading = 2, renderImage = plainImage }: RichTextProps) {
  return (
    <div className={classNames('rich-text', look === 'essay' && 'rich-text-essay')}>
      {blocks.map((block, at) => (
        // A rendered document does not change, so the index is a stable key.
        <BlockView key={at} block={block} topHeading={topHeading} renderImage={renderImage} />
      ))}
    </div>
  );
}

type RenderOptions = Required<Pick<RichTextProps, 'topHeading' | 'renderImage'>>;

function BlockView({ block, topHeading, renderImage }: RenderOptions & { block: Block }) {
  const inline = (inlines: readonly Inline[]) => <Inlines inlines={inlines} renderImage={renderImage} />;
  switch (block.kind) {
    case 'paragraph':
      return (
        <p
          className={classNames(
            block.align && ALIGN[block.align],
            block.indent ? `rich-indent-${Math.min(block.indent, 8)}` : null,
          )}
        >
          {block.inlines.length > 0 ? inline(block.inlines) : <br />}
        </p>
      );
    case 'heading': {
      const Tag = `h${Math.min(block.level + topHeading - 1, 6)}` as 'h2';
      return (
        <Tag data-level={block.level} className={block.align && ALIGN[block.align]}>
          {inline(block.inlines)}
        </Tag>
      );
    }
    case 'quote':
      return (
        <blockquote>
          {block.lines.map((line, at) => (
            <p key={at}>{inline(line)}</p>
          ))}
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return <ListView block={block} renderImage={renderImage} />;
    case 'figure':
      return (
        <figure>
          {renderImage({ src: block.src, alt: block.alt, width: block.width })}
          {block.caption && <figcaption>{block.caption}</figcaption>}
        </figure>
      );
    case 'video':
      return (
        <div className="aspect-video overflow-hidden rounded-card bg-sunken">
          <iframe
            className="size-full border-0"
            src={block.src}
            title="Video"
            loading="lazy"
            allow="fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        </div>
      );
  }
}

function ListView({ block, renderImage }: Pick<RenderOptions, 'renderImage'> & { block: ListBlock }) {
  const Tag = block.list === 'ordered' ? 'ol' : 'ul';
  return (
    <Tag data-list={block.list}>
      {block.items.map((item, at) => (
        <li key={at} data-checked={item.checked}>
          {item.checked != null && <span className="sr-only">{item.checked ? 'Done: ' : 'To do: '}</span>}
          <Inlines inlines={item.inlines} renderImage={renderImage} />
          {item.children.map((child, deeper) => (
            <ListView key={deeper} block={child} renderImage={renderImage} />
          ))}
        </li>
      ))}
    </Tag>
  );
}

function Inlines({
  inlines,
  renderImage,
}: Pick<RenderOptions, 'renderImage'> & { inlines: readonly Inline[] }) {
  return inlines.map((inline, at) => {
    const content: ReactNode =
      inline.kind === 'image'
        ? renderImage({ src: inline.src, alt: inline.alt, width: inline.width })
        : inline.marks.reduce<ReactNode>((inner, mark) => {
            const Tag = TAGS[mark];
            return <Tag>{inner}</Tag>;
          }, inline.text);
    return inline.link ? (
      <a key={at} href={inline.link} rel="noopener noreferrer nofollow ugc" target="_blank">
        {content}
      </a>
    ) : (
      <span key={at}>{content}</span>
    );
  });
}

function plainImage({ src, alt, width }: { src: string; alt: string; width?: number }) {
  return <img src={src} alt={alt} width={width} loading="lazy" decoding="async" />;
}
