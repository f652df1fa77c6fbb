import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { practice } from '#content/public/practice.ts';
import type { OutputOf } from '#contract/call.ts';
import type { getForms } from '#contract/client.calls.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { shareEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { createDb, type Database, type Db } from '#server/db/pool.ts';
import { type RunningApp, startApp } from '#scripts/lib/running-app.ts';
import { report } from '../support/profile.ts';
import { PNG } from './support/belongings.ts';
import { dump, found, HEALTH, PERSON, SUGGESTED } from './support/canaries.ts';
import { PASSWORD } from './support/people-site.ts';
import { RealBrowser } from './support/real-browser.ts';

/** What only the practitioner and the client may find. */
const SECRETS = [...HEALTH, SUGGESTED];
const [NOTE, FIRST_NOTE, ADVICE, ANSWER, REFUSED, SESSION, ADDENDUM, PINNED, DRAFT] = HEALTH;
const [first_name, last_name, email, pronouns, , route] = PERSON;

// The whole app with everything that it keeps in one folder: database, write-ahead log, the app's log, the provider. Each
// try has its own.
let folder: string;
let app: RunningApp;
let database: Database;
let db: Db;
let browser: RealBrowser;
const quiet = { info: () => undefined, warn: () => undefined };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canary-'));
  app = await startApp({ dataDir: folder, env: { LOG_LEVEL: 'debug' } });
  database = createDb((await shareEmbeddedPostgres({ dataDir: folder, log: quiet })).url, {
    max: 2,
    // A checkpoint waits for the disk, which others write to.
    queryTimeoutMs: 120_000,
  });
  ({ db } = database);
  browser = new RealBrowser();
});
afterEach(async () => {
  await database.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});
let figure = 'did not end';
let passed = false;
afterAll(() =>
  report(
    'S10',
    'canary client: no plain-text hit of health data on disk, in WAL, logs, provider',
    figure,
    passed,
  ),
);

/** The words that each file of the folder contains, by its path. */
function hitsOnDisk(words: readonly string[]): Map<string, string[]> {
  const hits = new Map<string, string[]>();
  for (const path of readdirSync(folder, { recursive: true }) as string[]) {
    const file = join(folder, path);
    // Files of a running database come and go; sockets are none.
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    const inIt = found(words, readFileSync(file).toString('latin1'));
    if (inIt.length > 0) hits.set(path, inIt);
  }
  return hits;
}
const kindOf = (path: string): string =>
  /pg_wal/.test(path)
    ? 'WAL'
    : /[/\\]base[/\\]/.test(path)
      ? 'tables'
      : /sandbox/.test(path)
        ? 'provider'
        : path;
const kindsWith = (words: readonly string[]): string[] =>
  [...new Set([...hitsOnDisk(words).keys()].map(kindOf))].toSorted();
/** Everything that the database still holds back goes to its files. */
const flush = () => sql`checkpoint`.execute(db);

const ask = async <T>(method: string, path: string, body?: object, status = 200): Promise<T> => {
  const answer = await browser.send(app.baseUrl, method, path, body);
  // Without an answer, what the app said last.
  const said = answer.status === 0 ? app.output().slice(-2000) : answer.text.slice(0, 300);
  expect([path, answer.status, said]).toEqual([path, status, expect.any(String)]);
  return (answer.text.startsWith('{') || answer.text.startsWith('[') ? JSON.parse(answer.text) : {}) as T;
};

