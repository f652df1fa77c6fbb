import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { addBooking, addService } from '#tests/support/sample-booking.ts';
import type { Deps } from '../deps.ts';
import { selectWaitingWork } from './store.ts';
import { ALL_JOBS } from './all-jobs.ts';
import { cleanUp } from './clean-up.ts';
import { remindClients } from './remind-clients.ts';
import { notifyPausedAccounts } from './notify-paused-accounts.ts';
import { publishPosts } from './publish-posts.ts';

const { db } = await testDatabase();
const { log } = Fastify();
const now = fixedClock().now();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const after = (ms: number) => new Date(now.getTime() + ms);
const ROWS = 9;

type Loop = {
  /** Inserts due rows. Returns their keys in the order in which the job takes them. */
  add(): Promise<string[]>;
  /** Runs the job while the rows of these keys fail. Returns the keys that are done. */
  run(failing: ReadonlySet<string>, keys: readonly string[]): Promise<string[]>;
};

const refuseTo = (failing: ReadonlySet<string>) => async (key: string) => {
  if (failing.has(key)) throw new Error('EPERM');
};
const depsWith = (parts: object) =>
  ({ db, log, config: { site_url: 'http://site' }, ...parts }) as unknown as Deps;
const photosThatFail = (failing: ReadonlySet<string>) => ({
  removePhoto: refuseTo(failing),
  removeUpload: refuseTo(failing),
});
const runCleanUp = (parts: object) => cleanUp.run(depsWith(parts), now).catch(() => 0);
const missing = (keys: readonly string[], left: readonly string[]) =>
  keys.filter((key) => !left.includes(key));

