import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deleteUser } from '#contract/client.calls.ts';
import {
  staffAddToSessionNote,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';

const HOUR = 3_600_000;
const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } });
const { db, clock } = site;
const staff = await site.signInStaff(undefined, { unlocked: true });
const colleague = await site.signInStaff('second@example.com', { unlocked: true });
const maren = await site.signInClient('demo@example.com');
// The sample has one already.
await db.deleteFrom('pinned_notes').execute();
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });

/** A visit of Maren that began `hours` ago. */
async function visit(hours = 1): Promise<string> {
  const now = clock.now();
  const start_time = new Date(now.getTime() - hours * HOUR);
  return await addBooking(db, { user_id: maren.user_id, service_id, start_time, created_at: now });
}

const delta = (text: string) => ({ ops: [{ insert: `${text}\n` }] });
const read = async (id: string) => (await staff.call(staffSessionNote, { params: { id } })).json;
const save = (id: string, text: string, version: number, by = staff) =>
  by.call(staffSaveSessionNote, { params: { id }, body: { body: delta(text), version } });
const sign = (id: string, version: number, by = staff, action_id: string = randomUUID()) =>
  by.call(staffSignSessionNote, { params: { id }, body: { action_id, version } });
const add = (id: string, text: string, action_id: string = randomUUID()) =>
  staff.call(staffAddToSessionNote, { params: { id }, body: { action_id, body: delta(text) } });
async function signed(text: string, hours?: number): Promise<string> {
  const id = await visit(hours);
  await save(id, text, 0);
  await sign(id, 1);
  return id;
}

describe('the draft', () => {
  it('is saved over the version that the writer saw, and read again', async () => {
    const id = await visit();
    expect(await read(id)).toMatchObject({ note: null, visit: { service_name: 'Slow Morning Flow' } });
    expect((await save(id, 'Slept badly.', 0)).json).toMatchObject({ version: 1 });
    expect((await save(id, 'Slept badly since Monday.', 1)).json).toMatchObject({ version: 2 });
    expect((await read(id)).note).toEqual({
      body: delta('Slept badly since Monday.'),
      version: 2,
      updated_at: clock.now().toISOString(),
      signed: null,
      addenda: [],
    });
  });

  it('has no version that the database could not count', async () => {
    const most = 2_147_483_647;
    const id = await visit();
    expect((await save(id, 'Slept well.', most)).status).toBe(422);
    expect((await save(id, 'Slept well.', most - 1)).status).toBe(409);
  });

  it('is never overwritten by a writer who saw an older version, who is told the newer one', async () => {
    const id = await visit();
    await save(id, 'From the laptop.', 0);
    for (const version of [0, 2]) {
      const { status, json } = await save(id, 'From the phone.', version, colleague);
      expect([status, json.code]).toEqual([409, 'NOTE_CHANGED']);
      expect(json.details).toMatchObject({ note: { body: delta('From the laptop.'), version: 1 } });
    }
    expect((await read(id)).note).toMatchObject({ body: delta('From the laptop.') });
  });

  it('is empty after everything was deleted, and keeps its version', async () => {
    const id = await visit();
    await save(id, 'A thought.', 0);
    expect((await save(id, '', 1)).json).toMatchObject({ version: 2 });
    expect((await read(id)).note).toMatchObject({ body: { ops: [] }, version: 2 });
  });

  it('is for a visit: none for a place in line, an unknown booking, or an erased client', async () => {
    const hold = await addBooking(db, {
      user_id: maren.user_id,
      service_id,
      start_time: new Date(clock.now().getTime() + HOUR),
      created_at: clock.now(),
      status: 'WAITLISTED',
    });
    for (const id of [hold, randomUUID(), 'nonsense']) expect((await save(id, 'x', 0)).status).toBe(404);
    const id = await visit();
    await db.updateTable('bookings').set({ user_id: null }).where('id', '=', id).execute();
    expect((await save(id, 'x', 0)).json).toMatchObject({ code: 'BOOKING_NOT_FOUND' });
    expect((await staff.call(staffSessionNote, { params: { id } })).status).toBe(404);
  });

  it('keeps the text sealed, and bound to its row', async () => {
    const id = await visit();
    await save(id, 'Canary of a session', 0);
    const other = await visit();
    await save(other, 'Another', 0);
    const rows = await sql<{ body: Buffer }>`select body from session_notes`.execute(db);
    expect(rows.rows.some(({ body }) => body.includes('Canary'))).toBe(false);
    await sql`update session_notes set body = (select body from session_notes where booking_id = ${id})
      where booking_id = ${other}`.execute(db);
    expect((await staff.call(staffSessionNote, { params: { id: other } })).status).toBe(500);
  });
});

