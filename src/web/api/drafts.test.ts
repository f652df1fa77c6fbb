import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts, dropDraft, hasDrafts, listDrafts, loadDraft, saveDraft } from './drafts.ts';
import { BrowserStorage } from '#tests/support/browser-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.stubGlobal('localStorage', new BrowserStorage());
  vi.stubGlobal('sessionStorage', new BrowserStorage());
  localStorage.setItem('theme', 'dark');
});
afterEach(() => vi.unstubAllGlobals());

test('a draft belongs to one client and has one name', () => {
  expect(saveDraft('maren', 'note:1', { ops: [] }, 0)).toBe(true);
  expect(loadDraft('maren', 'note:1', 1)).toEqual({ ops: [] });
  expect(loadDraft('theo', 'note:1', 1)).toBeNull();
  expect(loadDraft('maren', 'note:2', 1)).toBeNull();
  dropDraft('maren', 'note:1');
  expect(loadDraft('maren', 'note:1', 1)).toBeNull();
});

test('drafts are listed newest first, without expired ones', () => {
  saveDraft('maren', 'note:1:a', 'older', 1);
  saveDraft('maren', 'note:1:b', 'newest', 3);
  saveDraft('maren', 'note:1:c', 'in between', 2);
  saveDraft('maren', 'note:10:a', 'another note', 4);
  saveDraft('theo', 'note:1:a', 'another client', 4);
  expect(listDrafts('maren', 'note:1:', 5)).toEqual([
    { name: 'note:1:b', saved_at: 3, value: 'newest' },
    { name: 'note:1:c', saved_at: 2, value: 'in between' },
    { name: 'note:1:a', saved_at: 1, value: 'older' },
  ]);
  expect(listDrafts('maren', 'note:1:', 2 + 7 * DAY_MS).map(({ value }) => value)).toEqual([
    'newest',
    'in between',
  ]);
});

test('a draft expires after seven days and does not count at sign-out', () => {
  saveDraft('maren', 'form:1', 'words', 0);
  expect(hasDrafts(7 * DAY_MS)).toBe(true);
  expect(hasDrafts(7 * DAY_MS + 1)).toBe(false);
  expect(loadDraft('maren', 'form:1', 1)).toBeNull();
});

test('signing out deletes the drafts of all clients and nothing else', () => {
  saveDraft('maren', 'form:1', 'words', 0);
  saveDraft('theo', 'note:1', 'words', 0);
  dropAllDrafts();
  expect(hasDrafts(1)).toBe(false);
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('drafts of the tab are separate from those of the device, and signing out deletes both', () => {
  saveDraft('maren', 'person', 'words', 0, 'tab');
  expect(loadDraft('maren', 'person', 1, 'tab')).toBe('words');
  expect(loadDraft('maren', 'person', 1)).toBeNull();
  expect(hasDrafts(1)).toBe(true);
  dropAllDrafts();
  expect(hasDrafts(1)).toBe(false);
  expect(loadDraft('maren', 'person', 1, 'tab')).toBeNull();
});

test('storage that is not allowed is reported; other keys are not drafts', () => {
  localStorage.setItem('draft:maren:note:1', '{broken');
  expect(loadDraft('maren', 'note:1', 1)).toBeNull();
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(saveDraft('maren', 'note:2', 'words', 0)).toBe(false);
});
