import { describe, expect, test } from 'vitest';
import { FORMS_LIMIT } from '#contract/call.ts';
import { cleanContent, type DraftQuestion, type FormDraft, validateDraft } from './form-drafts.ts';
import { MAX_TEXT, MAX_TEXTAREA, questionsOf, validateAnswers } from './forms.ts';

const ask = (type: DraftQuestion['type'], label: string, ...options: string[]): DraftQuestion => ({
  id: label,
  type,
  label,
  required: true,
  options,
});
const formOf = (...questions: DraftQuestion[]): FormDraft => ({
  name: 'Sleep',
  description: '',
  type: 'INTAKE',
  content: { sections: [{ title: '', questions }] },
});
const many = (count: number, make: (at: string) => DraftQuestion) =>
  [...Array(count).keys()].map((at) => make(`${at}`));
const sections = (count: number) =>
  [...Array(count).keys()].map((at) => ({ title: `${at}`, questions: [ask('TEXT', `${at}`)] }));
const draft = (change: Partial<FormDraft>) => ({ ...formOf(ask('TEXT', 'a')), ...change });

describe('a draft', () => {
  test.each<[string, FormDraft, string, RegExp]>([
    ['no name', draft({ name: '\u200B' }), 'name', /give the form a name/],
    ['a type of two words', draft({ type: 'IN TAKE' }), 'type', /kind of form/],
    ['no questions', draft({ content: { sections: [] } }), 'sections', /Add a question/],
    ['many headings', draft({ content: { sections: sections(31) } }), 'sections', /30 headings/],
    ['many questions', formOf(...many(101, (at) => ask('TEXT', at))), 'sections', /100 questions/],
    [
      'an empty heading',
      draft({ content: { sections: [...sections(1), { title: 'b', questions: [] }] } }),
      '1.title',
      /no questions under/,
    ],
    [
      'a second section without a heading',
      draft({ content: { sections: [...sections(1), { title: ' ', questions: [ask('TEXT', 'b')] }] } }),
      '1.title',
      /write a heading/,
    ],
    ['a question without text', formOf({ ...ask('TEXT', 'a'), label: '' }), 'a.label', /write the question/],
    [
      'a question twice',
      formOf(ask('TEXT', 'a'), { ...ask('TEXT', 'a'), id: 'b' }),
      'b.label',
      /appears twice/,
    ],
    ['no choices', formOf(ask('RADIO', 'a', '', ' ')), 'a.options', /write its choices/],
    ['a choice twice', formOf(ask('SELECT', 'a', 'b', 'c', ' b')), 'a.options', /“b” appears twice/],
    [
      'many choices',
      formOf(ask('CHECKBOX', 'a', ...many(41, (at) => ask('TEXT', at)).map(({ id }) => id))),
      'a.options',
      /40 choices/,
    ],
    ['a long choice', formOf(ask('SELECT', 'a', 'x'.repeat(201))), 'a.options', /under 200/],
    ['two signatures', formOf(ask('SIGNATURE', 'a'), ask('SIGNATURE', 'b')), 'b.type', /One signature/],
    [
      'more than can be sent',
      formOf(...many(18, (at) => ask('TEXTAREA', at))),
      '17.type',
      /too large to send/,
    ],
  ])('%s is refused at its place', (_, form, place, message) => {
    expect(validateDraft(form)).toEqual({ [place]: expect.stringMatching(message) as string });
  });

  test('all errors are found at once', () => {
    const form = { ...formOf(ask('RADIO', 'a'), { ...ask('TEXT', 'b'), label: '' }), name: '' };
    expect(Object.keys(validateDraft(form))).toEqual(['name', 'a.options', 'b.label']);
  });

  test('is cleaned: choices of texts, empty lines and runs of blanks go', () => {
    const content = cleanContent(
      formOf(ask('TEXT', 'a  b ', 'left over'), ask('RADIO', 'c', ' d', '', 'e  f')).content,
    );
    expect(questionsOf(content).map(({ label, options }) => [label, options])).toEqual([
      ['a b', []],
      ['c', ['d', 'e f']],
    ]);
  });

  test.each([
    many(17, (at) => ask('TEXTAREA', at)),
    [...many(7, (at) => ask('TEXTAREA', at)), ask('SIGNATURE', 's')],
    many(100, (at) => ask('TEXT', at)),
  ])('whose every field is full can still be sent', (...questions) => {
    const form = formOf(...questions);
    expect(validateDraft(form)).toEqual({});
    const responses = Object.fromEntries(
      questions.map(({ id, type }) => [
        id,
        type === 'SIGNATURE'
          ? `data:image/png;base64,iVBORw0KGgoA${'A'.repeat(273_052)}`
          : '漢'.repeat(type === 'TEXT' ? MAX_TEXT : MAX_TEXTAREA),
      ]),
    );
    expect(validateAnswers(form.content, responses)).toMatchObject({ ok: true });
    const uuid = 'x'.repeat(36);
    const names = { user_id: uuid, service_id: uuid, booking_id: uuid, form_id: uuid, form_updated_at: uuid };
    expect(Buffer.byteLength(JSON.stringify({ ...names, responses }))).toBeLessThan(FORMS_LIMIT);
  });
});
