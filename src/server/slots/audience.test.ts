import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  bookingOptions,
  explainDate,
  getAvailabilities,
  getSlots,
  getSuggestions,
  getUser,
  rescheduleBooking,
} from '#contract/client.calls.ts';
import { staffApplyService, staffPreviewService } from '#contract/staff.calls.ts';
import type { Audience } from '#domain/slots/services.ts';
import { dayOfWeek } from '#domain/time/calendar.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { emptyBooks, faultsOf, openShop, sessionOf, type Shop, waitForWaiters } from '#tests/support/shop.ts';
import { type Client, dateIn, massageAt } from '#tests/support/stock.ts';
import { rewritten } from '#tests/support/without.ts';

const DAY_MS = 24 * 3_600_000;
const shop = await openShop({ max: 24 });
const { db, clock, stock } = shop;
const service_id = stock.massage.id;
/** Asks for no audience where the seats are taken. */
const unprotected = await openShop({
  max: 24,
  change: (of) =>
    rewritten(of, (text) => text.replace('s.audience =', 's.audience is null and s.audience =')),
});

const openTo = (audience: Audience) =>
  db.updateTable('services').set({ audience }).where('id', '=', service_id).execute();
const mark = ({ id }: Client, marked_known = true) =>
  db.updateTable('users').set({ marked_known }).where('id', '=', id).execute();
const visited = ({ id: user_id }: Client, status: 'COMPLETED' | 'NO_SHOW' | 'CANCELLED' | 'CONFIRMED') =>
  addBooking(db, {
    user_id,
    service_id,
    start_time: new Date(clock.now().getTime() - DAY_MS),
    created_at: clock.now(),
    status,
  });

let asked = 0;
/** What each way to a time answers, and whether the client is known. */
async function answersTo(client: Client) {
  const place = 'FIXED_LOCATION' as const;
  const date = dateIn(4, clock.now());
  const body = { service: service_id, service_location_type: place, date };
  const answers = [
    await shop.call(client, getAvailabilities, { body }),
    await shop.call(client, getSlots, { body }),
    await shop.call(client, explainDate, { body }),
    await shop.checkout(client, [massageAt(asked++)]),
  ];
  const { is_known } = (await shop.call(client, getUser)).body;
  const heard = answers.map(({ status, body: { code, message } }) =>
    status === 200 ? 'OK' : `${status} ${code}: ${message}`,
  );
  return { is_known, heard: [...new Set(heard)] };
}
const FIRST = ['409 AUDIENCE: Please book an initial consultation first.'];
const FOR_NEW = ['409 AUDIENCE: This is for first visits.'];

beforeEach(async () => {
  await emptyBooks(shop);
  await openTo('EVERYONE');
});

