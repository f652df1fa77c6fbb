import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrowserStorage } from '#tests/support/browser-storage.ts';
import { loadDraft, saveDraft } from '../api/drafts.ts';
import { dropFormDraft, findFormDraft } from './form-drafts.ts';

beforeEach(() => vi.stubGlobal('localStorage', new BrowserStorage()));
afterEach(() => vi.unstubAllGlobals());

const form = { id: 'sleep' } as Parameters<typeof findFormDraft>[1]['form'];
const of = (booking_id: string | null) => ({ form, booking_id });

test('a draft belongs to one form and one booking', () => {
  expect(findFormDraft('maren', of(null), 1)).toBeNull();
  saveDraft('maren', 'form:sleep:a', { x: 'of a' }, 1);
  saveDraft('maren', 'form:sleeping:global', { x: 'of another form' }, 1);
  saveDraft('theo', 'form:sleep:global', { x: 'of another client' }, 1);
  expect(findFormDraft('maren', of('a'), 2)).toBe('form:sleep:a');
  expect(findFormDraft('maren', of('b'), 2)).toBeNull();
});

test('a form that became per booking resumes the draft from when it was per client', () => {
  saveDraft('maren', 'form:sleep:global', { x: 'once' }, 1);
  expect(findFormDraft('maren', of('a'), 2)).toBe('form:sleep:global');
  saveDraft('maren', 'form:sleep:a', { x: 'since' }, 2);
  expect(findFormDraft('maren', of('a'), 3)).toBe('form:sleep:a');
  dropFormDraft('maren', of('a'), 'form:sleep:global');
  expect(findFormDraft('maren', of('a'), 3)).toBeNull();
  expect(loadDraft('maren', 'form:sleep:global', 3)).toBeNull();
});

test('a form that became per client resumes the newest draft of a booking', () => {
  saveDraft('maren', 'form:sleep:a', { x: 'older' }, 1);
  saveDraft('maren', 'form:sleep:b', { x: 'newer' }, 2);
  expect(findFormDraft('maren', of(null), 3)).toBe('form:sleep:b');
  dropFormDraft('maren', of(null), 'form:sleep:b');
  expect(findFormDraft('maren', of(null), 3)).toBe('form:sleep:a');
});
