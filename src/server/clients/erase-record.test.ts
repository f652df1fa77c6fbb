import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  staffAuditLog,
  staffCreateBookings,
  staffEraseClient,
  staffErasure,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import {
  deadlocksIn,
  emptyBooks,
  faultsOf,
  openShop,
  sessionOf,
  type Shop,
  waitForWaiters,
} from '#tests/support/shop.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { type Client, massageAt, startOf } from '#tests/support/stock.ts';
import { rewritten, without } from '#tests/support/without.ts';
import { queueMail } from '../mail/outbox.ts';

const shop = await openShop({ max: 24 });
const { db, clock } = shop;
const staff = await shop.signInStaff(undefined, { unlocked: true });

/** A client whose record the practice keeps, with a session that was paid by card. */
async function keptClient(of: Shop, n: number | null = null): Promise<Client> {
  const client = await of.client();
  if (n !== null) {
    const { body } = await of.checkout(client, [massageAt(n)]);
    await of.pay(sessionOf(body.url));
  }
  await of.db.updateTable('users').set({ cognito_sub: null }).where('id', '=', client.id).execute();
  return client;
}
const asked = async ({ id }: { id: string }, by = staff) =>
  (await by.call(staffErasure, { params: { id } })).json;
const erase = ({ id }: { id: string }, quote: string, by = staff, action_id: string = randomUUID()) =>
  by.call(staffEraseClient, { params: { id }, body: { action_id, quote } });
