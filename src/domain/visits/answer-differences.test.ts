import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffAnswers } from '#domain/visits/answer-differences.ts';

const ask = (id: string, type = 'TEXT', label = id.toUpperCase()) => ({ id, label, type, required: false });
const form = (...questions: ReturnType<typeof ask>[]) => ({ sections: [{ title: '', questions }] });
const content = form(
  ask('sleep'),
  ask('home', 'CHECKBOX'),
  ask('wish', 'TEXTAREA'),
  ask('sign', 'SIGNATURE'),
);
const kinds = (before: object, after: object) =>
  diffAnswers({ content, responses: { ...before } }, { content, responses: { ...after } }).map(
    ({ question_id, kind }) => `${question_id} ${kind}`,
  );

describe('the difference between two submissions', () => {
  test.each<[string, object, object, string[]]>([
    ['another text', { sleep: '6 hours' }, { sleep: '4 hours' }, ['sleep CHANGED']],
    ['the same text', { sleep: '6 hours' }, { sleep: '6 hours' }, ['sleep SAME']],
    ['blanks and line ends', { wish: 'a\r\nb ' }, { wish: ' a\nb' }, ['wish SAME']],
    ['letters count', { sleep: 'well' }, { sleep: 'Well' }, ['sleep CHANGED']],
    ['an answer that is new', {}, { sleep: '4 hours' }, ['sleep NEW']],
    ['an answer that is gone', { sleep: '6 hours' }, {}, ['sleep GONE']],
    ['nothing in both', { sleep: '', home: [] }, {}, []],
    ['an empty answer counts as none', { sleep: '' }, { sleep: 'x', home: [] }, ['sleep NEW']],
    ['one more choice', { home: ['Tulsi'] }, { home: ['Tulsi', 'Ginger'] }, ['home CHANGED']],
    ['choices in another order', { home: ['Tulsi', 'Ginger'] }, { home: ['Ginger', 'Tulsi'] }, ['home SAME']],
    ['a list that became one choice', { home: ['Tulsi'] }, { home: 'Tulsi' }, ['home SAME']],
    ['choices that look like one text', { home: ['a, b'] }, { home: ['a', 'b'] }, ['home CHANGED']],
    ['signatures are never compared', { sign: 'one' }, { sign: 'another' }, []],
    ['nor when one is missing', {}, { sign: 'one' }, []],
    ['answers to no question', { other: 'x' }, { other: 'y' }, []],
    ['names of every object', { constructor: 'x' }, {}, []],
  ])('%s', (_, before, after, expected) => expect(kinds(before, after)).toEqual(expected));

  test('follows the form as it is now, then what is no longer asked, with the label of its version', () => {
    const before = { content: form(ask('old'), ask('sleep')), responses: { old: 'x', sleep: '6' } };
    const after = {
      content: form(ask('new'), ask('sleep', 'TEXT', 'Sleep?')),
      responses: { new: 'y', sleep: '4' },
    };
    expect(diffAnswers(before, after)).toEqual([
      { question_id: 'new', label: 'NEW', kind: 'NEW' },
      { question_id: 'sleep', label: 'Sleep?', kind: 'CHANGED' },
      { question_id: 'old', label: 'OLD', kind: 'GONE' },
    ]);
  });

  test('a question that is a signature in one version alone is not compared', () => {
    const text = { content: form(ask('name')), responses: { name: 'Maren' } };
    const signed = {
      content: form(ask('name', 'SIGNATURE')),
      responses: { name: 'data:image/png;base64,AAAA' },
    };
    expect([diffAnswers(text, signed), diffAnswers(signed, text)]).toEqual([[], []]);
  });
});

describe('for any two submissions', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const answer = fc.oneof(
    fc.constantFrom('', 'x', 'y', ' x\r\n'),
    fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  );
  const answered = fc.record({
    content: fc
      .uniqueArray(fc.constantFrom(...ids), { minLength: 1 })
      .chain((asked) =>
        fc
          .tuple(
            ...asked.map((id) =>
              fc.constantFrom('TEXT', 'CHECKBOX', 'SIGNATURE').map((type) => ask(id, type)),
            ),
          )
          .map((questions) => form(...questions)),
      ),
    responses: fc.dictionary(fc.constantFrom(...ids), answer),
  });
  const of = (kind: string) => (each: { kind: string }) => each.kind === kind;

  test('there is none to itself', () => {
    fc.assert(
      fc.property(answered, (one) => {
        expect(diffAnswers(one, one).filter(({ kind }) => kind !== 'SAME')).toEqual([]);
      }),
    );
  });

  test('the other way round, new is gone and the rest stays', () => {
    const mirrored = { NEW: 'GONE', GONE: 'NEW', CHANGED: 'CHANGED', SAME: 'SAME' };
    fc.assert(
      fc.property(answered, answered, (before, after) => {
        const kindsOf = (list: ReturnType<typeof diffAnswers>) =>
          Object.fromEntries(list.map(({ question_id, kind }) => [question_id, kind]));
        const there = kindsOf(diffAnswers(before, after));
        const back = kindsOf(diffAnswers(after, before));
        expect(Object.fromEntries(Object.entries(back).map(([id, kind]) => [id, mirrored[kind]]))).toEqual(
          there,
        );
      }),
    );
  });

  test('each question appears once, and none without an answer', () => {
    fc.assert(
      fc.property(answered, answered, (before, after) => {
        const found = diffAnswers(before, after);
        expect(new Set(found.map(({ question_id }) => question_id)).size).toBe(found.length);
        for (const { question_id } of found)
          expect([before.responses[question_id], after.responses[question_id]].flat().join('')).not.toBe('');
        expect(found.filter(of('NEW')).every(({ question_id }) => after.responses[question_id] !== '')).toBe(
          true,
        );
      }),
    );
  });
});
