import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMS_LIMIT } from '#contract/call.ts';
import {
  type FormContent,
  validateAnswers,
  MAX_TEXT,
  MAX_TEXTAREA,
  type Question,
} from '#domain/visits/forms.ts';
import { PAYLOADS } from '#tests/support/xss-payloads.ts';
import { describeFormChanges } from './form-changes.ts';
import { formToFile } from './form-to-file.ts';
import { formFromFile } from './form-from-file.ts';
import { assignQuestionIds } from './form-ids.ts';
import { hasControlCharacter } from '#domain/text/control-characters.ts';

type Shown = Parameters<typeof formToFile>[0];
const HEAD = '---\nkey: sleep\nname: Sleep\nfor: everybody\n---\n';
const errorsIn = (text: string) => {
  const read = formFromFile(text);
  return read.ok ? [] : read.errors.map(({ line, message }) => `${line} ${message}`);
};
/** A file as the practice has it in its tables afterwards. */
function kept(text: string, ...former: FormContent[]): Shown {
  const read = formFromFile(text);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const { sections, audience_line: _, ...head } = read.form;
  const named = assignQuestionIds(sections, former);
  if (!named.ok) throw new Error(JSON.stringify(named.errors));
  return { ...head, content: named.content };
}
const contentOf = (lines: string, ...former: FormContent[]) => kept(`${HEAD}${lines}`, ...former).content;
const idsOf = ({ sections }: FormContent) =>
  sections.flatMap(({ questions }) => questions.map(({ id }) => id));

