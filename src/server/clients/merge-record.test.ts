import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  staffAuditLog,
  staffClient,
  staffClientFile,
  staffCreateBookings,
  staffMerge,
  staffMergeClient,
  staffRecordPayment,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import {
  deadlocksIn,
  emptyBooks,
  faultsOf,
  openShop,
  type Shop,
  waitForWaiters,
} from '#tests/support/shop.ts';
import { massageAt, startOf } from '#tests/support/stock.ts';
import { rewritten } from '#tests/support/without.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { notesField } from '../bookings/sealed-fields.ts';
import { answersField } from '../forms/sealed-fields.ts';
import { DROPPED, MOVED, SEALED } from './merge-store.ts';

const HOUR_MS = 3_600_000;
const shop = await openShop({ max: 24 });
const { db, clock } = shop;
const { keyring } = shop;
const staff = await shop.signInStaff(undefined, { unlocked: true });

beforeEach(async () => await emptyBooks(shop));

/** A client whose record the practice keeps. */
async function kept(of: Shop, change: object = {}): Promise<string> {
  const { id } = await of.client();
  const contact = { cognito_sub: null, phone: null, last_name: '', email: '', ...change };
  await of.db.updateTable('users').set(contact).where('id', '=', id).execute();
  return id;
}
const planned = async (from: string, into: string) =>
  (await staff.call(staffMerge, { params: { id: from }, query: { into } })).json;
const merge = (from: string, into: string, { action_id = randomUUID() as string, by = staff } = {}) =>
  by.call(staffMergeClient, { params: { id: from }, body: { action_id, into } });
/** A form that is filled in once. */
async function addForm(): Promise<string> {
  const created_at = clock.now();
  const form = { key: `form-${randomUUID()}`, is_global: true, created_at };
  const { id } = await db.insertInto('forms').values(form).returning('id').executeTakeFirstOrThrow();
  const content = JSON.stringify({ sections: [] });
  const version = { form_id: id, version: 1, name: 'Agreement', type: 'INTAKE', content, created_at };
  await db.insertInto('form_versions').values(version).execute();
  return id;
}
const visit = (user_id: string, change: object = {}) =>
  addBooking(db, {
    user_id,
    service_id: shop.stock.massage.id,
    start_time: new Date(clock.now().getTime() - 48 * HOUR_MS),
    created_at: clock.now(),
    status: 'COMPLETED',
    ...change,
  });

