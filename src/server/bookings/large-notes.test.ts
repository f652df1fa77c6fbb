import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getUserBookings, updateUserNotes } from '#contract/client.calls.ts';
import * as notes from '#domain/text/notes.ts';
import { MAX_NOTE_LINES, MAX_NOTE_OPS } from '#domain/text/notes.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { testApp, type TestClient } from '#tests/support/app.ts';
import { notesField } from './sealed-fields.ts';

const { db, clock, keyring, signInClient } = await testApp();
let maren: TestClient;
let past: Booking[];
const list = async () => await maren.call(getUserBookings);
const save = (booking: Booking, ops: unknown[]) =>
  maren.call(updateUserNotes, { query: { id: booking.id }, body: { notes: { ops } } });
const storeText = async (booking: Booking, text: string) => {
  const key = await keyring.keyOf(db, maren.user_id, clock.now());
  const client_notes = key.seal(notesField(booking.id), text);
  await db.updateTable('bookings').set({ client_notes }).where('id', '=', booking.id).execute();
};
const noteOf = async (booking: Booking) =>
  (await list()).json.find(({ id }) => id === booking.id)?.client_notes;

beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  past = (await list()).json.filter(({ status }) => status === 'COMPLETED');
});
beforeEach(() => {
  vi.restoreAllMocks();
});

describe('the limits of a note', () => {
  const operations = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ insert: 'a', attributes: n % 2 ? { bold: true } : {} }));

  test.each([
    ['operations', operations(MAX_NOTE_OPS), operations(MAX_NOTE_OPS + 1)],
    ['lines', [{ insert: 'a\n'.repeat(MAX_NOTE_LINES) }], [{ insert: 'a\n'.repeat(MAX_NOTE_LINES + 1) }]],
  ])('%s: one more is refused with advice, and nothing is changed', async (_, most, more) => {
    const booking = past[0]!;
    expect((await save(booking, most)).status).toBe(200);
    expect(await save(booking, more)).toMatchObject({
      status: 413,
      json: { code: 'NOTE_TOO_LONG', message: 'This note has too many lines. Please split it.' },
    });
    expect(await noteOf(booking)).toEqual(notes.noteToStore({ ops: most }));
  });

  test('the address of a link has at most 2,048 characters; a longer one is removed, its text stays', async () => {
    const link = (length: number) => `https://x.example/${'a'.repeat(length - 18)}`;
    const saved = await save(past[0]!, [
      { insert: 'good', attributes: { link: link(2048) } },
      { insert: 'long', attributes: { link: link(2049) } },
      { insert: '\n' },
    ]);
    expect(saved.status).toBe(200);
    expect(await noteOf(past[0]!)).toEqual({
      ops: [{ insert: 'good', attributes: { link: link(2048) } }, { insert: 'long\n' }],
    });
  });
});

describe('the list of bookings', () => {
  test('copies notes as they were stored, without parsing them', async () => {
    await save(past[0]!, [{ insert: 'as it was stored\n' }]);
    const read = vi.spyOn(JSON, 'parse');
    const { text } = await list();
    expect(text).toContain('"client_notes":{"ops":[{"insert":"as it was stored\\n"}]}');
    const ofTheNote = read.mock.calls.filter(([given]) => /^\{.*as it was stored/.test(given));
    expect(ofTheNote.length).toBe(0);
  });

  test('normalises a note that was stored under older rules', async () => {
    const older = {
      ops: [{ insert: 'x', attributes: { link: `https://x.example/${'a'.repeat(9000)}` } }, { insert: '\n' }],
    };
    await storeText(past[1]!, JSON.stringify(older));
    expect(await noteOf(past[1]!)).toEqual({ ops: [{ insert: 'x\n' }] });
    await storeText(past[1]!, 'plain words');
    expect(await noteOf(past[1]!)).toEqual({ ops: [{ insert: 'plain words' }] });
  });

  test('is streamed: all notes arrive complete and in order', async () => {
    const large = (n: number) => [{ insert: `${n} ${'x'.repeat(1_900_000)}\n` }];
    for (const [n, booking] of past.slice(0, 5).entries())
      expect((await save(booking, large(n))).status).toBe(200);
    const bookings = (await list()).json;
    expect(bookings.map(({ id }) => id)).toEqual(
      [...bookings].sort((a, b) => a.start_time.localeCompare(b.start_time)).map(({ id }) => id),
    );
    for (const [n, booking] of past.slice(0, 5).entries())
      expect(bookings.find(({ id }) => id === booking.id)?.client_notes?.ops[0]?.insert).toMatch(
        new RegExp(`^${n} x`),
      );
  });
});