describe('a form from its file', () => {
  test('head, headings, questions of every kind, choices', () => {
    const text = `---
key: sleep-and-rest
name: "Sleep and Rest"
description: How you sleep: two minutes.
type: intake
for: [private-yoga, chair-yoga]
---
TEXT: Before any heading

# Nights
RADIO required {how}: How do you sleep: well?
- Well
* Badly - as ever
select: When?
- Before 10 PM
CHECKBOX   Required: Which of these?
- Tea
- # 2
## Signed
TEXTAREA {more_1.a}: More (or “none”)
SIGNATURE required: Signature
`.replaceAll('\n', '\r\n');
    const ask = (id: string, type: string, label: string, required: boolean, options: string[] = []) => ({
      id,
      label,
      type,
      required,
      options,
    });
    expect(kept(`\uFEFF${text}`)).toEqual({
      key: 'sleep-and-rest',
      name: 'Sleep and Rest',
      description: 'How you sleep: two minutes.',
      type: 'INTAKE',
      audience: ['private-yoga', 'chair-yoga'],
      content: {
        sections: [
          { title: '', questions: [ask('before-any-heading', 'TEXT', 'Before any heading', false)] },
          {
            title: 'Nights',
            questions: [
              ask('how', 'RADIO', 'How do you sleep: well?', true, ['Well', 'Badly - as ever']),
              ask('when', 'SELECT', 'When?', false, ['Before 10 PM']),
              ask('which-of-these', 'CHECKBOX', 'Which of these?', true, ['Tea', '# 2']),
            ],
          },
          {
            title: 'Signed',
            questions: [
              ask('more_1.a', 'TEXTAREA', 'More (or “none”)', false),
              ask('signature', 'SIGNATURE', 'Signature', true),
            ],
          },
        ],
      },
    });
  });

  const file = (lines: string) => `${HEAD}${lines}`;
  const head = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nTEXT: a\n`;
  test.each([
    ['no head', 'TEXT: a', /^1 The file has to begin with a head/],
    ['no key', head('name: A', 'for: everybody'), /^1 The head needs key: words/],
    ['no name', head('key: a', 'for: everybody'), /^1 The head needs name/],
    ['nobody said', head('key: a', 'name: A'), /^1 The head needs for/],
    [
      'an unknown word',
      head('key: a', 'name: A', 'for: everybody', 'version: 2'),
      /^5 .* It knows key, name/,
    ],
    ['a word twice', head('key: a', 'key: b', 'name: A', 'for: everybody'), /^3 key appears twice/],
    ['a key of other signs', head('key: Sleep It', 'name: A', 'for: everybody'), /^2 The key is of small/],
    ['a name that says nothing', head('key: a', 'name: \u200B', 'for: everybody'), /^3 The name has no text/],
    ['a long name', head('key: a', `name: ${'x'.repeat(101)}`, 'for: everybody'), /^3 name is too long/],
    [
      'a type of two words',
      head('key: a', 'name: A', 'type: IN TAKE', 'for: everybody'),
      /^4 The type is one/,
    ],
    ['everybody and some', head('key: a', 'name: A', 'for: everybody, yoga'), /^4 Write for: everybody, or/],
    ['only commas', head('key: a', 'name: A', 'for: ,'), /^4 Write for: everybody, or/],
    ['no questions', file(''), /^5 There are no questions/],
    ['a heading without questions', file('## A\n## B\nTEXT: a'), /^6 There are no questions under/],
    ['a heading without words', file('##\nTEXT: a'), /^6 This heading has no text/],
    ['a small heading', file('### A\nTEXT: a'), /^6 A form has headings of one kind/],
    ['a long heading', file(`## ${'x'.repeat(151)}\nTEXT: a`), /^6 Too long: 150/],
    ['plain text', file('Please be honest.'), /^6 Cannot read this\. A line is/],
    ['a wrapped question', file('TEXT: How do you\nsleep?'), /^7 Cannot read this/],
    ['an unknown kind', file('RATING: a'), /^6 A question begins with its kind.*RATING is none/],
    ['a question without a kind', file('How do you sleep: well?'), /^6 .* How is none/],
    ['another order', file('TEXT {a} required: a'), /^6 Between TEXT and the colon/],
    ['optional', file('TEXT optional: a'), /^6 Between TEXT and the colon/],
    ['no words', file('TEXT required:'), /^6 This question has no text/],
    ['a long question', file(`TEXT: ${'x'.repeat(501)}`), /^6 Too long: 500/],
    ['a name of other signs', file('TEXT {a b}: a'), /^6 A name in braces/],
    ['an empty name', file('TEXT {}: a'), /^6 A name in braces/],
    ['a long id', file(`TEXT {${'x'.repeat(61)}}: a`), /^6 A name in braces/],
    ['constructor', file('TEXT {constructor}: a'), /^6 \{constructor\} cannot be used/],
    ['prototype', file('TEXT {prototype}: a'), /^6 \{prototype\} cannot be used/],
    ['an id twice', file('TEXT {a}: a\nTEXT {a}: b'), /^7 This \{name\} appears twice/],
    ['a question twice', file('TEXT: a\nRADIO: a\n- b'), /^7 This question appears twice/],
    ['choices of a text', file('TEXT: a\n- b'), /^7 Choices stand right below .* This one is TEXT/],
    ['choices of nothing', file('- b\nTEXT: a'), /^6 Choices stand right below/],
    ['choices of a heading', file('TEXT: a\n## B\n- c\nTEXT: d'), /^8 Choices stand right below/],
    ['no choices', file('RADIO: a\nTEXT: b'), /^6 RADIO needs its choices/],
    ['a choice without words', file('RADIO: a\n-\n- b'), /^7 This choice has no text/],
    ['a choice twice', file('SELECT: a\n- b\n- c\n- b'), /^9 This choice appears twice/],
    ['a long choice', file(`SELECT: a\n- ${'x'.repeat(201)}`), /^7 Too long: 200/],
    [
      'many choices',
      file(`SELECT: a\n${[...Array(41).keys()].map((i) => `- ${i}`).join('\n')}`),
      /^47 40 choices/,
    ],
    [
      'many questions',
      file([...Array(101).keys()].map((i) => `TEXT: ${i}`).join('\n')),
      /^106 100 questions/,
    ],
    [
      'many headings',
      file([...Array(31).keys()].map((i) => `## ${i}\nTEXT: a`).join('\n')),
      /^66 30 headings/,
    ],
    ['two signatures', file('SIGNATURE: a\nSIGNATURE: b'), /^7 One SIGNATURE at most/],
    [
      'more than can be sent',
      file([...Array(18).keys()].map((i) => `TEXTAREA: ${i}`).join('\n')),
      /^23 From here on.*524 kB/,
    ],
    ['a control character', file('TEXT: a\u0000'), /^6 This line contains a control character/],
    ['another encoding', file('TEXT: caf\uFFFD'), /^6 .*UTF-8/],
    ['too much', `${HEAD}${'TEXT: a\n'.repeat(25_001)}`, /^1 The file is too long: 200 kB/],
  ])('%s is refused in words with its line', (_, text, words) => {
    const errors = errorsIn(text);
    expect(errors.join('\n')).toMatch(words);
  });

  test('every error is reported at once', () => {
    expect(
      errorsIn('---\nkey: a b\nname: A\nfor: everybody\n---\nTEXT: a\nMOOD: b\n- c\nRADIO: d\n').map((each) =>
        each.slice(0, 7),
      ),
    ).toEqual(['2 The k', '7 A que', '8 Choic', '9 RADIO']);
  });

  test('the largest possible answers to a form can be sent', () => {
    const areas = (count: number, more: string) =>
      `${[...Array(count).keys()].map((i) => `TEXTAREA required: ${i}`).join('\n')}\n${more}`;
    for (const lines of [
      areas(17, ''),
      areas(7, 'SIGNATURE: s'),
      [...Array(100).keys()].map((i) => `TEXT: ${i}`).join('\n'),
    ]) {
      const content = contentOf(lines);
      const responses = Object.fromEntries(
        content.sections[0]!.questions.map(({ id, type }) => [
          id,
          type === 'SIGNATURE'
            ? `data:image/png;base64,iVBORw0KGgoA${'A'.repeat(273_052)}`
            : '漢'.repeat(type === 'TEXT' ? MAX_TEXT : MAX_TEXTAREA),
        ]),
      );
      expect(validateAnswers(content, responses)).toMatchObject({ ok: true });
      const uuid = 'x'.repeat(36);
      const body = {
        user_id: uuid,
        service_id: uuid,
        booking_id: uuid,
        form_id: uuid,
        form_updated_at: uuid,
        responses,
      };
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(FORMS_LIMIT);
    }
  });
});

