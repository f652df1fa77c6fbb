import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import type { Op } from '#domain/text/notes.ts';
import { blocksOf, type Block, type Inline } from '#domain/text/rich-text.ts';
import { linesOf, markdownOf } from './markdown.ts';

/**
 * A second reader, written from the CommonMark specification and not from the writer: it says letter by letter what
 * a viewer of the file would show. Code comes before everything else, then what is escaped, then brackets and signs.
 */
type Letter = { sign: string; look: string };
const NAMED = /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]*);/i;
/** How a letter next to a mark is written, where the mark would otherwise not count. */
const LETTER_BY_NUMBER = /^&#(\d{1,7});/;
const TAGS = /^<(\/?)(u|sub|sup)>/;

function lettersOf(line: string): Letter[] {
  const letters: Letter[] = [];
  const open = new Set<string>();
  /** Where the bracket of an open link or picture began. */
  const brackets: { isPicture: boolean; at: number }[] = [];
  const say = (text: string, ...more: string[]) => {
    for (const sign of text) letters.push({ sign, look: [...open, ...more].sort().join() });
  };
  const turn = (mark: string) => void (open.has(mark) ? open.delete(mark) : open.add(mark));
  for (let at = 0; at < line.length;) {
    const rest = line.slice(at);
    const run = /^`+/.exec(rest)?.[0];
    const escaped = /^\\([!-/:-@[-`{-~])/.exec(rest);
    const tag = TAGS.exec(rest);
    const sign = /^(?:\*\*|_|~~)/.exec(rest)?.[0];
    const target = /^\]\(((?:\\[!-/:-@[-`{-~]|[^()\s<>\\])*)\)/.exec(rest);
    if (run) {
      const end = new RegExp(`(?<!\`)\`{${run.length}}(?!\`)`).exec(rest.slice(run.length));
      if (!end) throw new Error(`a code that does not end: ${rest}`);
      const inside = rest.slice(run.length, run.length + end.index);
      say(/^ .*[^ ].* $/s.test(inside) ? inside.slice(1, -1) : inside, 'code');
      at += end.index + 2 * run.length;
    } else if (escaped) {
      say(escaped[1]!);
      at += 2;
    } else if (tag) {
      turn(tag[2]!);
      at += tag[0].length;
    } else if (sign) {
      turn(sign);
      at += sign.length;
    } else if (rest.startsWith('![') || rest.startsWith('[')) {
      brackets.push({ isPicture: rest.startsWith('!'), at: letters.length });
      at += rest.startsWith('!') ? 2 : 1;
    } else if (target && brackets.length > 0) {
      const { isPicture, at: from } = brackets.pop()!;
      if (/&(?:#\w+|[a-z]\w*);/i.test(target[1]!.replaceAll(/\\./g, ' '))) throw new Error(target[1]);
      const url = target[1]!.replace(/\\([!-/:-@[-`{-~])/g, '$1');
      for (const letter of letters.slice(from)) letter.look += ` ${isPicture ? 'picture' : 'link'} ${url}`;
      at += target[0].length;
    } else if (LETTER_BY_NUMBER.test(rest)) {
      const [whole, code] = LETTER_BY_NUMBER.exec(rest)!;
      const letter = String.fromCodePoint(Number(code));
      // Symbols such as emoji are signs only in newer readers, so they may be written so.
      if (/[\p{P}\p{Zs}!-/:-@[-`{-~]/u.test(letter)) throw new Error(`a sign by its number: ${rest}`);
      say(letter);
      at += whole.length;
    } else if (/^[[\]<>*~]/.test(rest) || NAMED.test(rest)) {
      throw new Error(`a sign that somebody typed: ${rest}`);
    } else {
      const [typed = ''] = rest;
      say(typed);
      at += typed.length;
    }
  }
  if (open.size + brackets.length > 0) throw new Error(`still open at the end: ${line}`);
  return letters;
}

/** Every line that begins something, with what a viewer takes it for. */
function kindsIn(markdown: string): string[] {
  const kinds: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n?|\n/)) {
    if (fence !== undefined) {
      if (new RegExp(`^ {0,3}\`{${fence.length},} *$`).test(line)) fence = undefined;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})(?= |$)/.exec(line);
    const item = /^ *(?:([-+*])|\d{1,9}[.)])(?: (.*)|$)/.exec(line);
    fence = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence !== undefined) kinds.push('code');
    else if (heading) kinds.push(`heading ${heading[1]!.length}`);
    // A rule is of one sign: an italic --- is none.
    else if (/^ {0,3}(?:=+|--+|([-_*])(?: *\1){2,}|\|.*|:?--+:?|:-+:?|-+:) *$/.test(line))
      kinds.push(`rule ${line}`);
    else if (/^ {0,3}>/.test(line)) kinds.push('quote', ...beginningsIn(line.replace(/^ {0,3}> ?/, '')));
    else if (item) kinds.push('item', ...beginningsIn((item[2] ?? '').replace(/^\[[ x]\] /, '')));
    else if (/^ {0,3}~{3,}|^(?: {4}|\t)|^ {0,3}<(?!\/?(?:u|sub|sup)>.)(?!https:)/.test(line))
      kinds.push(line);
    else if (line !== '') kinds.push('words');
  }
  return kinds;
}

/** Inside of an item or a quote something else could begin. */
const beginningsIn = (words: string): string[] =>
  kindsIn(words).filter((kind) => kind !== 'words' && words.trim() !== '');

const looks: Record<string, string> = {
  bold: '**',
  italic: '_',
  strike: '~~',
  underline: 'u',
  sub: 'sub',
  super: 'sup',
};
/** A link's address in the file: what cannot stand there is encoded, as a browser would do it. */
const addressOf = (url: string) => url.replace(/[\s<>]/g, (sign) => encodeURIComponent(sign));

function expected(inlines: readonly Inline[]): Letter[] {
  return inlines.flatMap((each) => {
    if (each.kind === 'image') return [];
    const look =
      each.marks
        .map((mark) => looks[mark] ?? mark)
        .sort()
        .join() + (each.link ? ` link ${addressOf(each.link)}` : '');
    return [...each.text].map((sign) => ({ sign, look }));
  });
}
/** Blanks have no look, and those at the ends of a line are not kept. */
const compared = (letters: readonly Letter[]) =>
  letters.filter(({ sign }) => /\S/.test(sign)).map(({ sign, look }) => `${sign} ${look}`);

/** Text that tries to break out of its context, and ordinary text. */
const piece = fc.oneof(
  fc.constantFrom(
    '`',
    '``',
    '```',
    '````',
    '~~~',
    '*',
    '**',
    '***',
    '_',
    '__',
    '~~',
    '#',
    '## x',
    '- x',
    '+ x',
    '* x',
    '1. x',
    '1) x',
    '> x',
    '---',
    '===',
    '***',
    '___',
    '| a |',
    '|---|',
    ':-:',
    '    x',
    '\t',
    '\\',
    '\\`',
    '[x](javascript:alert(1))',
    '![x](https://a.example/p.png)',
    '[x]: https://a.example',
    ']',
    '[',
    '](',
    ')',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<!--',
    '<u>',
    '</u>',
    '<https://a.example>',
    '&lt;',
    '&#60;',
    '&colon;',
    '&',
    '!',
    'word',
    ' ',
    '  ',
    'ünï 🌿',
    '\u2028',
    '\u000b',
    '(',
    '“',
  ),
  fc.string({ maxLength: 6 }),
);
const line = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('').replace(/[\r\n]/g, ' '));
const marked = fc.record({
  text: line,
  marks: fc.subarray(['bold', 'italic', 'strike', 'underline', 'code'] as const),
  script: fc.constantFrom(undefined, undefined, 'sub', 'super'),
  link: fc.option(
    line.map((text) => `https://a.example/${text}`),
    { nil: undefined, freq: 4 },
  ),
});
const ends: readonly Record<string, unknown>[] = [
  {},
  {},
  { header: 2 },
  { blockquote: true },
  { 'code-block': true },
  { list: 'bullet' },
  { list: 'ordered', indent: 1 },
  { list: 'checked' },
];
const document = fc
  .array(fc.record({ parts: fc.array(marked, { maxLength: 4 }), end: fc.constantFrom(...ends) }), {
    maxLength: 6,
  })
  .map((lines) => ({
    ops: lines.flatMap(({ parts, end }): Op[] => [
      ...parts
        .filter(({ text }) => text !== '')
        .map(({ text, marks, script, link }) => ({
          insert: text,
          attributes: {
            ...Object.fromEntries(marks.map((mark) => [mark, true])),
            ...(script ? { script } : {}),
            ...(link ? { link } : {}),
          },
        })),
      { insert: '\n', attributes: end },
    ]),
  }));

const kindsOfBlock = (block: Block): string[] => {
  if (block.kind === 'heading') return [`heading ${block.level}`];
  if (block.kind === 'quote') return block.lines.map(() => 'quote');
  if (block.kind === 'code') return ['code'];
  if (block.kind === 'list')
    return block.items.flatMap((item) => ['item', ...item.children.flatMap(kindsOfBlock)]);
  return block.kind === 'paragraph' && expected(block.inlines).some(({ sign }) => /\S/.test(sign))
    ? ['words']
    : [];
};
const linesIn = (block: Block): Inline[][] => {
  if (block.kind === 'list')
    return block.items.flatMap((item) => [item.inlines, ...item.children.flatMap(linesIn)]);
  if (block.kind === 'quote') return block.lines;
  return block.kind === 'paragraph' || block.kind === 'heading' ? [block.inlines] : [];
};

type Node = { type: string; value?: string; children?: Node[] };

/** Every letter that is no blank, with the marks that CommonMark reads around it. */
const looksByCommonMark = (markdown: string): string[] => {
  const read = ({ type, value = '', children = [] }: Node, marks: readonly string[]): string[] =>
    type === 'text'
      ? [...value.replace(/\s/g, '')].map((sign) => [sign, ...marks].join(' '))
      : children.flatMap((child) =>
          read(child, type === 'strong' || type === 'emphasis' ? [...marks, type].sort() : marks),
        );
  return read(fromMarkdown(markdown) as Node, []);
};
const looksOf = (ops: readonly { insert: string; attributes: { bold?: boolean; italic?: boolean } }[]) =>
  ops.flatMap(({ insert, attributes }) =>
    [...insert.replace(/\s/g, '')].map((sign) =>
      [sign, ...(attributes.italic ? ['emphasis'] : []), ...(attributes.bold ? ['strong'] : [])].join(' '),
    ),
  );

describe('a document as Markdown', () => {
  it('never turns typed text into markup', () => {
    fc.assert(
      fc.property(document, (notes) => {
        expect(kindsIn(markdownOf(notes))).toEqual(blocksOf(notes).flatMap(kindsOfBlock));
      }),
      { numRuns: 600 },
    );
  });

  it('is read back as the same letters, in the same looks, with the same links', () => {
    fc.assert(
      fc.property(fc.array(marked, { minLength: 1, maxLength: 5 }), (parts) => {
        const ops = parts.map(({ text, marks, script, link }) => ({
          insert: text || 'x',
          attributes: {
            ...Object.fromEntries(marks.map((mark) => [mark, true])),
            ...(script ? { script } : {}),
            ...(link ? { link } : {}),
          },
        }));
        const written = markdownOf({ ops });
        expect(compared(lettersOf(written.trim()))).toEqual(
          compared(expected(blocksOf({ ops }).flatMap(linesIn).flat())),
        );
      }),
      { numRuns: 600 },
    );
  });

  it('control: a mark between a letter and a bracket is none in CommonMark', () => {
    expect(looksByCommonMark('a**(b)**c')).not.toContain('b strong');
  });

  it.each([
    ['a bold bracket inside of a word', ['a', {}], ['(b)', { bold: true }], ['c', {}]],
    ['an italic letter inside of a word', ['a', {}], ['b', { italic: true }], ['c', {}]],
    ['two marks at once', ['a', {}], ['b', { bold: true, italic: true }], ['c', {}]],
    ['a bold word that ends in italics', ['a', { bold: true }], ['b', { bold: true, italic: true }]],
    ['italics that end bold', ['a ', { italic: true }], ['b', { bold: true, italic: true }]],
  ] as [string, ...[string, object][]][])('%s is read by CommonMark as it was written', (_, ...parts) => {
    const ops = parts.map(([insert, attributes]) => ({ insert, attributes }));
    expect(looksByCommonMark(markdownOf({ ops }))).toEqual(looksOf(ops));
  });

  it('bold and italics anywhere are read by CommonMark as they were written', () => {
    const part = fc.record({
      insert: fc.string({ unit: fc.constantFrom(...'ab( )*_.é“1'), minLength: 1, maxLength: 4 }),
      attributes: fc.record(
        { bold: fc.constant(true as const), italic: fc.constant(true as const) },
        { requiredKeys: [] },
      ),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (ops) => {
        expect(looksByCommonMark(markdownOf({ ops }))).toEqual(looksOf(ops));
      }),
      { numRuns: 600 },
    );
  });

  it('keeps a code together, whatever fences are in it', () => {
    for (const text of ['```', '````\n</script>', 'a ``` b', '~~~', '`````']) {
      const ops = text
        .split('\n')
        .flatMap((each) => [{ insert: each }, { insert: '\n', attributes: { 'code-block': true } }]);
      expect(kindsIn(markdownOf({ ops }))).toEqual(['code']);
    }
  });

  it('code with a backtick in it does not end there', () => {
    const ops = [{ insert: 'a`<img src=x onerror=alert(1)>`b', attributes: { code: true, bold: true } }];
    expect(markdownOf({ ops })).toBe('**``a`<img src=x onerror=alert(1)>`b``**\n');
    expect(markdownOf({ ops: [{ insert: '`', attributes: { code: true } }] })).toBe('`` ` ``\n');
  });

  it('no text of a picture leaves its place', () => {
    const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
    const bad = 'x](https://evil.example)\n\n# heading\n\n<script>';
    const ops = [
      { insert: { image: PIXEL }, attributes: { alt: bad, link: '/x) [y](javascript:alert(1)' } },
      { insert: '\n' },
      { insert: { image: 'https://a.example/a b(1).png' }, attributes: { alt: bad } },
      { insert: { imageBlock: { url: '/p.png', alt: bad, caption: bad } } },
    ];
    expect(kindsIn(markdownOf({ ops }))).toEqual(['words', 'words']);
    const [first, , link] = markdownOf({ ops }).split('\n');
    expect(first).toContain(`](${PIXEL})](/x\\)%20\\[y\\]\\(javascript:alert\\(1\\))`);
    expect(link).toContain('](https://a.example/a%20b\\(1\\).png)');
    expect(link).not.toContain('![');
  });

  it('control: without escaping, the second reader sees markup', () => {
    for (const bad of ['[x](javascript:alert(1))', '&lt;', '<script>', 'a `b', '# x', '- x', '---', '    x'])
      expect(() => {
        if (kindsIn(bad).join() !== 'words') throw new Error(bad);
        if (lettersOf(bad).some(({ look }) => look !== '')) throw new Error(bad);
      }).toThrow();
  });
});

describe('an answer as Markdown', () => {
  it('is read back as its lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const written = linesOf(lines.join('\n'));
        expect(kindsIn(written).filter((kind) => kind !== 'words')).toEqual([]);
        const blank = (text: string) => text.replace(/\s+/g, '');
        const read = written.split('\n').map((each) => lettersOf(each).map(({ sign, look }) => sign + look));
        expect(blank(read.flat().join(''))).toBe(blank(lines.join('')));
      }),
      { numRuns: 600 },
    );
  });

  it('keeps its lines and its paragraphs', () => {
    expect(linesOf('one\r\ntwo\n\n\n\n3. three\n')).toBe('one  \ntwo\n\n3\\. three');
  });
});

describe('a note as large as one may be', () => {
  // Each of these once took hours or ended in a fault: one client's download must not hold up everybody's.
  const SIGNS = 150_000;

  it('with a long gap in it is written at once', () => {
    expect(markdownOf({ ops: [{ insert: `one${' '.repeat(SIGNS)}two\n` }] })).toBe(
      `one${' '.repeat(SIGNS)}two\n`,
    );
  });

  it('of very many lines is written whole', () => {
    expect(markdownOf({ ops: [{ insert: 'a\n'.repeat(SIGNS) }] }).match(/a/g)).toHaveLength(SIGNS);
  });

  it('of very many lists is written whole', () => {
    const items = Array.from({ length: SIGNS }, (_, at): Op[] => [
      { insert: 'a' },
      { insert: '\n', attributes: { list: at % 2 ? 'bullet' : 'ordered' } },
    ]).flat();
    expect(markdownOf({ ops: items }).match(/a/g)).toHaveLength(SIGNS);
  });

  it('of very many marks is written whole', () => {
    const ticks = [{ insert: '` '.repeat(SIGNS), attributes: { code: true } }, { insert: '\n' }];
    expect(markdownOf({ ops: ticks }).match(/` /g)).toHaveLength(SIGNS + 1);
  });
});
