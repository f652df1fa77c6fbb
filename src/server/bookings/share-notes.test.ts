import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { staffSessionNote, staffSubmission } from '#contract/staff.calls.ts';
import { accessLog, getUserBookings, shareNotes, updateUserNotes } from '#contract/client.calls.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { type TestClient, testApp } from '#tests/support/app.ts';

const { db, clock, signInClient, signInStaff } = await testApp();
let maren: TestClient;
let theo: TestClient;
let past: Booking;
beforeAll(async () => {
  maren = await signInClient('demo@example.com');
  theo = await signInClient('new@example.com');
  past = (await list()).find(({ client_notes }) => client_notes !== null)!;
});

const list = async () => (await maren.call(getUserBookings)).json;
const shared = async (id = past.id) => (await list()).find((each) => each.id === id)!.client_notes_shared_at;
const share = (id: string, on: boolean, client = maren) =>
  client.call(shareNotes, { body: { id, shared: on } });
const write = (notes: string) => maren.call(updateUserNotes, { query: { id: past.id }, body: { notes } });

describe('POST /auth/share-notes', () => {
  test('a note is the client’s alone until they share it, and again once they take it back', async () => {
    expect(await shared()).toBeNull();
    const at = clock.now().toISOString();
    expect((await share(past.id, true)).json).toEqual({ shared_at: at });
    clock.advance(60_000);
    // A repeat changes nothing.
    expect((await share(past.id, true)).json).toEqual({ shared_at: at });
    expect(await shared()).toBe(at);
    expect((await share(past.id, false)).json).toEqual({ shared_at: null });
    expect(await shared()).toBeNull();
    const actions = await db
      .selectFrom('audit')
      .select('action')
      .where('object_id', '=', past.id)
      .where('action', 'like', 'notes.%share')
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['notes.share', 'notes.unshare']);
  });

  test('a changed note stays shared; after a deletion the next one is not', async () => {
    await share(past.id, true);
    await write('Changed.');
    expect(await shared()).not.toBeNull();
    await write('');
    expect(await shared()).toBeNull();
    expect((await share(past.id, true)).json.code).toBe('NOTE_EMPTY');
    await write('A new one.');
    expect(await shared()).toBeNull();
  });

  test('a visit of another client is answered like one that is not there', async () => {
    for (const id of [past.id, randomUUID(), 'nonsense'])
      expect((await share(id, true, theo)).json.code).toBe('BOOKING_NOT_FOUND');
  });
});

describe('GET /auth/access-log', () => {
  const log = async (client = maren) => (await client.call(accessLog)).json.reads;

  test('says which answers staff read, and when; once a day for each', async () => {
    expect(await log()).toEqual([]);
    const { id } = await db
      .selectFrom('submissions')
      .select('id')
      .where('user_id', '=', maren.user_id)
      .orderBy('submitted_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    for (let minutes = 0; minutes < 3; minutes += 1) {
      const staff = await signInStaff(undefined, { unlocked: true });
      expect((await staff.call(staffSubmission, { params: { id } })).status).toBe(200);
      clock.advance(60_000);
    }
    const reads = (await log()).filter(({ kind }) => kind === 'ANSWERS');
    expect(reads).toHaveLength(1);
    expect(reads[0]).toEqual({
      at: new Date(clock.now().getTime() - 60_000).toISOString(),
      by: 'Nalini',
      kind: 'ANSWERS',
      name: expect.stringMatching(/\w/),
      visit_start: null,
    });
    clock.advance(24 * 3_600_000);
    const staff = await signInStaff(undefined, { unlocked: true });
    await staff.call(staffSubmission, { params: { id } });
    expect(await log()).toHaveLength(2);
    expect(await log(theo)).toEqual([]);
  });

  test('has nothing of what the practice writes for itself', async () => {
    const before = await log();
    const staff = await signInStaff(undefined, { unlocked: true });
    expect((await staff.call(staffSessionNote, { params: { id: past.id } })).status).toBe(200);
    expect(await log()).toEqual(before);
  });
});
