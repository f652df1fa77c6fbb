import { expect, test } from 'vitest';
import { inlineMarkdownOps } from '#domain/text/simple-markdown.ts';

test.each([
  ['', []],
  ['plain', [{ insert: 'plain' }]],
  [
    'a **b** _c_ [d e](https://a.example/) f',
    [
      { insert: 'a ' },
      { insert: 'b', attributes: { bold: true } },
      { insert: ' ' },
      { insert: 'c', attributes: { italic: true } },
      { insert: ' ' },
      { insert: 'd e', attributes: { link: 'https://a.example/' } },
      { insert: ' f' },
    ],
  ],
  ['snake_case_words and 2*3*4 stay', [{ insert: 'snake_case_words and 2*3*4 stay' }]],
  ['[no link] (here)', [{ insert: '[no link] (here)' }]],
])('%j', (text, ops) => expect(inlineMarkdownOps(text)).toEqual(ops));
