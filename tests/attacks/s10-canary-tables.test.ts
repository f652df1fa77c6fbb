import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  staffAddToSessionNote,
  staffClientFile,
  staffExportClient,
  staffExportEverything,
  staffPublishRecommendation,
  staffSavePinnedNote,
  staffSaveRecommendation,
  staffSaveSessionNote,
  staffSearchNotes,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import type { BodyOf } from '#contract/call.ts';
import {
  getForms,
  getSuggestions,
  getUserBookings,
  shareNotes,
  updateUserNotes,
  uploadForm,
} from '#contract/client.calls.ts';
import { findSession, NOTHING } from '#server/sessions/session-store.ts';
import { hashToken, newToken } from '#server/sessions/tokens.ts';
import { cleanUp } from '#server/jobs/clean-up.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { bookingConfirmedMail } from '#server/mail/templates/booking-confirmed.ts';
import { reminderMail } from '#server/mail/templates/reminder.ts';
import { eraseClient } from '#server/users/erase-client.ts';
import { report } from '../support/profile.ts';
import { testApp, type TestClient } from '../support/app.ts';
import { dump, found, HEALTH, PERSON, SUGGESTED } from './support/canaries.ts';

const [NOTE, FIRST_NOTE, ADVICE, ANSWER, REFUSED, SESSION, ADDENDUM, PINNED, DRAFT, CONTACT] = HEALTH;
const EMAIL = PERSON[2];

/** Every line of the log, at its most talkative. */
const logged: string[] = [];
const site = await testApp({ log: (line) => void logged.push(line) });
const { db, deps, clock, signInClient } = site;
const staff = await site.signInStaff(undefined, { unlocked: true });
let client: TestClient;
let booking: { id: string; service_id: string };

