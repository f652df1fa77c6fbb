import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { staffMergeClient } from '#contract/staff.calls.ts';
import { openDocument, sealDocument } from '#server/bookings/sealed-documents.ts';
import { pinnedField } from '#server/bookings/sealed-fields.ts';
import { MOVED, type Pair, SEALED } from '#server/clients/merge-store.ts';
import type { ClientKey } from '#server/runtime/keyring.ts';
import { urlOf } from '#web/api/send.ts';
import { type TestStaff, testApp } from '../support/app.ts';
import { ask } from '../support/ask.ts';
import { randomFrom, report, seed, size } from '../support/profile.ts';
import { addBooking } from '../support/sample-booking.ts';
import { deadlocksIn, emptyBooks, faultsOf, openShop, SHOP } from '../support/shop.ts';
import { dateIn } from '../support/stock.ts';
import { rewritten } from '../support/without.ts';
import { startVictim } from './support/processes.ts';

const DAY_MS = 24 * 60 * 60_000;
const PAIRS_PER_KILL = 10;
/** In real time, as its processes are. */
const shop = await openShop({ start: new Date() });
const { db } = shop.database;
const { keyring, clock } = shop;
/** Unlocked anew for each kill. */
let staff = await shop.signInStaff(undefined, { unlocked: true });
/** A process that moves what is sealed as it is. */
const careless = await testApp({
  ...SHOP,
  besides: shop,
  change: (of) => rewritten(of, (text) => (text === ' where id = ' ? ' where false and id = ' : text)),
});
const random = randomFrom(seed);
const chance = (of: number) => random() < of;

const form = await addForm();
async function addForm(): Promise<string> {
  const created_at = clock.now();
  const values = { key: `form-${randomUUID()}`, is_global: false, created_at };
  const { id } = await db.insertInto('forms').values(values).returning('id').executeTakeFirstOrThrow();
  const content = JSON.stringify({ sections: [] });
  const version = { form_id: id, version: 1, name: 'Intake', type: 'INTAKE', content, created_at };
  await db.insertInto('form_versions').values(version).execute();
  return id;
}

/** Fills a record with visits, and each of them with some of what can hang on one. */
async function fill(user_id: string): Promise<void> {
  const now = clock.now();
  const key = await keyring.keyOf(db, user_id, now);
  const { staff_id } = staff;
  const some = (text: string) => `${text} ${random()}`;
  const times = { created_at: now, updated_at: now };
  for (let visits = 1 + Math.floor(random() * 3); visits > 0; visits--) {
    // Two records with a seat at the same time are two people.
    const start_time = new Date(now.getTime() - (visits + random()) * DAY_MS);
    const visit = { service_id: shop.stock.massage.id, status: 'COMPLETED', payment: 'LATER' } as const;
    const booking_id = await addBooking(db, { ...visit, user_id, start_time, created_at: now });
    for (const [table, column, fieldOf] of SEALED)
      if (table === 'bookings' && chance(0.5))
        await db
          .updateTable('bookings')
          .set({ [column]: key.seal(fieldOf(booking_id), some(column)) })
          .where('id', '=', booking_id)
          .execute();
    const sealed = (table: string, id: string) =>
      key.seal(SEALED.find(([of]) => of === table)![2](id), some(table));
    const of = { booking_id, user_id };
    if (chance(0.7)) {
      const id = randomUUID();
      const isSigned = chance(0.6);
      const signed = isSigned ? { signed_by: staff_id, signed_at: now } : {};
      const note = { ...of, ...times, written_by: staff_id, ...signed };
      const amendment = randomUUID();
      const values = [{ ...note, id, body: sealed('session_notes', id), amends: null as string | null }];
      if (isSigned && chance(0.5))
        values.push({ ...note, id: amendment, body: sealed('session_notes', amendment), amends: id });
      await db.insertInto('session_notes').values(values).execute();
    }
    if (chance(0.5)) {
      const id = randomUUID();
      const answers = { ...of, id, form_id: form, form_version: 1, submitted_at: now };
      await db
        .insertInto('submissions')
        .values({ ...answers, answers: sealed('submissions', id) })
        .execute();
    }
    if (chance(0.5)) {
      const cash = { id: randomUUID(), ...of, amount_cents: 2000, method: 'CASH', at: now };
      await db
        .insertInto('offline_payments')
        .values({ ...cash, received_on: dateIn(0, now) })
        .execute();
    }
    if (chance(0.5)) {
      const plan = { ...of, ...times, service_id: visit.service_id, location_type: 'FIXED_LOCATION' };
      await db
        .insertInto('suggested_sessions')
        .values({ ...plan, around: dateIn(30, now), times: 1, state: 'OPEN' })
        .execute();
    }
    if (chance(0.5)) {
      const link = { token_hash: randomBytes(32), user_id, booking_ids: [booking_id], created_at: now };
      await db
        .insertInto('payment_links')
        .values({ ...link, expires_at: new Date(now.getTime() + DAY_MS) })
        .execute();
    }
    if (chance(0.5)) {
      const mail = { dedupe_key: randomUUID(), kind: 'reminder', user_id, to_address: 'a@example.com' };
      const text = { subject: some('subject'), text: '', html: '', message_id: randomUUID() };
      const sent = { created_at: now, next_attempt_at: now, sent_at: now };
      await db
        .insertInto('outbox')
        .values({ ...mail, ...text, ...sent })
        .execute();
    }
  }
  if (!chance(0.5)) return;
  const body = sealDocument(key, pinnedField(user_id), { ops: [{ insert: some('pinned') }] });
  await db
    .insertInto('pinned_notes')
    .values({ user_id, body, version: 1, updated_at: now, updated_by: staff_id })
    .execute();
}

