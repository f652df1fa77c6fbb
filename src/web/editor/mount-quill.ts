import 'quill/dist/quill.core.css';
import Quill, { Delta as QuillDelta, type Range } from 'quill/core.js';
import { AlignClass } from 'quill/formats/align.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import CodeBlock, { Code } from 'quill/formats/code.js';
import Header from 'quill/formats/header.js';
import Image from 'quill/formats/image.js';
import Indent from 'quill/formats/indent.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import List from 'quill/formats/list.js';
import Script from 'quill/formats/script.js';
import Strike from 'quill/formats/strike.js';
import Underline from 'quill/formats/underline.js';
import Video from 'quill/formats/video.js';
import Clipboard from 'quill/modules/clipboard.js';
import { type Delta, MAX_INDENT, normaliseDelta } from '#domain/text/notes.ts';
import { type DocumentKind, videoEmbed } from '#domain/text/safe-sources.ts';
import { formatsOfStyle, restoreStyles, withoutInlineCode } from '#web/editor/pasted-html.ts';
import { mustResize, pictureFile, shrinkPicture } from '#web/editor/note-pictures.ts';
import { typedLink } from '#web/editor/typed-link.ts';

/** Parses pasted HTML without violating the site's content security policy. */
class PolicyClipboard extends Clipboard {
  protected override convertHTML(html: string): QuillDelta {
    return withPlainLineEnds(super.convertHTML(withoutInlineCode(html)));
  }
  protected override normalizeHTML(doc: Document): void {
    super.normalizeHTML(doc);
    restoreStyles(doc);
  }
}

// Only what a note may contain (domain/text/notes.ts): pasted colours, fonts and sizes are removed.
Quill.register(
  {
    'formats/align': AlignClass,
    'formats/blockquote': Blockquote,
    'formats/bold': Bold,
    'formats/code': Code,
    'formats/code-block': CodeBlock,
    'formats/header': Header,
    'formats/image': Image,
    'formats/indent': Indent,
    'formats/italic': Italic,
    'formats/link': Link,
    'formats/list': List,
    'formats/script': Script,
    'formats/strike': Strike,
    'formats/underline': Underline,
    'formats/video': Video,
    'modules/clipboard': PolicyClipboard,
  },
  true,
);

/** The buttons of the toolbar (product.md §2.14.2), except Link, which opens a form. Staff have more. */
export type Toggle =
  | 'large-heading'
  | 'heading'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'ordered'
  | 'bullet'
  | 'quote';
/** The formats at the cursor. */
export type ActiveFormats = { toggles: ReadonlySet<Toggle>; link: string | null };

export type MountedQuill = {
  toggle: (which: Toggle) => void;
  /** Makes the selection a link, or inserts the address as one; null removes the link. */
  setLink: (href: string | null) => void;
  /** Restores the cursor, at the end if it was not in the editor before. */
  focus: () => void;
  quill: Quill;
};

export type QuillEvents = {
  onChange: (notes: Delta) => void;
  onFormats: (formats: ActiveFormats) => void;
  /** A picture could not be read. */
  onBadPicture: () => void;
};

const INLINE: readonly Toggle[] = ['bold', 'italic', 'underline'];
/** The format of a whole line. */
const OF_LINE: Partial<Record<Toggle, readonly [format: string, value: unknown]>> = {
  'large-heading': ['header', 2],
  // As the templates of staff have it.
  heading: ['header', 3],
  ordered: ['list', 'ordered'],
  bullet: ['list', 'bullet'],
  quote: ['blockquote', true],
};

export type QuillOptions = {
  initial: Delta;
  label: string;
  kind: DocumentKind;
  placeholder: string;
  takesFocus: boolean;
  cursor: number | undefined;
  /** What is inserted for a picture file; by default the picture itself. */
  pictureOf?: ((file: File) => Promise<Record<string, unknown>>) | undefined;
};

/**
 * Mounts the editor for notes in an element that nothing else changes. Quill's defaults meet product.md §5.12 and §9.7:
 * undo 1000 ms and 100 steps, link protocols, picture sources and files, indent levels.
 */
