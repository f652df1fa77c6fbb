import { expect, test } from 'vitest';
import { findWords, textOf, wordsToFind } from '#domain/text/find-words.ts';

const find = (text: string, query: string) => findWords(text, wordsToFind(query));

test.each([
  ['Left KNEE hurts.', 'knee', { before: 'Left ', match: 'KNEE', after: ' hurts.' }],
  ['Zoë slept badly', 'zoe', { before: '', match: 'Zoë', after: ' slept badly' }],
  ['Zoe slept badly', 'ZOË', { before: '', match: 'Zoe', after: ' slept badly' }],
  ['İzmir, ﬁg and straße', 'straße', { before: 'İzmir, ﬁg and ', match: 'straße', after: '' }],
  // Around the word that comes first in the text.
  ['Tea helps against pain', 'pain tea', { before: '', match: 'Tea', after: ' helps against pain' }],
  ['무릎이 아파요', '무릎', { before: '', match: '무릎', after: '이 아파요' }],
  ['무릎이 아파요', '마', null],
  ['Tea helps', 'tea pain', null],
  ['Tea helps', '  ', null],
] as const)('%s: %s', (text, query, expected) => expect(find(text, query)).toEqual(expected));

test('shows a little of what stands around it', () => {
  const wall = 'x'.repeat(500);
  expect(find(`${wall}root${wall}`, 'root')).toEqual({
    before: `…${'x'.repeat(80)}`,
    match: 'root',
    after: `${'x'.repeat(80)}…`,
  });
});

test('reads a document as one line, across its formats and without its pictures', () => {
  const ops = [
    { insert: 'Left kn' },
    { insert: 'ee', attributes: { bold: true } },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: { image: 'data:image/png;base64,knee' } },
    { insert: 'hurts\n' },
  ];
  expect(textOf({ ops })).toBe('Left knee hurts');
});