async function becomeClient(): Promise<string> {
  await ask('POST', '/sign-up', { username: email, password: PASSWORD }, 201);
  const mails = await ask<{ text: string }[]>('GET', `/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  const confirmation_code = /\b\d{6}\b/.exec(mails[0]!.text)![0];
  await ask('POST', '/confirm-sign-up', { email, confirmation_code });
  await ask('POST', '/sign-in', { username: email, password: PASSWORD });
  const record = { first_name, last_name, pronouns, birthdate: '1980-01-01', phone: '(503) 555-0911' };
  const address = {
    street_number: '1',
    route,
    subpremise: '',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  };
  await ask('POST', '/auth/create-user', { ...record, address }, 201);
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

/** The practitioner writes and publishes, as the demo owner of the sandbox. */
async function publish(user_id: string, booking_id: string): Promise<void> {
  const owner = new RealBrowser();
  const asOwner = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await owner.send(app.baseUrl, method, path, body);
    expect([path, answer.status, answer.text.slice(0, 300)]).toEqual([path, 200, expect.any(String)]);
    return JSON.parse(answer.text) as T;
  };
  const code = async () => (await asOwner<{ code: string }>('GET', '/api/staff/demo-code')).code;
  const { email: owner_email, password } = demoOwner;
  await asOwner('POST', '/api/staff/sign-in', { email: owner_email, password });
  await asOwner('POST', '/api/staff/sign-in/code', { code: await code() });
  await asOwner('POST', '/api/staff/unlock', { code: await code() });
  const path = `/api/staff/bookings/${booking_id}`;
  const act = (more: object) => ({ action_id: randomUUID(), ...more });
  await asOwner('PUT', `${path}/session-note`, { body: `I said: ${SESSION}.`, version: 0 });
  await asOwner('POST', `${path}/session-note/sign`, act({ version: 1 }));
  await asOwner('POST', `${path}/session-note/addenda`, act({ body: ADDENDUM }));
  await asOwner('PUT', `/api/staff/clients/${user_id}/pinned-note`, { body: PINNED, version: 0 });
  await asOwner('PUT', `${path}/recommendation`, { draft: `Take ${ADVICE} at three.`, version: 0 });
  const { service_id, place } = await bookable();
  const suggestion = {
    service_id,
    place,
    around: localDateOf(new Date(), practice.zone),
    times: 1,
    every_weeks: 1,
  };
  await asOwner('POST', `${path}/recommendation/publish`, act({ version: 1, suggestion }));
  const next_step = { ...suggestion, service_id: SUGGESTED };
  await asOwner('PUT', `${path}/recommendation`, { draft: DRAFT, version: 2, next_step });
  await ask('POST', '/auth/share-notes', { id: booking_id, shared: true });
  const file = await asOwner('GET', `/api/staff/clients/${user_id}/file`);
  expect(found(SECRETS, JSON.stringify(file))).toEqual([
    NOTE,
    ADVICE,
    SESSION,
    ADDENDUM,
    PINNED,
    DRAFT,
    SUGGESTED,
  ]);
}

/** A service that can be suggested, at a place that needs no approval. */
async function bookable() {
  const { id: service_id, service_location_type } = await db
    .selectFrom('services')
    .select(['id', 'service_location_type'])
    .where('format', '=', 'ONE_ON_ONE')
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { service_id, place: service_location_type.find((place) => place !== 'HOUSE_CALL') };
}

async function confide(user_id: string): Promise<void> {
  // Gives the client a past session of the sample, because no time passes in a test.
  const booking = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'COMPLETED')
    // A note of the sample is sealed with the key of its client.
    .where('id', 'not in', (notes) => notes.selectFrom('session_notes').select('booking_id'))
    .limit(1)
    .executeTakeFirstOrThrow();
  const none = { client_notes: null, published_recommendations: null };
  await db
    .updateTable('bookings')
    .set({ user_id, ...none })
    .where('id', '=', booking.id)
    .execute();
  const url = `/auth/update-user-notes?id=${booking.id}`;
  await ask('PATCH', url, { notes: FIRST_NOTE });
  await ask('PATCH', url, { notes: { ops: [{ insert: `${NOTE}\n`, attributes: { bold: true } }] } });
  // Refused content is not kept anywhere either.
  await ask('PATCH', url, { notes: REFUSED, base_updated_at: null }, 409);
  await ask('PATCH', url, { notes: { words: REFUSED } }, 422);
  await ask('PATCH', `/auth/update-user-notes?id=${user_id}`, { notes: REFUSED }, 404);
  await ask('POST', '/auth/upload-form', { form_id: REFUSED, responses: { a: REFUSED } }, 404);

  await publish(user_id, booking.id);

  const { required_forms } = await ask<OutputOf<typeof getForms>>('GET', '/auth/get-forms');
  expect(required_forms.length).toBeGreaterThan(0);
  for (const { form, booking_id } of required_forms) {
    const responses: Record<string, unknown> = {};
    for (const { id, type, options } of form.content.sections.flatMap(({ questions }) => questions))
      responses[id] =
        type === 'CHECKBOX' ? [options[0]] : type === 'SIGNATURE' ? PNG : (options[0] ?? `${ANSWER} of mine`);
    await ask('POST', '/auth/upload-form', { form_id: form.id, booking_id, responses });
  }
}

it('S10: health data is nowhere on the disk in plain text; after erasure the client is in no table', async () => {
  const user_id = await becomeClient();
  await confide(user_id);
  // The client can read all of it, so it is there.
  const shown = JSON.stringify([
    await ask('GET', '/auth/get-user-bookings'),
    await ask('GET', '/auth/get-forms'),
  ]);
  expect(found(HEALTH, shown)).toEqual([NOTE, ADVICE, ANSWER]);
  await expect
    .poll(
      async () =>
        (await db.selectFrom('users').select('stripe_id').where('id', '=', user_id).executeTakeFirst())
          ?.stripe_id,
    )
    .not.toBeNull();
  await flush();

  // Control: the same search finds the client's name where it must be.
  expect(kindsWith([first_name, email])).toEqual(['WAL', 'provider', 'tables']);
  const hits = hitsOnDisk(SECRETS);
  const mails = await ask<unknown[]>('GET', '/dev/mailbox.json');
  const leaked = [...found(SECRETS, JSON.stringify(mails)), ...found(SECRETS, app.output())];
  const named = found(PERSON, app.output());
  const plain = hits.size + leaked.length + named.length;
  expect({ hits: [...hits], leaked, named }).toEqual({ hits: [], leaked: [], named: [] });

  await ask('DELETE', '/auth/delete-user', {});
  await flush();
  const left = (await dump(db)).split('\n').filter((line) => found([...SECRETS, ...PERSON], line).length > 0);
  const tables = [...new Set(left.map((line) => line.split(' ', 1)[0]!))];
  const after = [...hitsOnDisk(SECRETS).keys()];
  const keys = await db.selectFrom('user_keys').select('user_id').where('user_id', '=', user_id).execute();
  passed = plain === 0 && after.length === 0 && keys.length === 0 && tables.join() === 'outbox';
  figure =
    `${plain} hits of ${SECRETS.length} words in tables, WAL, logs, mails and the provider's records; ` +
    `after deletion ${after.length}, her key ${keys.length === 0 ? 'destroyed' : 'there'}, her address in ${tables.join(', ')} (the farewell)`;
  expect({ tables, after, keys }).toEqual({ tables: ['outbox'], after: [], keys: [] });
});
