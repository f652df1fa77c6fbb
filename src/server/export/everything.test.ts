import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { accessLog, getUserBookings } from '#contract/client.calls.ts';
import {
  staffAuditLog,
  staffExportEverything,
  staffLock,
  staffSavePinnedNote,
  staffSaveSessionNote,
  staffSignOut,
} from '#contract/staff.calls.ts';
import { articleBlocksOf } from '#domain/text/rich-text.ts';
import { testApp, type TestStaff } from '#tests/support/app.ts';
import { addBooking, addCheckout } from '#tests/support/sample-booking.ts';
import { draftField } from '../bookings/sealed-fields.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { inTransaction } from '../db/transactions.ts';
import { createKeyring } from '../runtime/keyring.ts';
import { staffCookieName } from '../sessions/staff-session.ts';
import { eraseKeptRecord } from '../users/erase-client.ts';
import { csvLine } from './csv.ts';
import { everythingAsZip } from './everything.ts';
import { takeTurn } from './everything-store.ts';
import { postHtml } from './post-html.ts';

const site = await testApp();
const { db, clock, deps, keyring, settled } = site;
const owner = await site.signInStaff(undefined, { unlocked: true });
const maren = await site.signInClient('demo@example.com');

type Files = Record<string, string>;

async function save(staff: TestStaff = owner): Promise<Files> {
  const answer = await staff.call(staffExportEverything);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(answer.headers['x-accel-buffering']).toBe('no');
  await settled();
  return filesIn(answer.bytes);
}
const filesIn = (zip: Uint8Array): Files =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(zip))).map(([name, bytes]) => [
      name,
      name.endsWith('.png') ? Buffer.from(bytes).toString('base64') : strFromU8(bytes),
    ]),
  );

/** Reads CSV as RFC 4180 has it, and nothing else. */
function readCsv(text: string): Record<string, string>[] {
  const cell = /(?:"((?:[^"]+|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const lines: string[][] = [[]];
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    const found = cell.exec(text);
    if (!found) throw new Error(`No CSV: ${text.slice(at, at + 60)}`);
    lines.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === '\r\n') lines.push([]);
  }
  expect(lines.pop()).toEqual([]);
  const [heads, ...rows] = lines as [string[], ...string[][]];
  expect(new Set(heads).size).toBe(heads.length);
  return rows.map((row) => {
    expect(row).toHaveLength(heads.length);
    return Object.fromEntries(heads.map((head, n) => [head, row[n]!]));
  });
}
const cents = (rows: readonly Record<string, string>[], head: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[head]) * 100), 0);
const one = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(db)).rows[0]!.n;

