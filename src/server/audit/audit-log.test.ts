import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { InputOf, OutputOf } from '#contract/call.ts';
import { staffAuditLog } from '#contract/staff.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { inTransaction } from '../db/transactions.ts';
import { audit, auditAll, type AuditAction } from '../runtime/audit.ts';
import { recordStaffAction } from '../runtime/staff-actions.ts';

type Log = OutputOf<typeof staffAuditLog>;
type Filter = InputOf<typeof staffAuditLog>['query'];

const site = await testApp();
const { db, clock } = site;
const staff = await site.signInStaff();
const maren = await site.signInClient('demo@example.com');
const { id: booking_id } = await db
  .selectFrom('bookings')
  .select('id')
  .where('user_id', '=', maren.user_id)
  .limit(1)
  .executeTakeFirstOrThrow();
const former_id = randomUUID();

const read = (query?: Filter) => staff.call(staffAuditLog, { query });
const texts = async (filter?: Filter) => (await read(filter)).json.rows.map(({ text }) => text);
const record = (
  action: string,
  change: { user_id?: string; at?: Date; details?: Record<string, string> } = {},
) =>
  inTransaction(db, (trx) =>
    recordStaffAction(
      trx,
      {
        id: randomUUID(),
        staff_id: staff.staff_id,
        via: 'WEB',
        action,
        object_kind: /^(?:booking|session-note)\./.test(action) ? 'BOOKING' : 'CLIENT',
        object_id: booking_id,
        user_id: change.user_id ?? maren.user_id,
        details: change.details ?? {},
        request_hash: Buffer.alloc(32),
      },
      change.at ?? clock.now(),
    ),
  );

it('has actions and accesses in one list, newest first, as sentences', async () => {
  const { user_id } = maren;
  await record('booking.cancel', { details: { by: 'PRACTICE' } });
  clock.advance(1000);
  await audit(db, { actor: `staff:${staff.staff_id}`, user_id, action: 'form.read' }, clock.now());
  clock.advance(1000);
  await audit(db, { actor: 'client', user_id, action: 'notes.write', object_id: booking_id }, clock.now());
  clock.advance(1000);
  await audit(db, { actor: 'practice', user_id, action: 'recommendations.publish' }, clock.now());
  clock.advance(1000);
  await record('client.approve-house-calls', { user_id: former_id });
  const { status, json } = await read();
  expect(status).toBe(200);
  expect(json.rows.slice(0, 4).map(({ staff, via, text }) => [staff, via, text])).toEqual([
    [expect.stringMatching(/^Nalini/), 'WEB', 'approved house calls of a former client'],
    [null, 'COMMAND', 'published recommendations of Maren O.'],
    [expect.stringMatching(/^Nalini/), 'READ', 'read form answers of Maren O.'],
    [expect.stringMatching(/^Nalini/), 'WEB', 'cancelled a booking of Maren O.'],
  ]);
  expect(json.rows.slice(0, 4).map(({ path }) => path)).toEqual([
    null,
    null,
    null,
    `/bookings/${booking_id}`,
  ]);
  expect(json.staff.map(({ id }) => id)).toContain(staff.staff_id);
});

it('shows what clients did with their own data only when it is asked for', async () => {
  const own = await texts({ kind: 'OWN' });
  expect(own[0]).toBe('wrote a note: Maren O.');
  expect(own).not.toContain('read form answers of Maren O.');
  expect(await texts({ kind: 'OWN', client: former_id })).toEqual([]);
  expect((await read({ client: maren.user_id })).json.client_name).toBe('Maren Okafor');
  expect((await read({ client: former_id })).json.client_name).toBeNull();
});

it('is filtered by member, client, kind and time', async () => {
  expect(await texts({ kind: 'BOOKING' })).toEqual(['cancelled a booking of Maren O.']);
  expect(await texts({ staff: staff.staff_id, client: maren.user_id })).toEqual([
    'read form answers of Maren O.',
    'cancelled a booking of Maren O.',
  ]);
  expect(await texts({ client: former_id })).toEqual(['approved house calls of a former client']);
  expect(await texts({ kind: 'READ', staff: staff.staff_id })).toEqual(['read form answers of Maren O.']);
  expect(await texts({ from: '2026-03-03' })).toEqual([]);
  expect(await texts({ kind: 'BOOKING', from: '2026-03-02', to: '2026-03-02' })).toHaveLength(1);
});

it('comes in pages of 100 without a gap, also among rows of one moment', async () => {
  const user_id = randomUUID();
  for (let n = 0; n < 130; n++) await record('booking.attendance', { user_id, details: { to: 'ARRIVED' } });
  for (let n = 0; n < 120; n++)
    await audit(db, { actor: 'practice', user_id, action: 'notes.read' }, clock.now());
  const ids: string[] = [];
  let after: string | null = '';
  for (let page = 0; after !== null; page++) {
    const { json }: { json: Log } = await read(
      after === '' ? { client: user_id } : { client: user_id, after },
    );
    expect(json.rows.length).toBe(page < 2 ? 100 : 50);
    ids.push(...json.rows.map(({ id }) => id));
    after = json.next;
  }
  expect(new Set(ids).size).toBe(250);
});

