import { expect, test } from 'vitest';
import type { Submission } from '#contract/submissions.schemas.ts';
import { answerText, comparisonText, endOf } from '#staff/submissions/answer-texts.ts';

type Kind = Submission['differences'][number]['kind'];
const previous = { submitted_at: '2026-03-16T18:00:00.000Z', responses: {} };
const of = (...kinds: Kind[]) => kinds.map((kind, index) => ({ question_id: `q${index}`, label: 'Q', kind }));

test.each<[string, Omit<Parameters<typeof comparisonText>[0], 'source'>]>([
  ['The first time this form was filled in.', { previous: null, differences: [] }],
  ['Nothing has changed since Mon 16 Mar.', { previous, differences: of('SAME', 'SAME') }],
  ['Compared with Mon 16 Mar: 1 changed.', { previous, differences: of('SAME', 'CHANGED') }],
  [
    'Compared with Mon 16 Mar: 2 changed, 1 new, 1 gone.',
    { previous, differences: of('GONE', 'CHANGED', 'NEW', 'CHANGED') },
  ],
])('%s', (text, submission) =>
  expect(comparisonText({ ...submission, source: 'CLIENT' }, new Date('2026-06-29T18:00:00Z'))).toBe(text),
);

test('answers of another year have its year', () => {
  const text = comparisonText(
    { previous, differences: of('SAME'), source: 'TOGETHER' },
    new Date('2027-01-29T18:00:00Z'),
  );
  expect(text).toBe('Nothing has changed since 16 Mar 2026.');
});

test('choices are one text', () => {
  expect([answerText('4 hours'), answerText(['Ginger', 'Tulsi'])]).toEqual(['4 hours', 'Ginger, Tulsi']);
});

test('a sentence ends once', () => {
  expect(['4 hours', 'Badly.', 'Why?', 'Well \n'].map(endOf)).toEqual([
    '4 hours.',
    'Badly.',
    'Why?',
    'Well.',
  ]);
});
