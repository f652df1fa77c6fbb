import { describe, expect, test } from 'vitest';
import {
  formerAnswers,
  validateAnswers,
  missingMessage,
  newestFirst,
  orderForTile,
  splitRequired,
  unsupportedMessage,
} from '#domain/visits/forms.ts';

const question = (id: string, type: string, required = true, options?: string[]) => ({
  id,
  label: id.toUpperCase(),
  type,
  required,
  options,
});
const PNG = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`;
const content = {
  sections: [
    { title: 'You', questions: [question('name', 'TEXT'), question('story', 'TEXTAREA', false)] },
    {
      title: 'Choices',
      questions: [
        question('sleep', 'RADIO', true, ['Well', 'Badly']),
        question('diet', 'CHECKBOX', true, ['Vegan', 'None']),
        question('dosha', 'SELECT', false, ['Vata', 'Pitta']),
        question('sign', 'SIGNATURE'),
        question('mood', 'HOLOGRAM'),
      ],
    },
  ],
};
const full = { name: 'Maya', sleep: 'Well', diet: ['Vegan', 'None'], sign: PNG };

describe('required questions', () => {
  test('missing, an empty text and an empty list', () => {
    expect(validateAnswers(content, { name: '', diet: [], sign: null })).toMatchObject({
      ok: false,
      missing: ['NAME', 'SLEEP', 'DIET', 'SIGN'],
    });
  });
  test('formats the message', () => {
    expect(missingMessage(['Name', 'Sleep'])).toBe(
      'Please fill in the following required fields: Name, Sleep',
    );
    expect(unsupportedMessage('HOLOGRAM')).toBe('Unsupported question type: HOLOGRAM');
  });
});

describe('validateAnswers', () => {
  test('keeps answers to the questions of the form, drops the rest', () => {
    const result = validateAnswers(content, { ...full, dosha: '', story: null, extra: 'x', mood: 'blue' });
    expect(result).toEqual({ ok: true, responses: full });
  });
  test('names what is missing', () => {
    expect(validateAnswers(content, { ...full, name: '' })).toEqual({
      ok: false,
      details: { name: 'This field is required' },
      missing: ['NAME'],
    });
  });
  test.each([
    ['name', 7],
    ['name', ['Maya']],
    ['name', 'x'.repeat(1001)],
    ['story', 'x'.repeat(10_001)],
    ['sleep', 'Sometimes'],
    ['dosha', ['Vata']],
    ['diet', 'Vegan'],
    ['diet', ['Meat']],
    ['diet', ['Vegan', 'Vegan']],
    ['diet', [{}]],
    ['sign', 'data:image/jpeg;base64,/9j/4AAQ'],
    ['sign', 'data:image/png;base64,PHN2Zz4='],
    ['sign', `${PNG}"><script>`],
    ['sign', 'data:image/png;base64,iVBORw0KGgo' + 'A'.repeat(280_001)],
  ])('refuses %s = %j', (id, answer) => {
    const result = validateAnswers(content, { ...full, [id]: answer });
    expect(result.ok).toBe(false);
    expect(result.ok ? [] : Object.keys(result.details)).toEqual([id]);
  });
  test('a question whose id is an Object.prototype property is answered only by its own answer', () => {
    const odd = { sections: [{ title: '', questions: [question('constructor', 'TEXT')] }] };
    expect(validateAnswers(odd, {})).toMatchObject({ ok: false, missing: ['CONSTRUCTOR'] });
    expect(validateAnswers(odd, { constructor: 'x' })).toMatchObject({ ok: true });
  });
});

describe('order', () => {
  const entry = (name: string, booking_start: string | null, is_global = false) => ({
    form: { name, is_global },
    booking_id: booking_start && `booking of ${name}`,
    booking_start,
  });
  const entries = [
    entry('Waiver', null, true),
    entry('Yoga intake', '2026-06-01T14:00:00Z'),
    entry('Consent', '2026-05-20T14:00:00Z'),
    entry('Allergies', '2026-05-20T10:00:00-04:00'),
    entry('About you', null, true),
  ];
  const names = (list: readonly { form: { name: string } }[]) => list.map((each) => each.form.name);
  test('Resources: service-specific by booking date, then name; global apart', () => {
    const { serviceSpecific, global } = splitRequired(entries);
    expect(names(serviceSpecific)).toEqual(['Allergies', 'Consent', 'Yoga intake']);
    expect(names(global)).toEqual(['About you', 'Waiver']);
  });
  test('sorts names alphabetically, ignoring case and accents', () => {
    const global = ['Zinc', 'apple tea', 'Énergie', 'Basics'].map((name) => ({
      form: { name, is_global: true },
    }));
    const ordered = ['apple tea', 'Basics', 'Énergie', 'Zinc'];
    expect(names(splitRequired(global).global)).toEqual(ordered);
    expect(names(orderForTile(global))).toEqual(ordered);
  });
  test('the tile: forms of a booking first', () => {
    expect(names(orderForTile(entries))).toEqual([
      'Allergies',
      'Consent',
      'Yoga intake',
      'About you',
      'Waiver',
    ]);
  });
  test('completed: newest submission first', () => {
    const completed = ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', '2026-02-01T00:00:00Z'];
    expect(
      newestFirst(completed.map((submitted_at) => ({ submitted_at }))).map((form) => form.submitted_at[6]),
    ).toEqual(['3', '2', '1']);
  });
});