describe('who may book', () => {
  it.each<[string, (client: Client) => Promise<unknown>, boolean]>([
    ['without a visit', () => Promise.resolve(), false],
    ['with a completed visit', (client) => visited(client, 'COMPLETED'), true],
    ['with a visit that is not completed', (client) => visited(client, 'CONFIRMED'), false],
    ['who missed the only visit', (client) => visited(client, 'NO_SHOW'), false],
    ['whose only visit was cancelled', (client) => visited(client, 'CANCELLED'), false],
    ['marked by staff', (client) => mark(client), true],
  ])('a client %s', async (_, prepare, is_known) => {
    const client = await shop.client();
    await prepare(client);
    expect(await answersTo(client)).toEqual({ is_known, heard: ['OK'] });
    await openTo('NEW');
    expect(await answersTo(client)).toEqual({ is_known, heard: is_known ? FOR_NEW : ['OK'] });
    await openTo('KNOWN');
    expect(await answersTo(client)).toEqual({ is_known, heard: is_known ? ['OK'] : FIRST });
  });

  it('differs between clients, while the price list is the same for everybody', async () => {
    await openTo('KNOWN');
    const [stranger, regular] = await shop.clients(2);
    await mark(regular!);
    const list = async (client?: Client) => {
      const cookies = client ? { cookies: { access: client.token } } : {};
      const { body, headers } = await shop.request({ url: '/get-all-wellness-services', ...cookies });
      return [body, headers.etag, headers['cache-control'], headers['set-cookie']];
    };
    const everybody = await list();
    for (const [client, heard] of [
      [stranger!, FIRST],
      [regular!, ['OK']],
      [stranger!, FIRST],
    ] as const) {
      expect((await answersTo(client)).heard).toEqual(heard);
      expect(await list(client)).toEqual(everybody);
    }
    expect(everybody[0]).toContain('"audience":"KNOWN"');
  });

  it('is named for each item of a cart', async () => {
    await openTo('KNOWN');
    const { body } = await shop.checkout(await shop.client(), [
      massageAt(0),
      { service: 'circle', days: 3, start: '6:00 AM' },
      massageAt(1),
    ]);
    expect(body).toMatchObject({
      code: 'AUDIENCE',
      details: { conflicts: [{ service_name: 'Massage' }, { service_name: 'Massage' }] },
    });
  });

  it('decides about another time for a booking, which stays', async () => {
    const client = await shop.client();
    await shop.pay(sessionOf((await shop.checkout(client, [massageAt(0)])).body.url));
    await openTo('KNOWN');
    const { id } = await db
      .selectFrom('bookings')
      .select('id')
      .where('user_id', '=', client.id)
      .executeTakeFirstOrThrow();
    const move = async () => {
      const date = dateIn(5, clock.now());
      const schedule_id = stock.massage.rules[dayOfWeek(date)]!;
      const { updated_at } = (await shop.call(client, bookingOptions, { query: { id } })).body;
      const body = { id, schedule_id, date, start: '9:00 AM', base_updated_at: updated_at };
      return await shop.call(client, rescheduleBooking, { body });
    };
    expect(await move()).toMatchObject({ status: 409, body: { code: 'AUDIENCE' } });
    const { status } = await db
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('CONFIRMED');
    await mark(client);
    expect((await move()).status).toBe(200);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('decides which suggested sessions a client sees', async () => {
    const client = await shop.client();
    const now = clock.now();
    await db
      .insertInto('suggested_sessions')
      .values({
        user_id: client.id,
        booking_id: await visited(client, 'COMPLETED'),
        service_id,
        location_type: 'FIXED_LOCATION',
        around: dateIn(7, now),
        times: 1,
        created_at: now,
        updated_at: now,
        state: 'OPEN',
      })
      .execute();
    const seen = async () => (await shop.call(client, getSuggestions)).body.suggestions.length;
    await openTo('KNOWN');
    expect(await seen()).toBe(1);
    await openTo('NEW');
    expect(await seen()).toBe(0);
  });
});

/** A client is holding a session while staff limit its service to known clients. Returns what the client hears. */
async function limitedMeanwhile(of: Shop): Promise<string> {
  const staff = await of.signInStaff();
  const client = await of.client();
  const change = { kind: 'CHANGE', id: of.stock.massage.id, service: { audience: 'KNOWN' } } as const;
  const { preview_hash } = (await staff.call(staffPreviewService, { body: { change } })).json;
  // The change is made and about to be recorded.
  const holder = await of.db.startTransaction().execute();
  await sql`lock table staff_actions in exclusive mode`.execute(holder);
  const changed = staff.call(staffApplyService, { body: { action_id: randomUUID(), preview_hash, change } });
  await waitForWaiters(of, 1);
  // The cart is validated before the change, and waits for its time.
  const held = of.checkout(client, [massageAt(0)]);
  await waitForWaiters(of, 2);
  await holder.commit().execute();
  expect((await changed).status).toBe(200);
  const { status, body } = await held;
  return status === 200 ? 'held' : String(body.code);
}

it('a service that is limited while a client takes its time is refused', async () => {
  expect(await limitedMeanwhile(shop)).toBe('AUDIENCE');
  expect(await db.selectFrom('appointments').select('id').execute()).toEqual([]);
});

it('control: without the audience where seats are taken, the client gets it', async () => {
  expect(await limitedMeanwhile(unprotected)).toBe('held');
});