describe('signing', () => {
  it('makes the version that the writer saw final, with name and time', async () => {
    const id = await visit();
    await save(id, 'Final words.', 0);
    const { json } = await sign(id, 1);
    expect(json.signed).toEqual({ at: clock.now().toISOString(), by: 'Nalini' });
    const later = await save(id, 'Other words.', 1);
    expect([later.status, later.json.code]).toEqual([409, 'NOTE_SIGNED']);
    expect(later.json.details).toMatchObject({ note: { body: delta('Final words.') } });
  });

  it('is refused for an empty note, another version, and twice', async () => {
    const id = await visit();
    expect((await sign(id, 0)).json.code).toBe('NOTE_CHANGED');
    await save(id, '', 0);
    expect((await sign(id, 1)).json.code).toBe('NOTE_EMPTY');
    await save(id, 'Now there is something.', 1);
    expect((await sign(id, 1)).json).toMatchObject({
      code: 'NOTE_CHANGED',
      details: { note: { version: 2 } },
    });
    expect((await sign(id, 2)).status).toBe(200);
    expect((await sign(id, 2, colleague)).json.code).toBe('NOTE_SIGNED');
  });

  it('answers a repeat of the action like the first request, and records it once, without a word of the note', async () => {
    const id = await visit();
    await save(id, 'Once.', 0);
    const action_id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => sign(id, 1, staff, action_id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const actions = await db.selectFrom('staff_actions').selectAll().where('object_id', '=', id).execute();
    expect(actions).toHaveLength(1);
    expect(actions[0]).toMatchObject({ action: 'session-note.sign', user_id: maren.user_id, details: {} });
  });

  it('leaves only addenda, oldest first, each signed at once', async () => {
    const id = await visit();
    expect((await add(id, 'Too soon.')).json).toMatchObject({ code: 'NOTE_CHANGED' });
    await save(id, 'The note.', 0);
    expect((await add(id, 'Still too soon.')).json).toMatchObject({ code: 'NOTE_CHANGED' });
    await sign(id, 1);
    await add(id, 'She called.');
    clock.advance(60_000);
    const action_id = randomUUID();
    await add(id, 'She called again.', action_id);
    const { json } = await add(id, 'She called again.', action_id);
    expect(json.addenda.map(({ body }) => body)).toEqual([delta('She called.'), delta('She called again.')]);
    expect(json.addenda[1]?.signed).toEqual({ at: clock.now().toISOString(), by: 'Nalini' });
    expect((await add(id, '')).json).toMatchObject({ code: 'NOTE_EMPTY' });
  });

  it('cannot be taken back by any statement, but goes with the client', async () => {
    const id = await signed('Words that stay.');
    for (const statement of [
      sql`update session_notes set body = 'x' where booking_id = ${id}`,
      sql`update session_notes set signed_at = null, signed_by = null where booking_id = ${id}`,
      sql`delete from session_notes where booking_id = ${id}`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('signed notes are final');
  });
});

describe('beside the note', () => {
  it('are the note of the last visit that has one, with its addenda, and what is pinned', async () => {
    await signed('Three weeks ago.', -300);
    const last = await signed('A week ago.', -400);
    await add(last, 'And then.');
    await visit(-450);
    const { last_note, pinned_note } = await read(await visit(-500));
    expect(last_note).toMatchObject({ booking_id: last, body: delta('A week ago.') });
    expect(last_note?.addenda).toHaveLength(1);
    expect(pinned_note).toBeNull();
  });

  it('the pinned note has versions like a draft', async () => {
    const pin = (text: string, version: number) =>
      staff.call(staffSavePinnedNote, {
        params: { id: maren.user_id },
        body: { body: delta(text), version },
      });
    expect((await pin('Allergic to nuts.', 0)).json).toMatchObject({ version: 1 });
    expect((await pin('Something else.', 0)).json).toMatchObject({
      code: 'NOTE_CHANGED',
      details: { pinned_note: { body: delta('Allergic to nuts.'), version: 1 } },
    });
    expect((await pin('Allergic to nuts and seeds.', 1)).json).toMatchObject({ version: 2 });
    expect((await read(await visit())).pinned_note).toMatchObject({
      body: delta('Allergic to nuts and seeds.'),
      version: 2,
    });
    expect(
      (
        await staff.call(staffSavePinnedNote, {
          params: { id: randomUUID() },
          body: { body: 'x', version: 0 },
        })
      ).status,
    ).toBe(404);
  });

  it('each write is in the audit, without a word of it', async () => {
    const id = await signed('Canary of the audit');
    const rows = await db
      .selectFrom('audit')
      .select(['actor', 'action', 'user_id'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    const actor = `staff:${staff.staff_id}`;
    expect(rows).toEqual([
      { actor, action: 'session-note.write', user_id: maren.user_id },
      { actor, action: 'session-note.sign', user_id: maren.user_id },
    ]);
  });
});

it('an erased client takes notes, addenda and what is pinned along, and nothing written meanwhile stays', async () => {
  const id = await addBooking(db, {
    user_id: maren.user_id,
    service_id,
    start_time: new Date(clock.now().getTime() - HOUR),
    created_at: clock.now(),
    status: 'COMPLETED',
  });
  await save(id, 'Signed.', 0);
  await sign(id, 1);
  await add(id, 'Added.');
  await staff.call(staffSavePinnedNote, {
    params: { id: maren.user_id },
    body: { body: delta('Pinned'), version: 0 },
  });
  const [erased] = await Promise.all([
    maren.call(deleteUser),
    add(id, 'Meanwhile.'),
    staff.call(staffSavePinnedNote, {
      params: { id: maren.user_id },
      body: { body: delta('Again'), version: 1 },
    }),
  ]);
  expect(erased.status).toBe(200);
  const left = await sql<{ notes: number; pinned: number }>`
    select (select count(*)::int from session_notes where user_id = ${maren.user_id}) as notes,
      (select count(*)::int from pinned_notes where user_id = ${maren.user_id}) as pinned`.execute(db);
  expect(left.rows).toEqual([{ notes: 0, pinned: 0 }]);
  expect((await staff.call(staffSessionNote, { params: { id } })).status).toBe(404);
});
