import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deleteUser } from '#contract/client.calls.ts';
import {
  staffEraseClient,
  staffErasure,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSignSessionNote,
} from '#contract/staff.calls.ts';
import type { TestStaff } from '#tests/support/app.ts';
import { emptyBooks, openShop, type Shop } from '#tests/support/shop.ts';
import { addBooking } from '#tests/support/sample-booking.ts';
import type { Client } from '#tests/support/stock.ts';

/** What is written about a client and the deletion of that client, at one moment on connections of their own. */
const shop = await openShop({ max: 12 });
/** The same in a database that does not know whom a note is about. */
const unbound = await openShop({ max: 12 });
await sql`alter table session_notes drop constraint session_notes_user_id_fkey`.execute(unbound.db);
await sql`alter table pinned_notes drop constraint pinned_notes_user_id_fkey`.execute(unbound.db);

const ROUNDS = 6;
/** Of the rounds of a control: two requests do not meet in every one. */
const MOST_TRIES = 20;

type Race = { of: Shop; staff: TestStaff; client: Client; visit: string };
type Answer = { status: number };

const save = ({ staff, visit }: Race): Promise<Answer> =>
  staff.call(staffSaveSessionNote, { params: { id: visit }, body: { body: 'Health.', version: 0 } });
async function sign(race: Race): Promise<Answer> {
  const saved = await save(race);
  if (saved.status !== 200) return saved;
  return await race.staff.call(staffSignSessionNote, {
    params: { id: race.visit },
    body: { action_id: randomUUID(), version: 1 },
  });
}
const pin = ({ staff, client }: Race): Promise<Answer> =>
  staff.call(staffSavePinnedNote, { params: { id: client.id }, body: { body: 'Health.', version: 0 } });

/** The client deletes the account. */
const deleteAccount =
  async ({ of, client }: Race) =>
  (): Promise<Answer> =>
    of.call(client, deleteUser);
/** Staff delete the record of a client without a login. */
async function deleteRecord({ of, staff, client }: Race) {
  await of.db.updateTable('users').set({ cognito_sub: null }).where('id', '=', client.id).execute();
  const params = { id: client.id };
  const { quote } = (await staff.call(staffErasure, { params })).json;
  return (): Promise<Answer> =>
    staff.call(staffEraseClient, { params, body: { action_id: randomUUID(), quote } });
}

/** Runs rounds of a race, and returns what was wrong. */
async function findingsOf(
  of: Shop,
  write: (race: Race) => Promise<Answer>,
  deletion: (race: Race) => Promise<() => Promise<Answer>>,
): Promise<string[]> {
  await emptyBooks(of);
  const now = of.clock.now();
  const staff = await of.signInStaff(undefined, { unlocked: true });
  const findings: string[] = [];
  for (const client of await of.clients(ROUNDS)) {
    const visit = await addBooking(of.db, {
      user_id: client.id,
      service_id: of.stock.massage.id,
      start_time: new Date(now.getTime() - 2 * 3_600_000),
      created_at: now,
      status: 'COMPLETED',
    });
    const race = { of, staff, client, visit };
    const erase = await deletion(race);
    const [written, erased] = await Promise.all([write(race), erase()]);
    const { rows } = await sql<{ left: number }>`select (
      (select count(*) from session_notes where user_id = ${client.id})
      + (select count(*) from pinned_notes where user_id = ${client.id})
      + (select count(*) from user_keys where user_id = ${client.id}))::int as left`.execute(of.db);
    const isWhole = erased.status < 300 && [200, 404].includes(written.status) && rows[0]!.left === 0;
    if (!isWhole) findings.push(`written ${written.status}, deleted ${erased.status}, left ${rows[0]!.left}`);
  }
  return findings;
}

const RACES = [
  ['a session note is written while the client deletes the account', save, deleteAccount],
  ['a session note is written while staff delete the record', save, deleteRecord],
  ['a session note is signed while the client deletes the account', sign, deleteAccount],
  ['a note is pinned while the client deletes the account', pin, deleteAccount],
] as const;

describe('at the same time', () => {
  it.each(RACES)('%s: nothing of it is left', async (_, write, deletion) => {
    expect(await findingsOf(shop, write, deletion)).toEqual([]);
  });

  it.each(RACES)('control: without the foreign key, something is left: %s', async (_, write, deletion) => {
    let findings: string[] = [];
    for (let tries = 0; tries < MOST_TRIES && findings.length === 0; tries++)
      findings = await findingsOf(unbound, write, deletion);
    expect(findings.length).toBeGreaterThan(0);
  });
});