export function mountQuill(
  host: HTMLElement,
  { initial, label, kind, placeholder, takesFocus, cursor, pictureOf = ownPicture }: QuillOptions,
  { onChange, onFormats, onBadPicture }: QuillEvents,
): MountedQuill {
  const quill = new Quill(host, {
    placeholder,
    modules: {
      keyboard: {
        bindings: {
          // Tab moves to the next control; Ctrl+] and Ctrl+[ indent lists.
          tab: null,
          indent: null,
          outdent: null,
          'remove tab': null,
          'indent code-block': null,
          'outdent code-block': null,
          'indent line': { key: ']', shortKey: true, handler: () => indentBy(1) },
          'outdent line': { key: '[', shortKey: true, handler: () => indentBy(-1) },
        },
      },
      clipboard: {
        matchers: [
          ['[style]', styled],
          ['img, iframe', (_: Node, delta: QuillDelta) => embedsOf(delta, kind)],
        ],
      },
      uploader: {
        mimetypes: ['image/png', 'image/jpeg'],
        handler: (range: Range, files: File[]) => void insertPictures(range, files),
      },
    },
  });
  const { root } = quill;
  /** Pictures that have the right size or are being resized. */
  const handled = new Set(picturesIn(initial.ops));
  root.setAttribute('role', 'textbox');
  root.setAttribute('aria-multiline', 'true');
  root.setAttribute('aria-label', label);

  const indentBy = (step: 1 | -1): boolean => {
    const range = quill.getSelection();
    if (!range) return true;
    const level = Number(quill.getFormat(range)['indent'] ?? 0) + step;
    quill.format('indent', level <= 0 ? false : Math.min(level, MAX_INDENT), 'user');
    return false;
  };

  const insertPictures = async (range: Range, files: readonly File[]) => {
    const tracked = trackRange(quill, range);
    try {
      const embeds = await Promise.all(files.map(pictureOf));
      for (const source of picturesIn(embeds.map((insert) => ({ insert })))) handled.add(source);
      const { index, length, isUntouched } = tracked.now();
      const pictures = embeds.reduce<QuillDelta>(
        (delta, embed) => delta.insert(embed),
        new QuillDelta().retain(index).delete(length),
      );
      quill.updateContents(pictures, 'user');
      if (isUntouched) quill.setSelection(index + embeds.length, 0, 'silent');
    } catch {
      onBadPicture();
    } finally {
      tracked.stop();
    }
  };

  /** Resizes a picture from pasted text as if it were pasted alone; removes one that cannot be read. */
  const fitPicture = async (source: string) => {
    handled.add(source);
    let smaller: string | null = null;
    try {
      smaller = await shrinkPicture(pictureFile(source));
      handled.add(smaller);
    } catch {
      // Removed below, with a message.
    }
    handled.delete(source);
    for (const picture of root.querySelectorAll('img')) {
      const blot = picture.getAttribute('src') === source ? Quill.find(picture) : null;
      if (!blot || blot instanceof Quill) continue;
      const index = quill.getIndex(blot);
      const change = new QuillDelta().retain(index).delete(1);
      // Not a step of its own: undo goes back to before the picture.
      quill.history.ignoreChange = smaller !== null;
      quill.updateContents(
        smaller === null ? change : change.insert({ image: smaller }, quill.getFormat(index, 1)),
        'user',
      );
      quill.history.ignoreChange = false;
    }
    if (smaller === null) onBadPicture();
  };

  const reportFormats = () => {
    const range = quill.getSelection();
    if (!range) return;
    const { link } = quill.getFormat(range);
    onFormats({ toggles: togglesIn(quill, range), link: typeof link === 'string' ? link : null });
  };

  quill.setContents(new QuillDelta(normaliseDelta(initial, kind).ops as QuillDelta['ops']), 'silent');
  quill.history.clear();
  // This focuses it too.
  if (takesFocus) quill.setSelection(cursor ?? quill.getLength(), 0, 'silent');
  quill.on('text-change', ({ ops }, _before, source) => {
    // 'api' marks changes of this file, which the writer has caused.
    if (source === 'silent') return;
    onChange(normaliseDelta(quill.getContents(), kind));
    for (const each of picturesIn(ops)) if (!handled.has(each) && mustResize(each)) void fitPicture(each);
  });
  quill.on('editor-change', reportFormats);

  return {
    toggle(which) {
      quill.focus();
      const toggles = togglesIn(quill, quill.getSelection(true));
      const [format, value] = OF_LINE[which] ?? [which, true];
      quill.format(format, toggles.has(which) ? false : value, 'user');
      reportFormats();
    },
    setLink(href) {
      quill.focus();
      const range = quill.getSelection(true);
      if (href === null) removeLink(quill, range);
      else writeLink(quill, range, href, kind);
      reportFormats();
    },
    focus() {
      quill.focus();
    },
    quill,
  };
}

