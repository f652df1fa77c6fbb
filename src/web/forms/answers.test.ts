import { describe, expect, it } from 'vitest';
import { matchingAnswers, unmatchedAnswers, draftNameOf, submissionOf } from './answers.ts';

const PNG = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(9)}`;

const ask = (id: string, type: string, options: string[] = []) => ({
  id,
  label: id,
  type,
  required: true,
  options,
});

const content = {
  sections: [
    {
      title: 'This season',
      questions: [
        ask('wish', 'TEXTAREA'),
        ask('asleep', 'SELECT', ['Before 10 PM', 'After midnight']),
        ask('home', 'CHECKBOX', ['Fresh ginger', 'Tulsi']),
        ask('mood', 'SMILEY'),
        ask('signature', 'SIGNATURE'),
      ],
    },
  ],
};

describe('a draft that is older than its form', () => {
  it('keeps the answers that still match', () => {
    const answers = { wish: 'Mornings', asleep: 'Before 10 PM', home: ['Tulsi'], signature: PNG };
    expect(matchingAnswers(content, answers)).toEqual(answers);
  });

  it('loses choices and questions that no longer exist', () => {
    const old = { wish: 'Mornings', asleep: 'At noon', home: ['Tulsi', 'Turmeric'], gone: 'x', mood: 'x' };
    expect(matchingAnswers(content, old)).toEqual({ wish: 'Mornings', home: ['Tulsi'] });
  });

  it('never contains a picture that is not a signature', () => {
    expect(matchingAnswers(content, { signature: 'https://example.com/a.png' })).toEqual({});
  });

  it.each([null, 'text', 7, [], { wish: 7, home: 'Tulsi', asleep: ['Before 10 PM'] }])(
    'is empty if it is not an object with answers: %j',
    (draft) => expect(matchingAnswers(content, draft)).toEqual({}),
  );
});

describe('answers to an earlier version of a form', () => {
  const before = { sections: [{ title: '', questions: [ask('gone', 'TEXT'), ask('asleep', 'SELECT')] }] };

  it('that no longer match are returned with the label of their question', () => {
    const saved = {
      wish: 'x'.repeat(10_001),
      asleep: 'At noon',
      home: ['Tulsi', 'Turmeric', 'Clove'],
      gone: 'Something',
      signature: PNG,
    };
    const named = content.sections[0]!.questions.map((each) => ({ ...each, label: `New ${each.id}` }));
    const next = { sections: [{ title: '', questions: named }] };
    expect(unmatchedAnswers(next, saved, before)).toEqual([
      { id: 'wish before', label: 'New wish', text: saved.wish },
      { id: 'asleep before', label: 'asleep', text: 'At noon' },
      { id: 'home before', label: 'New home', text: 'Turmeric, Clove' },
      { id: 'gone before', label: 'gone', text: 'Something' },
    ]);
    // The draft keeps them next to the current answers.
    expect(unmatchedAnswers(next, { wish: 'Short', 'wish before': saved.wish })).toEqual([
      { id: 'wish before', label: 'New wish', text: saved.wish },
    ]);
    expect(unmatchedAnswers(next, { gone: 'Something' })).toEqual([
      { id: 'gone before', label: null, text: 'Something' },
    ]);
  });

  it('are empty if all answers match or the value is not a draft', () => {
    const matching = { wish: 'Mornings', asleep: 'Before 10 PM', home: ['Tulsi'], signature: PNG };
    for (const saved of [matching, null, 'text', 7, { wish: 7, gone: '', home: [7] }, { gone: PNG }])
      expect(unmatchedAnswers(content, saved)).toEqual([]);
  });
});

describe('a submission', () => {
  const form = {
    id: 'form-1',
    name: 'Ayurvedic Intake',
    description: '',
    type: 'INTAKE',
    is_global: false,
    content,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-02-01T00:00:00.000Z',
  };
  const entry = { form, service_id: 'service-1', booking_id: 'booking-1' };

  it('has user, service, booking, form, answers, and the version that was shown', () => {
    expect(submissionOf({ id: 'user-1' }, entry, { wish: 'Mornings' })).toEqual({
      user_id: 'user-1',
      service_id: 'service-1',
      booking_id: 'booking-1',
      form_id: 'form-1',
      responses: { wish: 'Mornings' },
      form_updated_at: '2026-02-01T00:00:00.000Z',
    });
  });

  it('is null without user data or form information', () => {
    expect(submissionOf(null, entry, {})).toBeNull();
    expect(submissionOf({ id: 'user-1' }, { ...entry, form: { ...form, id: '' } }, {})).toBeNull();
  });
});

it('one form for two bookings has two drafts', () => {
  const form = { id: 'form-1' } as Parameters<typeof draftNameOf>[0]['form'];
  expect(draftNameOf({ form, booking_id: 'a' })).not.toBe(draftNameOf({ form, booking_id: 'b' }));
});
