import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dropIfUnchanged,
  dropNoteDraft,
  isSameNote,
  keepNoteDraft,
  type KeptNote,
  listNoteDrafts,
  newSlot,
  openingOf,
} from '#web/bookings/notes/note-draft.ts';
import { noteBytes, sizeState } from '#web/bookings/notes/note-size.ts';
import { BrowserStorage } from '#tests/support/browser-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 3);

beforeEach(() => vi.stubGlobal('localStorage', new BrowserStorage()));

const draftOf = (words: string) => ({ notes: { ops: [{ insert: `${words}\n` }] }, base_updated_at: null });

describe('a draft of a note', () => {
  const draft = {
    notes: { ops: [{ insert: 'Tea at three.\n' }] },
    base_updated_at: '2026-11-01T10:00:00.000Z',
  };
  const listed = { ...draft, slot: 's1', saved_at: NOW };

  it('is there for its writer and its booking, with the version that it began from', () => {
    keepNoteDraft('maren', 'b1', 's1', draft, NOW);
    expect(listNoteDrafts('maren', 'b1', NOW)).toEqual([listed]);
    expect(listNoteDrafts('ivo', 'b1', NOW)).toEqual([]);
    expect(listNoteDrafts('maren', 'b2', NOW)).toEqual([]);
    expect(listNoteDrafts('maren', 'b', NOW)).toEqual([]);
  });

  it('is gone after seven days', () => {
    keepNoteDraft('maren', 'b1', 's1', draft, NOW);
    expect(listNoteDrafts('maren', 'b1', NOW + 7 * DAY_MS)).toEqual([listed]);
    expect(listNoteDrafts('maren', 'b1', NOW + 7 * DAY_MS + 1)).toEqual([]);
  });

  it('is rebuilt from what a note may hold', () => {
    const notes = { ops: [{ insert: 'x', attributes: { link: 'javascript:alert(1)', color: 'red' } }] };
    keepNoteDraft('maren', 'b1', 's1', { notes, base_updated_at: null }, NOW);
    expect(listNoteDrafts('maren', 'b1', NOW)[0]?.notes.ops).toEqual([
      { insert: 'x', attributes: { link: 'about:blank' } },
    ]);
  });

  it.each([['text'], [null], [{ notes: 'x' }], [{}]])('is none when the device holds %j', (value) => {
    localStorage.setItem('draft:maren:note:b1:s1', JSON.stringify({ saved_at: NOW, value }));
    expect(listNoteDrafts('maren', 'b1', NOW)).toEqual([]);
  });
});

describe('two tabs with one note', () => {
  const words = () => listNoteDrafts('maren', 'b1', NOW).map(openingOf);

  it('keep what each has written, the newest first', () => {
    const slots = [newSlot(), newSlot()] as const;
    keepNoteDraft('maren', 'b1', slots[0], draftOf('From the phone'), NOW - 2);
    keepNoteDraft('maren', 'b1', slots[1], draftOf('From the table'), NOW - 1);
    expect(words()).toEqual(['From the table', 'From the phone']);
    dropNoteDraft('maren', 'b1', slots[1]);
    expect(words()).toEqual(['From the phone']);
  });

  it('lose nothing when one goes on with what the other is still writing', () => {
    keepNoteDraft('maren', 'b1', 's1', draftOf('Warm feet'), NOW - 2);
    const found = listNoteDrafts('maren', 'b1', NOW)[0] as KeptNote;
    keepNoteDraft('maren', 'b1', 's1', draftOf('Warm feet, cold nose'), NOW - 1);
    dropIfUnchanged('maren', 'b1', found, NOW);
    expect(words()).toEqual(['Warm feet, cold nose']);
    dropIfUnchanged('maren', 'b1', { ...found, ...draftOf('Warm feet, cold nose') }, NOW);
    expect(words()).toEqual([]);
  });

  it('are told apart by how they begin', () => {
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

it('compares a note of very many line ends without a pause in typing', () => {
  const begun = performance.now();
  expect(isSameNote(`${'\n'.repeat(60_000)}Tea`, `${'\n'.repeat(60_000)}Tea\n\n`)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(1000);
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
