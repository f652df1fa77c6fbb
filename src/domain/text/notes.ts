/** Notes are Quill Deltas (product.md §3.6). Input is rebuilt from an allow-list (product.md §5.12; rules.md §7). */
import { fitsJsonLimits } from '#domain/text/json-size.ts';
import {
  type DocumentKind,
  isRemoteImage,
  safeImage,
  safeLink,
  videoEmbed,
} from '#domain/text/safe-sources.ts';
import { cleanDocumentText } from '#domain/text/typed-text.ts';

export type Attributes = Readonly<Record<string, unknown>>;
export type Op = { insert: string | Readonly<Record<string, unknown>>; attributes?: Attributes };
/** A rich-text document: inserts only. */
export type Delta = { ops: Op[] };
/** What the wire may carry: a Delta, its JSON text, plain text, or nothing. */
export type Notes = string | { ops?: unknown } | null | undefined;
/** The custom image block of the blog: an op { insert: { imageBlock: ImageBlock } }. width in pixels. */
export type ImageBlock = { url: string; alt: string; caption: string; width?: number };

export const MAX_NOTES_BYTES = 2 * 1024 * 1024;
/** Characters of a link's address. A longer one is dropped; its text stays. */
export const MAX_LINK_CHARACTERS = 2048;
/** Limits of one note: reading, listing and exporting it costs time in proportion to them. */
export const MAX_NOTE_OPS = 20_000;
export const MAX_NOTE_LINES = 20_000;
/** Enough for a note of MAX_NOTE_OPS operations with several attributes each. */
const MAX_NOTE_JSON = { values: 200_000, depth: 20 };
/** Indent levels (product.md §9.7). */
export const MAX_INDENT = 8;
export const IMAGE_BLOCK = 'imageBlock';
const MAX_IMAGE_TEXT = 500;
const MAX_PIXELS = 4096;

const isLinkLength = (value: string) => value.length > 0 && value.length <= MAX_LINK_CHARACTERS;
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value) ? value : undefined;
const isTrue = oneOf(true);
const pixels = (value: unknown) => {
  const number = typeof value === 'string' && /^\d{1,4}(?:px)?$/.test(value) ? parseInt(value, 10) : value;
  return typeof number === 'number' && number > 0 && number <= MAX_PIXELS ? Math.round(number) : undefined;
};
const shortText = (value: unknown) =>
  typeof value === 'string' && value ? value.slice(0, MAX_IMAGE_TEXT) : undefined;

/** The allowed attributes and values. Colours, fonts and sizes are dropped: the site's style applies. */
const ATTRIBUTES: Readonly<Record<string, (value: unknown) => unknown>> = {
  bold: isTrue,
  italic: isTrue,
  underline: isTrue,
  strike: isTrue,
  code: isTrue,
  script: oneOf('sub', 'super'),
  link: (value) => (typeof value === 'string' && isLinkLength(value) ? safeLink(value) : undefined),
  header: oneOf(1, 2, 3, 4, 5, 6),
  list: oneOf('ordered', 'bullet', 'checked', 'unchecked'),
  indent: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1
      ? Math.min(value, MAX_INDENT)
      : undefined,
  blockquote: isTrue,
  'code-block': (value) => (value === true || typeof value === 'string' ? true : undefined),
  align: oneOf('center', 'right', 'justify'),
  alt: shortText,
  width: pixels,
  height: pixels,
};
const ALLOWED_ATTRIBUTES = Object.entries(ATTRIBUTES);
/** Allowed on pictures only, except `link`. */
const PICTURE_ATTRIBUTES = new Set(['alt', 'width', 'height', 'link']);

