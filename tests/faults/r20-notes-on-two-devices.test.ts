import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { staffSaveSessionNote, staffSessionNote, staffSignSessionNote } from '#contract/staff.calls.ts';
import type { SessionNote, SessionNoteDetails } from '#contract/notes.schemas.ts';
import { inParallel, randomFrom, report, seed, size } from '../support/profile.ts';
import { detailsOf, type TestApp, testApp, type TestStaff } from '../support/app.ts';
import { addBooking } from '../support/sample-booking.ts';
import { deadlocksIn, emptyBooks, openShop, SHOP } from '../support/shop.ts';
import type { Client } from '../support/stock.ts';
import { withoutConditionsOn, withoutRowLocks } from '../support/without.ts';

/** Two devices write one note and sign it, each without waiting for the other. */
const shop = await openShop({ max: 16 });
const { db } = shop.database;
/** A process that neither locks a note nor asks for its version or its signature: only the database stands in its way. */
const careless = await testApp({
  ...SHOP,
  besides: shop,
  change: (of) => withoutRowLocks(withoutConditionsOn(withoutConditionsOn(of, 'signed_at'), 'version')),
});
const random = randomFrom(seed);
const HOUR = 3_600_000;
/** How often each device saves. */
const SAVES = 4;
const WIDTH = 4;

type Device = { name: string; staff: TestStaff };
type Heard = {
  /** Words that the server said it has. */
  acknowledged: string[];
  signed: SessionNote[];
  /** Answers that no rule explains. */
  odd: string[];
};

const wordsOf = (note: SessionNote | null | undefined): string[] =>
  (note?.body.ops ?? []).flatMap(({ insert }) => (typeof insert === 'string' ? insert.split(/\s+/) : []));
const turns = async () => {
  for (let turn = Math.floor(random() * 12); turn > 0; turn--) await new Promise(setImmediate);
};

/** Saves word after word over the version it knows, puts its own below what the other saved, and signs at some point. */
async function write({ name, staff }: Device, id: string): Promise<Heard> {
  const heard: Heard = { acknowledged: [], signed: [], odd: [] };
  const signsAfter = 1 + Math.floor(random() * (SAVES + 2));
  let version = 0;
  let words: string[] = [];
  for (let n = 1; n <= SAVES;) {
    await turns();
    const mine = `${name}${n}`;
    const body = [...words, mine].join(' ');
    const answer = await staff.call(staffSaveSessionNote, { params: { id }, body: { body, version } });
    const { status, json } = answer;
    if (status === 200) {
      version = json.version;
      words = [...words, mine];
      heard.acknowledged.push(mine);
      if (n === signsAfter) {
        const signed = await staff.call(staffSignSessionNote, {
          params: { id },
          body: { action_id: randomUUID(), version },
        });
        if (signed.status === 200) heard.signed.push(signed.json);
        else if (!/^NOTE_(CHANGED|SIGNED)$/.test(String(signed.json.code)))
          heard.odd.push(`sign ${signed.status}`);
      }
      n += 1;
    } else if (json.code === 'NOTE_CHANGED') {
      const { note } = detailsOf<SessionNoteDetails>(answer);
      version = note?.version ?? 0;
      words = wordsOf(note).filter((word) => word !== '');
    } else {
      if (json.code !== 'NOTE_SIGNED') heard.odd.push(`save ${status} ${String(json.code)}`);
      break;
    }
  }
  return heard;
}

/** One round; what was wrong with it. `isCareful`: every answer must be one that the rules have. */
async function round(
  site: TestApp,
  devices: readonly Device[],
  client: Client,
  isCareful: boolean,
): Promise<string[]> {
  const now = site.clock.now();
  const id = await addBooking(db, {
    user_id: client.id,
    service_id: shop.stock.massage.id,
    start_time: new Date(now.getTime() - HOUR),
    created_at: now,
    status: 'COMPLETED',
  });
  const heard = await Promise.all(devices.map((device) => write(device, id)));
  const { note } = (await devices[0]!.staff.call(staffSessionNote, { params: { id } })).json;
  const found: string[] = [];
  const words = wordsOf(note);
  const signed = heard.flatMap((each) => each.signed);
  for (const { body, version } of signed)
    if (JSON.stringify(body) !== JSON.stringify(note?.body) || version !== note?.version)
      found.push(`signed version ${version} is now ${note?.version}: ${words.join(' ')}`);
  if (!isCareful) return found;
  const lost = heard.flatMap((each) => each.acknowledged).filter((word) => !words.includes(word));
  if (lost.length > 0) found.push(`lost ${lost.join(' ')} of ${words.join(' ')}`);
  if (signed.length > 1) found.push(`signed ${signed.length} times`);
  if ((note?.signed ?? null) !== null && signed.length === 0) found.push('signed by nobody');
  return [...found, ...heard.flatMap((each) => each.odd)];
}

async function rounds(site: TestApp, count: number, isCareful: boolean): Promise<string[]> {
  await emptyBooks(shop);
  const [client] = await shop.clients(1);
  const devices = await Promise.all(
    ['a', 'b'].map(async (name) => ({
      name,
      staff: await site.signInStaff(`${name}@example.com`, { unlocked: true }),
    })),
  );
  const tasks = Array.from({ length: count }, () => () => round(site, devices, client!, isCareful));
  return (await inParallel(tasks, WIDTH)).flat();
}

it('R20: two devices write and sign one note', { timeout: 3_000_000 }, async () => {
  const count = size(10, 2000);
  const findings = await rounds(shop, count, true);
  const deadlocks = await deadlocksIn(shop);
  const { rows } = await sql<{ signed: number; saves: number }>`select
    count(*) filter (where signed_at is not null)::int as signed, coalesce(sum(version), 0)::int as saves
    from session_notes`.execute(db);
  report(
    'R20',
    'two devices write and sign one note: nothing that was saved is overwritten, no signed note changes',
    `${count} rounds: ${rows[0]!.saves} saves, ${rows[0]!.signed} notes signed, ${findings.length} findings, ${deadlocks} deadlocks; seed ${seed}`,
    findings.length === 0 && deadlocks === 0 && rows[0]!.signed > 0,
  );
  expect({ findings: findings.slice(0, 5), deadlocks }).toEqual({ findings: [], deadlocks: 0 });
});

it('R20: the trigger alone keeps signed notes, whatever a process does', async () => {
  expect(await rounds(careless, size(8, 200), false)).toEqual([]);
});

it('R20 control: without the trigger, the same process changes signed notes', async () => {
  await sql`alter table session_notes disable trigger signed_notes_are_final`.execute(db);
  try {
    expect((await rounds(careless, size(8, 200), false)).length).toBeGreaterThan(0);
  } finally {
    await sql`alter table session_notes enable trigger signed_notes_are_final`.execute(db);
  }
});