describe('merging a record without a login into another one', () => {
  it('moves everything, seals it anew with signed words unchanged, and fills in what is missing', async () => {
    const into = (await shop.client()).id;
    const named = { first_name: 'Kit', last_name: 'Noor' };
    const from = await kept(shop, { phone: '+15035550144', ...named, marked_known: true });
    await db.updateTable('users').set({ phone: null }).where('id', '=', into).execute();
    const booking_id = await visit(from);
    const old = await keyring.keyOf(db, from, clock.now());
    const client_notes = sealDocument(old, notesField(booking_id), { ops: [{ insert: 'Her words\n' }] });
    await db.updateTable('bookings').set({ client_notes }).where('id', '=', booking_id).execute();
    const params = { id: booking_id };
    await staff.call(staffSaveSessionNote, { params, body: { body: 'A signed thought', version: 0 } });
    await staff.call(staffSignSessionNote, { params, body: { action_id: randomUUID(), version: 1 } });
    const call = { id: randomUUID() };
    const contact = { client_id: from, kind: 'PHONE' } as const;
    const thought = { body: 'A thought after the call', version: 0, contact };
    await staff.call(staffSaveSessionNote, { params: call, body: thought });
    const signature = { action_id: randomUUID(), version: 1 };
    await staff.call(staffSignSessionNote, { params: call, body: signature });
    for (const [id, body] of [
      [into, 'Hates lavender'],
      [from, 'Left knee'],
    ] as const)
      await staff.call(staffSavePinnedNote, { params: { id }, body: { body, version: 0 } });
    await db.updateTable('bookings').set({ payment: 'LATER' }).where('id', '=', booking_id).execute();
    const paid = await staff.call(staffRecordPayment, {
      params,
      body: {
        action_id: randomUUID(),
        cents: 2000,
        method: 'CASH',
        received_on: clock.now().toISOString().slice(0, 10),
      },
    });
    expect(paid.status, paid.text).toBeLessThan(300);
    const before = await staff.call(staffSessionNote, { params });
    const words = JSON.stringify(before.json);

    expect(await planned(from, into)).toMatchObject({
      visits: 1,
      notes: 2,
      forms: 0,
      pinned: 'JOINED',
      gets: ['last name', 'phone'],
      refused: null,
    });
    const action_id = randomUUID();
    const { status, json, text } = await merge(from, into, { action_id });
    expect(status, text).toBe(200);
    expect(json).toMatchObject({ id: into, phone: '+15035550144', visits: 1, marked_known: true });
    // The answer was lost.
    expect((await merge(from, into, { action_id })).json).toMatchObject({ id: into });

    const after = await staff.call(staffSessionNote, { params });
    expect(JSON.stringify(after.json)).toContain('A signed thought');
    expect(words).toContain('A signed thought');
    const file = await staff.call(staffClientFile, { params: { id: into } });
    expect(file.text).toContain('A signed thought');
    expect(file.text).toContain('A thought after the call');
    const pinned = JSON.stringify((await staff.call(staffSessionNote, { params })).json);
    expect(pinned.indexOf('Hates lavender')).toBeLessThan(pinned.indexOf('Left knee'));
    const row = await db
      .selectFrom('bookings')
      .select(['client_notes', 'user_id'])
      .where('id', '=', booking_id)
      .executeTakeFirstOrThrow();
    expect(row.user_id).toBe(into);
    const key = await keyring.keyOf(db, into, clock.now());
    expect(key.open(notesField(booking_id), row.client_notes!)).toContain('Her words');
    expect(() => old.open(notesField(booking_id), row.client_notes!)).toThrow();
    const keys = await db.selectFrom('user_keys').select('user_id').where('user_id', '=', from).execute();
    expect(keys).toEqual([]);
    const payments = await db.selectFrom('offline_payments').select('user_id').execute();
    expect(payments).toEqual([{ user_id: into }]);
    expect((await staff.call(staffClient, { params: { id: from } })).status).toBe(404);
    expect((await staff.call(staffAuditLog)).text).toContain('merged another record into that of ');
    // Afterwards a signed note is as final as before.
    const change = db.updateTable('session_notes').set({ version: 9 }).where('booking_id', '=', booking_id);
    await expect(change.execute()).rejects.toThrow('signed notes are final');
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('knows every table with a client, and every column that is sealed', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id' order by 1`.execute(db);
    // Both are never changed: they say what was done then.
    const stay = ['audit', 'staff_actions'];
    expect(rows.map(({ name }) => name)).toEqual([...MOVED, ...DROPPED, ...stay].toSorted());
    const sealed = await sql<{ name: string }>`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public' and data_type = 'bytea'
        and table_name = any(${[...MOVED, 'pinned_notes']}) order by 1`.execute(db);
    const plain = ['checkouts.card_hash', 'payment_links.token_hash'];
    expect(sealed.rows.map(({ name }) => name)).toEqual(
      [...SEALED.map(([table, column]) => `${table}.${column}`), 'pinned_notes.body', ...plain].toSorted(),
    );
  });

  it('is refused with its reason, and changes nothing', async () => {
    const into = (await shop.client()).id;
    const from = await kept(shop);
    const refused = async (a: string, b: string, reason: RegExp) => {
      expect((await planned(a, b)).refused).toMatch(reason);
      expect((await merge(a, b)).json).toMatchObject({
        code: 'MERGE_REFUSED',
        message: expect.stringMatching(reason),
      });
    };
    await refused(into, from, /has a login/);
    await refused(from, from, /same record/);
    const start_time = new Date(clock.now().getTime() + 48 * HOUR_MS);
    const seat = { service_id: shop.stock.circle.id, format: 'GROUP', status: 'CONFIRMED', start_time };
    const seats = [await visit(from, seat), await visit(into, seat)];
    await refused(from, into, /Both have a seat in the same class/);
    await db.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', seats[0]!).execute();
    const form = await addForm();
    for (const user_id of [from, into]) {
      const id = randomUUID();
      const key = await keyring.keyOf(db, user_id, clock.now());
      const answers = key.seal(answersField(id), '{}');
      const of = { form_id: form, form_version: 1, submitted_at: clock.now() };
      await db
        .insertInto('submissions')
        .values({ id, user_id, answers, ...of })
        .execute();
    }
    await refused(from, into, /Both have filled in the same form/);
    await db.deleteFrom('submissions').where('user_id', '=', into).execute();
    expect((await merge(from, randomUUID())).json.code).toBe('CLIENT_NOT_FOUND');
    expect((await merge(randomUUID(), into)).json.code).toBe('CLIENT_NOT_FOUND');
    expect((await merge('x', into)).json.code).toBe('CLIENT_NOT_FOUND');
    const other = await shop.client();
    expect((await shop.checkout(other, [massageAt(3)])).status).toBe(200);
    await refused(from, other.id, /payment page/);
    expect((await merge(from, into)).status).toBe(200);
  });

  it('of two that are merged into each other at once, one is left', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => [await kept(shop), await kept(shop)] as const),
    );
    const later = new Date(clock.now().getTime() - 24 * HOUR_MS);
    for (const [a, b] of pairs) {
      await visit(a);
      await visit(b, { start_time: later });
    }
    const answers = await Promise.all(pairs.flatMap(([a, b]) => [merge(a, b), merge(b, a)]));
    for (const n of pairs.keys())
      expect(new Set(answers.slice(2 * n, 2 * n + 2).map(({ status }) => status))).toEqual(
        new Set([200, 404]),
      );
    const left = await db
      .selectFrom('bookings')
      .select('user_id')
      .where('user_id', 'in', pairs.flat())
      .execute();
    expect([left.length, new Set(left.map(({ user_id }) => user_id)).size]).toEqual([12, 6]);
    expect(await deadlocksIn(shop)).toBe(0);
  });
});