function allowedAttributes(given: unknown, onPicture: boolean): Attributes | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const kept: [string, unknown][] = [];
  for (const [name, allow] of ALLOWED_ATTRIBUTES) {
    const forPictures = PICTURE_ATTRIBUTES.has(name);
    if (onPicture ? !forPictures : forPictures && name !== 'link') continue;
    if (!Object.hasOwn(given, name)) continue;
    const value = allow((given as Record<string, unknown>)[name]);
    if (value !== undefined) kept.push([name, value]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function opOf(insert: Op['insert'], attributes: Attributes | undefined): Op {
  return attributes ? { insert, attributes } : { insert };
}

/** The link that stays in place of what a document may not load. */
function linkTo(link: string, text?: unknown): Op | null {
  if (link === 'about:blank' || !isLinkLength(link)) return null;
  return opOf(typeof text === 'string' ? text.replace(/\s+/g, ' ') : link, { link });
}

function allowedEmbed(embed: Record<string, unknown>, attributes: unknown, kind: DocumentKind): Op | null {
  const image = Object.hasOwn(embed, 'image') ? embed['image'] : undefined;
  if (typeof image === 'string') {
    const src = safeImage(image, kind);
    if (src) return opOf({ image: src }, allowedAttributes(attributes, true));
    return isRemoteImage(image)
      ? linkTo(safeLink(image), allowedAttributes(attributes, true)?.['alt'])
      : null;
  }
  const video = Object.hasOwn(embed, 'video') ? embed['video'] : undefined;
  if (typeof video === 'string') {
    const src = videoEmbed(video);
    if (src)
      return kind === 'SELF_CONTAINED' ? opOf(`${src}\n`, { link: src }) : opOf({ video: src }, undefined);
    // Another host: the address stays as a plain link.
    return linkTo(safeLink(video));
  }
  const block = Object.hasOwn(embed, IMAGE_BLOCK) ? embed[IMAGE_BLOCK] : undefined;
  if (kind === 'ARTICLE' && typeof block === 'object' && block !== null) {
    const { url, alt, caption, width } = block as Record<string, unknown>;
    const source = typeof url === 'string' ? safeImage(url, kind) : null;
    if (!source) return null;
    const figure: ImageBlock = { url: source, alt: shortText(alt) ?? '', caption: shortText(caption) ?? '' };
    const wide = pixels(width);
    return opOf({ [IMAGE_BLOCK]: wide ? { ...figure, width: wide } : figure }, undefined);
  }
  return null;
}

/** Compares the attributes of rebuilt operations, where names have a fixed order and no value is an object. */
function sameAttributes(a: Attributes = {}, b: Attributes = {}): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/**
 * Rebuilds a document from an allow-list: known attributes and values, safe links (else about:blank), the images and
 * videos of product.md §5.12. Drops everything else and joins neighbours with equal attributes. Never throws;
 * applying it twice equals applying it once.
 */
export function normaliseDelta(delta: { ops?: unknown }, kind: DocumentKind = 'NOTE'): Delta {
  const ops: Op[] = [];
  for (const given of Array.isArray(delta.ops) ? (delta.ops as unknown[]) : []) {
    const op = allowedOp(given, kind);
    if (!op) continue;
    const last = ops.at(-1);
    if (
      last &&
      typeof last.insert === 'string' &&
      typeof op.insert === 'string' &&
      sameAttributes(last.attributes, op.attributes)
    )
      ops[ops.length - 1] = opOf(last.insert + op.insert, last.attributes);
    else ops.push(op);
  }
  return { ops };
}

function allowedOp(given: unknown, kind: DocumentKind): Op | null {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'insert')) return null;
  const { insert, attributes } = given as { insert: unknown; attributes?: unknown };
  if (typeof insert === 'string') {
    const text = cleanDocumentText(insert).replaceAll('\0', '');
    return text ? opOf(text, allowedAttributes(attributes, false)) : null;
  }
  if (typeof insert !== 'object' || insert === null) return null;
  return allowedEmbed(insert as Record<string, unknown>, attributes, kind);
}

/**
 * Parses notes in any form of product.md §3.6: a Delta, its JSON text, or plain text, which becomes a single insert.
 * The result is normalised as a document of this kind.
 */
export function parseNotes(notes: Notes, kind: DocumentKind = 'ARTICLE'): Delta {
  return normaliseDelta(readDocument(notes), kind);
}

/** Returns the document in any form as it was given. It is not rebuilt, so its contents cannot be trusted. */
function readDocument(notes: Notes): { ops?: unknown } {
  if (typeof notes !== 'string') return notes ?? {};
  if (notes === '') return { ops: [] };
  return documentIn(notes) ?? { ops: [{ insert: notes }] };
}

/**
 * Returns a note as it is stored: normalised, null if it is empty, or TOO_LONG if it has more than MAX_NOTE_OPS
 * operations or MAX_NOTE_LINES lines. It counts operations before it spends time on them.
 */
export function noteToStore(notes: Notes, kind: DocumentKind = 'NOTE'): Delta | null | 'TOO_LONG' {
  if (typeof notes === 'string' && /^\s*\{/.test(notes) && !fitsJsonLimits(notes, MAX_NOTE_JSON))
    return 'TOO_LONG';
  const given = readDocument(notes);
  if (Array.isArray(given.ops) && given.ops.length > MAX_NOTE_OPS) return 'TOO_LONG';
  const document = normaliseDelta(given, kind);
  if (isBlank(document)) return null;
  return countLines(document) > MAX_NOTE_LINES ? 'TOO_LONG' : document;
}

/** Returns the number of line ends in a document. */
export function countLines({ ops }: { ops: readonly Op[] }): number {
  let lines = 0;
  for (const { insert } of ops) {
    if (typeof insert !== 'string') continue;
    for (let at = insert.indexOf('\n'); at >= 0; at = insert.indexOf('\n', at + 1)) lines++;
  }
  return lines;
}

/** Parses a Delta from JSON text; null if the text is not one. */
function documentIn(text: string): { ops: unknown } | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isDocument =
      typeof value === 'object' && value !== null && Array.isArray((value as { ops?: unknown }).ops);
    return isDocument ? (value as { ops: unknown }) : null;
  } catch {
    return null;
  }
}

/** True for an empty text, no ops, or the editor's empty document of only line ends (product.md §3.6.2, §5.11). */
export function isEmptyNote(notes: Notes): boolean {
  return isBlank(parseNotes(notes));
}

function isBlank({ ops }: Delta): boolean {
  return ops.every((op) => typeof op.insert === 'string' && /^\n*$/.test(op.insert));
}
