import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { demoClients } from '#content/seed/demo-clients.ts';
import { practice } from '#content/public/practice.ts';
import { createKeyring } from '../runtime/keyring.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { openDocument } from '../bookings/sealed-documents.ts';
import { noteField, notesField, pinnedField } from '../bookings/sealed-fields.ts';
import { testDatabase } from '#tests/support/database.ts';
import { TEST_NOW } from '#tests/support/clock.ts';
import { demoClientToEnter, seedPractice } from './seed.ts';

const { db } = await testDatabase();
/** Stays empty: whoever fills it takes everything back. */
const { db: empty } = await testDatabase();
const keyring = createKeyring(Buffer.alloc(32, 7));
const now = new Date(TEST_NOW);
const TODAY = localDateOf(now, practice.zone);
const options = {
  keyring,
  clock: () => now,
  hashPassword: async (password: string) => `hash of ${password}`,
  samples: true,
};

beforeAll(async () => {
  await seedPractice(db, options);
});

const config = { sandbox: true, AUTH_PROVIDER: 'embedded' } as const;

test('the start names the demo client while there is one', async () => {
  const expected = 'demo@example.com, password Garden-gate-7 (new@example.com is brand new)';
  expect(await demoClientToEnter(db, config)).toBe(expected);
  const [account] = await db
    .deleteFrom('accounts')
    .where('email', '=', 'demo@example.com')
    .returningAll()
    .execute();
  expect(await demoClientToEnter(db, config)).toBeNull();
  await db.insertInto('accounts').values(account!).execute();
});

test('the start names the demo client only where they can sign in', async () => {
  expect(await demoClientToEnter(db, { ...config, AUTH_PROVIDER: 'cognito' })).toBeNull();
  expect(await demoClientToEnter(db, { ...config, sandbox: false })).toBeNull();
  expect(await demoClientToEnter(db, config)).toContain('demo@example.com');
});

test('a second start leaves the practice alone', async () => {
  const before = await db.selectFrom('services').select('id').orderBy('id').execute();
  expect(await seedPractice(db, options)).toEqual({ seeded: false, skipped: [] });
  expect(await db.selectFrom('services').select('id').orderBy('id').execute()).toEqual(before);
});

test('the demo client has a past, a cancelled and a missed session, and future ones that hold time', async () => {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .select(['status', 'start_time', 'appointment_id'])
    .where('users.email', '=', 'demo@example.com')
    .execute();
  expect(new Set(rows.map((row) => row.status))).toEqual(
    new Set(['COMPLETED', 'CANCELLED', 'NO_SHOW', 'CONFIRMED']),
  );
  for (const row of rows)
    expect(row.appointment_id !== null).toBe(row.status === 'CONFIRMED' && row.start_time > now);
  expect(rows).toHaveLength(demoClients[0]!.bookings.length);
});

test('seats taken are the live bookings of each appointment', async () => {
  const { rows } = await sql<{ taken: number; live: number }>`
    select a.taken, count(b.id)::int as live from appointments a left join bookings b
    on b.appointment_id = a.id and b.status in ('PENDING', 'CONFIRMED') group by a.id`.execute(db);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row.live).toBe(row.taken);
});

test('the practitioner has written about the demo client, sealed, and suggests a session', async () => {
  const [demo] = demoClients;
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demo!.email)
    .executeTakeFirstOrThrow();
  const notes = await db.selectFrom('session_notes').selectAll().where('user_id', '=', id).execute();
  const written = demo!.bookings.filter(({ session_note }) => session_note).length;
  expect(notes.filter(({ amends }) => amends === null)).toHaveLength(written);
  expect(notes.filter(({ amends }) => amends !== null)).toHaveLength(1);
  const key = await keyring.keyOf(db, id, now);
  for (const note of notes) expect(isEmptyNote(openDocument(key, noteField(note.id), note.body))).toBe(false);
  const pinned = await db.selectFrom('pinned_notes').selectAll().executeTakeFirstOrThrow();
  expect(pinned.body.includes('Cashews')).toBe(false);
  expect(JSON.stringify(openDocument(key, pinnedField(id), pinned.body))).toContain('Cashews');
  const suggested = await db.selectFrom('suggested_sessions').selectAll().execute();
  expect(suggested).toMatchObject([{ user_id: id, state: 'OPEN', around: addDays(TODAY, 14) }]);
});