const HOSTILE = ['=HYPERLINK("http://x.example")', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a,"b"\r\nc'];

it('a cell that a spreadsheet would compute is text, and any text is one cell', () => {
  expect(readCsv(`${csvLine(HOSTILE.map((_, n) => `${n}`))}${csvLine(HOSTILE)}`)).toEqual([
    Object.fromEntries(HOSTILE.map((text, n) => [n, n < 6 ? `'${text}` : text])),
  ]);
  expect(csvLine(['Zoë', null, '1-2', 'a=b'])).toBe('Zoë,,1-2,a=b\r\n');
});

describe('everything of the practice', () => {
  let files: Files;
  let chosen: string;
  beforeAll(async () => {
    const { id: service_id } = await db.selectFrom('services').select('id').executeTakeFirstOrThrow();
    const created_at = clock.now();
    const start_time = new Date(created_at.getTime() - 86_400_000);
    const paid = (hidden: boolean, cents: number) =>
      addCheckout(db, {
        user_id: maren.user_id,
        created_at,
        items: JSON.stringify(hidden ? [{ price_cents: 7300, price_chosen_by_client: true }] : []),
        subtotal_cents: cents,
        total_cents: cents + 77,
        tax_cents: 77,
      });
    const visit = {
      user_id: maren.user_id,
      service_id,
      start_time,
      created_at,
      status: 'COMPLETED' as const,
    };
    // What the client chose, the rest of that payment, and a visit that is known.
    const hidden = await paid(true, 7300 + 8500);
    chosen = await addBooking(db, {
      ...visit,
      checkout_id: hidden,
      price_cents: 7300,
      price_chosen_by_client: true,
    });
    await addBooking(db, { ...visit, checkout_id: hidden, price_cents: 8500, price_chosen_by_client: false });
    const known = await paid(false, 6400);
    const seen = await addBooking(db, {
      ...visit,
      checkout_id: known,
      price_cents: 6400,
      price_chosen_by_client: false,
    });
    for (const [checkout_id, booking_id, amount_cents] of [
      [hidden, chosen, 7377],
      [known, seen, 1100],
    ] as const)
      await db
        .insertInto('refunds')
        .values({
          checkout_id,
          booking_id,
          amount_cents,
          created_at,
          next_attempt_at: created_at,
          done_at: created_at,
        })
        .execute();
    const elsewhere = { noted_at: created_at, amount_cents: 900 };
    await db
      .insertInto('refunds_elsewhere')
      .values([
        { ...elsewhere, provider_refund_id: 're_1', checkout_id: known },
        { ...elsewhere, provider_refund_id: 're_2', checkout_id: known, failed_at: created_at },
      ])
      .execute();
    const cash = {
      booking_id: seen,
      user_id: maren.user_id,
      method: 'CASH',
      received_on: '2026-03-01',
      at: created_at,
    };
    const id = randomUUID();
    await db
      .insertInto('offline_payments')
      .values({ ...cash, id, amount_cents: 5000, note: '=1+1' })
      .execute();
    await db
      .insertInto('offline_payments')
      .values({ ...cash, id: randomUUID(), amount_cents: -2000, corrects: id })
      .execute();
    const unmatched = { amount_cents: 4200, currency: 'usd', noted_at: created_at, refund_at: created_at };
    await db
      .insertInto('unmatched_payments')
      .values(
        ([null, 'KEPT', 'REFUNDED', 'FOUND'] as const).map((outcome, n) => ({
          ...unmatched,
          session_id: `cs_${n}`,
          checkout_id: randomUUID(),
          settled_at: outcome && created_at,
          outcome,
        })),
      )
      .execute();
    await db.updateTable('users').set({ last_name: HOSTILE[0]! }).where('id', '=', maren.user_id).execute();

    const params = { id: seen };
    await owner.call(staffSaveSessionNote, { params, body: { body: 'Slept badly', version: 0 } });
    const pinned = { params: { id: maren.user_id }, body: { body: 'Zinnia pollen', version: 1 } };
    expect((await owner.call(staffSavePinnedNote, pinned)).status).toBe(200);
    const key = await keyring.keyOf(db, maren.user_id, created_at);
    const linked = (url: string) => ({
      ops: [{ insert: 'site', attributes: { link: url } }, { insert: '\n' }],
    });
    await db
      .updateTable('bookings')
      .set({ recommendations_draft: sealDocument(key, draftField(seen), linked('https://one.example')) })
      .where('id', '=', seen)
      .execute();
    await db
      .updateTable('bookings')
      .set({ recommendations_draft: sealDocument(key, draftField(chosen), linked('https://two.example')) })
      .where('id', '=', chosen)
      .execute();
    files = await save();
  });

  it('has each client and each appointment once, and the prices that staff know', async () => {
    const clients = readCsv(files['clients.csv']!);
    expect(clients).toHaveLength(await one(sql`select count(*)::int as n from users`));
    expect(clients.find((row) => row['Client ID'] === maren.user_id)).toMatchObject({
      'First Name': 'Maren',
      'Last Name': `'${HOSTILE[0]}`,
      Email: 'demo@example.com',
      Phone: expect.stringMatching(/^\(\d{3}\) \d{3}-\d{4}$/),
    });
    const visits = readCsv(files['appointments.csv']!);
    expect(visits).toHaveLength(
      await one(sql`select count(*)::int as n from bookings where status <> 'PENDING'`),
    );
    const hidden = sql`b.price_chosen_by_client or coalesce(c.has_chosen_price, false)`;
    const all = sql`bookings b left join checkouts c on c.id = b.checkout_id where b.status <> 'PENDING'`;
    expect(cents(visits, 'Price')).toBe(
      await one(sql`select sum(price_cents)::int as n from ${all} and not (${hidden})`),
    );
    expect(visits.filter((row) => row['Price'] === '').length).toBe(
      await one(sql`select count(*)::int as n from ${all} and (${hidden})`),
    );
    expect(visits.find((row) => row['Appointment ID'] === chosen)).toMatchObject({
      Price: '',
      Date: '2026-03-01',
      'Start Time': '09:00',
      'End Time': '10:00',
    });
  });

  it('has each payment once, and no amount that a client chose, alone or in a sum', async () => {
    const withoutVisit = (row: Record<string, string>) => row['Note'] === 'Without an appointment';
    const everything = readCsv(files['payments.csv']!);
    expect(
      everything.filter(withoutVisit).map((row) => [row['Type'], row['Payment ID'], row['Amount']]),
    ).toEqual([
      ['Payment', 'cs_0', ''],
      ['Payment', 'cs_1', ''],
      ['Payment', 'cs_2', ''],
      ['Refund', 'cs_2', ''],
    ]);
    const rows = everything.filter((row) => !withoutVisit(row));
    const of = (type: string, method: string) =>
      rows.filter((row) => row['Type'] === type && row['Method'] === method);
    const paid = sql`checkouts where state in ('PAID', 'CONFIRMED', 'REFUND_DUE', 'REFUNDED')`;
    const seen = sql`not has_chosen_price and not exists (
      select from bookings b where b.checkout_id = checkouts.id and b.price_chosen_by_client)`;
    expect(of('Payment', 'CARD')).toHaveLength(await one(sql`select count(*)::int as n from ${paid}`));
    expect(cents(of('Payment', 'CARD'), 'Amount')).toBe(
      await one(sql`select sum(coalesce(total_cents, subtotal_cents))::int as n from ${paid} and ${seen}`),
    );
    expect(of('Payment', 'CARD').filter((row) => row['Amount'] === '').length).toBe(
      await one(sql`select count(*)::int as n from ${paid} and not (${seen})`),
    );
    const refunds = of('Refund', 'CARD').filter((row) => row['Date'] === '2026-03-02');
    expect(refunds.map((row) => row['Amount']!).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '',
      '11.00',
      '9.00',
    ]);
    expect([cents(of('Payment', 'CASH'), 'Amount'), cents(of('Correction', 'CASH'), 'Amount')]).toEqual([
      5000, 2000,
    ]);
    expect(of('Payment', 'CASH')[0]).toMatchObject({ Note: "'=1+1", Currency: 'USD', Date: '2026-03-01' });
    // 73 chosen, 85 in the same payment, 158 together, with tax, and refunded.
    const tables = Object.entries(files).flatMap(([name, text]) => (name.endsWith('.csv') ? [text] : []));
    for (const amount of ['73.00', '158.00', '158.77', '73.77', '0.77'])
      expect([amount, tables.join('\n').includes(`,${amount},`)]).toEqual([amount, amount === '0.77']);
  });

  it('has each question of each form that was handed in, and its signatures as pictures', async () => {
    const rows = readCsv(files['answers.csv']!);
    const asked = sql`submissions s join form_versions v on v.form_id = s.form_id and v.version = s.form_version,
      jsonb_path_query(v.content, '$.sections[*].questions[*]') q`;
    expect(rows).toHaveLength(
      await one(sql`select count(*)::int as n from ${asked} where s.source <> 'PAPER'`),
    );
    expect(files['answers.csv']).toContain('The neighbor’s truck, at twenty to six.');
    const named = rows.map((row) => row['Answer']!).filter((answer) => answer.startsWith('signatures/'));
    expect(named.length).toBeGreaterThan(0);
    expect(
      Object.keys(files)
        .filter((name) => name.startsWith('signatures/'))
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(named.toSorted((a, b) => a.localeCompare(b)));
    expect(files[named[0]!]).toMatch(/^iVBORw0KGgo/);
    const questions = readCsv(files['forms.csv']!);
    expect(questions).toHaveLength(
      await one(sql`select count(*)::int as n from forms f join lateral (select content from form_versions
        where form_id = f.id order by version desc limit 1) v on true,
        jsonb_path_query(v.content, '$.sections[*].questions[*]') q`),
    );
  });

  it('has a file of each client about whom something is written, and of reflections only shared ones', async () => {
    const notes = Object.keys(files).filter((name) => name.startsWith('notes/'));
    const hers = files[notes.find((name) => name.endsWith(` ${maren.user_id}.md`))!]!;
    expect(hers).toMatch(
      /^Maren =HYPERLINK[^]*# Important\n\nZinnia pollen\n[^]*## Session note, not signed\n\nSlept badly/,
    );
    expect(hers).toContain('## Recommendation, not published');
    const [, one, two] = /\[site\]\[(\d+)\][^]*\[site\]\[(\d+)\]/.exec(hers)!;
    expect(hers).toContain(`[${one}]: https://`);
    expect(one).not.toBe(two);
    const bookings = (await maren.call(getUserBookings)).json;
    const reflections = bookings.filter(({ client_notes }) => client_notes !== null);
    expect(new Set(reflections.map((each) => each.client_notes_shared_at !== null)).size).toBe(2);
    for (const { client_notes, client_notes_shared_at } of reflections) {
      const words = (client_notes!.ops[0]!.insert as string).split('\n', 1)[0]!;
      expect([words, hers.includes(words)]).toEqual([words, client_notes_shared_at !== null]);
    }
  });

  it('has the posts', async () => {
    const posts = await db.selectFrom('post_drafts').select(['id', 'title', 'content']).execute();
    for (const { id, title, content } of posts) {
      const html = Object.entries(files).find(([name]) => name.endsWith(`${id}.html`))![1];
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html.match(/<h2>/g) ?? []).toHaveLength(
        articleBlocksOf(content).filter((block) => block.kind === 'heading' && block.level === 1).length,
      );
    }
  });

  it('has no key, no secret and no id of an account elsewhere', async () => {
    const all = Object.entries(files).flat().join('\n');
    const keys = await db.selectFrom('user_keys').selectAll().execute();
    const secrets: Buffer[] = [deps.config.master_key, Buffer.from(deps.config.app_secret)];
    for (const { user_id, wrapped_key } of keys) {
      const { secret } = await keyring.keyOf(db, user_id, clock.now());
      secrets.push(wrapped_key, Buffer.from(secret.key));
    }
    const texts = secrets.flatMap((each) => [
      each.toString('base64').slice(0, 20),
      each.toString('hex').slice(0, 20),
    ]);
    const users = await db.selectFrom('users').select(['cognito_sub', 'stripe_id']).execute();
    const accounts = await db.selectFrom('accounts').select('password_hash').execute();
    texts.push(...users.flatMap((each) => [each.cognito_sub, each.stripe_id]).filter((id) => id !== null));
    texts.push(...accounts.map(({ password_hash }) => password_hash));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => all.includes(text))).toEqual([]);
  });

  it('is one line of the audit log, and each client sees that the record was saved', async () => {
    const { rows } = (await owner.call(staffAuditLog, { query: {} })).json;
    expect(rows.filter(({ text }) => text.includes('as files')).length).toBe(1);
    expect(rows.filter(({ text }) => text.includes('as a file'))).toEqual([]);
    const hers = (await owner.call(staffAuditLog, { query: { client: maren.user_id } })).json.rows;
    expect(hers.filter(({ text }) => text.includes('as a file')).length).toBe(1);
    const { reads } = (await maren.call(accessLog)).json;
    expect(reads.filter(({ kind }) => kind === 'FILE')).toMatchObject([{ by: 'Nalini' }]);
  });
});

