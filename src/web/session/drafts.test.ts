import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts, dropDraft, hasDrafts, loadDraft, saveDraft } from './drafts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Storage whose keys are its own properties, as a browser's are. */
class Storage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return (Object.hasOwn(this, key) ? this[key] : null) as string | null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new Storage());
  localStorage.setItem('theme', 'dark');
});

test('a draft belongs to one client and one thing', () => {
  expect(saveDraft('maren', 'note:1', { ops: [] }, 0)).toBe(true);
  expect(loadDraft('maren', 'note:1', 1)).toEqual({ ops: [] });
  expect(loadDraft('theo', 'note:1', 1)).toBeNull();
  expect(loadDraft('maren', 'note:2', 1)).toBeNull();
  dropDraft('maren', 'note:1');
  expect(loadDraft('maren', 'note:1', 1)).toBeNull();
});

test('after seven days it is gone, and nobody is asked about it', () => {
  saveDraft('maren', 'form:1', 'words', 0);
  expect(hasDrafts(7 * DAY_MS)).toBe(true);
  expect(hasDrafts(7 * DAY_MS + 1)).toBe(false);
  expect(loadDraft('maren', 'form:1', 1)).toBeNull();
});

test('signing out takes the drafts of everybody and nothing else', () => {
  saveDraft('maren', 'form:1', 'words', 0);
  saveDraft('theo', 'note:1', 'words', 0);
  dropAllDrafts();
  expect(hasDrafts(1)).toBe(false);
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('a device that keeps nothing says so; what is not a draft is none', () => {
  localStorage.setItem('draft:maren:note:1', '{broken');
  expect(loadDraft('maren', 'note:1', 1)).toBeNull();
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(saveDraft('maren', 'note:2', 'words', 0)).toBe(false);
});
