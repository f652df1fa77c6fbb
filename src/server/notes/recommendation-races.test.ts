import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deleteUser } from '#contract/client.calls.ts';
import { staffCreateBookings } from '#contract/staff.calls.ts';
import { openDocument } from '../bookings/sealed-documents.ts';
import { publishedField } from '../bookings/sealed-fields.ts';
import { selectOpenSuggestions } from '../bookings/suggestions-store.ts';
import type { Db } from '../db/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { emptyBooks, openShop, sessionOf, waitForWaiters } from '#tests/support/shop.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import { type Client, dateIn, massageAt } from '#tests/support/stock.ts';
import { withoutRowLocks } from '#tests/support/without.ts';
import { countSuggested } from '../bookings/list-suggestions.ts';
import { act } from '../actions/staff-action.ts';
import { inTransaction } from '../db/transactions.ts';
import { publishRecommendation, saveRecommendation, withdrawRecommendation } from './recommendation.ts';

/** Two devices, the client and the payments of a client, all at one moment on connections of their own. */
const shop = await openShop({ max: 12 });
const { db, clock, deps, stock } = shop;
const { keyring, config } = deps;
const actor = { staff_id: (await shop.signInStaff()).staff_id, via: 'WEB' } as const;
const HOUR = 3_600_000;
const ROUNDS = 6;

const own = { site_url: config.site_url, keyring };
const acting = (booking_id: string) => ({
  action_id: randomUUID(),
  params: { id: booking_id },
  actor,
  email: '',
  now: clock.now(),
});
const doc = (text: string) => ({ ops: [{ insert: `${text}\n` }] });
const save = (of: Db, booking_id: string, text: string, version: number) =>
  saveRecommendation({ db: of, keyring }, { booking_id, draft: doc(text), version, actor }, clock.now());
const publish = (of: Db, booking_id: string, version: number, suggests = true) =>
  act({ config, db: of }, publishRecommendation({ ...own, db: of }), {
    ...acting(booking_id),
    body: {
      version,
      suggestion: suggests
        ? {
            service_id: stock.massage.id,
            place: 'FIXED_LOCATION',
            around: dateIn(14, clock.now()),
            times: 1,
            every_weeks: 1,
          }
        : null,
    },
  });
const withdraw = (of: Db, booking_id: string) =>
  act({ config, db: of }, withdrawRecommendation({ ...own, db: of }), { ...acting(booking_id), body: {} });

async function visitOf(client: Client): Promise<string> {
  const now = clock.now();
  const start_time = new Date(now.getTime() - 2 * HOUR);
  const { id: user_id } = client;
  return await addBooking(db, {
    user_id,
    service_id: stock.massage.id,
    start_time,
    created_at: now,
    status: 'COMPLETED',
  });
}
const rowOf = (id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const codeOf = (answer: unknown) => (answer instanceof Refusal ? answer.code : 'OK');
/** What a request that breaks on a constraint came to; only a control may. */
const settled = async (asked: Promise<unknown>): Promise<string> =>
  await asked.then(
    codeOf,
    (error: unknown) => `FAULT ${(error as { constraint?: string }).constraint ?? ''}`,
  );

/** Runs a race for some clients, and returns what was wrong. */
async function findingsOf(race: (client: Client) => Promise<string[]>): Promise<string[]> {
  await emptyBooks(shop);
  const clients = await shop.clients(ROUNDS);
  const findings: string[] = [];
  for (const client of clients) findings.push(...(await race(client)));
  return findings;
}

/** Starts both while the visit is locked, the second once the first waits: unless they lock it, both have read it before one writes. */
async function meet<A, B>(id: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const [one, other] = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute();
    const begun = first();
    await waitForWaiters(shop, 1);
    const begunToo = second();
    await waitForWaiters(shop, 2);
    return [{ begun }, { begun: begunToo }] as const;
  });
  return [await one.begun, await other.begun];
}

async function twoPublications(of: Db, client: Client): Promise<string[]> {
  const id = await visitOf(client);
  await save(db, id, 'Once.', 0);
  const once = () => settled(publish(of, id, 1));
  const answers = await meet(id, once, once);
  const { recommendation_version } = await rowOf(id);
  const found = [
    ...answers.toSorted(),
    recommendation_version,
    (await selectOpenSuggestions(db, client.id)).length,
  ];
  return found.join() === 'NOTE_CHANGED,OK,2,1' ? [] : [found.join()];
}

async function autosaveAndPublication(of: Db, client: Client): Promise<string[]> {
  const id = await visitOf(client);
  await save(db, id, 'Seen.', 0);
  const [saved, published] = await meet(
    id,
    () => settled(save(of, id, 'Not seen.', 1)),
    () => settled(publish(of, id, 1)),
  );
  const row = await rowOf(id);
  const key = await keyring.keyOf(db, client.id, clock.now());
  const text = row.published_recommendations
    ? openDocument(key, publishedField(id), row.published_recommendations).ops[0]?.insert
    : null;
  const whole =
    saved === 'OK'
      ? published === 'NOTE_CHANGED' && text === null && row.recommendations_draft !== null
      : published === 'OK' && text === 'Seen.\n' && row.recommendations_draft === null;
  return whole && row.recommendation_version === 2 ? [] : [`${saved} ${published} ${JSON.stringify(text)}`];
}

