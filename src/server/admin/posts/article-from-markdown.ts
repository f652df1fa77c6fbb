import { type Delta, MAX_INDENT, normaliseDelta, type Op } from '#domain/text/notes.ts';
import { videoEmbed } from '#domain/text/safe-sources.ts';
import { parseInlineMarkdown, withoutEscapes } from './inline-markdown.ts';
import { imageProblem } from './post-image.ts';
import type { FileError } from '../input-file.ts';

/** A block that may span several lines, with the attributes of its line end. */
type Run = { parts: { line: number; text: string }[]; attributes?: Record<string, unknown> };

/**
 * Parses an article from Markdown, strictly: a post is refused rather than published with something missing. It
 * takes headings, lists, quotes, pictures and videos on lines of their own, and paragraphs; it reads back whatever
 * `markdownOf` writes of an article.
 */
export function articleFromMarkdown(
  lines: readonly string[],
  firstLine: number,
  drawings: readonly string[],
): { document: Delta; errors: FileError[] } {
  const ops: Op[] = [];
  const errors: FileError[] = [];
  const state: { run: Run | null } = { run: null };
  /** Indents of the list items that enclose the current line. */
  let items: number[] = [];
  let afterBlank = true;
  /** The picture whose caption may follow on the next line. */
  let figure: { url: string; alt: string; caption: string } | null = null;

  const flush = () => {
    const { run } = state;
    if (run)
      ops.push(...opsOf(run.parts), run.attributes ? { insert: '\n', attributes: run.attributes } : END);
    state.run = null;
  };
  const opsOf = (parts: Run['parts']): Op[] => {
    const text = parts.map((part) => part.text).join(' ');
    return parseInlineMarkdown(text, (at, message) => {
      let end = -1;
      const part = parts.find((each) => at <= (end += each.text.length + 1)) ?? parts.at(-1)!;
      const last = errors.at(-1);
      // Marks come in pairs; one error for both is enough.
      if (last?.line !== part.line || last.message !== message) errors.push({ line: part.line, message });
    });
  };

  lines.forEach((raw, index) => {
    const line = firstLine + index;
    const refuse = (message: string) => void errors.push({ line, message });
    const unfolded = raw.replaceAll('\t', '    ');
    const text = unfolded.trim();
    const indent = unfolded.length - unfolded.trimStart().length;
    const isBreak = / {2}$|[^\\]\\$/.test(unfolded);
    const begin = (words: string, attributes?: Record<string, unknown>) => {
      flush();
      state.run = { parts: [{ line, text: words }], ...(attributes ? { attributes } : {}) };
    };
    const caption = figure && /^([_*])(?![_*])(.+)\1$/.exec(text);
    const lastFigure = figure;
    figure = null;

    if (text === '') {
      flush();
      afterBlank = true;
      return;
    }
    const wasBlank = afterBlank;
    afterBlank = false;

    const refused = refusalOf(text, indent, {
      inText: state.run !== null,
      inList: items.length > 0,
      wasBlank,
    });
    if (refused) {
      flush();
      refuse(refused);
      return;
    }
    if (caption && lastFigure) {
      const words = opsOf([{ line, text: caption[2]! }]);
      if (words.some(({ attributes }) => attributes))
        refuse('The words under a picture are plain: no bold, no links.');
      lastFigure.caption = words.map(({ insert }) => insert as string).join('');
      if (lastFigure.caption.length > MAX_IMAGE_TEXT)
        refuse(`The words under a picture are too long: ${MAX_IMAGE_TEXT} letters at most.`);
      return;
    }

    const heading = /^(#{1,6})\s+(.*?)(?:\s+#+)?$/.exec(text);
    const item = itemOf(text, state.run !== null && items.length === 0);
    const quote = /^>\s?(.*)$/.exec(text);
    const picture = PICTURE.exec(text);
    const address = /^<?(https?:\/\/[^\s<>]+)>?$/.exec(text)?.[1];
    if (!item && (heading ?? quote ?? picture ?? address ?? wasBlank)) items = [];

    if (heading) {
      begin(heading[2]!, { header: heading[1]!.length });
      flush();
    } else if (item) {
      while (items.length > 0 && indent < items.at(-1)! + 2) items.pop();
      if (items.length > MAX_INDENT) refuse(`Lists go ${MAX_INDENT} steps deep at most.`);
      if (item.startsAt !== undefined && item.startsAt !== 1 && !continues(ops, state.run, items.length))
        refuse(
          `A numbered list begins with 1. For a sentence that begins with a number write ${item.startsAt}\\.`,
        );
      begin(item.words, { list: item.list, ...(items.length > 0 ? { indent: items.length } : {}) });
      items.push(indent);
    } else if (quote) {
      const words = quote[1]!.trim();
      if (words === '') flush();
      else if (/^>|^#{1,6}\s|^!\[/.test(words) || itemOf(words, false))
        refuse('In a quote stand words only.');
      else if (state.run && isQuote(state.run)) state.run.parts.push({ line, text: words });
      else begin(words, { blockquote: true });
      if (isBreak) flush();
    } else if (picture) {
      flush();
      const url = withoutEscapes(picture[2]!);
      const alt = withoutEscapes(picture[1]!);
      const error = imageProblem(url, drawings);
      if (error) refuse(error);
      if (alt.length > MAX_IMAGE_TEXT)
        refuse(`The words for a picture are too long: ${MAX_IMAGE_TEXT} letters at most.`);
      figure = { url, alt, caption: '' };
      ops.push({ insert: { imageBlock: figure } }, END);
    } else if (address) {
      flush();
      const video = videoEmbed(withoutEscapes(address));
      if (!video)
        refuse(
          'An address alone on a line is a video of YouTube or Vimeo. For a link write [words](address).',
        );
      else if (/[?&#](?:t|start)=/.test(address))
        refuse('Videos begin at their beginning: take t= or start= out.');
      else ops.push({ insert: { video } }, END);
    } else if (state.run && isQuote(state.run)) {
      refuse('Begin this line with > too, or leave an empty line before it.');
    } else {
      if (state.run) state.run.parts.push({ line, text: withoutBreak(text) });
      else begin(withoutBreak(text));
      if (isBreak && items.length === 0) flush();
    }
  });
  flush();
  return { document: normaliseDelta({ ops }, 'ARTICLE'), errors };
}

const isQuote = ({ attributes }: Run) => attributes?.['blockquote'] === true;
const END: Op = { insert: '\n' };
/** The limit in domain/text/notes.ts. */
const MAX_IMAGE_TEXT = 500;
const PICTURE = /^!\[((?:\\.|[^[\]\\])*)\]\(((?:\\.|[^()\s<>\\]|\([^()\s<>\\]*\))*)\)$/;

const withoutBreak = (text: string) => text.replace(/([^\\])\\$/, '$1').trimEnd();

function itemOf(text: string, inText: boolean): { words: string; list: string; startsAt?: number } | null {
  const bullet = /^[-*+•]\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(text);
  if (bullet) {
    const [, box, words] = bullet;
    return { words: words!, list: box === undefined ? 'bullet' : box === ' ' ? 'unchecked' : 'checked' };
  }
  const [, number, words] = /^(\d{1,9})[.)]\s+(.*)$/.exec(text) ?? [];
  // A wrapped line may begin with a number.
  if (number === undefined || (inText && number !== '1')) return null;
  return { words: words!, list: 'ordered', startsAt: Number(number) };
}

/** Whether the previous block is an item of a numbered list of this depth, or of one nested deeper in it. */
function continues(ops: readonly Op[], run: Run | null, depth: number): boolean {
  const ends = ops.filter(({ insert }) => insert === '\n').map(({ attributes }) => attributes ?? {});
  if (run) ends.push(run.attributes ?? {});
  for (const end of ends.toReversed()) {
    if (end['list'] === undefined) return false;
    const deep = (end['indent'] as number | undefined) ?? 0;
    if (deep < depth) return false;
    if (deep === depth) return end['list'] === 'ordered';
  }
  return false;
}

type Around = { inText: boolean; inList: boolean; wasBlank: boolean };

/** Refuses parts of Markdown that the site does not render, instead of showing them as plain characters. */
function refusalOf(text: string, indent: number, { inText, inList, wasBlank }: Around): string | null {
  if (/^(?:```|~~~)/.test(text)) return 'Code is not shown.';
  if (/^([-*_])(?: *\1){2,}$|^=+$|^--+$/.test(text))
    return 'Lines across are not shown. For a heading write ## before it.';
  if (text.startsWith('|') || /^:?-+:?\s*\|/.test(text)) return 'Tables are not shown. A list may do.';
  if (/^#+$/.test(text)) return 'This heading has no text.';
  if (/^#{1,6}[^\s#]/.test(text)) return 'Leave a blank after #. For the sign itself write \\#';
  if (text.startsWith('#######')) return 'Headings have one to six #.';
  if (/^(?:[-*+•]|\d{1,9}[.)])(?:\s+\[[ xX]\])?$/.test(text)) return 'This item of a list has no text.';
  if (/^\[\^[^\]]*\]:/.test(text)) return 'Footnotes are not shown. Write it into the text.';
  if (/^\[[^\]]+\]:\s/.test(text)) return 'Write the address where the link is: [words](address).';
  if (text.startsWith('![') && !PICTURE.test(text))
    return 'A picture is written ![what it shows](address) on a line of its own; words under it on the next line, _like this_.';
  if (wasBlank && indent >= 2 && inList && !itemOf(text, false))
    return 'An item of a list has one paragraph only.';
  if (!inText && !inList && indent >= 4)
    return 'Begin the line at the margin: what stands in is code in Markdown, and not shown.';
  return null;
}
