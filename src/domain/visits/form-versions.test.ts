import { describe, expect, test } from 'vitest';
import type { DraftQuestion } from './form-drafts.ts';
import { assignQuestionIds, describeChanges, formerKind, isSameText } from './form-versions.ts';
import { type FormContent, questionsOf } from './forms.ts';

/** A question; '' for the id of a new one. */
const ask = (type: DraftQuestion['type'], label: string, id = '', options: string[] = []): DraftQuestion => ({
  id,
  type,
  label,
  required: false,
  options,
});
const contentOf = (questions: DraftQuestion[], ...former: FormContent[]) =>
  assignQuestionIds([{ title: '', questions }], former);
const idsOf = (content: FormContent) => questionsOf(content).map(({ id }) => id);

describe('which question is the same', () => {
  const first = contentOf([ask('TEXT', 'How do you sleep?'), ask('RADIO', 'Tea?', '', ['Yes', 'No'])]);

  test('one that keeps its id, or has the text of an earlier one; a new one gets an id of its words', () => {
    expect(idsOf(first)).toEqual(['how-do-you-sleep', 'tea']);
    const next = [
      ask('SELECT', 'Do you drink tea?', 'tea'),
      ask('TEXTAREA', 'How do you sleep?'),
      ask('TEXT', 'Else?', 'made-up-by-a-browser'),
    ];
    expect(idsOf(contentOf(next, first))).toEqual(['tea', 'how-do-you-sleep', 'else']);
  });

  test('an id is never used again for another question, not even that of a removed one', () => {
    const second = contentOf([ask('TEXT', 'How long?', 'how-do-you-sleep')], first);
    expect(idsOf(contentOf([ask('TEXT', 'How do you sleep!')], second, first))).toEqual([
      'how-do-you-sleep-2',
    ]);
    expect(idsOf(contentOf([ask('CHECKBOX', 'How do you sleep?')], first))).toEqual(['how-do-you-sleep-2']);
    const twice = [ask('TEXT', 'One', 'tea'), ask('TEXT', 'Two', 'tea')];
    expect(idsOf(contentOf(twice, first))).toEqual(['tea', 'two']);
  });

  test('the newest version takes precedence, and a returning question keeps its id', () => {
    const second = contentOf([ask('TEXT', 'How long?', 'how-do-you-sleep')], first);
    const both = [ask('TEXT', 'How do you sleep?'), ask('TEXT', 'How long?')];
    expect(idsOf(contentOf(both, second, first))).toEqual(['how-do-you-sleep-2', 'how-do-you-sleep']);
    expect(idsOf(contentOf([ask('RADIO', 'Tea?')], second, first))).toEqual(['tea']);
  });

  test('answers of another kind make no sense, also those to a removed question', () => {
    const second = contentOf([ask('TEXT', 'Else?')], first);
    const kindOf = (type: DraftQuestion['type']) => formerKind(ask(type, 'Tea?', 'tea'), [second, first]);
    expect([kindOf('CHECKBOX'), kindOf('SELECT'), formerKind(ask('TEXT', 'New', 'new'), [first])]).toEqual([
      'RADIO',
      null,
      null,
    ]);
  });

  test('ids are made of any text', () => {
    const strange = [ask('TEXT', 'Constructor'), ask('TEXT', '眠れますか'), ask('TEXT', '夢は？')];
    expect(idsOf(contentOf(strange))).toEqual(['constructor-2', 'question', 'question-2']);
    const long = [ask('TEXT', 'word '.repeat(90)), ask('TEXT', 'x'.repeat(400))];
    expect(idsOf(contentOf(long))).toEqual(['word-word-word-word-word-word-word-word', 'x'.repeat(41)]);
  });
});

describe('what a new version changes', () => {
  const text = (questions: DraftQuestion[], more: object = {}) => ({
    name: 'Sleep',
    description: '',
    type: 'INTAKE',
    content: { sections: [{ title: '', questions }] },
    ...more,
  });
  const before = text([
    ask('TEXT', 'One', 'one'),
    ask('RADIO', 'Two', 'two', ['a', 'b']),
    ask('TEXT', 'Three', 'three'),
  ]);

  test('is said for each kind of change, by the words of the questions', () => {
    const after = text(
      [
        { ...ask('TEXTAREA', 'One, again', 'one'), required: true },
        ask('RADIO', 'Two', 'two', ['a', 'c']),
        ask('SIGNATURE', `${'x'.repeat(59)}😀😀`, 'four'),
      ],
      { name: 'Nights', description: 'New' },
    );
    expect(describeChanges(before, after)).toEqual([
      `1 new question: “${'x'.repeat(59)}😀…”`,
      '1 removed, answers stay readable: “Three”',
      '1 reworded: “One” → “One, again”',
      '2 with another kind of field, other choices or another duty to answer: “One, again”, “Two”',
    ]);
  });

  test('many of a kind are counted, of which the first are named', () => {
    const added = [...Array(7).keys()].map((at) => ask('TEXT', `New ${at}`, `new-${at}`));
    const [line] = describeChanges(before, text([...before.content.sections[0]!.questions, ...added]));
    expect(line).toBe('7 new questions: “New 0”, “New 1”, “New 2”, “New 3”, “New 4” and 2 more');
  });

  test('an order is a change; the order of keys and a missing list of choices are none', () => {
    const [one, two, three] = before.content.sections[0]!.questions as [
      DraftQuestion,
      DraftQuestion,
      DraftQuestion,
    ];
    expect(describeChanges(before, text([two, one, three]))).toEqual([
      'Another name or description, another order, or other headings.',
    ]);
    const { options: _none, ...bare } = one;
    const same = { ...before, content: { sections: [{ questions: [bare, two, three], title: '' }] } };
    expect(isSameText(before, same)).toBe(true);
  });
});
