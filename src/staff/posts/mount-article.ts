import Quill from 'quill/core.js';
import { BlockEmbed } from 'quill/blots/block.js';
import { IMAGE_BLOCK, type ImageBlock } from '#domain/text/notes.ts';
import { safeImage } from '#domain/text/safe-sources.ts';
import { type MountedQuill, mountQuill } from '#web/editor/mount-quill.ts';

/** A block that is written as a whole: its value is in the element, also where that is copied. */
abstract class Whole extends BlockEmbed {
  static override tagName = 'figure';
  static fill: (figure: HTMLElement, value: unknown) => void;

  static override create(value: unknown): HTMLElement {
    const figure = super.create() as HTMLElement;
    figure.contentEditable = 'false';
    figure.dataset['value'] = JSON.stringify(value);
    this.fill(figure, value);
    return figure;
  }

  static override value({ dataset }: HTMLElement): unknown {
    try {
      return JSON.parse(dataset['value']!);
    } catch {
      return null;
    }
  }
}

class Figure extends Whole {
  static override blotName = IMAGE_BLOCK;
  static override className = 'article-figure';
  static override fill = (figure: HTMLElement, value: unknown): void => {
    const { url, alt, caption } = value as ImageBlock;
    const src = safeImage(String(url), 'ARTICLE') ?? '';
    const show = (each: Partial<HTMLImageElement>) =>
      figure.append(Object.assign(document.createElement('img'), { alt, ...each }));
    // A drawing of the site has one for each theme (art/post-picture.tsx).
    if (src.startsWith('/art/blog-')) {
      show({ src, className: 'only-light' });
      show({ src: src.replace('/art/', '/art/dark/'), className: 'only-dark' });
    } else show({ src });
    figure.append(Object.assign(document.createElement('figcaption'), { textContent: caption }));
  };
}

/** A video, of which the staff area shows the address alone: it loads nothing from other sites. */
class VideoAddress extends Whole {
  static override blotName = 'video';
  static override className = 'article-video';
  static override fill = (figure: HTMLElement, value: unknown): void => {
    figure.textContent = `Video: ${String(value)}`;
  };
}

export type MountedArticle = MountedQuill & {
  /** The picture that is selected; an empty one without. */
  selectedFigure: () => ImageBlock;
  /** Inserts a picture at the cursor, in place of what is selected. */
  putFigure: (figure: ImageBlock) => void;
};

/** Mounts the editor of notes with what articles have besides. */
export function mountArticle(...mounting: Parameters<typeof mountQuill>): MountedArticle {
  Quill.register({ [`formats/${IMAGE_BLOCK}`]: Figure, 'formats/video': VideoAddress }, true);
  const mounted = mountQuill(...mounting);
  const { quill } = mounted;
  // A press on a block selects it, so that it can be changed or deleted.
  quill.root.addEventListener('click', ({ target }) => {
    const figure = (target as Element).closest('figure');
    const blot = figure && Quill.find(figure);
    if (blot && !(blot instanceof Quill)) quill.setSelection(quill.getIndex(blot), 1, 'user');
  });
  quill.on('selection-change', (range) => {
    const [leaf] = range?.length === 1 ? quill.getLeaf(range.index) : [null];
    for (const figure of quill.root.querySelectorAll('figure'))
      figure.classList.toggle('is-selected', figure === leaf?.domNode);
  });
  return {
    ...mounted,
    selectedFigure() {
      const { index, length } = quill.getSelection(true);
      const { insert } = quill.getContents(index, length).ops[0] ?? {};
      const figure = (insert as { [IMAGE_BLOCK]?: ImageBlock } | undefined)?.[IMAGE_BLOCK];
      return figure ?? { url: '', alt: '', caption: '' };
    },
    putFigure(figure) {
      const { index, length } = quill.getSelection(true);
      quill.deleteText(index, length, 'user');
      quill.insertEmbed(index, IMAGE_BLOCK, figure, 'user');
      quill.setSelection(index + 1, 0, 'silent');
    },
  };
}