beforeAll(async () => {
  const now = clock.now();
  const account_id = randomUUID();
  await db
    .insertInto('accounts')
    .values({ id: account_id, email: EMAIL, password_hash: 'x', created_at: now, updated_at: now })
    .execute();
  const { id: user_id } = await db
    .insertInto('users')
    .values({
      cognito_sub: account_id,
      email: EMAIL,
      first_name: PERSON[0],
      last_name: PERSON[1],
      pronouns: PERSON[3],
      birthdate: '1980-01-01',
      phone: PERSON[4],
      address: JSON.stringify({ street_number: '1', route: PERSON[5] }),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // one past session and one to come, both in classes of the sample
  const past = await db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'COMPLETED')
    .limit(1)
    .executeTakeFirstOrThrow();
  booking = { id: randomUUID(), service_id: past.service_id };
  const hers = { user_id, checkout_id: null, client_notes: null, published_recommendations: null };
  await db
    .insertInto('bookings')
    .values({ ...past, ...hers, ...booking, visit_address: JSON.stringify({ route: PERSON[5] }) })
    .execute();
  const asking = await db
    .selectFrom('bookings as b')
    .innerJoin('form_services as fs', 'fs.service_id', 'b.service_id')
    .select('b.id')
    .where('b.status', '=', 'CONFIRMED')
    .orderBy('b.start_time')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable('bookings').set({ user_id }).where('id', '=', asking.id).execute();
  client = await signInClient(EMAIL);
});

/** Where the client's address may remain until the account is deleted and its mail is sent. */
const ALLOWED = ['accounts', 'account_removals', 'outbox'];
let plain = -1;
let beyond = -1;
afterAll(() => {
  report(
    'S10',
    'canary client: no plain-text hit in tables, logs, mails; after deletion only in the allow-list',
    `${plain} hits of ${HEALTH.length} words of health data, ${beyond} tables beyond ${ALLOWED.join(', ')}`,
    plain === 0 && beyond === 0,
  );
});

describe('health data of a client', () => {
  test('control: is found where it is in plain text', () => {
    const text = `x ${NOTE} ${Buffer.from(`ab${ADVICE}`).toString('hex')} ${Buffer.from(`a${ANSWER} b`).toString('base64')}`;
    expect(found(HEALTH, text)).toEqual([NOTE, ADVICE, ANSWER]);
  });

  test('is accepted by every route and readable by the client', async () => {
    const save = (notes: BodyOf<typeof updateUserNotes>['notes'], base_updated_at?: null) =>
      client.call(updateUserNotes, { query: { id: booking.id }, body: { notes, base_updated_at } });
    expect((await save(FIRST_NOTE)).status).toBe(200);
    expect((await save({ ops: [{ insert: `${NOTE}\n` }] })).status).toBe(200);
    expect((await save(REFUSED, null)).status).toBe(409);
    expect((await save({ words: REFUSED } as never)).status).toBe(422);
    // A fault is logged, and its line must not have the note either.
    vi.spyOn(deps.limits, 'withSession').mockImplementationOnce(() => {
      throw new Error('the counters failed');
    });
    expect((await save(REFUSED)).status).toBe(500);
    await client.call(updateUserNotes, { query: { id: randomUUID() }, body: { notes: REFUSED } });

    const params = { id: booking.id };
    const draft = { draft: `Take ${ADVICE} at three.`, version: 0 };
    expect((await staff.call(staffSaveRecommendation, { params, body: draft })).status).toBe(200);
    expect(
      (await staff.call(staffSaveRecommendation, { params, body: { draft: REFUSED, version: 0 } })).status,
    ).toBe(409);
    const { id: service_id, service_location_type } = await db
      .selectFrom('services')
      .select(['id', 'service_location_type'])
      .where('format', '=', 'ONE_ON_ONE')
      .where('is_active', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow();
    const suggestion = {
      service_id,
      place: service_location_type.find((place) => place !== 'HOUSE_CALL')!,
      around: clock.now().toISOString().slice(0, 10),
      times: 2,
      every_weeks: 2,
    };
    const publication = { action_id: randomUUID(), version: 1, suggestion };
    expect((await staff.call(staffPublishRecommendation, { params, body: publication })).status).toBe(200);
    const next_step = { ...suggestion, service_id: SUGGESTED };
    expect(
      (await staff.call(staffSaveRecommendation, { params, body: { draft: DRAFT, version: 2, next_step } }))
        .status,
    ).toBe(200);

    const action_id = randomUUID();
    expect(
      (await staff.call(staffSaveSessionNote, { params, body: { body: SESSION, version: 0 } })).status,
    ).toBe(200);
    expect(
      (await staff.call(staffSaveSessionNote, { params, body: { body: REFUSED, version: 0 } })).status,
    ).toBe(409);
    expect((await staff.call(staffSignSessionNote, { params, body: { action_id, version: 1 } })).status).toBe(
      200,
    );
    expect(
      (await staff.call(staffSaveSessionNote, { params, body: { body: REFUSED, version: 1 } })).status,
    ).toBe(409);
    expect(
      (await staff.call(staffAddToSessionNote, { params, body: { action_id: randomUUID(), body: ADDENDUM } }))
        .status,
    ).toBe(200);
    const ofClient = { id: client.user_id };
    expect(
      (await staff.call(staffSavePinnedNote, { params: ofClient, body: { body: PINNED, version: 0 } }))
        .status,
    ).toBe(200);
    const contact = { client_id: client.user_id!, kind: 'PHONE' } as const;
    const ofCall = { params: { id: randomUUID() }, body: { body: CONTACT, version: 0, contact } };
    expect((await staff.call(staffSaveSessionNote, ofCall)).status).toBe(200);
    const search = { action_id: randomUUID(), q: CONTACT, client_id: null, before: null };
    expect((await staff.call(staffSearchNotes, { body: search })).json.hits).toHaveLength(1);
    expect((await client.call(shareNotes, { body: { id: booking.id, shared: true } })).status).toBe(200);
    const file = (await staff.call(staffClientFile, { params: ofClient })).text;
    expect(found([...HEALTH, SUGGESTED], file)).toEqual([
      NOTE,
      ADVICE,
      SESSION,
      ADDENDUM,
      PINNED,
      DRAFT,
      CONTACT,
      SUGGESTED,
    ]);
    expect((await staff.call(staffExportClient, { params: ofClient })).status).toBe(200);
    expect((await staff.call(staffExportEverything)).status).toBe(200);
    expect((await client.call(getSuggestions)).text).toContain(booking.id);

    const { required_forms } = (await client.call(getForms)).json;
    for (const { form, booking_id } of required_forms) {
      const questions = form.content.sections.flatMap((section) => section.questions);
      const responses: Record<string, unknown> = {};
      for (const { id, type, options } of questions)
        if (type === 'CHECKBOX') responses[id] = [options[0]];
        else if (type !== 'SIGNATURE') responses[id] = options[0] ?? ANSWER;
      const needsHand = questions.some(({ type }) => type === 'SIGNATURE');
      const answer = await client.call(uploadForm, { body: { form_id: form.id, booking_id, responses } });
      expect(answer.status).toBe(needsHand ? 422 : 200);
    }

    const bookings = (await client.call(getUserBookings)).text;
    expect(found(HEALTH, bookings)).toEqual([NOTE, ADVICE]);
    expect(found(HEALTH, (await client.call(getForms)).text)).toEqual([ANSWER]);
  });

  test('is in no table, no log and no mail in plain text', async () => {
    const mine = await db
      .selectFrom('bookings')
      .selectAll()
      .where('user_id', '=', client.user_id)
      .where('status', '=', 'CONFIRMED')
      .execute();
    const site_url = deps.config.site_url;
    const first_name = PERSON[0];
    const now = clock.now();
    const mails = [
      bookingConfirmedMail({
        first_name,
        bookings: mine,
        total_cents: 1,
        tax_cents: 0,
        receipt_url: null,
        forms_due: ['Studio Agreement'],
        policy: { full_refund_hours: 24 },
        site_url,
        now,
      }),
      reminderMail({ first_name, booking: mine[0]!, hours: 24, forms_due: [], site_url }),
    ];
    for (const [n, mail] of mails.entries())
      await queueMail(
        db,
        { ...mail, dedupe_key: `canary-${n}`, kind: 'x', user_id: client.user_id, to: EMAIL },
        now,
      );

    const hits = [
      ...found([...HEALTH, SUGGESTED], await dump(db)),
      ...found([...HEALTH, ...PERSON, SUGGESTED], logged.join('\n')),
    ];
    plain = hits.length;
    expect(logged.length).toBeGreaterThan(0);
    expect(hits).toEqual([]);
  });
});

test('after erasure only the account-deleted mail names the client, until it is sent', async () => {
  expect(found(PERSON, await dump(db))).toEqual(PERSON);
  const token = newToken();
  await db
    .updateTable('logins')
    .set({ access_hash: hashToken(token) })
    .where('email', '=', EMAIL)
    .execute();
  const now = clock.now();
  const { session } = (await findSession(db, token, NOTHING, now))!;
  await eraseClient(db, { session, ...deps.config }, now);

  const left = (await dump(db)).split('\n').filter((line) => found([...HEALTH, ...PERSON], line).length > 0);
  const tables = new Set(left.map((line) => line.split(' ', 1)[0]!));
  beyond = [...tables].filter((table) => !ALLOWED.includes(table)).length;
  expect(tables).toEqual(new Set(ALLOWED));
  expect(left.filter((line) => line.startsWith('outbox '))).toHaveLength(1);
  expect(found([...HEALTH, PERSON[0], PERSON[1], PERSON[5]], left.join('\n'))).toEqual([]);
  // Nothing about the client is left to open or to read: not the notes, the key, nor what was suggested to them.
  for (const table of [
    'session_notes',
    'pinned_notes',
    'suggested_sessions',
    'submissions',
    'user_keys',
  ] as const)
    expect([
      table,
      await db.selectFrom(table).selectAll().where('user_id', '=', client.user_id).execute(),
    ]).toEqual([table, []]);
  expect(
    await db
      .selectFrom('bookings')
      .select(['recommendations_draft', 'suggestion_draft', 'published_recommendations', 'client_notes'])
      .where('id', '=', booking.id)
      .executeTakeFirst(),
  ).toEqual({
    recommendations_draft: null,
    suggestion_draft: null,
    published_recommendations: null,
    client_notes: null,
  });

  const identity = {
    removeAccount: async (_db: unknown, { account_id }: { account_id: string }) => {
      await db.deleteFrom('accounts').where('id', '=', account_id).execute();
    },
  };
  await db.updateTable('outbox').set({ sent_at: now }).where('to_address', '=', EMAIL).execute();
  clock.advance(2 * 24 * 60 * 60_000);
  await cleanUp.run({ ...deps, identity } as unknown as typeof deps, clock.now());
  expect(found([...HEALTH, ...PERSON], await dump(db))).toEqual([]);
});
