import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { staffAttention, staffHouseCalls } from '#contract/staff.calls.ts';
import { getUser, requestHouseCalls } from '#contract/client.calls.ts';
import { testApp } from '#tests/support/app.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';

const HOUR = 3_600_000;
const site = await testApp();
const { db, clock } = site;
let staff = await site.signInStaff();
const maren = await site.signInClient('demo@example.com');
const { user_id } = maren;
const service_id = await addService(db, { key: 'marma', name: 'Marma Session' });
await db
  .updateTable('users')
  .set({ first_name: 'Ana', house_call_approved: false })
  .where('id', '=', user_id)
  .execute();
await db.updateTable('bookings').set({ user_id: null }).where('user_id', '=', user_id).execute();

const ask = () => maren.call(requestHouseCalls);
const requests = async () => {
  const { json } = await staff.call(staffAttention);
  return json.items.filter(({ kind }) => kind === 'HOUSE_CALL_REQUEST');
};
const answer = (approved: boolean, requested_at?: string) =>
  staff.call(staffHouseCalls, {
    params: { id: user_id },
    body: { action_id: randomUUID(), approved, notify: true, ...(requested_at ? { requested_at } : {}) },
  });
const mails = async () =>
  (await db.selectFrom('outbox').select('kind').where('user_id', '=', user_id).orderBy('seq').execute()).map(
    ({ kind }) => kind,
  );
const requestedAt = async () => (await maren.call(getUser)).json.data!.house_call_requested_at;

it('asks after a first visit, once until it is answered', async () => {
  await addBooking(db, {
    user_id,
    service_id,
    start_time: new Date(clock.now().getTime() + 2 * HOUR),
    created_at: clock.now(),
  });
  expect((await ask()).json.code).toBe('HOUSE_CALL_NOT_APPROVED');
  expect(await requestedAt()).toBe(null);
  clock.advance(4 * HOUR);
  const requested_at = clock.now().toISOString();
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ json }) => json.requested_at)).toEqual([requested_at, requested_at, requested_at]);
  clock.advance(HOUR);
  expect((await ask()).json.requested_at).toBe(requested_at);
  expect(await requestedAt()).toBe(requested_at);
  expect(await requests()).toEqual([
    {
      kind: 'HOUSE_CALL_REQUEST',
      object_id: user_id,
      client_id: user_id,
      at: requested_at,
      text: 'Ana (1 visit) asked for house calls on 2 Mar.',
      advice: null,
      path: null,
      label: '',
    },
  ]);
});

it('“Not now” answers it with a mail, and the next request waits for 30 days', async () => {
  const [item] = await requests();
  expect((await answer(false, item!.at)).status).toBe(200);
  expect(await requests()).toEqual([]);
  expect(await mails()).toEqual(['house-call-decision']);
  expect(await requestedAt()).toBe(null);
  // Another tab still shows the request.
  for (const approved of [true, false])
    expect((await answer(approved, item!.at)).json.code).toBe('CLIENT_CHANGED');
  clock.advance(29 * 24 * HOUR);
  const { status, json } = await ask();
  expect([status, json.message]).toEqual([
    429,
    expect.stringMatching(/^We answered this not long ago\. You can ask again from \d+ \w{3}\.$/),
  ]);
  clock.advance(2 * 24 * HOUR);
  staff = await site.signInStaff();
  expect((await ask()).status).toBe(200);
  expect(await requests()).toHaveLength(1);
});

it('an approval answers it, and nothing is left to ask', async () => {
  const [item] = await requests();
  expect((await answer(true, item!.at)).status).toBe(200);
  expect(await mails()).toEqual(['house-call-decision', 'house-calls-approved']);
  expect(await requests()).toEqual([]);
  expect((await ask()).status).toBe(200);
  expect(await requests()).toEqual([]);
  // A revocation opens no request again.
  await answer(false);
  expect(await requests()).toEqual([]);
  expect(await mails()).toHaveLength(2);
});
