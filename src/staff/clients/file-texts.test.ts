import { expect, test } from 'vitest';
import type { Erasure } from '#contract/clients.schemas.ts';
import { consequences, eraseLabel } from '#staff/clients/erase-texts.ts';
import { recommendationText, suggestionText } from '#staff/clients/file-texts.ts';

const now = new Date('2026-12-08T18:00:00Z');
const facts = {
  version: 1,
  is_published: true,
  published_at: '2026-11-13T18:00:00Z',
  republished_at: null,
  withdrawn_at: null,
  suggestion: null,
};

test('a recommendation says when it was published, changed and withdrawn', () => {
  expect(recommendationText(facts, now)).toBe('Published Fri 13 Nov.');
  expect(recommendationText({ ...facts, republished_at: '2026-11-20T18:00:00Z' }, now)).toBe(
    'Published Fri 13 Nov. Updated Fri 20 Nov.',
  );
  expect(recommendationText({ ...facts, published_at: '2026-12-08T17:00:00Z' }, now)).toBe(
    'Published today.',
  );
  const withdrawn_at = '2026-11-21T18:00:00Z';
  expect(recommendationText({ ...facts, is_published: false, withdrawn_at }, now)).toBe(
    'Withdrawn Sat 21 Nov.',
  );
  expect(recommendationText({ ...facts, is_published: false, published_at: null }, now)).toBe('A draft.');
});

test('a suggestion says what became of it', () => {
  const suggestion = {
    id: 'a',
    service_id: 'b',
    service_name: 'Marma Session',
    place: 'FIXED_LOCATION',
    around: '2026-12-22',
    times: 3,
    every_weeks: 2,
    booked: 1,
    state: 'OPEN',
  } as const;
  expect(suggestionText(suggestion)).toBe(
    'Suggested: Marma Session, 3 times, every 2 weeks, around 22 Dec. 1 of 3 booked.',
  );
  expect(suggestionText({ ...suggestion, times: 1, booked: 0, state: 'DECLINED' })).toBe(
    'Suggested: Marma Session, around 22 Dec. Declined.',
  );
});

const erasure: Erasure = {
  cancelled: [{ booking_id: 'a', service_name: 'Marma Session', start_time: '2026-12-10T18:00:00Z' }],
  refund: 'FULL',
  refund_cents: 8500,
  by_hand_cents: 2000,
  forms: 2,
  notes: 1,
  mail_to: '',
  quote: 'x',
};

test('a deletion names what goes, and its button the amount', () => {
  expect(consequences(erasure, 'Odile')).toEqual([
    'Name and contact data of Odile go, with 1 session note and 2 forms, signed or not.',
    'Cancelled: Marma Session, Thu 10 Dec, 10:00 AM.',
    '$85 goes back to the card.',
    '$20 was paid at the visit. Please give it back yourself.',
    'Past visits stay without a name, for your accounts.',
    'Odile has no e-mail address and is not told.',
  ]);
  expect(eraseLabel(erasure)).toBe('Delete and refund $85');
  expect(eraseLabel({ ...erasure, refund_cents: null })).toBe('Delete and refund in full');
  expect(eraseLabel({ ...erasure, refund: 'NONE', refund_cents: 0 })).toBe('Delete the record');
});