/** What a record has: its rows without their owner, and what is written in them as the key opens it. */
type Contents = { rows: string[]; words: string[]; pinned: unknown[] };

async function contentsOf(user_id: string, key: ClientKey): Promise<Contents> {
  const rows: string[] = [];
  for (const table of MOVED) {
    const left = ['user_id', 'updated_at', ...SEALED.filter(([of]) => of === table).map(([, name]) => name)];
    const found = await sql<{ row: string }>`select (to_jsonb(x) - ${left}::text[])::text as row
      from ${sql.table(table)} x where user_id = ${user_id}::uuid`.execute(db);
    rows.push(...found.rows.map(({ row }) => `${table} ${row}`));
  }
  const pinned = await db
    .selectFrom('pinned_notes')
    .select('body')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  const ops = pinned ? openDocument(key, pinnedField(user_id), pinned.body).ops : [];
  return { rows: rows.toSorted(), words: await wordsOf(user_id, key), pinned: ops };
}

/** What is written about a client, each with its field; LOST where this key does not open it. */
async function wordsOf(user_id: string, key: ClientKey): Promise<string[]> {
  const words: string[] = [];
  for (const [table, column, fieldOf] of SEALED) {
    const found = await sql<{ id: string; sealed: Buffer }>`select id, ${sql.ref(column)} as sealed
      from ${sql.table(table)} where user_id = ${user_id}::uuid and ${sql.ref(column)} is not null`.execute(
      db,
    );
    words.push(...found.rows.map(({ id, sealed }) => `${fieldOf(id)} ${opened(key, fieldOf(id), sealed)}`));
  }
  return words.toSorted();
}

function opened(key: ClientKey, field: string, sealed: Buffer): string {
  try {
    return key.open(field, sealed);
  } catch {
    return 'LOST';
  }
}

const joined = (into: Contents, from: Contents): Contents => ({
  rows: [...into.rows, ...from.rows].toSorted(),
  words: [...into.words, ...from.words].toSorted(),
  pinned: [...into.pinned, ...from.pinned],
});

type Prepared = Pair & { action_id: string; check: () => Promise<{ isWhole: boolean; faults: string[] }> };