async function addClient(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await db
    .insertInto('users')
    .values({ cognito_sub: randomUUID(), email, first_name: 'x', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

let service: string | undefined;
const serviceId = async () => (service ??= await addService(db));

const LOOPS: Record<string, Loop> = {
  'clean-up: photos': {
    async add() {
      await db.deleteFrom('photo_removals').execute();
      const keys = Array.from({ length: ROWS }, () => randomUUID()).sort();
      await db
        .insertInto('photo_removals')
        .values(keys.map((photo_key) => ({ photo_key, requested_at: after(-DAY) })))
        .execute();
      return keys;
    },
    async run(failing, keys) {
      await runCleanUp({ photos: photosThatFail(failing) });
      const left = await db.selectFrom('photo_removals').select('photo_key').execute();
      return missing(keys, left.map(({ photo_key }) => photo_key)); // oxfmt-ignore
    },
  },
  'clean-up: uploads': {
    async add() {
      await db.deleteFrom('upload_tickets').execute();
      const user_id = await addClient();
      const keys = Array.from({ length: ROWS }, () => randomUUID()).sort();
      const times = { created_at: after(-DAY), expires_at: after(-DAY) };
      await db
        .insertInto('upload_tickets')
        .values(keys.map((upload_key) => ({ upload_key, user_id, photo_url: upload_key, ...times })))
        .execute();
      return keys;
    },
    async run(failing, keys) {
      await runCleanUp({ photos: photosThatFail(failing) });
      const left = await db.selectFrom('upload_tickets').select('upload_key').execute();
      return missing(keys, left.map(({ upload_key }) => upload_key)); // oxfmt-ignore
    },
  },
  'clean-up: identities': {
    async add() {
      await db.deleteFrom('account_removals').execute();
      const keys = Array.from({ length: ROWS }, () => randomUUID()).sort();
      const due = { requested_at: after(-DAY), next_attempt_at: after(-DAY) };
      await db
        .insertInto('account_removals')
        .values(keys.map((account_id) => ({ account_id, email: `${account_id}@example.com`, ...due })))
        .execute();
      return keys;
    },
    async run(failing, keys) {
      const fail = refuseTo(failing);
      const identity = {
        removeAccount: (_db: unknown, account: { account_id: string }) => fail(account.account_id),
      };
      await runCleanUp({ identity, photos: photosThatFail(new Set()) });
      const left = await db.selectFrom('account_removals').select('account_id').execute();
      return missing(keys, left.map(({ account_id }) => account_id)); // oxfmt-ignore
    },
  },
  'remind-clients': {
    async add() {
      await db.deleteFrom('bookings').execute();
      const keys: string[] = [];
      for (let index = 0; index < ROWS; index += 1) {
        const id = await addBooking(db, {
          user_id: await addClient(),
          service_id: await serviceId(),
          start_time: after(37 * 60 * MINUTE + index * 70 * MINUTE),
          created_at: after(-10 * DAY),
        });
        keys.push(id);
      }
      return keys;
    },
    async run(failing, keys) {
      const bookings = await db.selectFrom('bookings').select(['id', 'user_id']).execute();
      const clients = bookings.filter(({ id }) => failing.has(id)).map(({ user_id }) => user_id!);
      // The reminder fails because reading the client's address fails.
      for (const id of clients) {
        await db
          .updateTable('users')
          .set({ email: `fails-${id}@example.com` })
          .where('id', '=', id)
          .execute();
      }
      await failWhere("new.to_address like 'fails-%'");
      await remindClients.run(depsWith({}), now).catch(() => 0);
      const mails = await db.selectFrom('outbox').select('dedupe_key').execute();
      return keys.filter((key) => mails.some(({ dedupe_key }) => dedupe_key === `reminder-48:${key}`));
    },
  },
  'notify-paused-accounts': {
    async add() {
      const keys = Array.from({ length: ROWS }, () => `${randomUUID()}@example.com`);
      const at = { created_at: now, updated_at: now };
      await db
        .insertInto('accounts')
        .values(keys.map((email) => ({ email, password_hash: 'x', ...at })))
        .execute();
      await db.deleteFrom('sign_in_failures').execute();
      const paused = {
        source: 'unknown',
        failures: 100,
        first_at: now,
        last_at: now,
        locked_until: after(DAY),
      };
      await db
        .insertInto('sign_in_failures')
        .values(keys.map((email) => ({ email, ...paused })))
        .execute();
      return keys;
    },
    async run(failing, keys) {
      const makeLink = async (_db: unknown, email: string) => {
        await refuseTo(failing)(email);
        return 'key';
      };
      await notifyPausedAccounts.run(depsWith({ identity: { makeLink } }), now).catch(() => 0);
      const mails = await db.selectFrom('outbox').select('to_address').execute();
      return keys.filter((email) => mails.some(({ to_address }) => to_address === email));
    },
  },
  'publish-posts': {
    async add() {
      await db.deleteFrom('post_drafts').execute();
      const keys: string[] = [];
      for (let index = 0; index < ROWS; index += 1) {
        const id = randomUUID();
        const words = { title: id, description: 'x', hero_image_url: '/art/blog-oil.svg', hero_alt: '' };
        const planned = { publish_at: after(index - DAY), slug: id, version: 1, updated_at: now };
        const content = JSON.stringify({ ops: [{ insert: 'x' }] });
        await db
          .insertInto('post_drafts')
          .values({ id, ...words, categories: [], content, ...planned })
          .execute();
        keys.push(id);
      }
      return keys;
    },
    async run(failing, keys) {
      for (const id of failing)
        await db.updateTable('post_drafts').set({ title: 'fails' }).where('id', '=', id).execute();
      await failWhere("new.title = 'fails'", 'posts');
      await publishPosts.run(depsWith({}), now).catch(() => 0);
      const shown = await db.selectFrom('posts').select('id').execute();
      return keys.filter((key) => shown.some(({ id }) => id === key));
    },
  },
};

/** In these jobs one row cannot stop another. */
const WITHOUT_A_LOOP = {
  'process-webhooks': 'claims each event with a back-off',
  'check-checkouts': 'claims each checkout with a lease and catches per row',
  'settle-refunds': 'claims each refund with a back-off',
  'settle-unmatched': 'claims each payment with a lease, and settles all of them at once',
  'reconcile-payments': 'reads a list of the provider, and reads all of it again at the next run',
  'notify-of-bookings': 'queues one mail',
  'read-calendars': 'claims each calendar with a lease and catches per row',
  'end-offers': 'takes each offer and each mail in a transaction of its own, through eachRow',
  'match-waitlist': 'offers each time in a transaction of its own, and the next run asks for all again',
  'send-mail': 'claims each mail with a back-off',
  'sync-services': 'claims each service with a back-off and postpones per row',
  'complete-bookings': 'changes all rows in one statement',
  'watch-holds': 'has one row',
};

async function failWhere(condition: string, table = 'outbox'): Promise<void> {
  await sql`create or replace function fail_${sql.raw(table)}() returns trigger language plpgsql as
    $$ begin if ${sql.raw(condition)} then raise exception 'poison'; end if; return new; end $$`.execute(db);
  await sql`create or replace trigger fail before insert on ${sql.table(table)}
    for each row execute function fail_${sql.raw(table)}()`.execute(db);
}

it('every job has a row in the table, or a reason why it needs none', () => {
  const known = [...Object.keys(LOOPS).map((name) => name.split(':')[0]!), ...Object.keys(WITHOUT_A_LOOP)];
  expect([...new Set(known)].sort()).toEqual(ALL_JOBS.map(({ name }) => name).sort());
});

describe.each(Object.entries(LOOPS))('%s', (_name, loop) => {
  it.each([
    ['one first', [0]],
    ['one in the middle', [4]],
    ['one last', [8]],
    ['three first', [0, 1, 2]],
    ['four apart', [0, 2, 5, 8]],
    ['five first', [0, 1, 2, 3, 4]],
  ])('does all other rows in one run: %s', async (_place, places) => {
    const keys = await loop.add();
    const failing = new Set(places.map((place) => keys[place]!));
    const done = await loop.run(failing, keys);
    expect(done).toEqual(keys.filter((key) => !failing.has(key)));
  });
});

it('a photo that cannot be removed waits longer each time, up to a day, and is counted', async () => {
  const [key] = await LOOPS['clean-up: photos']!.add();
  await db.deleteFrom('photo_removals').where('photo_key', '<>', key!).execute();
  const photos = photosThatFail(new Set([key!]));
  let at = now;
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await expect(cleanUp.run(depsWith({ photos }), at)).rejects.toThrow('EPERM');
    const row = await db.selectFrom('photo_removals').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ attempts: attempt, last_error: 'Error' });
    pauses.push((row.next_attempt_at.getTime() - at.getTime()) / MINUTE);
    expect(await cleanUp.run(depsWith({ photos }), at)).toBe(0);
    at = row.next_attempt_at;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440]);
  expect((await selectWaitingWork(db, now))['photo-removals']).toEqual({ due: 1, oldest_seconds: 86_400 });
});

