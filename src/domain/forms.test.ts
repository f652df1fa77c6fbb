import { describe, expect, test } from 'vitest';
import {
  judgeAnswers,
  missingMessage,
  newestFirst,
  orderForTile,
  splitRequired,
  unsupportedMessage,
} from '#domain/forms.ts';

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
    expect(judgeAnswers(content, { name: '', diet: [], sign: null })).toMatchObject({
      ok: false,
      missing: ['NAME', 'SLEEP', 'DIET', 'SIGN'],
    });
  });
  test('words', () => {
    expect(missingMessage(['Name', 'Sleep'])).toBe(
      'Please fill in the following required fields: Name, Sleep',
    );
    expect(unsupportedMessage('HOLOGRAM')).toBe('Unsupported question type: HOLOGRAM');
  });
});

describe("the server's re-check", () => {
  test('keeps answers to the questions of the form, drops the rest', () => {
    const judged = judgeAnswers(content, { ...full, dosha: '', story: null, extra: 'x', mood: 'blue' });
    expect(judged).toEqual({ ok: true, responses: full });
  });
  test('names what is missing', () => {
    expect(judgeAnswers(content, { ...full, name: '' })).toEqual({
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
    const judged = judgeAnswers(content, { ...full, [id]: answer });
    expect(judged.ok).toBe(false);
    expect(judged.ok ? [] : Object.keys(judged.details)).toEqual([id]);
  });
  test('a question named like a part of an object is only answered by itself', () => {
    const odd = { sections: [{ title: '', questions: [question('constructor', 'TEXT')] }] };
    expect(judgeAnswers(odd, {})).toMatchObject({ ok: false, missing: ['CONSTRUCTOR'] });
    expect(judgeAnswers(odd, { constructor: 'x' })).toMatchObject({ ok: true });
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
  test('names stand as a reader orders them, small letters and accents among the others', () => {
    const global = ['Zinc', 'apple tea', 'Énergie', 'Basics'].map((name) => ({
      form: { name, is_global: true },
    }));
    const ordered = ['apple tea', 'Basics', 'Énergie', 'Zinc'];
    expect(names(splitRequired(global).global)).toEqual(ordered);
    expect(names(orderForTile(global))).toEqual(ordered);
  });
  test('the tile: those of a booking first', () => {
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