test('notes are sealed: not in the table in plain text, readable with the client’s key', async () => {
  const row = await db
    .selectFrom('bookings')
    .select(['id', 'user_id', 'client_notes'])
    .where('client_notes', 'is not', null)
    .orderBy('start_time')
    .executeTakeFirstOrThrow();
  expect(row.client_notes!.toString('latin1')).not.toContain('lunch');
  const key = await keyring.keyOf(db, row.user_id!, now);
  expect(key.open(notesField(row.id), row.client_notes!)).toContain('lunch');
  expect(() => key.open(notesField(row.user_id!), row.client_notes!)).toThrow();
});

/** Seeds an empty database as of that moment, looks at the result, and takes it back. */
async function seededAt(
  clock: () => Date,
  change: Partial<typeof options & { with_agenda: boolean }>,
  look: (trx: typeof db, skipped: string[]) => Promise<void> | void,
): Promise<void> {
  await empty
    .transaction()
    .execute(async (trx) => {
      const { skipped } = await seedPractice(asTransactionless(trx), { ...options, ...change, clock });
      await look(trx, skipped);
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
}

test('on any day of the year every sample booking finds a slot', async () => {
  const all: string[] = [];
  const today = localDateOf(now, practice.zone);
  // every 13th day: each weekday at many distances from the second Saturday
  for (let offset = 1; offset < 400; offset += 13) {
    const date = addDays(today, offset);
    await seededAt(
      () => new Date(`${date}T18:00:00Z`),
      {},
      (_, skipped) => void all.push(...skipped.map((each) => `${date}: ${each}`)),
    );
  }
  expect(all).toEqual([]);
});

test('on any weekday named clients have sessions today or tomorrow, and a past', async () => {
  for (let day = 0; day < 7; day++) {
    const date = addDays('2026-03-02', day);
    const clock = () => new Date(`${date}T18:00:00Z`);
    await seededAt(clock, { with_agenda: true }, async (trx, skipped) => {
      expect(skipped).toEqual([]);
      const rows = await trx
        .selectFrom('bookings')
        .innerJoin('users', 'users.id', 'bookings.user_id')
        .select(['status', 'start_time', 'location_type', 'format', 'price_chosen_by_client'])
        .where('users.email', 'not in', ['demo@example.com', 'new@example.com'])
        .execute();
      const near = rows.filter(({ start_time }) =>
        [date, addDays(date, 1)].includes(localDateOf(start_time, practice.zone)),
      );
      expect([date, near.length]).toEqual([date, expect.toSatisfy((count: number) => count >= 3)]);
      expect(rows.some(({ location_type }) => location_type === 'HOUSE_CALL')).toBe(true);
      const nameless = await trx.selectFrom('bookings').select('id').where('user_id', 'is', null).execute();
      expect(nameless, 'every seat has a client with a name').toEqual([]);
      const twice = await trx
        .selectFrom('bookings')
        .select('user_id')
        .where('status', '=', 'CONFIRMED')
        .groupBy(['user_id', 'appointment_id'])
        .having((count) => count.fn.countAll(), '>', 1)
        .execute();
      expect(twice).toEqual([]);
      expect(rows.some(({ price_chosen_by_client }) => price_chosen_by_client)).toBe(true);
      for (const status of ['NO_SHOW', 'CANCELLED', 'COMPLETED', 'CONFIRMED'])
        expect(rows.map((row) => row.status)).toContain(status);
    });
  }
});

class Rollback extends Error {}
/** The seed opens its own transaction; inside the test's it only runs on. */
function asTransactionless(trx: typeof db): typeof db {
  const transaction = {
    setIsolationLevel: () => transaction,
    execute: (work: (inner: typeof db) => unknown) => work(trx),
  };
  return new Proxy(trx, {
    get: (target, name) => (name === 'transaction' ? () => transaction : Reflect.get(target, name, target)),
  });
}
