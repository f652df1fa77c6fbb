import { describe, expect, it } from 'vitest';
import type { Delta } from '#domain/text/notes.ts';
import { createDraftSaver, type DraftState, type SaveResult, type Stored } from '#staff/parts/draft-saver.ts';
import { isSameNote } from '#web/editor/same-note.ts';

const note = (text: string): Delta => ({ ops: [{ insert: `${text}\n` }] });
const stored = (text: string, version: number, is_final = false): Stored<Delta> => ({
  body: note(text),
  version,
  updated_at: '2026-03-02T17:00:00.000Z',
  is_final,
});

/** A saver whose timers and requests are answered by hand. */
function open(from: Stored<Delta> = stored('', 0), kept: { body: Delta; version: number } | null = null) {
  const states: DraftState<Delta>[] = [];
  const asked: { body: Delta; version: number; answer: (result: SaveResult<Delta>) => Promise<void> }[] = [];
  let timer: { ms: number; act: () => void } | null = null;
  const device: (Delta | null)[] = [];
  const saver = createDraftSaver({
    stored: from,
    isSame: isSameNote,
    kept,
    keep: (body) => device.push(body),
    forget: () => device.push(null),
    save: (body, version) =>
      new Promise((resolve) => {
        asked.push({
          body,
          version,
          answer: async (result) => {
            resolve(result);
            await new Promise(setImmediate);
          },
        });
      }),
    after: (ms, act) => {
      const mine = { ms, act };
      timer = mine;
      return () => {
        if (timer === mine) timer = null;
      };
    },
  });
  saver.watch((state) => states.push(state));
  return {
    saver,
    device,
    asked,
    waits: () => timer?.ms ?? null,
    pass() {
      const { act } = timer!;
      timer = null;
      act();
    },
    last: () => states.at(-1),
  };
}
const saved = (version: number): SaveResult<Delta> => ({
  kind: 'SAVED',
  version,
  updated_at: `at ${version}`,
});

describe('a draft', () => {
  it('is saved 1.5 s after the last change, over the version that was read', async () => {
    const { saver, asked, waits, pass, last } = open(stored('Before', 4));
    saver.change(note('B'));
    saver.change(note('Both'));
    expect([asked.length, waits(), last()?.kind]).toEqual([0, 1500, 'TYPING']);
    pass();
    expect(asked).toMatchObject([{ body: note('Both'), version: 4 }]);
    await asked[0]!.answer(saved(5));
    expect([last(), saver.version, saver.isDirty]).toEqual([{ kind: 'SAVED', at: 'at 5' }, 5, false]);
  });

  it('has one request under way: what is typed meanwhile goes with the next one, over its version', async () => {
    const { saver, asked, pass, waits } = open();
    saver.change(note('One'));
    pass();
    saver.change(note('One two'));
    expect([asked.length, waits()]).toEqual([1, null]);
    await asked[0]!.answer(saved(1));
    pass();
    expect(asked[1]).toMatchObject({ body: note('One two'), version: 1 });
  });

  it('is tried again after a failure, later each time, and keeps the text', async () => {
    const { saver, asked, pass, waits, last } = open();
    saver.change(note('Kept'));
    const pauses = [];
    for (let n = 0; n < 5; n++) {
      pass();
      await asked[n]!.answer({ kind: 'FAILED', message: 'No connection.' });
      pauses.push(waits());
    }
    expect(pauses).toEqual([2000, 5000, 10_000, 30_000, 30_000]);
    expect([last()?.kind, saver.body]).toEqual(['FAILED', note('Kept')]);
    pass();
    await asked[5]!.answer(saved(1));
    expect(last()?.kind).toBe('SAVED');
  });

  it('is not tried again while it would be refused again', async () => {
    const { saver, asked, pass, waits, last } = open();
    saver.change(note('Too large'));
    pass();
    await asked[0]!.answer({ kind: 'REFUSED', message: 'This is too large.' });
    expect([last()?.kind, waits(), saver.isDirty]).toEqual(['REFUSED', null, true]);
    saver.change(note('Smaller'));
    pass();
    await asked[1]!.answer(saved(1));
    expect(last()?.kind).toBe('SAVED');
  });

  it('takes a lost answer for what it was', async () => {
    const { saver, asked, pass, last } = open();
    saver.change(note('Arrived'));
    pass();
    await asked[0]!.answer({ kind: 'CONFLICT', theirs: stored('Arrived', 1) });
    expect([last()?.kind, saver.version]).toEqual(['SAVED', 1]);
  });

  it('saves nothing while two texts differ, and then the chosen one over theirs', async () => {
    const { saver, asked, pass, waits, last } = open();
    saver.change(note('Mine'));
    pass();
    await asked[0]!.answer({ kind: 'CONFLICT', theirs: stored('Theirs', 3) });
    expect(last()).toMatchObject({ kind: 'CONFLICT', theirs: { body: note('Theirs') } });
    saver.change(note('Mine, still typing'));
    expect([asked.length, waits()]).toEqual([1, null]);
    saver.resolve(note('Both'));
    expect(asked[1]).toMatchObject({ body: note('Both'), version: 3 });
  });

  it('needs no request when theirs is chosen', async () => {
    const { saver, asked, pass, last } = open();
    saver.change(note('Mine'));
    pass();
    await asked[0]!.answer({ kind: 'CONFLICT', theirs: stored('Theirs', 3) });
    saver.resolve(note('Theirs'));
    await new Promise(setImmediate);
    expect([asked.length, last()?.kind, saver.version]).toEqual([1, 'SAVED', 3]);
  });

  it('asks about a note that was signed, even with the same words', async () => {
    const { saver, asked, pass, last } = open();
    saver.change(note('Same'));
    pass();
    await asked[0]!.answer({ kind: 'CONFLICT', theirs: stored('Same', 1, true) });
    expect(last()).toMatchObject({ kind: 'CONFLICT', theirs: { is_final: true } });
  });

  it('is kept on the device until the server has it', async () => {
    const { saver, asked, pass, device } = open();
    saver.change(note('Kept'));
    pass();
    await asked[0]!.answer({ kind: 'FAILED', message: 'No connection.' });
    expect(device).toEqual([note('Kept')]);
    pass();
    await asked[1]!.answer(saved(1));
    expect(device).toEqual([note('Kept'), null]);
  });

  it('goes on with what was kept over the same version', async () => {
    const { saver, asked, pass, last } = open(stored('Before', 2), {
      body: note('Before, and more'),
      version: 2,
    });
    expect([last()?.kind, saver.body]).toEqual(['TYPING', note('Before, and more')]);
    pass();
    expect(asked).toMatchObject([{ body: note('Before, and more'), version: 2 }]);
  });

  it('asks about what was kept over an older version, and about a note that is signed by now', () => {
    const kept = { body: note('Mine'), version: 1 };
    expect(open(stored('Theirs', 2), kept).last()).toMatchObject({
      kind: 'CONFLICT',
      theirs: { version: 2 },
    });
    expect(open(stored('Signed', 1, true), kept).last()?.kind).toBe('CONFLICT');
    expect(open(stored('Mine', 2), kept).last()?.kind).toBe('SAVED');
  });

  it('is saved at once on demand, with what was typed while that ran', async () => {
    const { saver, asked } = open();
    saver.change(note('One'));
    const flushed = saver.flush();
    saver.change(note('One two'));
    await asked[0]!.answer(saved(1));
    await asked[1]!.answer(saved(2));
    expect(await flushed).toEqual({ kind: 'SAVED', at: 'at 2' });
  });
});