it.each<Filter>([
  { staff: 'x' },
  { client: "' or 1=1" },
  { from: '2026-02-30' },
  { after: 'nonsense' },
  { after: Buffer.from('9999-99-99 00:00:00+00|action:1').toString('base64url') },
  { after: Buffer.from(`2026-01-01 00:00:00+00|action:1' or 1=1`).toString('base64url') },
])('refuses a filter that makes no sense: %o', async (filter) => {
  expect((await read(filter)).json.code).toBe('INVALID_INPUT');
});

it('is no page of a client', async () => {
  expect((await maren.call(staffAuditLog)).status).toBe(401);
});

it.each([
  ['booking.record-payment', 'recorded a payment by Maren O.'],
  ['booking.correct-payment', 'corrected a payment by Maren O.'],
  ['booking.change-price', 'changed the price of a visit of Maren O.'],
  ['booking.payment-link', 'sent a payment link to Maren O.'],
  ['booking.refund', 'refunded Maren O., whose booking stays'],
  ['booking.end-hold', 'ended the payment page of Maren O.'],
  ['session-note.sign', 'signed the session note of Maren O.'],
  ['session-note.add', 'added to the session note of Maren O.'],
])('says what staff did: %s', async (action, text) => {
  clock.advance(1000);
  await record(action);
  expect((await read()).json.rows[0]).toMatchObject({ text, path: `/bookings/${booking_id}` });
});

it.each<[AuditAction, string]>([
  ['session-note.write', 'wrote the session note of Maren O.'],
  ['session-note.sign', 'signed the session note of Maren O.'],
  ['session-note.add', 'added to the session note of Maren O.'],
  ['recommendations.write', 'wrote a recommendation of Maren O.'],
])('says who wrote a note, and leads to the booking: %s', async (action, text) => {
  clock.advance(1000);
  const { user_id } = maren;
  const entry = { actor: `staff:${staff.staff_id}`, user_id, action, object_id: booking_id };
  await audit(db, entry, clock.now());
  expect((await read()).json.rows[0]).toMatchObject({ text, path: `/bookings/${booking_id}` });
});

it('shows what one call read as one entry, with each visit in it', async () => {
  clock.advance(1000);
  const { user_id } = maren;
  const visits = await db
    .selectFrom('bookings')
    .select(['id', 'service_name'])
    .where('user_id', '=', user_id)
    .where('status', '=', 'COMPLETED')
    .orderBy('start_time')
    .limit(2)
    .execute();
  const reading = { actor: `staff:${staff.staff_id}`, user_id, action: 'session-note.read' } as const;
  const recorded = visits.map(({ id: object_id }) => ({ ...reading, object_id }));
  await auditAll(
    db,
    [...recorded, { ...reading, action: 'pinned-note.read', object_id: user_id }],
    clock.now(),
  );
  const [row, next] = (await read()).json.rows;
  expect(row).toMatchObject({
    text: 'read 3 notes of Maren O.',
    path: null,
  });
  expect(row!.parts.toReversed()).toEqual([
    ...visits.map(({ id, service_name }) => ({
      text: expect.stringMatching(new RegExp(`^Session note, ${service_name} on \\d+ \\w{3}$`)),
      path: `/bookings/${id}`,
    })),
    { text: 'What is important', path: null },
  ]);
  expect(next!.at).not.toBe(row!.at);
  clock.advance(1000);
  await auditAll(db, recorded.slice(0, 1), clock.now());
  expect((await texts())[0]).toMatch(/^read the session note of Maren O\., visit on \d+ \w{3}$/);
});

it('shows a signature once: in the whole log as an action, and among the accesses', async () => {
  clock.advance(1000);
  const { user_id } = maren;
  await record('session-note.sign');
  const actor = `staff:${staff.staff_id}`;
  await audit(db, { actor, user_id, action: 'session-note.sign', object_id: booking_id }, clock.now());
  const text = 'signed the session note of Maren O.';
  const isNow = ({ at }: Log['rows'][number]) => at === clock.now().toISOString();
  for (const [filter, via] of [
    [{}, 'WEB'],
    [{ kind: 'READ' }, 'READ'],
    [{ kind: 'BOOKING' }, 'WEB'],
  ] as const) {
    const rows = (await read(filter)).json.rows.filter(isNow);
    expect(rows).toMatchObject([{ via, text }]);
  }
});

it('leads from what concerns a client to their page', async () => {
  clock.advance(1000);
  await record('client.invite');
  expect((await read()).json.rows[0]).toMatchObject({
    text: 'invited Maren O. to set up an account',
    path: `/clients/${maren.user_id}`,
  });
});