const isGone = async ({ id }: { id: string }, of = shop) =>
  (await of.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 0;

/** Holds the client's row, until the returned function changes it. */
async function holdRecord({ id }: { id: string }): Promise<(change: RawBuilder<unknown>) => Promise<void>> {
  const holder = await db.startTransaction().execute();
  await sql`select id from users where id = ${id} for update`.execute(holder);
  return async (change) => {
    await change.execute(holder);
    await holder.commit().execute();
  };
}

describe('deleting a record without a login', () => {
  it('tells what goes, refunds what was paid in full, and erases everything', async () => {
    const client = await keptClient(shop, 0);
    const email = 'odile@example.com';
    await db.updateTable('users').set({ email }).where('id', '=', client.id).execute();
    const past = await addBooking(db, {
      user_id: client.id,
      service_id: shop.stock.massage.id,
      start_time: new Date(clock.now().getTime() - 3_600_000 * 48),
      created_at: clock.now(),
      status: 'COMPLETED',
    });
    const params = { id: past };
    await staff.call(staffSaveSessionNote, { params, body: { body: 'A canary of the past', version: 0 } });
    await staff.call(staffSignSessionNote, { params, body: { action_id: randomUUID(), version: 1 } });
    await staff.call(staffSavePinnedNote, {
      params: { id: client.id },
      body: { body: 'A canary that is pinned', version: 0 },
    });
    const call = { id: randomUUID() };
    const contact = { client_id: client.id, kind: 'PHONE' } as const;
    await staff.call(staffSaveSessionNote, {
      params: call,
      body: { body: 'Of the phone', version: 0, contact },
    });
    const signature = { action_id: randomUUID(), version: 1 };
    expect((await staff.call(staffSignSessionNote, { params: call, body: signature })).status).toBe(200);
    const erasure = await asked(client);
    const booked = await db
      .selectFrom('bookings')
      .select(['id', 'checkout_id', 'price_cents'])
      .where('user_id', '=', client.id)
      .where('status', '=', 'CONFIRMED')
      .executeTakeFirstOrThrow();
    const { total_cents } = await db
      .selectFrom('checkouts')
      .select('total_cents')
      .where('id', '=', booked.checkout_id)
      .executeTakeFirstOrThrow();
    expect(erasure).toMatchObject({
      cancelled: [{ booking_id: booked.id }],
      refund: 'FULL',
      refund_cents: total_cents,
      by_hand_cents: 0,
      notes: 2,
      mail_to: email,
    });
    expect((await erase(client, erasure.quote)).status).toBe(204);

    expect(await isGone(client)).toBe(true);
    const left = await sql<{ n: number }>`
      select (select count(*) from session_notes where user_id = ${client.id})
        + (select count(*) from pinned_notes where user_id = ${client.id})
        + (select count(*) from user_keys where user_id = ${client.id})
        + (select count(*) from bookings where user_id = ${client.id}) as n`.execute(db);
    expect(Number(left.rows[0]!.n)).toBe(0);
    const refunds = await db
      .selectFrom('refunds')
      .select('amount_cents')
      .where('booking_id', '=', booked.id)
      .execute();
    expect(refunds).toEqual([{ amount_cents: total_cents }]);
    const mails = await db
      .selectFrom('outbox')
      .select(['kind', 'subject'])
      .where('to_address', '=', email)
      .execute();
    expect(mails).toMatchObject([{ kind: 'account-deleted', subject: expect.stringContaining('record') }]);
    expect((await staff.call(staffSessionNote, { params })).status).toBe(404);
    const log = await staff.call(staffAuditLog);
    expect(log.json.rows.map(({ text }) => text)).toContain('deleted the record of a former client');
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('is for records without a login, as they were shown', async () => {
    const client = await shop.client();
    expect(await asked(client)).toMatchObject({ code: 'HAS_LOGIN' });
    expect((await erase(client, 'x')).json.code).toBe('HAS_LOGIN');
    expect((await erase({ id: randomUUID() }, 'x')).json.code).toBe('CLIENT_NOT_FOUND');
    const kept = await keptClient(shop, 5);
    const { quote } = await asked(kept);
    await db
      .updateTable('bookings')
      .set({ status: 'CANCELLED', appointment_id: null })
      .where('user_id', '=', kept.id)
      .execute();
    await sql`delete from appointments a where not exists (select from bookings b where b.appointment_id = a.id)`.execute(
      db,
    );
    const changed = await erase(kept, quote);
    expect([changed.status, changed.json.code]).toEqual([409, 'QUOTE_CHANGED']);
    expect(changed.json.details).toMatchObject({ cancelled: [], refund: 'NONE', refund_cents: 0 });
    expect(await isGone(kept)).toBe(false);
  });

  it('hides an amount that the client chose', async () => {
    const client = await keptClient(shop, 10);
    await db
      .updateTable('bookings')
      .set({ price_chosen_by_client: true })
      .where('user_id', '=', client.id)
      .execute();
    expect(await asked(client)).toMatchObject({ refund: 'FULL', refund_cents: null });
  });

  it('counts once, however often the same action is sent', async () => {
    const client = await keptClient(shop, 15);
    const { quote } = await asked(client);
    const action_id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => erase(client, quote, staff, action_id)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await erase(client, quote, staff, action_id)).status).toBe(204);
    expect((await erase(client, quote)).json.code).toBe('CLIENT_NOT_FOUND');
    const actions = await db
      .selectFrom('staff_actions')
      .select('id')
      .where('object_id', '=', client.id)
      .execute();
    expect(actions).toHaveLength(1);
  });

  it('loses against a client who takes the record over first', async () => {
    const client = await keptClient(shop, 20);
    const { quote } = await asked(client);
    const goOn = await holdRecord(client);
    const erased = erase(client, quote);
    await waitForWaiters(shop, 1);
    await goOn(sql`update users set cognito_sub = ${randomUUID()} where id = ${client.id}`);
    expect((await erased).json.code).toBe('HAS_LOGIN');
    expect(await isGone(client)).toBe(false);
    const booked = await db
      .selectFrom('bookings')
      .select('status')
      .where('user_id', '=', client.id)
      .execute();
    expect(booked).toEqual([{ status: 'CONFIRMED' }]);
  });
});

/** Takes another lock for a client each time. */
const forgetful = await openShop({
  max: 24,
  change: (of) =>
    rewritten(of, (text) => text.replace('7130256', () => String(Math.floor(Math.random() * 1e9)))),
});

/** The record is deleted while staff book for its client. */
async function bookedMeanwhile(of: Shop) {
  await emptyBooks(of);
  const member = await of.signInStaff(undefined, { unlocked: true });
  const client = await keptClient(of);
  const { quote } = await asked(client, member);
  const holder = await of.db.startTransaction().execute();
  await sql`lock table staff_actions in exclusive mode`.execute(holder);
  const booked = member.call(staffCreateBookings, {
    body: {
      action_id: randomUUID(),
      client_id: client.id,
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
  const erased = erase(client, quote, member);
  await waitForWaiters(of, 2);
  await holder.commit().execute();
  expect((await booked).status).toBe(201);
  return { code: (await erased).json?.code, faults: await faultsOf(of), isGone: await isGone(client, of) };
}

it('staff who book meanwhile are faster: the deletion asks again, with that visit', async () => {
  expect(await bookedMeanwhile(shop)).toEqual({ code: 'QUOTE_CHANGED', faults: [], isGone: false });
});

it('control: without the lock of the client, a booking for nobody is left', async () => {
  const { faults } = await bookedMeanwhile(forgetful);
  expect(faults).toContainEqual(expect.stringContaining('confirmed for nobody'));
});

/** Does not wait for a payment that is being confirmed. */
const impatient = await openShop({ max: 24, change: (of) => without(of, 'order by id for no key update') });

/** The record is deleted between the last statement of a payment's confirmation and its commit. */
async function paidMeanwhile(of: Shop) {
  await emptyBooks(of);
  const member = await of.signInStaff(undefined, { unlocked: true });
  const client = await of.client();
  const session = sessionOf((await of.checkout(client, [massageAt(0)])).body.url);
  const { id } = await of.db.selectFrom('checkouts').select('id').executeTakeFirstOrThrow();
  await of.db.updateTable('users').set({ cognito_sub: null }).where('id', '=', client.id).execute();
  const { quote } = await asked(client, member);
  // The confirmation's mail waits for this one with the same dedupe key.
  const gate = await of.db.startTransaction().execute();
  const mail = { kind: 'booking-confirmed', to: 'a@example.com', subject: 'Booked', text: '.', html: '.' };
  const dedupe_key = `booking-confirmed:${id}`;
  await queueMail(gate, { ...mail, dedupe_key, user_id: null }, of.clock.now());
  const paying = of.pay(session);
  await waitForWaiters(of, 1);
  // The page cannot be ended first, as when the provider is away.
  of.sandbox.control.set({ api_fault: 'error_before' });
  const erased = erase(client, quote, member);
  await waitForWaiters(of, 2);
  await gate.rollback().execute();
  await paying;
  const { code } = (await erased).json ?? {};
  of.sandbox.control.set({});
  return { code, faults: await faultsOf(of), isGone: await isGone(client, of) };
}

it('a payment that is being confirmed is faster: the deletion asks again, with that visit', async () => {
  expect(await paidMeanwhile(shop)).toEqual({ code: 'QUOTE_CHANGED', faults: [], isGone: false });
});

it('control: without the lock on checkouts, a paid booking for nobody is left', async () => {
  const { faults, isGone: gone } = await paidMeanwhile(impatient);
  expect([gone, faults]).toEqual([true, [expect.stringContaining('confirmed for nobody')]]);
});

it('a client who pays at this moment is booked, or gets everything back', async () => {
  await emptyBooks(shop);
  const clients = await shop.clients(16);
  const pages = await Promise.all(clients.map((client, n) => shop.checkout(client, [massageAt(n)])));
  const sessions = pages.map(({ body }) => sessionOf(body.url));
  for (const { id } of clients)
    await db.updateTable('users').set({ cognito_sub: null }).where('id', '=', id).execute();
  const outcomes = await Promise.all(
    clients.map(async (client, n) => {
      const { quote } = await asked(client);
      const pay = async () => {
        if (shop.sandbox.control.pay(sessions[n]!).ok) await shop.deliver();
      };
      const act = () => erase(client, quote);
      const [answer] =
        n % 3 === 0
          ? await Promise.all([act(), pay()])
          : n % 3 === 1
            ? [await pay().then(act)]
            : [await act().then(async (done) => (await pay(), done))];
      return answer.status === 204 ? 'ERASED' : answer.json.code!;
    }),
  );
  await shop.deliver();
  for (let times = 0; times < 3; times += 1) {
    clock.advance(60_000);
    await shop.sweep();
  }
  const findings = await Promise.all(
    clients.map(async (client, n) => {
      const paid = shop.sandbox.control.books().payments.find(({ session }) => session === sessions[n]);
      const isBack = paid === undefined || paid.amount_refunded === paid.amount;
      const gone = await isGone(client);
      if (gone !== (outcomes[n] === 'ERASED'))
        return `told ${outcomes[n]}, and the record is ${gone ? 'gone' : 'there'}`;
      return gone && !isBack ? 'gone, and the payment was kept' : null;
    }),
  );
  expect(findings.filter(Boolean)).toEqual([]);
  // A payment that came first is named before anything is deleted.
  expect(new Set(outcomes)).toEqual(new Set(['ERASED', 'QUOTE_CHANGED']));
  expect(await faultsOf(shop)).toEqual([]);
  expect(await deadlocksIn(shop)).toBe(0);
});
