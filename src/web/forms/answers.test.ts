import { describe, expect, it } from 'vitest';
import { answersThatFit, answersWithoutPlace, draftNameOf, submissionOf } from './answers.ts';

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
  it('keeps what still fits', () => {
    const answers = { wish: 'Mornings', asleep: 'Before 10 PM', home: ['Tulsi'], signature: PNG };
    expect(answersThatFit(content, answers)).toEqual(answers);
  });

  it('loses choices that are not offered any more, and questions that are gone', () => {
    const old = { wish: 'Mornings', asleep: 'At noon', home: ['Tulsi', 'Turmeric'], gone: 'x', mood: 'x' };
    expect(answersThatFit(content, old)).toEqual({ wish: 'Mornings', home: ['Tulsi'] });
  });

  it('never brings a picture that is no signature', () => {
    expect(answersThatFit(content, { signature: 'https://example.com/a.png' })).toEqual({});
  });

  it.each([null, 'text', 7, [], { wish: 7, home: 'Tulsi', asleep: ['Before 10 PM'] }])(
    'is empty when it is nothing of the kind: %j',
    (draft) => expect(answersThatFit(content, draft)).toEqual({}),
  );
});

describe('what was written for a form that has changed', () => {
  const before = { sections: [{ title: '', questions: [ask('gone', 'TEXT'), ask('asleep', 'SELECT')] }] };

  it('and has no place in it now is told with the words of its question', () => {
    const given = {
      wish: 'x'.repeat(10_001),
      asleep: 'At noon',
      home: ['Tulsi', 'Turmeric', 'Clove'],
      gone: 'Something',
      signature: PNG,
    };
    const named = content.sections[0]!.questions.map((each) => ({ ...each, label: `New ${each.id}` }));
    const next = { sections: [{ title: '', questions: named }] };
    expect(answersWithoutPlace(next, given, before)).toEqual([
      { id: 'wish before', label: 'New wish', words: given.wish },
      { id: 'asleep before', label: 'asleep', words: 'At noon' },
      { id: 'home before', label: 'New home', words: 'Turmeric, Clove' },
      { id: 'gone before', label: 'gone', words: 'Something' },
    ]);
    // It waits beside what is answered now, and is found again.
    expect(answersWithoutPlace(next, { wish: 'Short', 'wish before': given.wish })).toEqual([
      { id: 'wish before', label: 'New wish', words: given.wish },
    ]);
    expect(answersWithoutPlace(next, { gone: 'Something' })).toEqual([
      { id: 'gone before', label: null, words: 'Something' },
    ]);
  });

  it('is nothing where all of it fits, or where it is no draft', () => {
    const fitting = { wish: 'Mornings', asleep: 'Before 10 PM', home: ['Tulsi'], signature: PNG };
    for (const given of [fitting, null, 'text', 7, { wish: 7, gone: '', home: [7] }, { gone: PNG }])
      expect(answersWithoutPlace(content, given)).toEqual([]);
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

  it('carries user, service, booking, form, answers, and the version that was on screen', () => {
    expect(submissionOf({ id: 'user-1' }, entry, { wish: 'Mornings' })).toEqual({
      user_id: 'user-1',
      service_id: 'service-1',
      booking_id: 'booking-1',
      form_id: 'form-1',
      responses: { wish: 'Mornings' },
      form_updated_at: '2026-02-01T00:00:00.000Z',
    });
  });

  it('is none without user data or form information', () => {
    expect(submissionOf(null, entry, {})).toBeNull();
    expect(submissionOf({ id: 'user-1' }, { ...entry, form: { ...form, id: '' } }, {})).toBeNull();
  });
});

it('drafts of one form for two bookings are two drafts', () => {
  const form = { id: 'form-1' } as Parameters<typeof draftNameOf>[0]['form'];
  expect(draftNameOf({ form, booking_id: 'a' })).not.toBe(draftNameOf({ form, booking_id: 'b' }));
});