it('a post is HTML whatever is in its texts', () => {
  const ops = [
    { insert: '<script>alert(1)</script>', attributes: { bold: true, link: 'https://x.example/?a="b"&c' } },
    { insert: '\n' },
    { insert: 'one' },
    { insert: '\n', attributes: { list: 'checked' } },
    { insert: 'deeper' },
    { insert: '\n', attributes: { list: 'bullet', indent: 1 } },
    { insert: 'x < y' },
    { insert: '\n', attributes: { 'code-block': true } },
  ];
  const about = { title: 'A & <b>', description: '"', author: null, categories: ['Yoga'] };
  const picture = { hero_image_url: '/art/leaf.webp', hero_alt: '">' };
  const state = { version: 1, updated_at: clock.now(), published_version: null, publish_date: null };
  const post = { id: 'p', slug: null, publish_at: null, ...state, ...about, ...picture, content: { ops } };
  const html = postHtml(post, 'https://practice.example');
  expect(html).toContain(
    '<p><a href="https://x.example/?a=&quot;b&quot;&amp;c"><strong>&lt;script&gt;alert(1)&lt;/script&gt;</strong></a></p>',
  );
  expect(html).toContain('<ul><li>☑ one<ul><li>deeper</li></ul></li></ul>\n<pre>x &lt; y</pre>');
  expect(html).toContain('<h1>A &amp; &lt;b&gt;</h1>\n<p>Not published · Yoga</p>');
  expect(html).toContain('<img src="https://practice.example/art/leaf.webp" alt="&quot;&gt;">');
});