describe('which question is the same', () => {
  const first = contentOf('TEXT: How do you sleep?\nRADIO {tea}: Tea?\n- Yes\n- No');

  test('by its {id} whatever its text, and without one by its text', () => {
    expect(idsOf(first)).toEqual(['how-do-you-sleep', 'tea']);
    const next = contentOf(
      'SELECT {tea}: Do you drink tea?\n- Yes\nTEXTAREA: How do you sleep?\nTEXT: Else?',
      first,
    );
    expect(idsOf(next)).toEqual(['tea', 'how-do-you-sleep', 'else']);
    const words = (content: FormContent) => ({ name: 'Sleep', description: '', type: 'INTAKE', content });
    expect(describeFormChanges(words(first), { ...words(next), description: 'Two minutes.' })).toEqual([
      'description: none → Two minutes.',
      'new: {else} Else?',
      'reworded, the same question: {tea} Tea? → Do you drink tea?',
      'RADIO is now SELECT: {tea} Do you drink tea?',
      'removed choices of {tea}: No',
      'TEXT is now TEXTAREA: {how-do-you-sleep} How do you sleep?',
    ]);
    expect(
      describeFormChanges(
        words(next),
        words({ sections: next.sections.map((each) => ({ ...each, title: 'Nights' })) }),
      ),
    ).toEqual(['the order, or the headings']);
  });

  test('a new question never reuses an earlier id, not even of a removed question', () => {
    const second = contentOf('TEXT {how-do-you-sleep}: How long?', first);
    expect(idsOf(contentOf('TEXT: How do you sleep!', second, first))).toEqual(['how-do-you-sleep-2']);
    expect(idsOf(contentOf('CHECKBOX: How do you sleep?\n- Well', first))).toEqual(['how-do-you-sleep-2']);
  });

  test('the newest version takes precedence, and a returning question keeps its id', () => {
    const second = contentOf('TEXT {how-do-you-sleep}: How long?', first);
    expect(idsOf(contentOf('TEXT: How do you sleep?\nTEXT: How long?', second, first))).toEqual([
      'how-do-you-sleep-2',
      'how-do-you-sleep',
    ]);
    expect(idsOf(contentOf('RADIO: Tea?\n- Yes', second, first))).toEqual(['tea']);
  });

  test('an id cannot change its kind, not even the id of a removed question', () => {
    const second = contentOf('TEXT: Else?', first);
    const read = formFromFile(`${HEAD}TEXT: a\nCHECKBOX {tea}: Tea?\n- Yes\n`);
    if (!read.ok) throw new Error('refused');
    expect(assignQuestionIds(read.form.sections, [second, first])).toEqual({
      ok: false,
      errors: [
        { line: 7, message: expect.stringMatching(/^\{tea\} is a question of the kind RADIO/) as string },
      ],
    });
  });

  test('ids are made of any text', () => {
    expect(idsOf(contentOf('TEXT: Constructor\nTEXT: 眠れますか\nTEXT: 夢は？'))).toEqual([
      'constructor-2',
      'question',
      'question-2',
    ]);
    const long = idsOf(contentOf(`TEXT: ${'word '.repeat(90)}\nTEXT: ${'x'.repeat(400)}`));
    expect(long).toEqual(['word-word-word-word-word-word-word-word', 'x'.repeat(41)]);
  });
});