/** Takes another lock for a client each time, and none on records. */
const forgetful = await openShop({
  max: 24,
  change: (of) =>
    rewritten(of, (text) =>
      text
        .replace('7130256', () => String(Math.floor(Math.random() * 1e9)))
        .replace('order by id for update', 'order by id'),
    ),
});

/** The record is merged while staff book for its client. */
async function bookedMeanwhile(of: Shop) {
  await emptyBooks(of);
  const by = await of.signInStaff(undefined, { unlocked: true });
  const [from, into] = [await kept(of), await kept(of)];
  const holder = await of.db.startTransaction().execute();
  await sql`lock table staff_actions in exclusive mode`.execute(holder);
  const booked = by.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: from,
      service_id: of.stock.massage.id,
      place: 'FIXED_LOCATION',
      starts: [startOf(massageAt(0), of.clock.now())],
      payment: 'LATER',
      accept: [],
      notify: false,
      ask_for_forms: false,
    },
  });
  await waitForWaiters(of, 1);
  const merged = merge(from, into, { by });
  await waitForWaiters(of, 2);
  await holder.commit().execute();
  expect([(await booked).status, (await merged).status]).toEqual([201, 200]);
  const rows = await of.db.selectFrom('bookings').select('user_id').execute();
  return {
    whose: rows.map(({ user_id }) => (user_id === into ? 'INTO' : user_id)),
    faults: await faultsOf(of),
  };
}

it('staff who book meanwhile are faster: their booking moves too', async () => {
  expect(await bookedMeanwhile(shop)).toEqual({ whose: ['INTO'], faults: [] });
});

it('control: without locks, a booking for nobody is left', async () => {
  const { whose, faults } = await bookedMeanwhile(forgetful);
  expect([whose, faults]).toEqual([[null], [expect.stringContaining('confirmed for nobody')]]);
});
