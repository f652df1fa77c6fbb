import { beforeEach, expect, test, vi } from 'vitest';
import { BrowserStorage } from '#tests/support/browser-storage.ts';
import { loadDraft, saveDraft } from '../client/drafts.ts';
import { dropFound, foundDraft } from './form-drafts.ts';

beforeEach(() => vi.stubGlobal('localStorage', new BrowserStorage()));

const form = { id: 'sleep' } as Parameters<typeof foundDraft>[1]['form'];
const of = (booking_id: string | null) => ({ form, booking_id });

test('answers wait for their own form and booking', () => {
  expect(foundDraft('maren', of(null), 1)).toBeNull();
  saveDraft('maren', 'form:sleep:a', { x: 'of a' }, 1);
  saveDraft('maren', 'form:sleeping:global', { x: 'of another form' }, 1);
  saveDraft('theo', 'form:sleep:global', { x: 'of another client' }, 1);
  expect(foundDraft('maren', of('a'), 2)).toBe('form:sleep:a');
  expect(foundDraft('maren', of('b'), 2)).toBeNull();
});

test('a form that is now asked for each booking takes what was written when it was asked of everybody', () => {
  saveDraft('maren', 'form:sleep:global', { x: 'once' }, 1);
  expect(foundDraft('maren', of('a'), 2)).toBe('form:sleep:global');
  saveDraft('maren', 'form:sleep:a', { x: 'since' }, 2);
  expect(foundDraft('maren', of('a'), 3)).toBe('form:sleep:a');
  dropFound('maren', of('a'), 'form:sleep:global');
  expect(foundDraft('maren', of('a'), 3)).toBeNull();
  expect(loadDraft('maren', 'form:sleep:global', 3)).toBeNull();
});

test('one that is now asked of everybody takes what was written last for a booking', () => {
  saveDraft('maren', 'form:sleep:a', { x: 'older' }, 1);
  saveDraft('maren', 'form:sleep:b', { x: 'newer' }, 2);
  expect(foundDraft('maren', of(null), 3)).toBe('form:sleep:b');
  dropFound('maren', of(null), 'form:sleep:b');
  expect(foundDraft('maren', of(null), 3)).toBe('form:sleep:a');
});