/** A record without a login and another one, both with random contents, and what has to be true of them at any time. */
async function prepare(): Promise<Prepared> {
  const people = await shop.clients(2);
  const [from, into] = [people[0]!.id, people[1]!.id];
  const contact = { cognito_sub: null, ...(chance(0.5) ? { phone: null } : {}) };
  await db.updateTable('users').set(contact).where('id', '=', from).execute();
  await fill(from);
  await fill(into);
  const now = clock.now();
  const [old, key] = [await keyring.keyOf(db, from, now), await keyring.keyOf(db, into, now)];
  const before = { from: await contentsOf(from, old), into: await contentsOf(into, key) };
  const check = async () => {
    const left = await db.selectFrom('users').select('id').where('id', '=', from).execute();
    const isWhole = left.length === 0;
    const faults: string[] = [];
    const compare = (name: string, is: Contents, was: Contents) => {
      for (const part of ['rows', 'words', 'pinned'] as const)
        if (JSON.stringify(is[part]) !== JSON.stringify(was[part])) faults.push(`${part} of ${name}`);
    };
    if (!isWhole) compare('the record that stayed', await contentsOf(from, old), before.from);
    compare(
      'the other',
      await contentsOf(into, key),
      isWhole ? joined(before.into, before.from) : before.into,
    );
    if (!isWhole) return { isWhole, faults };
    const words = await wordsOf(into, old);
    if (words.some((each) => !each.endsWith(' LOST'))) faults.push('the old key still opens something');
    const keys = await db.selectFrom('user_keys').select('user_id').where('user_id', '=', from).execute();
    if (keys.length > 0) faults.push('the old key is left');
    return { isWhole, faults };
  };
  return { from, into, action_id: randomUUID(), check };
}

const prepareSome = async (count: number): Promise<Prepared[]> =>
  await Promise.all(Array.from({ length: count }, prepare));
const bodyOf = ({ action_id, into }: Prepared) => ({ action_id, into });
const merge = async (pair: Prepared, by: TestStaff = staff) =>
  (await by.call(staffMergeClient, { params: { id: pair.from }, body: bodyOf(pair) })).status;

it(
  'R22: a process is killed while it merges random pairs of records, and each is merged again',
  { timeout: 6_000_000 },
  async () => {
    const kills = size(1, 100);
    const findings: string[] = [];
    const count = { asked: 0, answered: 0, whole: 0 };
    /** Milliseconds that answers take, as far as is known. */
    let span = 60;
    for (let kill = 0; kill < kills; kill++) {
      await emptyBooks(shop);
      staff = await shop.signInStaff(undefined, { unlocked: true });
      const victim = await startVictim(shop);
      const pairs = await prepareSome(PAIRS_PER_KILL);
      const asked = pairs.map((pair) =>
        ask(victim.origin, urlOf(staffMergeClient, { params: { id: pair.from } }), {
          method: 'POST',
          body: bodyOf(pair),
          staff_token: staff.token,
        }),
      );
      await (kill % 2 === 0 ? Promise.race(asked) : wait(random() * 2 * span));
      await victim.kill();
      const answers = await Promise.all(asked);
      const answered = answers.filter(({ status }) => status === 200).length;
      // The next moment adapts to the pace of the machine, so that kills hit before and after the answers.
      span *= answered * 2 < pairs.length ? 1.3 : 0.8;
      count.asked += pairs.length;
      count.answered += answered;
      for (const [n, pair] of pairs.entries()) {
        const { status } = answers[n]!;
        if (status !== 0 && status !== 200) findings.push(`answer ${status}`);
        const first = await pair.check();
        count.whole += Number(first.isWhole);
        if (status === 200 && !first.isWhole) findings.push('told that it is done, and it is not');
        const again = await merge(pair);
        if (again !== 200) findings.push(`the repeat: ${again}`);
        const second = await pair.check();
        if (!second.isWhole) findings.push('not merged by the repeat');
        findings.push(...first.faults, ...second.faults);
      }
      findings.push(...(await faultsOf(shop)));
    }
    const deadlocks = await deadlocksIn(shop);
    report(
      'R22',
      'random pairs of records merged, the process killed in between: nothing is lost, signed words are as they were, the old key opens nothing',
      `${count.asked} pairs, ${kills} kills: ${count.answered} answered, ${count.whole} whole, ` +
        `${findings.length} findings, ${deadlocks} deadlocks; seed ${seed}`,
      findings.length === 0 && deadlocks === 0,
    );
    expect({ findings, deadlocks }).toEqual({ findings: [], deadlocks: 0 });
  },
);

it('control: moved without being sealed anew, words are lost', async () => {
  await emptyBooks(shop);
  const by = await careless.signInStaff(undefined, { unlocked: true });
  const pairs = await prepareSome(4);
  expect(await Promise.all(pairs.map((pair) => merge(pair, by)))).toEqual(pairs.map(() => 200));
  const checked = await Promise.all(pairs.map(({ check }) => check()));
  expect(checked.flatMap(({ faults }) => faults)).toContain('words of the other');
});