async function publicationAndWithdrawal(of: Db, client: Client): Promise<string[]> {
  const id = await visitOf(client);
  await save(db, id, 'First.', 0);
  await publish(db, id, 1);
  await save(db, id, 'Second.', 2);
  const answers = await meet(
    id,
    () => settled(withdraw(of, id)),
    () => settled(publish(of, id, 3)),
  );
  const row = await rowOf(id);
  const open = await selectOpenSuggestions(db, client.id);
  const is_published = row.published_recommendations !== null;
  const whole =
    !is_published &&
    row.recommendation_withdrawn_at !== null &&
    row.published_at === null &&
    row.recommendations_draft !== null &&
    open.length === 0;
  return whole ? [] : [`${answers.join()} published ${is_published} suggested ${open.length}`];
}

async function publicationAndDeletion(of: Db, client: Client): Promise<string[]> {
  const id = await visitOf(client);
  await save(db, id, 'Health.', 0);
  const [deleted, answer] = await meet(
    id,
    () => shop.call(client, deleteUser),
    () => settled(publish(of, id, 1)),
  );
  const row = await rowOf(id);
  const left = [
    row.published_recommendations,
    row.recommendations_draft,
    row.published_at,
    ...(await db.selectFrom('suggested_sessions').select('id').where('booking_id', '=', id).execute()),
  ].filter((each) => each !== null);
  const isWhole = left.length === 0 && deleted.status === 200 && /^(OK|BOOKING_NOT_FOUND)$/.test(answer);
  return isWhole ? [] : [`${answer} ${deleted.status} left ${left.length}`];
}

const RACES = [
  ['two devices publish one version', twoPublications],
  ['a draft is saved while an earlier version is published', autosaveAndPublication],
  ['a change is published while the publication is withdrawn', publicationAndWithdrawal],
  ['a note is published while the client deletes the account', publicationAndDeletion],
] as const;

describe('at the same time', () => {
  it.each(RACES)('%s: the first one to have the row wins', async (_, race) => {
    expect(await findingsOf((client) => race(db, client))).toEqual([]);
  });

  it.each(RACES)('control: without the lock of the row, something is lost: %s', async (_, race) => {
    const unlocked = withoutRowLocks(db);
    expect((await findingsOf((client) => race(unlocked, client))).length).toBeGreaterThan(0);
  });
});

describe('what is booked of a suggestion', () => {
  /** Suggests a massage so often. */
  async function suggested(client: Client, times: number): Promise<void> {
    const id = await visitOf(client);
    const now = clock.now();
    await db
      .insertInto('suggested_sessions')
      .values({
        user_id: client.id,
        booking_id: id,
        service_id: stock.massage.id,
        location_type: 'FIXED_LOCATION',
        around: dateIn(7, now),
        times,
        created_at: now,
        updated_at: now,
        state: 'OPEN',
      })
      .execute();
  }
  const bookedOf = async (client: Client) =>
    await db
      .selectFrom('suggested_sessions')
      .select(['booked', 'state'])
      .where('user_id', '=', client.id)
      .executeTakeFirstOrThrow();

  it('is counted with the payment that confirms it, and by staff who book for the client', async () => {
    await emptyBooks(shop);
    const [client] = await shop.clients(1);
    await suggested(client!, 3);
    const { body } = await shop.checkout(client!, [massageAt(0), massageAt(1)]);
    expect(await bookedOf(client!)).toEqual({ booked: 0, state: 'OPEN' });
    await shop.pay(sessionOf(body.url));
    expect(await bookedOf(client!)).toEqual({ booked: 2, state: 'OPEN' });
    const staff = await shop.signInStaff();
    const start = dateIn(9, clock.now());
    const booked = await staff.call(staffCreateBookings, {
      body: {
        action_id: randomUUID(),
        client_id: client!.id,
        service_id: stock.massage.id,
        place: 'FIXED_LOCATION',
        starts: [`${start}T18:00:00.000Z`],
        payment: 'LATER',
        accept: [],
        notify: false,
        ask_for_forms: false,
      },
    });
    expect([booked.status, JSON.stringify(booked.json).slice(0, 200)]).toEqual([201, expect.any(String)]);
    expect(await bookedOf(client!)).toEqual({ booked: 3, state: 'BOOKED' });
  });

  /** Confirms one session on each of four connections at once. */
  async function countAtOnce(of: Db, client: Client): Promise<string[]> {
    await suggested(client, 2);
    const bookings = [
      { service_id: stock.massage.id, start_time: new Date(clock.now().getTime() + 48 * HOUR) },
    ];
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() =>
        settled(inTransaction(of, (trx) => countSuggested(trx, client.id, bookings, clock.now()))),
      ),
    );
    const { booked, state } = await bookedOf(client);
    const found = [...new Set(outcomes), booked, state].join();
    return found === 'OK,2,BOOKED' ? [] : [found];
  }

  it('is never more than suggested, and no payment fails for it', async () => {
    expect(await findingsOf((client) => countAtOnce(db, client))).toEqual([]);
  });

  it('control: without the lock, a booking is counted beyond it or fails', async () => {
    const unlocked = withoutRowLocks(db);
    expect((await findingsOf((client) => countAtOnce(unlocked, client))).length).toBeGreaterThan(0);
  });
});