const ownPicture = async (file: File) => ({ image: await shrinkPicture(file) });

/**
 * A range that moves with the text, for content that is inserted later while the writer continues. It collapses when
 * something in it is replaced.
 */
function trackRange(quill: Quill, { index, length }: Range) {
  const tracked = { index, length, isUntouched: true };
  const follow = (change: QuillDelta) => {
    const begin = change.transformPosition(tracked.index, true);
    const end = change.transformPosition(tracked.index + tracked.length, true);
    tracked.length = end - begin === tracked.length ? tracked.length : 0;
    tracked.index = begin;
    tracked.isUntouched = false;
  };
  quill.on('text-change', follow);
  return { now: () => tracked, stop: () => void quill.off('text-change', follow) };
}

/** The sources of the pictures that these ops insert. */
function picturesIn(ops: readonly { insert?: unknown }[]): string[] {
  return ops.flatMap(({ insert }) => {
    const image = (insert as { image?: unknown } | undefined)?.image;
    return typeof image === 'string' ? [image] : [];
  });
}

/**
 * What pasted text may load, before the browser asks for it. A picture that brings its data stays as it is, because it is
 * resized or refused with a message later. The pictures of an article are files of this site: pasted ones become links.
 */
function embedsOf(delta: QuillDelta, kind: DocumentKind): QuillDelta {
  const isOwn = (source: string) => /^\s*data:/i.test(source);
  const pictures = picturesIn(delta.ops);
  const isArticle = kind === 'ARTICLE';
  if (pictures.length > 0 && pictures.every(isOwn)) return isArticle ? new QuillDelta() : delta;
  const loads = isArticle && pictures.length > 0 ? 'SELF_CONTAINED' : kind;
  return new QuillDelta(normaliseDelta(delta, loads).ops as QuillDelta['ops']);
}

/** Reads formats from styles, as other programs write them. An element inside may take one back. */
function styled(node: Node, delta: QuillDelta): QuillDelta {
  const formats = formatsOfStyle((node as HTMLElement).style);
  return delta.reduce(
    (read, { insert, attributes }) => read.insert(insert!, { ...formats, ...attributes }),
    new QuillDelta(),
  );
}

/** Removes formats of text from line ends: Quill drops the last line end only if it has none. */
function withPlainLineEnds(pasted: QuillDelta): QuillDelta {
  return pasted.reduce((delta, { insert, attributes = {} }) => {
    if (typeof insert !== 'string') return delta.insert(insert!, attributes);
    const { bold: _b, italic: _i, underline: _u, strike: _s, script: _c, link: _l, ...ofLine } = attributes;
    for (const part of insert.split(/(\n+)/))
      if (part !== '') delta.insert(part, part.startsWith('\n') ? ofLine : attributes);
    return delta;
  }, new QuillDelta());
}

function togglesIn(quill: Quill, range: Range): ReadonlySet<Toggle> {
  const formats = quill.getFormat(range);
  const toggles = new Set(INLINE.filter((name) => formats[name]));
  for (const [name, [format, value]] of Object.entries(OF_LINE))
    if (formats[format] === value) toggles.add(name as Toggle);
  return toggles;
}

/** Removes the link at the cursor, or all links in the selection. */
function removeLink(quill: Quill, range: Range): void {
  if (range.length > 0) {
    quill.formatText(range.index, range.length, 'link', false, 'user');
    return;
  }
  const [leaf] = quill.getLeaf(range.index);
  const link = leaf?.parent?.statics.blotName === 'link' ? leaf.parent : null;
  if (link) quill.formatText(quill.getIndex(link), link.length(), 'link', false, 'user');
}

/** Links to the two video hosts become the video (product.md §5.12.3), unless selected text carries the link. */
function writeLink(quill: Quill, range: Range, typed: string, kind: DocumentKind): void {
  const href = typedLink(typed) ?? 'about:blank';
  const video = kind === 'SELF_CONTAINED' ? null : videoEmbed(href);
  if (range.length > 0) {
    quill.formatText(range.index, range.length, 'link', href, 'user');
  } else if (video) {
    quill.insertEmbed(range.index, 'video', video, 'user');
    quill.setSelection(range.index + 1, 0, 'silent');
  } else {
    quill.insertText(range.index, typed, { link: href }, 'user');
    quill.setSelection(range.index + typed.length, 0, 'silent');
  }
}
