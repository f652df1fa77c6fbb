import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isSameNote, keepNoteDraft, loadNoteDraft } from '#web/notes/note-draft.ts';
import { noteBytes, sizeState } from '#web/notes/note-size.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 3);

function fakeStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));

describe('a draft of a note', () => {
  const draft = {
    notes: { ops: [{ insert: 'Tea at three.\n' }] },
    base_updated_at: '2026-11-01T10:00:00.000Z',
  };

  it('is there for its writer and its booking, with the version that it began from', () => {
    keepNoteDraft('maren', 'b1', draft, NOW);
    expect(loadNoteDraft('maren', 'b1', NOW)).toEqual(draft);
    expect(loadNoteDraft('ivo', 'b1', NOW)).toBeNull();
    expect(loadNoteDraft('maren', 'b2', NOW)).toBeNull();
  });

  it('is gone after seven days', () => {
    keepNoteDraft('maren', 'b1', draft, NOW);
    expect(loadNoteDraft('maren', 'b1', NOW + 7 * DAY_MS)).not.toBeNull();
    expect(loadNoteDraft('maren', 'b1', NOW + 7 * DAY_MS + 1)).toBeNull();
  });

  it('is rebuilt from what a note may hold', () => {
    const notes = { ops: [{ insert: 'x', attributes: { link: 'javascript:alert(1)', color: 'red' } }] };
    keepNoteDraft('maren', 'b1', { notes, base_updated_at: null }, NOW);
    expect(loadNoteDraft('maren', 'b1', NOW)?.notes.ops).toEqual([
      { insert: 'x', attributes: { link: 'about:blank' } },
    ]);
  });

  it.each([['text'], [null], [{ notes: 'x' }], [{}]])('is none when the device holds %j', (value) => {
    localStorage.setItem('draft:maren:note:b1', JSON.stringify({ saved_at: NOW, value }));
    expect(loadNoteDraft('maren', 'b1', NOW)).toBeNull();
  });
});

describe('two notes', () => {
  it.each([
    ['', null],
    ['Tea', { ops: [{ insert: 'Tea\n' }] }],
    [{ ops: [{ insert: '\n' }] }, { ops: [] }],
    [
      { ops: [{ insert: { image: 'https://a.example/x.png' } }] },
      { ops: [{ insert: { image: 'https://a.example/x.png' } }, { insert: '\n' }] },
    ],
  ])('are the same: %j and %j', (a, b) => {
    expect(isSameNote(a, b)).toBe(true);
  });

  it.each([
    ['Tea', 'tea'],
    ['Tea', null],
    [{ ops: [{ insert: 'Tea', attributes: { bold: true } }] }, { ops: [{ insert: 'Tea' }] }],
    [
      { ops: [{ insert: 'Tea' }, { insert: '\n', attributes: { list: 'bullet' } }] },
      { ops: [{ insert: 'Tea\n' }] },
    ],
  ])('differ: %j and %j', (a, b) => {
    expect(isSameNote(a, b)).toBe(false);
  });
});

describe('the size of a note', () => {
  it('counts bytes as they are sent, and is too large above 2 MB', () => {
    const of = (letters: number) => noteBytes({ ops: [{ insert: 'a'.repeat(letters) }] });
    expect(of(1) - of(0)).toBe(1);
    expect(noteBytes({ ops: [{ insert: 'é' }] }) - of(0)).toBe(2);
    expect(sizeState(of(100_000))).toBe('fine');
    expect(sizeState(of(1_500_000))).toBe('large');
    expect(sizeState(of(2 * 1024 * 1024))).toBe('too-large');
  });
});
