import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate, MIGRATION_LOCK, MIGRATIONS_FOLDER } from '#server/db/migrate.ts';
import { reconcilePayments } from '#server/jobs/payment-jobs.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { until } from '../support/ask.ts';
import { startCommand } from './support/commands.ts';
import { inParallel, randomFrom, report, seed, size } from '../support/profile.ts';
import { type Shop, faultsOf, openShop, sessionOf } from '../support/shop.ts';
import { type Client, massageAt } from '../support/stock.ts';

const shop = await openShop();
const restored = await testDatabase({ migrated: false });
const together = await testDatabase({ migrated: false });
const interrupted = await testDatabase({ migrated: false });
const MIGRATIONS = readdirSync(MIGRATIONS_FOLDER).toSorted();

/** What the tables are made of: columns, constraints, indexes, triggers. */
async function shapeOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`);
  return rows.map(({ line }) => line);
}

async function appliedIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ known: boolean }>(
    `select to_regclass('schema_migrations') is not null as known`,
  );
  if (!rows[0]!.known) return [];
  const applied = await pool.query<{ name: string }>('select name from schema_migrations order by name');
  return applied.rows.map(({ name }) => name);
}

const migrateProcess = (url: string) => startCommand('migrate', [], { DATABASE_URL: url });

describe('R12', () => {
  it('a backup made during bookings is complete and restores completely', async () => {
    await drill(shop, restored);
  });

  it('four concurrent migrations apply each file once', async () => {
    const rounds = size(1, 10);
    let wrong = 0;
    for (let round = 0; round < rounds; round++) {
      await together.pool.query('drop schema public cascade; create schema public');
      const ended = await Promise.all([1, 2, 3, 4].map(async () => await migrateProcess(together.url).ended));
      expect(
        ended.map(({ code }) => code),
        ended.map(({ said }) => said).join('\n'),
      ).toEqual([0, 0, 0, 0]);
      const applied = ended.flatMap(({ said }) =>
        [...said.matchAll(/^Migrated: (.+)$/gm)].map(([, name]) => name!),
      );
      if (applied.toSorted().join() !== MIGRATIONS.join()) wrong += 1;
      if ((await appliedIn(together.pool)).join() !== MIGRATIONS.join()) wrong += 1;
    }
    report(
      'R12',
      '4 processes migrating at once: applied once',
      `4 processes migrating at once: ${rounds} rounds of ${MIGRATIONS.length} files, ${wrong} wrong`,
      wrong === 0,
    );
    expect(wrong).toBe(0);
  });

  it('a start during another migration reports it, waits and continues', async () => {
    await together.pool.query('drop schema public cascade; create schema public');
    const holder = await together.pool.connect();
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { ended } = migrateProcess(together.url);
    const waits = async () => {
      const { rows } = await together.pool.query(
        `select 1 from pg_stat_activity where datname = current_database()
            and application_name = 'sattva-and-sage migrate' and query like '%pg_try_advisory_xact_lock%'`,
      );
      return rows.length > 0;
    };
    expect(await until(waits, 60_000)).toBe(true);
    const nothing = await appliedIn(together.pool);
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
    const { code, said } = await ended;
    const waited = said.startsWith('Another process is migrating the database. Waiting…');
    report(
      'R12',
      'a start during another migration reports it, waits and continues',
      `start during a migration: ${waited ? 'said so' : 'silent'}, ${nothing.length} files before, ${(await appliedIn(together.pool)).length} of ${MIGRATIONS.length} after`,
      waited && code === 0,
    );
    expect({ code, waited, nothing }).toEqual({ code: 0, waited: true, nothing: [] });
  });

  it(
    'after kill -9 during a migration the next start continues with whole files',
    { timeout: 1_200_000 },
    async () => {
      const kills = size(2, 40);
      const random = randomFrom(seed);
      const wanted = (await shapeOf(together.pool)).join('\n');
      await gone(interrupted.pool); // a retry finds what its first try left
      await interrupted.pool.query('drop schema public cascade; create schema public');
      const empty = (await shapeOf(interrupted.pool)).join('\n');
      const shapes = new Map<string, string>([['', empty]]);
      let wrong = 0;
      let halfWay = 0;

      const began = performance.now();
      expect((await migrateProcess(interrupted.url).ended).code).toBe(0);
      const span = performance.now() - began;
      for (let kill = 0; kill < kills; kill++) {
        await interrupted.pool.query('drop schema public cascade; create schema public');
        if (kill % 2 === 0) {
          await killWhileBlocked(interrupted);
        } else {
          const { child, ended } = migrateProcess(interrupted.url);
          await wait(span * (0.3 + random() * 0.7)); // the moment is the fault, and the seed repeats it
          child.kill('SIGKILL');
          await ended;
        }
        await gone(interrupted.pool);

        // Whole files, in order: a prefix of all, and exactly the tables that these make.
        const applied = await appliedIn(interrupted.pool);
        if (applied.length < MIGRATIONS.length) halfWay += 1;
        if (applied.join() !== MIGRATIONS.slice(0, applied.length).join()) wrong += 1;
        const shape = (await shapeOf(interrupted.pool)).filter((line) => !line.includes('schema_migrations'));
        const known = shapes.get(applied.join());
        if (known === undefined) shapes.set(applied.join(), shape.join('\n'));
        else if (known !== shape.join('\n')) wrong += 1;

        expect(await migrateProcess(interrupted.url).ended).toMatchObject({ code: 0 });
        if ((await shapeOf(interrupted.pool)).join('\n') !== wanted) wrong += 1;
      }
      report(
        'R12',
        'kill -9 in mid-migration: clean after restart',
        `${kills} kills in mid-migration, ${halfWay} with files still to come, ${wrong} wrong; seed ${seed}`,
        wrong === 0,
      );
      expect(wrong).toBe(0);
    },
  );
});

/** Backs up while clients book, restores, and returns each difference. */
async function paidSince(shop: Shop, clients: readonly Client[], offset: number): Promise<string[]> {
  const sessions: string[] = [];
  for (const [n, client] of clients.entries()) {
    const { status, body } = await shop.checkout(client, [massageAt(offset + n)]);
    expect(status).toBe(200);
    const session = sessionOf(body.url);
    await shop.pay(session);
    sessions.push(session);
  }
  return sessions;
}

/** Every payment since the backup is noted as unmatched by the job that each start runs. */
async function nothingPaidIsDropped(
  shop: Shop,
  restored: TestDatabase,
  paid: readonly string[],
): Promise<void> {
  const dropped = async () => {
    const { rows } = await restored.pool.query<{ id: string }>(
      `select paid.id from unnest($1::text[]) as paid (id)
      where not exists (select 1 from checkouts where provider_session_id = paid.id and state in ('CONFIRMED', 'REFUNDED'))
        and not exists (select 1 from unmatched_payments where session_id = paid.id)`,
      [paid],
    );
    return rows.length;
  };
  const before = await dropped();
  await reconcilePayments.run({ ...shop.deps, db: restored.db }, new Date(shop.clock.now().getTime() + 1000));
  const after = await dropped();
  report(
    'R12',
    'restore of an older backup: paid since then, and neither booked, refunded nor reported',
    `older backup: of ${paid.length} paid since, ${before} unsettled without the comparison, ${after} with it`,
    before === paid.length && after === 0,
  );
  expect({ before, after }).toEqual({ before: paid.length, after: 0 });
}

/** A session, a password and a feed, which are ended, changed and turned off after the backup. */
async function giveAccess({ database: { pool } }: Shop, { id }: Client): Promise<void> {
  await pool.query(
    `insert into calendar_feeds (user_id, token_hash, created_at) values ($1, sha256('feed'), now())`,
    [id],
  );
}
async function endAccessSince({ database: { pool } }: Shop): Promise<void> {
  await pool.query('delete from logins');
  await pool.query('delete from calendar_feeds');
  await pool.query(`update accounts set password_hash = 'another one'`);
}
async function nothingEndedIsRevived({ pool }: TestDatabase): Promise<void> {
  const { rows } = await pool.query<{ revived: number }>(
    'select ((select count(*) from logins) + (select count(*) from calendar_feeds))::int as revived',
  );
  const { revived } = rows[0]!;
  report(
    'R12',
    'restore of an older backup: sessions and links ended since then stay ended',
    `older backup: ${revived} ended sessions and links came back`,
    revived === 0,
  );
  expect(revived).toBe(0);
}

async function drill(shop: Shop, restored: TestDatabase): Promise<void> {
  const count = size(24, 200);
  const folder = mkdtempSync(join(tmpdir(), 'drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [dataDir, empty] = [join(folder, 'data'), join(folder, 'empty')];
  for (const each of [dataDir, empty]) mkdirSync(each);
  const file = join(folder, 'drill.zip');
  const clients = await shop.clients(count);
  await giveAccess(shop, clients[0]!);
  const early = clients.slice(0, count / 3);
  const booked = await inParallel(
    early.map((client, n) => () => shop.checkout(client, [massageAt(n)])),
    4,
  );
  expect(booked.every(({ status }) => status === 200)).toBe(true);

  // The rest books while the backup is made.
  const { ended } = startCommand('backup', [file], { DATABASE_URL: shop.database.url, DATA_DIR: dataDir });
  let isDone = false;
  const dump = ended.finally(() => (isDone = true));
  let late = 0;
  for (const [n, client] of clients.slice(early.length).entries()) {
    if (isDone) break;
    expect((await shop.checkout(client, [massageAt(early.length + n)])).status).toBe(200);
    late += 1;
  }
  expect(await dump).toMatchObject({ code: 0 });
  // Paid after the backup, so that the restored database has never heard of it.
  const paidLater = await paidSince(shop, await shop.clients(size(2, 10)), clients.length);
  await endAccessSince(shop);
  const back = startCommand('restore', [file], { DATABASE_URL: restored.url, DATA_DIR: empty });
  expect(await back.ended).toMatchObject({ code: 0 });

  await nothingEndedIsRevived(restored);
  await nothingPaidIsDropped(shop, restored, paidLater);
  const faults = await faultsOf({ database: restored });
  // Each row of the backup is a row of the site, unchanged or since then changed; none booked before it is missing.
  const holds = async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ id: string; row: string }>(
      `select id, concat_ws(' ', user_id, appointment_id, price_cents, start_time at time zone 'UTC') as row from bookings`,
    );
    return new Map(rows.map(({ id, row }) => [id, row]));
  };
  const [now, then] = [await holds(shop.database.pool), await holds(restored.pool)];
  const foreign = [...then].filter(([id, row]) => now.get(id) !== row).length;
  const { rows } = await restored.pool.query<{ user_id: string }>('select user_id from bookings');
  const present = new Set(rows.map(({ user_id }) => user_id));
  const lost = early.filter(({ id }) => !present.has(id)).length;
  const sameShape =
    (await shapeOf(restored.pool)).join('\n') === (await shapeOf(shop.database.pool)).join('\n');
  report(
    'R12',
    'backup and restore drill: nothing booked before it is lost, the books are right',
    `backup and restore: ${early.length} bookings before it, ${late} during it, ${then.size} restored: ${lost} lost, ${foreign} changed, ` +
      `${faults.length} faults, tables ${sameShape ? 'the same' : 'different'}`,
    lost + foreign + faults.length === 0 && sameShape,
  );
  expect({ lost, foreign, faults, sameShape }).toEqual({
    lost: 0,
    foreign: 0,
    faults: [],
    sameShape: true,
  });
}

const MIGRATOR = `application_name = 'sattva-and-sage migrate' and datname = current_database()`;

/** Kills a migration that is certainly inside a file: it waits for a table that the file of refunds has to lock. */
async function killWhileBlocked({ url, pool }: TestDatabase): Promise<void> {
  await migrate({ url, upTo: '0003_feeds_and_versions.sql', log: { info: () => undefined } });
  const blocker = await pool.connect();
  try {
    // A slow machine needs longer to start the migration than a transaction may idle.
    await blocker.query('begin; set local idle_in_transaction_session_timeout = 0');
    await blocker.query('lock table checkouts in access exclusive mode');
    const { child, ended } = migrateProcess(url);
    await expect
      .poll(
        async () =>
          (await pool.query(`select 1 from pg_stat_activity where ${MIGRATOR} and wait_event_type = 'Lock'`))
            .rowCount,
      )
      .toBe(1);
    child.kill('SIGKILL');
    await ended;
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
}

/** Until PostgreSQL has noticed that the process is gone: what it had begun is undone then. */
async function gone(pool: pg.Pool): Promise<void> {
  await expect
    .poll(async () => (await pool.query(`select 1 from pg_stat_activity where ${MIGRATOR}`)).rowCount)
    .toBe(0);
}