describe('answers to an earlier version', () => {
  const asked = (questions: ReturnType<typeof question>[], { type = 'INTAKE', title = '' } = {}) => ({
    type,
    content: { sections: [{ title, questions }] },
  });
  const choice = (id: string, type: string, options: string[], label = id) => ({
    ...question(id, type, true, options),
    label,
  });
  const given = { name: 'Maya', sleep: 'Well', diet: ['Vegan', 'None'], sign: PNG, gone: 'x', mood: 'blue' };

  test('are reused if the question is the same, also with a new label', () => {
    const before = { type: 'INTAKE', content };
    expect(formerAnswers(before, before, given)).toEqual({
      name: 'Maya',
      sleep: 'Well',
      diet: ['Vegan', 'None'],
    });
    const next = asked([
      choice('sleep', 'RADIO', ['Well', 'Lightly'], 'How do you usually sleep?'),
      choice('diet', 'CHECKBOX', ['None', 'Fish']),
      question('story', 'TEXTAREA'),
      question('name', 'TEXT'),
    ]);
    expect(formerAnswers(next, before, given)).toEqual({ sleep: 'Well', diet: ['None'], name: 'Maya' });
  });

  test.each([
    ['a question of another kind', choice('sleep', 'SELECT', ['Well', 'Badly'])],
    ['a text that is long now', question('name', 'TEXTAREA')],
    ['a choice that is not offered any more', choice('sleep', 'RADIO', ['Deeply', 'Lightly'])],
    ['boxes none of which are offered any more', choice('diet', 'CHECKBOX', ['Fish', 'Eggs'])],
    ['a signature', question('sign', 'SIGNATURE')],
    ['a kind that the site does not know', question('mood', 'HOLOGRAM')],
    ['a question that was not asked then', question('gone', 'TEXT')],
  ])('are not reused for %s', (_what, now) => {
    expect(formerAnswers(asked([now]), { type: 'INTAKE', content }, given)).toEqual({});
  });

  test.each([
    ['a single box', choice('word', 'CHECKBOX', ['Yes'])],
    ['a single choice', choice('word', 'RADIO', ['Yes'])],
    ['a box with these words', choice('word', 'CHECKBOX', ['Yes', 'I have read the house rules'])],
    [
      'a question with these words',
      choice('word', 'RADIO', ['Yes', 'No'], 'Do you agree to be photographed?'),
    ],
    ['a question for leave', choice('word', 'SELECT', ['Yes', 'No'], 'May we write to your doctor?')],
    ['a typed signature', { ...question('word', 'TEXT'), label: 'Your initials' }],
  ])('are never reused as consent: %s', (_what, same) => {
    const responses = { word: same.type === 'CHECKBOX' ? ['Yes'] : 'Yes' };
    expect(formerAnswers(asked([same]), asked([same]), responses)).toEqual({});
    // Not even if only one of the two versions asks for consent.
    const plain = choice('word', same.type, ['Yes', 'No'], 'Tea');
    expect(formerAnswers(asked([plain]), asked([plain]), responses)).toEqual(responses);
    expect(formerAnswers(asked([plain]), asked([same]), responses)).toEqual({});
    expect(formerAnswers(asked([same]), asked([plain]), responses)).toEqual({});
  });

  test('are never reused as consent: choices in an agreement, and questions under such a heading', () => {
    const touch = choice('touch', 'SELECT', ['Welcome', 'No touch']);
    const responses = { touch: 'Welcome', name: 'Maya' };
    const agreement = asked([touch, question('name', 'TEXT')], { type: 'AGREEMENT' });
    expect(formerAnswers(agreement, agreement, responses)).toEqual({ name: 'Maya' });
    const heading = asked([touch], { title: 'Informed consent' });
    expect(formerAnswers(heading, heading, responses)).toEqual({});
  });

  test('are reused if "agree" is about food', () => {
    const allergies = choice('allergies', 'CHECKBOX', ['Nuts', 'Dairy'], 'What disagrees with you?');
    const form = asked([allergies], { title: 'What does not agree with you' });
    expect(formerAnswers(form, form, { allergies: ['Dairy'] })).toEqual({ allergies: ['Dairy'] });
  });

  test('ignore properties of Object.prototype', () => {
    const odd = asked([question('constructor', 'TEXT')]);
    expect(formerAnswers(odd, odd, {})).toEqual({});
  });
});