/** Every form that a file may make: words of any signs that can be shown, ids of any that are allowed. */
function anyForm(): fc.Arbitrary<Shown> {
  const signs = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...'ab Z1-*•#:{}[]()"\'`.,;!?_<>&$%/\\|~', ' - ', 'TEXT', ' required'),
    },
    { weight: 1, arbitrary: fc.constantFrom('é', '漢', '😀', '\u200B', '\u2028', '\u00A0', '“', '–') },
  );
  const words = (most: number) =>
    fc
      .array(signs, { minLength: 1, maxLength: Math.min(most, 24) })
      .map((parts) => parts.join('').replace(/\s+/g, ' ').trim().slice(0, most).trim())
      .filter((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !hasControlCharacter(text));
  const id = fc
    .stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,12}$/)
    .filter((each) => !(each in {}) && each !== 'prototype');
  const question = fc
    .record({
      label: words(500),
      type: fc.constantFrom('TEXT', 'TEXTAREA', 'RADIO', 'CHECKBOX', 'SELECT'),
      required: fc.boolean(),
      options: fc.uniqueArray(words(200), { minLength: 1, maxLength: 4 }),
    })
    .map((each) => (['TEXT', 'TEXTAREA'].includes(each.type) ? { ...each, options: [] } : each));
  const section = fc.record({
    title: words(150),
    questions: fc.uniqueArray(question, { minLength: 1, maxLength: 4, selector: ({ label }) => label }),
  });
  const sections = fc
    .tuple(
      fc.array(section, { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(id, { minLength: 16, maxLength: 16 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([list, ids, isUntitled, isSigned]) => {
      let at = 0;
      const named = list.map(({ title, questions }) => ({
        title,
        questions: questions.map((each): Question => ({ id: ids[at++]!, ...each })),
      }));
      if (isUntitled) named[0]!.title = '';
      if (isSigned)
        named.push({
          title: 'Signed',
          questions: [
            {
              id: 'the-signature-of-all',
              label: 'Signature',
              type: 'SIGNATURE',
              required: true,
              options: [],
            },
          ],
        });
      return { sections: named };
    });
  const key = fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,4}){0,2}$/);
  return fc.record({
    key,
    name: words(100),
    description: fc.oneof(fc.constant(''), words(1000)),
    type: fc.stringMatching(/^[A-Z][A-Z0-9_]{0,20}$/),
    audience: fc.oneof(
      fc.constant('everybody' as const),
      fc.uniqueArray(
        key.filter((each) => each !== 'everybody' && each !== 'nobody'),
        { maxLength: 3 },
      ),
    ),
    content: sections,
  });
}

test('whatever a file may make is shown as a file that makes the same, to the letter', () => {
  fc.assert(
    fc.property(anyForm(), (form) => {
      const text = formToFile(form);
      const read = kept(text);
      expect(read).toEqual(form);
      expect(formToFile(read)).toBe(text);
      // Names in braces can be taken out of a form that is there: the same words are the same questions.
      const unnamed = text.replace(/^([A-Z]+(?: required)?) \{[^}]*\}:/gm, '$1:');
      expect(kept(unnamed, form.content)).toEqual(form);
    }),
    { numRuns: 400 },
  );
});

test('a file of any text is read or refused with a message, never a fault', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '---',
      '## A',
      '##',
      'TEXT: a',
      'RADIO required {a}: b',
      '- c',
      '-',
      '',
      'key: a',
      'name: A',
      'for: everybody',
      'SIGNATURE: d',
      'x',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), fc.boolean(), (lines, hasHead) => {
      const read = formFromFile(`${hasHead ? HEAD : ''}${lines.join('\n')}`);
      if (!read.ok)
        for (const { line: place, message } of read.errors)
          expect([place > 0, message.length > 5]).toEqual([true, true]);
      else expect(assignQuestionIds(read.form.sections, []).ok).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the file that the operations page shows is one', () => {
  const page = readFileSync(new URL('../../../../docs/operations/content.md', import.meta.url), 'utf8');
  const shown = /```text\n(---\nkey: [^`]*)```/.exec(page)![1]!;
  expect(idsOf(kept(shown).content)).toEqual([
    'when-do-you-usually-go-to-bed',
    'how-you-sleep',
    'what-helps',
    'anything-else-we-should-know',
    'signature',
  ]);
});

test('hostile text stays text', () => {
  let read_as_text = 0;
  for (const bad of PAYLOADS) {
    const line = bad.replace(/\s+/g, ' ').trim();
    const text = `---\nkey: a\nname: ${line}\nfor: everybody\n---\n## ${line}\nRADIO: ${line}\n- ${line}\n`;
    const read = formFromFile(text);
    if (!read.ok) continue;
    read_as_text += 1;
    const [section] = read.form.sections;
    expect([section!.title, section!.questions[0]!.label, section!.questions[0]!.options[0]!.text]).toEqual([
      line,
      line,
      line,
    ]);
  }
  expect(read_as_text).toBeGreaterThan(PAYLOADS.length / 2);
});