it('the practice gets one mail a day about a photo that is not removed after seven days', async () => {
  await db.deleteFrom('photo_removals').execute();
  const mails = () => db.selectFrom('outbox').selectAll().where('kind', '=', 'photos-not-removed').execute();
  await db
    .insertInto('photo_removals')
    .values({ photo_key: 'k'.repeat(32), requested_at: now })
    .execute();
  const photos = photosThatFail(new Set(['k'.repeat(32)]));
  const runAt = (ms: number) => cleanUp.run(depsWith({ photos }), after(ms)).catch(() => 0);
  await runAt(6.9 * DAY);
  expect(await mails()).toEqual([]);
  await runAt(7.1 * DAY);
  await runAt(7.1 * DAY + MINUTE);
  expect(await mails()).toHaveLength(1);
  expect((await mails())[0]!.text).toContain('1 photo');
});

it('a run ends after ten failures in a row at its start: the store is down', async () => {
  await db.deleteFrom('photo_removals').execute();
  const keys = Array.from({ length: 30 }, () => randomUUID());
  await db.insertInto('photo_removals').values(keys.map((photo_key) => ({ photo_key, requested_at: after(-DAY) }))).execute(); // oxfmt-ignore
  let asked = 0;
  const removePhoto = async () => {
    asked += 1;
    throw new Error('the store is away');
  };
  await expect(cleanUp.run(depsWith({ photos: { removePhoto } }), now)).rejects.toThrow('away');
  expect(asked).toBe(10);
});
