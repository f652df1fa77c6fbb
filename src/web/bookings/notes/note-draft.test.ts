import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dropNoteDraftIfUnchanged,
  dropNoteDraft,
  saveNoteDraft,
  type StoredDraft,
  listNoteDrafts,
  newSlot,
  openingOf,
} from '#web/bookings/notes/note-draft.ts';
import { isSameNote } from '#web/editor/same-note.ts';
import { noteBytes, sizeState } from '#web/editor/note-size.ts';
import { BrowserStorage } from '#tests/support/browser-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 3);

beforeEach(() => vi.stubGlobal('localStorage', new BrowserStorage()));
afterEach(() => vi.unstubAllGlobals());

const draftOf = (text: string) => ({ notes: { ops: [{ insert: `${text}\n` }] }, base_updated_at: null });

describe('a draft of a note', () => {
  const draft = {
    notes: { ops: [{ insert: 'Tea at three.\n' }] },
    base_updated_at: '2026-11-01T10:00:00.000Z',
  };
  const listed = { ...draft, slot: 's1', saved_at: NOW };

  it('is listed for its client and booking, with the version that it is based on', () => {
    saveNoteDraft('maren', 'b1', 's1', draft, NOW);
    expect(listNoteDrafts('maren', 'b1', NOW)).toEqual([listed]);
    expect(listNoteDrafts('ivo', 'b1', NOW)).toEqual([]);
    expect(listNoteDrafts('maren', 'b2', NOW)).toEqual([]);
    expect(listNoteDrafts('maren', 'b', NOW)).toEqual([]);
  });

  it('expires after seven days', () => {
    saveNoteDraft('maren', 'b1', 's1', draft, NOW);
    expect(listNoteDrafts('maren', 'b1', NOW + 7 * DAY_MS)).toEqual([listed]);
    expect(listNoteDrafts('maren', 'b1', NOW + 7 * DAY_MS + 1)).toEqual([]);
  });

  it('is reduced to what a note may contain', () => {
    const notes = { ops: [{ insert: 'x', attributes: { link: 'javascript:alert(1)', color: 'red' } }] };
    saveNoteDraft('maren', 'b1', 's1', { notes, base_updated_at: null }, NOW);
    expect(listNoteDrafts('maren', 'b1', NOW)[0]?.notes.ops).toEqual([
      { insert: 'x', attributes: { link: 'about:blank' } },
    ]);
  });

  it.each([['text'], [null], [{ notes: 'x' }], [{}]])('is ignored when the device has stored %j', (value) => {
    localStorage.setItem('draft:maren:note:b1:s1', JSON.stringify({ saved_at: NOW, value }));
    expect(listNoteDrafts('maren', 'b1', NOW)).toEqual([]);
  });
});

describe('two tabs with one note', () => {
  const openings = () => listNoteDrafts('maren', 'b1', NOW).map(openingOf);

  it('each keep their draft, newest first', () => {
    const slots = [newSlot(), newSlot()] as const;
    saveNoteDraft('maren', 'b1', slots[0], draftOf('From the phone'), NOW - 2);
    saveNoteDraft('maren', 'b1', slots[1], draftOf('From the table'), NOW - 1);
    expect(openings()).toEqual(['From the table', 'From the phone']);
    dropNoteDraft('maren', 'b1', slots[1]);
    expect(openings()).toEqual(['From the phone']);
  });

  it('lose nothing when one continues the draft that the other is still writing', () => {
    saveNoteDraft('maren', 'b1', 's1', draftOf('Warm feet'), NOW - 2);
    const found = listNoteDrafts('maren', 'b1', NOW)[0] as StoredDraft;
    saveNoteDraft('maren', 'b1', 's1', draftOf('Warm feet, cold nose'), NOW - 1);
    dropNoteDraftIfUnchanged('maren', 'b1', found, NOW);
    expect(openings()).toEqual(['Warm feet, cold nose']);
    dropNoteDraftIfUnchanged('maren', 'b1', { ...found, ...draftOf('Warm feet, cold nose') }, NOW);
    expect(openings()).toEqual([]);
  });

  it('are distinguished by how the drafts begin', () => {
    expect(openingOf(draftOf('  Tea\n\nat three '))).toBe('Tea at three');
    expect(openingOf(draftOf('a'.repeat(81)))).toBe(`${'a'.repeat(80)}…`);
    const notes = { ops: [{ insert: { image: '/a.png' } }, { insert: '\n' }] };
    expect(openingOf({ notes, base_updated_at: null })).toBe('A picture');
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

it('compares a note of very many line ends quickly', () => {
  const started = performance.now();
  expect(isSameNote(`${'\n'.repeat(60_000)}Tea`, `${'\n'.repeat(60_000)}Tea\n\n`)).toBe(true);
  expect(performance.now() - started).toBeLessThan(1000);
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
