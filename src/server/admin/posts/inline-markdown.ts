import type { Op } from '#domain/text/notes.ts';
import { safeLink } from '#domain/text/safe-sources.ts';

/** Reports an error at a position in the text. */
type Refuse = (at: number, message: string) => void;
type Look = { bold?: true; italic?: true; strike?: true; link?: string };

const SIGN = String.raw`\\[!-/:-@[-\`{-~]`;
/** [text](address). The address may contain balanced parentheses, as encyclopedia addresses do. */
const LINK = new RegExp(
  String.raw`\[((?:${SIGN}|[^[\]])*)\]\(((?:${SIGN}|[^()\s<>\\]|\([^()\s<>\\]*\))*)\)`,
  'y',
);
const ESCAPED = new RegExp(`^${SIGN}`);
const ESCAPES = new RegExp(SIGN, 'g');
/** Longest first, so that ** is not read as two single stars. */
const MARKS: readonly (readonly [string, Look, string])[] = [
  ['**', { bold: true }, 'bold'],
  ['__', { bold: true }, 'bold'],
  ['~~', { strike: true }, 'struck out'],
  ['*', { italic: true }, 'italic'],
  ['_', { italic: true }, 'italic'],
];
const LINK_BEGINS = /^(?:https?:\/\/|mailto:|tel:|sms:|\/(?!\/)|#)/i;

const isAlphanumeric = (sign: string | undefined) => sign !== undefined && /[\p{L}\d]/u.test(sign);
const isBlank = (sign: string | undefined) => sign === undefined || /\s/.test(sign);
const isPunctuation = (sign: string | undefined) => sign !== undefined && /[\p{P}\p{S}]/u.test(sign);
/** Whether a mark counts by the characters on both its sides (CommonMark 0.31 §6.2). */
const counts = (mark: string, outside: string | undefined, inside: string | undefined) =>
  !isBlank(inside) &&
  (isBlank(outside) || isPunctuation(outside) || !(mark[0] === '_' || isPunctuation(inside)));
/** A letter that `markdownOf` has written by its number, next to a mark. */
const LETTER_BY_NUMBER = /^&#(\d{1,7});/;

/** Turns `\*` into `*`. */
export const withoutEscapes = (text: string): string => text.replace(ESCAPES, (sign) => sign[1]!);

/**
 * Parses inline Markdown into ops: **bold**, _italic_, ~~strikethrough~~, [text](address). Everything else is refused.
 */
export function parseInlineMarkdown(text: string, refuse: Refuse): Op[] {
  const ops: Op[] = [];

  const say = (words: string, look: Look) => {
    if (!words) return;
    const last = ops.at(-1);
    const attributes = Object.keys(look).length > 0 ? look : undefined;
    if (last && JSON.stringify(last.attributes) === JSON.stringify(attributes))
      ops[ops.length - 1] = { ...last, insert: `${last.insert as string}${words}` };
    else ops.push(attributes ? { insert: words, attributes } : { insert: words });
  };

  const linkAt = (at: number): RegExpExecArray | null => {
    LINK.lastIndex = at;
    return LINK.exec(text);
  };

  /** Marks known to have no closing mark before a position, so that the search is not repeated. */
  const alone = new Set<string>();

  /** The position of the mark that closes the one opened at `from`; -1 if there is none before `to`. */
  const closeOf = (sign: string, from: number, to: number): number => {
    if (alone.has(`${sign} ${to}`)) return -1;
    for (let at = from; at < to;) {
      if (text[at] === '\\') at += 2;
      else if (text[at] === '[') at += linkAt(at)?.[0].length ?? 1;
      else if (text.startsWith(sign, at)) {
        const run = runOf(text, at);
        const isOwn = sign.length === 2 ? run >= 2 : run !== 2;
        // In a run of three marks, the innermost closes first.
        const close = at + run - sign.length;
        const ends = counts(sign, text[at + run], text[at - 1]);
        if (isOwn && ends && at > from && close + sign.length <= to) return sign.length === 2 ? close : at;
        at += run;
      } else at += 1;
    }
    alone.add(`${sign} ${to}`);
    return -1;
  };

  const read = (from: number, to: number, look: Look): void => {
    let plainFrom = from;
    let at = from;
    const sayPlain = (until: number) => {
      say(text.slice(plainFrom, until), look);
    };
    while (at < to) {
      const rest = text.slice(at, at + 40);
      const mark = MARKS.find(([sign]) => rest.startsWith(sign));
      if (ESCAPED.test(rest)) {
        sayPlain(at);
        say(text[at + 1]!, look);
        at += 2;
        plainFrom = at;
      } else if (letterOf(rest)) {
        sayPlain(at);
        say(letterOf(rest)!, look);
        at += LETTER_BY_NUMBER.exec(rest)![0].length;
        plainFrom = at;
      } else if (rest.startsWith('![')) {
        refuse(at, 'A picture stands on a line of its own: ![what it shows](address).');
        at += 2;
      } else if (rest.startsWith('[')) {
        const link = linkAt(at);
        if (!link) {
          at += refuseOddLink(at, to);
          continue;
        }
        sayPlain(at);
        const [whole, words, address] = link as unknown as [string, string, string];
        const href = withoutEscapes(address);
        const error = errorOfLink(words, href, look);
        if (error) refuse(at, error);
        read(at + 1, at + 1 + words.length, { ...look, link: href });
        at += whole.length;
        plainFrom = at;
      } else if (mark) {
        const [sign, adds, name] = mark;
        const opens = counts(sign, text[at - 1], text[at + sign.length]);
        const close = opens ? closeOf(sign, at + sign.length, to) : -1;
        if (close >= 0) {
          sayPlain(at);
          read(at + sign.length, close, { ...look, ...adds });
          at = close + sign.length;
          plainFrom = at;
        } else {
          if (!isPlainSign(sign, at))
            refuse(
              at,
              `${sign} makes words ${name} and needs a second one. For the sign itself write ${escaped(sign)}`,
            );
          at += sign.length;
        }
      } else {
        const error = errorOfSigns(rest);
        if (error) refuse(at, error);
        at += 1;
      }
    }
    sayPlain(to);
  };

  /** Whether a mark is a plain character, as in 2*3, snake_case or a mark between spaces. */
  const isPlainSign = (sign: string, at: number): boolean => {
    if (sign.length === 2) return false;
    const [before, after] = [text[at - 1], text[at + 1]];
    return (isAlphanumeric(before) && isAlphanumeric(after)) || (isBlank(before) && isBlank(after));
  };

  /** Accepts a bracket as text unless it looks like a broken link. Returns how far to advance. */
  const refuseOddLink = (at: number, to: number): number => {
    const odd = /^\[[^[\]]{0,500}\](?=[([])/.exec(text.slice(at, Math.min(to, at + 600)));
    if (odd)
      refuse(at, 'A link is written [words](address), without blanks in the address and without a title.');
    else if (text[at + 1] === '^') refuse(at, 'Footnotes are not shown. Write it into the text.');
    return 1;
  };

  read(0, text.length, {});
  return ops;
}

/** Null for a sign: an author writes it as it is. */
function letterOf(rest: string): string | null {
  const code = Number(LETTER_BY_NUMBER.exec(rest)?.[1] ?? 0);
  const letter = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{M}\p{N}]$/u.test(letter) ? letter : null;
}

function runOf(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

const escaped = (sign: string) => [...sign].map((each) => `\\${each}`).join('');

function errorOfLink(words: string, href: string, look: Look): string | null {
  if (look.link) return 'There is a link inside of a link.';
  if (!words.trim()) return 'The link has no text.';
  if (!LINK_BEGINS.test(href) || safeLink(href) !== href)
    return `The address of a link begins with https://, mailto:, tel:, sms:, or with / for a page of this site; this one is ${href || 'empty'}`;
  return null;
}

function errorOfSigns(rest: string): string | null {
  if (/^<[a-z/!?]/i.test(rest)) return 'HTML is not shown. For the sign itself write \\<';
  if (/^&#?\w{1,31};/.test(rest))
    return 'Write the sign itself instead of its name, or \\& for an ampersand.';
  if (rest.startsWith('`')) return 'Code is not shown. For the sign itself write \\`';
  return null;
}
