import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Contact } from '#domain/visits/contacts.ts';
import {
  staffAddToSessionNote,
  staffAttention,
  staffAuditLog,
  staffClientFile,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSearchNotes,
  staffSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import type { ContactFile } from '#contract/client-file.schemas.ts';
import { writeOut } from '#domain/people/personal.ts';
import { testApp } from '#tests/support/app.ts';
import { openTransaction } from '#tests/support/database.ts';
import { waitForWaiters } from '#tests/support/shop.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { noteField } from '../bookings/sealed-fields.ts';
import { searchNotes } from './search-notes.ts';

const HOUR = 3_600_000;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' }, seeded: false });
const { db, clock, keyring } = site;
const staff = await site.signInStaff('nalini@example.com', { unlocked: true });
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });

const client = async (first_name: string) =>
  (
    await db
      .insertInto('users')
      .values({ email: '', first_name, cognito_sub: null, created_at: clock.now(), updated_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
let odile: string;
let ivo: string;
beforeEach(async () => {
  await db.deleteFrom('bookings').where('user_id', 'is', null).execute();
  odile = await client('Odile');
  ivo = await client('Ivo');
});

const delta = (text: string) => ({ ops: [{ insert: `${text}\n` }] });
const fileOf = async (id = odile, from?: string) =>
  (await staff.call(staffClientFile, { params: { id }, query: { from } })).json;
const read = async (note: string) =>
  (await fileOf()).visits.find((entry): entry is ContactFile => 'contact' in entry && entry.note_id === note);
const save = (
  id: string,
  text: string,
  version: number,
  { client_id = odile, kind = 'PHONE' }: { client_id?: string; kind?: Contact } = {},
) =>
  staff.call(staffSaveSessionNote, {
    params: { id },
    body: { body: delta(text), version, contact: { client_id, kind } },
  });
const sign = (id: string, version = 1) =>
  staff.call(staffSignSessionNote, { params: { id }, body: { action_id: randomUUID(), version } });
const add = (id: string, text: string) =>
  staff.call(staffAddToSessionNote, { params: { id }, body: { action_id: randomUUID(), body: delta(text) } });
async function written(text: string, more: Parameters<typeof save>[3] = {}): Promise<string> {
  const note = randomUUID();
  expect((await save(note, text, 0, more)).status).toBe(200);
  return note;
}
const visit = (user_id: string, hours: number) =>
  addBooking(db, {
    user_id,
    service_id,
    service_name: 'Marma Session',
    start_time: new Date(clock.now().getTime() - hours * HOUR),
    created_at: clock.now(),
    status: 'COMPLETED',
  });

describe('a note without a visit', () => {
  it('is begun under an id of the browser, versioned, signed and added to like that of a visit', async () => {
    const note = randomUUID();
    expect((await save(note, 'She called.', 0)).json).toMatchObject({ version: 1 });
    // The answer was lost, and another tab has the first version.
    const { status, json } = await save(note, 'She called twice.', 0);
    expect([status, json.code]).toEqual([409, 'NOTE_CHANGED']);
    expect(json.details).toMatchObject({ note: { body: delta('She called.'), version: 1 } });
    expect((await save(note, 'She called on Monday.', 1, { kind: 'EMAIL' })).json).toMatchObject({
      version: 2,
    });
    expect((await add(note, 'Too soon')).json.code).toBe('NOTE_CHANGED');
    expect((await sign(note)).json.code).toBe('NOTE_CHANGED');
    expect((await sign(note, 2)).json.signed).toEqual({ at: clock.now().toISOString(), by: 'Nalini' });
    expect((await save(note, 'Changed.', 2)).json.code).toBe('NOTE_SIGNED');
    expect((await add(note, 'She is better.')).json.addenda).toMatchObject([
      { body: delta('She is better.') },
    ]);
    expect(await read(note)).toMatchObject({
      contact: 'PHONE',
      begun_at: clock.now().toISOString(),
      note: { body: delta('She called on Monday.'), addenda: [{ body: delta('She is better.') }] },
    });
    const change = db.updateTable('session_notes').set({ version: 9 }).where('id', '=', note);
    await expect(change.execute()).rejects.toThrow('signed notes are final');
  });

  it('is begun once: who comes second at the same moment is refused with the text of the first', async () => {
    const note = randomUUID();
    const key = await keyring.keyOf(db, odile, clock.now());
    const first = await openTransaction(db);
    await first
      .insertInto('session_notes')
      .values({
        id: note,
        contact: 'PHONE',
        user_id: odile,
        body: sealDocument(key, noteField(note), delta('First.')),
        written_by: staff.staff_id,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    const second = save(note, 'Second.', 0);
    await waitForWaiters(site, 1);
    await first.commit().execute();
    expect((await second).json.details).toMatchObject({ note: { body: delta('First.'), version: 1 } });
  });

  it('stays with the client of its first save, and is none of a visit', async () => {
    const note = await written('About Odile.');
    expect((await save(note, 'Still about Odile.', 1, { client_id: ivo })).status).toBe(200);
    expect((await read(note))?.note.version).toBe(2);
    expect((await fileOf(ivo)).visits).toEqual([]);
    for (const client_id of [randomUUID(), 'nonsense'])
      expect((await save(randomUUID(), 'x', 0, { client_id })).status).toBe(404);
    expect((await save('nonsense', 'x', 0)).status).toBe(404);
    expect((await sign(randomUUID())).status).toBe(404);
    expect((await staff.call(staffSessionNote, { params: { id: note } })).status).toBe(404);
    // The id of a visit is the visit's, whatever contact is given.
    const booking = await visit(odile, 2);
    await save(booking, 'Of the visit', 0, { client_id: ivo });
    expect((await staff.call(staffSessionNote, { params: { id: booking } })).json.note).toMatchObject({
      body: delta('Of the visit'),
    });
  });

  it('is in the file of the client at its time, page by page, and its reading is recorded', async () => {
    for (const hours of [30, 1]) await visit(odile, hours);
    const note = await written('In between.');
    await db
      .updateTable('session_notes')
      .set({ created_at: new Date(clock.now().getTime() - 10 * HOUR) })
      .where('id', '=', note)
      .execute();
    const empty = await written('');
    const file = await fileOf();
    expect(file.visits.map((entry) => 'contact' in entry)).toEqual([false, true, false]);
    expect(file.visits[1]).toMatchObject({
      note_id: note,
      contact: 'PHONE',
      note: { body: delta('In between.') },
    });
    expect(JSON.stringify(file)).not.toContain(empty);
    const after = await staff.call(staffClientFile, { params: { id: odile }, query: { after: note } });
    expect(after.json.visits).toMatchObject([{ service_name: 'Marma Session' }]);
    expect((await fileOf(odile, note)).visits).toMatchObject([
      { note_id: note },
      { service_name: 'Marma Session' },
    ]);
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'object_id'])
      .where('user_id', '=', odile)
      .execute();
    expect(rows).toContainEqual({ action: 'session-note.read', object_id: note });
    const log = (await staff.call(staffAuditLog, { query: { client: odile } })).json.rows;
    expect(log.map(({ text, path }) => [writeOut(text), path])).toContainEqual([
      'wrote the session note of Odile',
      `/clients/${odile}`,
    ]);
  });

  it('needs attention until it is signed', async () => {
    const note = await written('Not signed.');
    clock.advance(24 * HOUR);
    const unsigned = async () =>
      (await staff.call(staffAttention)).json.items.filter(({ kind }) => kind === 'NOTES_UNSIGNED');
    expect(await unsigned()).toMatchObject([
      { path: expect.stringMatching(/^\/clients\/.*&from=/) as string },
    ]);
    await db.deleteFrom('session_notes').where('id', '<>', note).where('signed_at', 'is', null).execute();
    expect(await unsigned()).toMatchObject([{ path: `/clients/${odile}?tab=notes&from=${note}` }]);
    await sign(note);
    expect(await unsigned()).toEqual([]);
  });
});

describe('POST /api/staff/notes/search', () => {
  const search = (
    q: string,
    client_id: string | null,
    action_id: string = randomUUID(),
    before: string | null = null,
  ) => staff.call(staffSearchNotes, { body: { action_id, q, client_id, before } });

  it('finds words in notes, addenda and what is pinned, of one client or of all, newest first', async () => {
    const booking = await visit(odile, 48);
    const params = { id: booking };
    await staff.call(staffSaveSessionNote, {
      params,
      body: { body: delta('Left knee, and the right KNEE.'), version: 0 },
    });
    clock.advance(1000);
    const note = await written('She called.');
    await sign(note);
    clock.advance(1000);
    await add(note, 'About her knee again.');
    clock.advance(1000);
    await staff.call(staffSavePinnedNote, {
      params: { id: ivo },
      body: { body: delta('Knees: careful'), version: 0 },
    });
    const { json } = await search('knee', null);
    expect(json.before).toBeNull();
    expect(
      json.hits.map(({ client: name, title, path, excerpt }) => [writeOut(name), title, path, excerpt.match]),
    ).toEqual([
      ['Ivo', 'Important', `/clients/${ivo}?tab=notes`, 'Knee'],
      ['Odile', 'Phone call, 3 Mar', `/clients/${odile}?tab=notes&from=${note}`, 'knee'],
      ['Odile', 'Marma Session, 1 Mar', `/bookings/${booking}/notes`, 'knee'],
    ]);
    expect((await search('knee', ivo)).json.hits).toHaveLength(1);
    expect((await search('knee right', odile)).json.hits).toMatchObject([
      { excerpt: { before: 'Left ', match: 'knee' } },
    ]);
    expect((await search('shoulder', null)).json).toMatchObject({ hits: [], before: null });
    expect((await search('k', null)).json.details).toMatchObject({ q: 'Please give two letters or more.' });
    expect((await search('knee', randomUUID())).status).toBe(404);
  });

  it('is recorded once, without its words, however many notes it read', async () => {
    for (const text of ['Migraine on Monday', 'Migraine on Tuesday']) await written(text);
    const action_id = randomUUID();
    const recorded = async () => [
      await db.selectFrom('staff_actions').selectAll().where('id', '=', action_id).execute(),
      await db
        .selectFrom('audit')
        .selectAll()
        .where('user_id', '=', odile)
        .where('action', 'like', '%.read')
        .execute(),
    ];
    const [one, again] = [
      await search('migraine', odile, action_id),
      await search('migraine', odile, action_id),
    ];
    expect(again.json).toEqual(one.json);
    // Going on with what is older is the same search; other words are another.
    const older = await search('migraine', odile, one.json.action_id, clock.now().toISOString());
    expect(older.status).toBe(200);
    expect((await search('tea', odile, action_id)).json.code).toBe('ACTION_REUSED');
    const [actions, reads] = await recorded();
    expect(actions).toMatchObject([
      { action: 'notes.search', user_id: odile, object_kind: 'CLIENT', details: {} },
    ]);
    expect(reads).toEqual([]);
    expect(JSON.stringify(actions).toLowerCase()).not.toContain('migraine');
    await search('migraine', null);
    const log = (await staff.call(staffAuditLog)).json.rows.map(({ text, path }) => [writeOut(text), path]);
    expect(log).toContainEqual(['searched the notes of Odile', `/clients/${odile}`]);
    expect(log).toContainEqual(['searched the notes of all clients', null]);
  });

  it('stops at its limits and says how far it came, from where the next one goes on', async () => {
    const times: string[] = [];
    for (let n = 0; n < 5; n++) {
      clock.advance(60_000);
      await written(`Sage ${n}`);
      times.push(clock.now().toISOString());
    }
    const find = async (
      limits: { notes: number; hits: number; milliseconds: number },
      before: string | null,
    ) => {
      const { answer } = searchNotes({ db, keyring }, limits);
      const body = { q: 'sage', client_id: odile, before };
      const acting = { action_id: '', params: {}, body, email: '', now: clock.now() };
      return (await answer({ ...acting, actor: { staff_id: staff.staff_id, via: 'WEB' } } as never)) as {
        hits: { excerpt: { after: string } }[];
        before: string | null;
      };
    };
    const few = { notes: 2, hits: 50, milliseconds: 2000 };
    const first = await find(few, null);
    expect([first.hits.map(({ excerpt }) => excerpt.after), first.before]).toEqual([[' 4', ' 3'], times[3]]);
    // The last one that was read comes again, so that none of the same moment is left out.
    expect((await find(few, first.before)).hits.map(({ excerpt }) => excerpt.after)).toEqual([' 3', ' 2']);
    expect((await find({ ...few, notes: 50 }, first.before)).before).toBeNull();
    // Without time it reads one batch.
    expect((await find({ notes: 50, hits: 50, milliseconds: -1 }, null)).hits).toHaveLength(5);
  });
});