describe('who may save everything', () => {
  it('is an owner, unlocked', async () => {
    const locked = await site.signInStaff();
    expect((await locked.call(staffExportEverything)).json).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const desk = await site.signInStaff('desk@example.com', { unlocked: true });
    await db.updateTable('staff').set({ role: 'FRONT_DESK' }).where('id', '=', desk.staff_id).execute();
    expect((await desk.call(staffExportEverything)).json).toMatchObject({ code: 'OWNER_ONLY' });
  });

  it('is nobody with the key of another practice', async () => {
    const other = { ...deps, keyring: createKeyring(randomBytes(32)) };
    await expect(drain(everythingAsZip(other, reader(owner.staff_id), clock.now()))).rejects.toThrow(
      /authenticate/,
    );
  });
});

const reader = (staff_id: string) => ({
  staff_id,
  session_id: randomUUID(),
  mayRead: () => Promise.resolve(true),
});
async function drain(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

describe('while everything is saved', () => {
  beforeAll(() => site.app.listen({ port: 0, host: '127.0.0.1' }));

  /** Begins it over the network, and holds it in the middle of the sealed data. */
  async function begin({ token }: TestStaff) {
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { knownKeyOf } = keyring;
    vi.spyOn(keyring, 'knownKeyOf').mockImplementationOnce(async (...of) => {
      reached.resolve();
      await held.promise;
      return await knownKeyOf(...of);
    });
    const { port } = site.app.server.address() as AddressInfo;
    const stop = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}${staffExportEverything.path}`, {
      method: 'POST',
      headers: { cookie: `${staffCookieName(deps.config)}=${token}`, 'sec-fetch-site': 'same-origin' },
      signal: stop.signal,
    });
    expect(answer.status).toBe(200);
    await reached.promise;
    const rest = async () => {
      held.resolve();
      return await answer.bytes();
    };
    return { stop, rest };
  }
  const ended = () =>
    vi.waitFor(async () => {
      const turns = db.selectFrom('rate_limits').select('key').where('key', '=', 'export-everything');
      expect(await turns.execute()).toEqual([]);
    }, 20_000);

  it('it is refused a second time, also by another process, until it ends', async () => {
    const second = await testApp({ besides: site });
    const there = await second.signInStaff(undefined, { unlocked: true });
    const { rest } = await begin(owner);
    for (const staff of [owner, there])
      expect((await staff.call(staffExportEverything)).json).toMatchObject({ code: 'EXPORT_RUNNING' });
    expect(Object.keys(filesIn(await rest()))).toContain('clients.csv');
    await ended();
    await save(there);
    await ended();
  });

  it('one whose process ended holds up the next for a quarter of an hour', async () => {
    await takeTurn(db, clock.now());
    expect((await owner.call(staffExportEverything)).status).toBe(409);
    clock.advance(15 * 60_000);
    await save();
    await ended();
  });

  it('it ends when the reader stops, and its worker with it', async () => {
    const terminated = vi.spyOn(Worker.prototype, 'terminate');
    const closed = once(site.app.server, 'request').then(([, response]) =>
      once(response as Writable, 'close'),
    );
    const { stop, rest } = await begin(owner);
    stop.abort();
    await closed;
    await expect(rest()).rejects.toThrow();
    await ended();
    expect(terminated).toHaveBeenCalledTimes(1);
    terminated.mockRestore();
  });

  it.each([
    ['is locked', staffLock],
    ['signs out', staffSignOut],
  ])('it breaks off once its session %s', async (_name, call) => {
    const staff = await site.signInStaff(undefined, { unlocked: true });
    const { rest } = await begin(staff);
    expect((await staff.call(call)).status).toBeLessThan(300);
    clock.advance(1000);
    await expect(rest()).rejects.toThrow();
    await ended();
  });

  it('control: time alone does not end it', async () => {
    const { rest } = await begin(owner);
    clock.advance(1000);
    expect(Object.keys(filesIn(await rest()))).toContain('clients.csv');
    await ended();
  });

  it.each(['before', 'after'])('a client who is erased %s the key is read breaks nothing', async (when) => {
    const [erased, stays, created_at] = [randomUUID(), randomUUID(), clock.now()];
    const client = {
      first_name: 'Kept',
      email: '',
      phone: '+15035550142',
      created_at,
      updated_at: created_at,
    };
    await db
      .insertInto('users')
      .values([erased, stays].map((id) => ({ ...client, id })))
      .execute();
    for (const id of [erased, stays])
      await owner.call(staffSavePinnedNote, { params: { id }, body: { body: `Words of ${id}`, version: 0 } });
    const erase = () =>
      inTransaction(db, async (trx) => {
        const about = { id: erased, site_url: 'https://x.example', action_id: randomUUID(), actor: null };
        await eraseKeptRecord(trx, about, clock.now());
      });
    const racing = {
      ...keyring,
      async knownKeyOf(_: typeof db, id: string) {
        if (id === erased && when === 'before') await erase();
        const key = await keyring.knownKeyOf(db, id);
        if (id === erased && when === 'after') await erase();
        return key;
      },
    };
    const files = filesIn(
      await drain(everythingAsZip({ ...deps, keyring: racing }, reader(owner.staff_id), clock.now())),
    );
    expect(Object.values(files).join('\n')).toContain(`Words of ${stays}`);
    expect(await db.selectFrom('users').select('id').where('id', '=', erased).execute()).toEqual([]);
    // What was read before may have left already.
    expect(Object.keys(files).filter((name) => name.includes(erased)).length).toBe(when === 'before' ? 0 : 1);
    await expect(
      keyring.keyOf(db, erased, clock.now()),
      'control: the key that clients get',
    ).rejects.toThrow();
  });
});
